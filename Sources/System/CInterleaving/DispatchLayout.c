#define _GNU_SOURCE
#include "CInterleaving.h"
#include "Dispatch.h"

#include <stddef.h>
#include <string.h>

// What Dispatch does not tell by a function: of which kind a queue is, and whether a block is a
// barrier. Also which functions are the Swift runtime's own.

#ifdef __linux__
#include <dlfcn.h>

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

bool is_barrier_block(void *block) {
  const struct block_with_flags *made = block;
  return &_dispatch_block_special_invoke && made->block.invoke == _dispatch_block_special_invoke
    && made->magic == block_magic && (made->flags & block_is_barrier);
}

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
bool is_laid_out_as_known(void) {
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
