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

/// Work as Dispatch takes it: a function with its context, or a block.
struct interleaving_work {
  void (*_Nonnull function)(void *_Nullable context);
  void *_Nullable context;
  /// Whether the context is a block, of which whoever keeps the work has to take a copy.
  bool is_block;
  /// Whether nothing may run beside it on its queue.
  bool is_barrier;
  /// The group that it is part of.
  void *_Nullable group;
};

/// What is done about Dispatch on an engine's threads. What returns false leaves the call to
/// Dispatch itself.
struct interleaving_dispatch {
  bool (*_Nonnull submit)(void *_Nonnull engine, void *_Nonnull queue, struct interleaving_work);
  /// Runs the work before it returns.
  bool (*_Nonnull perform)(void *_Nonnull engine, void *_Nonnull queue, struct interleaving_work);
  bool (*_Nonnull submit_later)(
      void *_Nonnull engine, uint64_t when, void *_Nonnull queue, struct interleaving_work);
  /// The time on Dispatch's own scale; 0 where it is left to Dispatch.
  uint64_t (*_Nonnull now)(void *_Nonnull engine);
  /// Takes note of who enters and leaves, which Dispatch goes on to count too.
  void (*_Nonnull enter_group)(void *_Nonnull engine, void *_Nonnull group);
  void (*_Nonnull leave_group)(void *_Nonnull engine, void *_Nonnull group);
  /// Submits the work once everybody has left the group.
  bool (*_Nonnull submit_after_group)(
      void *_Nonnull engine, void *_Nonnull group, void *_Nonnull queue, struct interleaving_work);
  bool (*_Nonnull wait_for_group)(void *_Nonnull engine, void *_Nonnull group, uint64_t until);
  /// Takes note of a call that Dispatch answers by itself.
  void (*_Nonnull escape)(void *_Nonnull engine, const char *_Nonnull call);
};

/// Puts the explorer before Dispatch, for threads that carry an engine.
///
/// Returns false where it cannot: with a Dispatch that is laid out otherwise than this file knows,
/// and on Darwin, where a library's calls are bound to the library called and never come by the
/// executable. A program explored there hands its queue in by a protocol of its own.
bool interleaving_take_queues(struct interleaving_dispatch);

enum interleaving_queue_kind {
  /// One block at a time, first in first out.
  interleaving_queue_serial,
  /// Blocks side by side, barriers alone.
  interleaving_queue_concurrent,
  /// One of the system's, on which nothing has to wait.
  interleaving_queue_global,
  /// One whose blocks go by way of another queue of the program's.
  interleaving_queue_targeting
};
enum interleaving_queue_kind interleaving_kind_of_queue(void *_Nonnull queue);
const char *_Nonnull interleaving_label_of_queue(void *_Nonnull queue);
void *_Nonnull interleaving_main_queue(void);
/// The time on Dispatch's own scale, in nanoseconds.
uint64_t interleaving_uptime(void);

/// Keeps queues and groups alive, and lets them go.
void interleaving_retain(void *_Nonnull object);
void interleaving_release(void *_Nonnull object);
void interleaving_enter_group(void *_Nonnull group);
void interleaving_leave_group(void *_Nonnull group);

/// A block to be kept, and given back.
void *_Nonnull interleaving_copy_block(void *_Nonnull block);
void interleaving_release_block(void *_Nonnull block);

/// Whether the work is a job of Swift's runtime, handed over as its context.
bool interleaving_is_job(struct interleaving_work work);

/// Runs work on this thread as if it were on a queue: assertions about queues hold in it.
void interleaving_run_as_if_on(
    void *_Nonnull queue, bool is_exclusive, struct interleaving_work work);

/// Whether the program was built with the thread sanitizer.
bool interleaving_is_sanitized(void);

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
