#define _GNU_SOURCE
#include "CInterleaving.h"
#include "Engine.h"

#include <stddef.h>

#ifdef __linux__
#include <sched.h>
#endif

__thread void *engine_of_thread;

void *interleaving_engine(void) { return engine_of_thread; }

void interleaving_set_engine(void *engine) { engine_of_thread = engine; }

bool interleaving_is_sanitized(void) { return __has_feature(thread_sanitizer); }

void interleaving_stay_on_processor(void) {
#ifdef __linux__
  int processor = sched_getcpu();
  if (processor < 0 || processor >= CPU_SETSIZE) return;
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(processor, &set);
  sched_setaffinity(0, sizeof set, &set);
#endif
}

// The runtime's hooks (swift/Runtime/Concurrency.h): each is handed the original to go on with.
#define SWIFT __attribute__((swiftcall))
typedef SWIFT void (*enqueue_original)(void *job);
typedef SWIFT void (*enqueue_hook)(void *job, enqueue_original original);

#ifdef __APPLE__
#define MAYBE __attribute__((weak_import))
#else
#define MAYBE __attribute__((weak))
#endif
extern enqueue_hook swift_task_enqueueGlobal_hook MAYBE;

static void (*handler)(void *engine, void *job);

static SWIFT void take_job(void *job, enqueue_original original) {
  if (engine_of_thread)
    handler(engine_of_thread, job);
  else
    original(job);
}

bool interleaving_take_jobs(void (*taker)(void *engine, void *job)) {
  if (&swift_task_enqueueGlobal_hook == NULL) return false;
  handler = taker;
  swift_task_enqueueGlobal_hook = take_job;
  return true;
}
