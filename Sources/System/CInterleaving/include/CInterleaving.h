#ifndef CINTERLEAVING_H
#define CINTERLEAVING_H

#include <stdbool.h>
#include <stdint.h>

// What the explorer needs of the runtime that Swift does not offer. Everything here acts only on
// threads that carry an engine: the rest of the process never notices.

/// The engine whose schedule this thread is running, or null.
void *_Nullable interleaving_engine(void);
void interleaving_set_engine(void *_Nullable engine);

/// Jobs that the runtime would send to the pool: `handler` takes those of an engine's threads.
/// Returns false where this runtime has no such hooks.
bool interleaving_take_jobs(void (*_Nonnull handler)(void *_Nonnull engine, void *_Nonnull job));

/// Keeps this thread on the processor it is on, where the system can.
void interleaving_stay_on_processor(void);

/// Signals by which a step traps: `handler` is asked on the thread that trapped, if it carries an
/// engine; where it returns true the thread stops there for ever, else whoever handled such signals
/// before goes on. Only the first call has an effect.
void interleaving_catch_traps(bool (*_Nonnull handler)(void *_Nonnull engine, int32_t signal));

/// Gives this thread a stack of its own for that handler, or takes it back: an overflown stack is
/// no place to handle it.
void interleaving_reserve_trap_stack(void);
void interleaving_release_trap_stack(void);

/// Stops this thread for ever.
void interleaving_stop(void) __attribute__((noreturn));

/// This thread, for the functions below.
uint32_t interleaving_thread(void);

struct interleaving_activity {
  /// Whether it waits for something: one that only lacks a processor does not.
  bool is_waiting;
  /// Time it spent on processors so far, to a hundredth of a second.
  uint64_t processor_nanoseconds;
};

/// What a thread of this process is doing.
struct interleaving_activity interleaving_activity(uint32_t thread);

/// Lets a thread run only when nothing else wants its processor, where the system can.
void interleaving_neglect(uint32_t thread);

#endif
