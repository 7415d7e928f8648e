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

#endif
