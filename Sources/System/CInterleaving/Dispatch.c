#define _GNU_SOURCE
#include "CInterleaving.h"
#include "Engine.h"

#include <stddef.h>
#include <string.h>

// Dispatch's entry points, defined once more in the executable: on Linux every library's calls then
// come here first. Threads without an engine go straight on, to the thread sanitizer's own
// interceptor where there is one (it must see what happens before what), else to Dispatch.

#ifdef __linux__
#include <dlfcn.h>

typedef void (*function)(void *);

// Dispatch's own declarations want blocks, which C has only by a compiler flag: to this file a queue,
// a group and a block are pointers.
struct block {
  void *isa;
  int32_t flags, reserved;
  function invoke;
  void *descriptor;
};

void *_Block_copy(const void *);
void _Block_release(const void *);
extern char _dispatch_main_q, _dispatch_queue_attr_concurrent;
void *dispatch_queue_create(const char *label, void *attributes);
const char *dispatch_queue_get_label(void *queue);
void *dispatch_queue_get_specific(void *queue, const void *key);
void *dispatch_get_global_queue(intptr_t identifier, uintptr_t flags);
void *dispatch_block_create(uintptr_t flags, void *block);
void dispatch_retain(void *);
void dispatch_release(void *);

// What Dispatch tells debuggers: where a queue's fields lie. Numbers of 16 bits; a field has its
// place and its size.
extern const uint16_t dispatch_queue_offsets[] __attribute__((weak));
enum { offsets_version = 0, offset_of_width = 7, offset_of_target = 13 };
// What a block made with flags is called by, and where those flags lie, behind the block itself.
extern const function _dispatch_block_special_invoke __attribute__((weak));
struct block_with_flags {
  struct block block;
  uintptr_t magic, flags;
};
enum { block_magic = 0xD159B10C, block_is_barrier = 1, width_of_global = 0xfff };

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

static bool is_barrier_block(void *block) {
  const struct block_with_flags *made = block;
  return &_dispatch_block_special_invoke && made->block.invoke == _dispatch_block_special_invoke
    && made->magic == block_magic && (made->flags & block_is_barrier);
}

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

// MARK: What a queue is like

static uint16_t width_of(void *queue) {
  uint16_t width;
  memcpy(&width, (char *)queue + dispatch_queue_offsets[offset_of_width], sizeof width);
  return width;
}

static void *target_of(void *queue) {
  void *target;
  memcpy(&target, (char *)queue + dispatch_queue_offsets[offset_of_target], sizeof target);
  return target;
}

enum interleaving_queue_kind interleaving_kind_of_queue(void *queue) {
  if (width_of(queue) == width_of_global) return interleaving_queue_global;
  void *target = target_of(queue);
  if (target && width_of(target) != width_of_global) return interleaving_queue_targeting;
  return width_of(queue) == 1 ? interleaving_queue_serial : interleaving_queue_concurrent;
}

static void do_nothing(void *context) { (void)context; }

// Holds what this file says about Dispatch's layout against the library at hand.
static bool is_laid_out_as_known(void) {
  if (!dispatch_queue_offsets || dispatch_queue_offsets[offsets_version] < 6
      || dispatch_queue_offsets[offset_of_width + 1] != sizeof(uint16_t)
      || dispatch_queue_offsets[offset_of_target + 1] != sizeof(void *))
    return false;
  void *serial = dispatch_queue_create("one", NULL);
  void *concurrent = dispatch_queue_create("many", &_dispatch_queue_attr_concurrent);
  bool is_known = interleaving_kind_of_queue(serial) == interleaving_queue_serial
    && interleaving_kind_of_queue(concurrent) == interleaving_queue_concurrent
    && interleaving_kind_of_queue(dispatch_get_global_queue(0, 0)) == interleaving_queue_global
    && interleaving_kind_of_queue(&_dispatch_main_q) == interleaving_queue_serial;
  dispatch_release(serial);
  dispatch_release(concurrent);
  extern char _NSConcreteGlobalBlock[];
  static struct { uintptr_t reserved, size; } descriptor = {0, sizeof(struct block)};
  static struct block empty = {_NSConcreteGlobalBlock, 1 << 28, 0, do_nothing, &descriptor};
  void *plain = dispatch_block_create(0, &empty);
  void *barrier = dispatch_block_create(block_is_barrier, &empty);
  is_known = is_known && !is_barrier_block(plain) && is_barrier_block(barrier);
  _Block_release(plain);
  _Block_release(barrier);
  return is_known;
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

// A function of the concurrency runtime's own is given jobs and nothing else.
bool interleaving_is_job(struct interleaving_work work) {
  static function known;
  if (work.is_block) return false;
  if (work.function == __atomic_load_n(&known, __ATOMIC_RELAXED)) return true;
  extern void swift_job_run(void);
  Dl_info of_function, of_runtime;
  if (!dladdr((void *)work.function, &of_function) || !dladdr((void *)swift_job_run, &of_runtime)
      || of_function.dli_fbase != of_runtime.dli_fbase)
    return false;
  __atomic_store_n(&known, work.function, __ATOMIC_RELAXED);
  return true;
}

#else

#include <stdlib.h>

bool interleaving_take_queues(struct interleaving_dispatch taker) {
  (void)taker;
  return false;
}

// Nothing is taken over, so that nothing below is ever called.
enum interleaving_queue_kind interleaving_kind_of_queue(void *queue) { (void)queue, abort(); }
const char *interleaving_label_of_queue(void *queue) { (void)queue, abort(); }
void *interleaving_main_queue(void) { abort(); }
uint64_t interleaving_uptime(void) { abort(); }
void interleaving_retain(void *object) { (void)object, abort(); }
void interleaving_release(void *object) { (void)object, abort(); }
void interleaving_enter_group(void *group) { (void)group, abort(); }
void interleaving_leave_group(void *group) { (void)group, abort(); }
void *interleaving_copy_block(void *block) { (void)block, abort(); }
void interleaving_release_block(void *block) { (void)block, abort(); }
bool interleaving_is_job(struct interleaving_work work) { (void)work, abort(); }
void interleaving_run_as_if_on(void *queue, bool is_exclusive, struct interleaving_work work) {
  (void)queue, (void)is_exclusive, (void)work, abort();
}

#endif
