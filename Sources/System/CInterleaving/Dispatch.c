#define _GNU_SOURCE
#include "CInterleaving.h"
#include "Dispatch.h"
#include "Engine.h"

#include <stddef.h>

// Dispatch's entry points, defined once more in the executable: on Linux every library's calls then
// come here first. Threads without an engine go straight on, to the thread sanitizer's own
// interceptor where there is one (it must see what happens before what), else to Dispatch.

#ifdef __linux__
#include <dlfcn.h>

static struct interleaving_dispatch handler;
static bool is_taken;

// The original of a function: the sanitizer's interceptor, or else whoever comes next.
#define ORIGINAL(name)                                                                   \
  ({                                                                                     \
    extern __typeof__(name) __interceptor_##name __attribute__((weak));                  \
    static __typeof__(&name) original;                                                   \
    __typeof__(&name) found = __atomic_load_n(&original, __ATOMIC_RELAXED);              \
    if (!found) {                                                                        \
      found = &__interceptor_##name ? &__interceptor_##name                              \
                                    : (__typeof__(&name))dlsym(RTLD_NEXT, #name);        \
      __atomic_store_n(&original, found, __ATOMIC_RELAXED);                              \
    }                                                                                    \
    found;                                                                               \
  })

#define ENGINE (__builtin_expect(engine_of_thread != NULL, 0) && is_taken)

// MARK: Work

static struct interleaving_work of_block(void *block, bool is_barrier) {
  return (struct interleaving_work){
    ((struct block *)block)->invoke, block, true, is_barrier || is_barrier_block(block), NULL};
}

static struct interleaving_work of_function(void *context, function function, bool is_barrier) {
  return (struct interleaving_work){function, context, false, is_barrier, NULL};
}

// MARK: Queues

#define BLOCKS(name, take, is_barrier)                                                   \
  void name(void *queue, void *block) {                                                  \
    if (ENGINE && handler.take(engine_of_thread, queue, of_block(block, is_barrier)))    \
      return;                                                                            \
    ORIGINAL(name)(queue, block);                                                        \
  }

#define FUNCTIONS(name, take, is_barrier)                                                \
  void name(void *queue, void *context, function work) {                                 \
    if (ENGINE                                                                           \
        && handler.take(engine_of_thread, queue, of_function(context, work, is_barrier))) \
      return;                                                                            \
    ORIGINAL(name)(queue, context, work);                                                \
  }

BLOCKS(dispatch_async, submit, false)
BLOCKS(dispatch_barrier_async, submit, true)
BLOCKS(dispatch_sync, perform, false)
BLOCKS(dispatch_barrier_sync, perform, true)
BLOCKS(dispatch_async_and_wait, perform, false)
BLOCKS(dispatch_barrier_async_and_wait, perform, true)
FUNCTIONS(dispatch_async_f, submit, false)
FUNCTIONS(dispatch_barrier_async_f, submit, true)
FUNCTIONS(dispatch_sync_f, perform, false)
FUNCTIONS(dispatch_barrier_sync_f, perform, true)
FUNCTIONS(dispatch_async_and_wait_f, perform, false)
FUNCTIONS(dispatch_barrier_async_and_wait_f, perform, true)

// MARK: Time

void dispatch_after(uint64_t when, void *queue, void *block) {
  if (ENGINE && handler.submit_later(engine_of_thread, when, queue, of_block(block, false))) return;
  ORIGINAL(dispatch_after)(when, queue, block);
}

uint64_t dispatch_time(uint64_t when, int64_t delta) {
  if (ENGINE && when == 0) when = handler.now(engine_of_thread);
  return ORIGINAL(dispatch_time)(when, delta);
}

uint64_t interleaving_uptime(void) { return ORIGINAL(dispatch_time)(0, 0); }

// MARK: Groups

void dispatch_group_enter(void *group) {
  if (ENGINE) handler.enter_group(engine_of_thread, group);
  ORIGINAL(dispatch_group_enter)(group);
}

void dispatch_group_leave(void *group) {
  ORIGINAL(dispatch_group_leave)(group);
  if (ENGINE) handler.leave_group(engine_of_thread, group);
}

void dispatch_group_async(void *group, void *queue, void *block) {
  struct interleaving_work work = of_block(block, false);
  work.group = group;
  if (ENGINE && handler.submit(engine_of_thread, queue, work)) return;
  ORIGINAL(dispatch_group_async)(group, queue, block);
}

void dispatch_group_notify(void *group, void *queue, void *block) {
  if (ENGINE
      && handler.submit_after_group(engine_of_thread, group, queue, of_block(block, false)))
    return;
  ORIGINAL(dispatch_group_notify)(group, queue, block);
}

intptr_t dispatch_group_wait(void *group, uint64_t until) {
  if (ENGINE && handler.wait_for_group(engine_of_thread, group, until)) return 0;
  return ORIGINAL(dispatch_group_wait)(group, until);
}

// MARK: What is not controlled

#define ESCAPES(name)                                                                    \
  if (ENGINE) handler.escape(engine_of_thread, #name)

void dispatch_after_f(uint64_t when, void *queue, void *context, function work) {
  if (ENGINE) handler.escape(engine_of_thread, "dispatch_after_f (as Task.sleep does)");
  ORIGINAL(dispatch_after_f)(when, queue, context, work);
}

void dispatch_source_set_timer(void *source, uint64_t start, uint64_t interval, uint64_t leeway) {
  if (ENGINE) handler.escape(engine_of_thread, "dispatch_source_set_timer (as Task.sleep does)");
  ORIGINAL(dispatch_source_set_timer)(source, start, interval, leeway);
}

void dispatch_apply(size_t count, void *queue, void *block) {
  ESCAPES(dispatch_apply);
  ORIGINAL(dispatch_apply)(count, queue, block);
}

void dispatch_suspend(void *object) {
  ESCAPES(dispatch_suspend);
  ORIGINAL(dispatch_suspend)(object);
}

void dispatch_activate(void *object) {
  ESCAPES(dispatch_activate);
  ORIGINAL(dispatch_activate)(object);
}

void dispatch_block_notify(void *block, void *queue, void *notification) {
  ESCAPES(dispatch_block_notify);
  ORIGINAL(dispatch_block_notify)(block, queue, notification);
}

// It waits for a group of the block's own, which was entered where no engine looks: that wait is
// for real, lest it ends at once and Dispatch traps when the block runs after all.
intptr_t dispatch_block_wait(void *block, uint64_t until) {
  ESCAPES(dispatch_block_wait);
  void *engine = engine_of_thread;
  engine_of_thread = NULL;
  intptr_t result = ORIGINAL(dispatch_block_wait)(block, until);
  engine_of_thread = engine;
  return result;
}

void dispatch_source_set_event_handler(void *source, void *block) {
  ESCAPES(dispatch_source_set_event_handler);
  ORIGINAL(dispatch_source_set_event_handler)(source, block);
}

// MARK: On which queue

// A queue as which this thread runs something. Nothing of Dispatch itself is held: a thread can
// stop in the middle, and what else would be on the queue runs on another.
struct frame {
  void *queue;
  bool is_exclusive;
  struct frame *outer;
};

static __thread struct frame *frames;

static struct frame *frame_on(void *queue) {
  struct frame *frame = frames;
  while (frame && frame->queue != queue) frame = frame->outer;
  return frame;
}

void interleaving_run_as_if_on(void *queue, bool is_exclusive, struct interleaving_work work) {
  struct frame frame = {queue, is_exclusive, frames};
  frames = &frame;
  work.function(work.context);
  frames = frame.outer;
}

void dispatch_assert_queue(void *queue) {
  if (!frame_on(queue)) ORIGINAL(dispatch_assert_queue)(queue);
}

void dispatch_assert_queue_barrier(void *queue) {
  struct frame *frame = frame_on(queue);
  if (!frame || !frame->is_exclusive) ORIGINAL(dispatch_assert_queue_barrier)(queue);
}

void dispatch_assert_queue_not(void *queue) {
  if (frame_on(queue)) __builtin_trap();
  ORIGINAL(dispatch_assert_queue_not)(queue);
}

void *dispatch_get_specific(const void *key) {
  return frames ? dispatch_queue_get_specific(frames->queue, key)
                : ORIGINAL(dispatch_get_specific)(key);
}

const char *dispatch_queue_get_label(void *queue) {
  return ORIGINAL(dispatch_queue_get_label)(!queue && frames ? frames->queue : queue);
}

// MARK: For the explorer

bool interleaving_take_queues(struct interleaving_dispatch taker) {
  handler = taker;
  is_taken = is_laid_out_as_known();
  return is_taken;
}

const char *interleaving_label_of_queue(void *queue) { return dispatch_queue_get_label(queue); }
void *interleaving_main_queue(void) { return &_dispatch_main_q; }
void interleaving_retain(void *object) { dispatch_retain(object); }
void interleaving_release(void *object) { dispatch_release(object); }
void interleaving_enter_group(void *group) { dispatch_group_enter(group); }
void interleaving_leave_group(void *group) { dispatch_group_leave(group); }
void *interleaving_copy_block(void *block) { return _Block_copy(block); }
void interleaving_release_block(void *block) { _Block_release(block); }

#endif
