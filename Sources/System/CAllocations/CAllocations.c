#include "CAllocations.h"

#include "LiveBlocks.h"

#include <errno.h>
#include <malloc.h>
#include <stddef.h>
#include <stdlib.h>

#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
#define SANITIZED 1
#endif
#endif

static AllocationsMode following;
static uint64_t counted;

bool allocations_follow(AllocationsMode mode) {
  __atomic_store_n(&following, ALLOCATIONS_OFF, __ATOMIC_SEQ_CST);
  if (mode == ALLOCATIONS_OFF) return true;
  if (mode == ALLOCATIONS_WEIGHED && !live_blocks_forget()) return false;
  __atomic_store_n(&counted, 0, __ATOMIC_RELAXED);
  __atomic_store_n(&following, mode, __ATOMIC_SEQ_CST);
  return true;
}

uint64_t allocations_counted(void) { return __atomic_load_n(&counted, __ATOMIC_RELAXED); }

int64_t allocations_peak_bytes(void) { return live_blocks_peak_bytes(); }

#if defined(__GLIBC__) && !defined(SANITIZED)

bool allocations_available(void) { return true; }

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

// One load of a flag that nobody writes while a row is timed: free beside any allocation.
static inline AllocationsMode mode(void) {
  return __builtin_expect(__atomic_load_n(&following, __ATOMIC_RELAXED), ALLOCATIONS_OFF);
}

static inline void *made(void *block) {
  const AllocationsMode now = mode();
  if (now == ALLOCATIONS_OFF) return block;
  __atomic_fetch_add(&counted, 1, __ATOMIC_RELAXED);
  if (now == ALLOCATIONS_WEIGHED && block) live_blocks_add(block, malloc_usable_size(block));
  return block;
}

// Before the block is given back: another thread may get its address at once.
static inline bool forget(void *block) {
  return mode() == ALLOCATIONS_WEIGHED && block &&
         live_blocks_remove(block, malloc_usable_size(block));
}

void *malloc(size_t size) { return made(__libc_malloc(size)); }

void *calloc(size_t number, size_t size) { return made(__libc_calloc(number, size)); }

void *realloc(void *block, size_t size) {
  const bool was_live = forget(block);
  void *resized = __libc_realloc(block, size);
  // What could not be resized is still there; of size 0, it is gone.
  if (!resized && size > 0 && was_live) live_blocks_add(block, malloc_usable_size(block));
  return made(resized);
}

void free(void *block) {
  forget(block);
  __libc_free(block);
}

void *memalign(size_t alignment, size_t size) { return made(__libc_memalign(alignment, size)); }

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **block, size_t alignment, size_t size) {
  const bool is_power = alignment != 0 && (alignment & (alignment - 1)) == 0;
  if (!is_power || alignment % sizeof(void *) != 0) return EINVAL;
  void *aligned = memalign(alignment, size);
  if (aligned == NULL) return ENOMEM;
  *block = aligned;
  return 0;
}

#else

bool allocations_available(void) { return false; }

#endif
