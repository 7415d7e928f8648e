#include "CAllocations.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>

#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
#define SANITIZED 1
#endif
#endif

static bool counting;
static uint64_t counted;

void allocations_count(bool on) {
  if (on) __atomic_store_n(&counted, 0, __ATOMIC_RELAXED);
  __atomic_store_n(&counting, on, __ATOMIC_SEQ_CST);
}

uint64_t allocations_counted(void) { return __atomic_load_n(&counted, __ATOMIC_RELAXED); }

#if defined(__GLIBC__) && !defined(SANITIZED)

bool allocations_available(void) { return true; }

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

// One load of a flag that nobody writes while a row is timed: free beside any allocation.
static inline void count(void) {
  if (__builtin_expect(__atomic_load_n(&counting, __ATOMIC_RELAXED), 0))
    __atomic_fetch_add(&counted, 1, __ATOMIC_RELAXED);
}

void *malloc(size_t size) {
  count();
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  count();
  return __libc_calloc(number, size);
}

void *realloc(void *block, size_t size) {
  count();
  return __libc_realloc(block, size);
}

void *memalign(size_t alignment, size_t size) {
  count();
  return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  count();
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
  const bool is_power = alignment != 0 && (alignment & (alignment - 1)) == 0;
  if (!is_power || alignment % sizeof(void *) != 0) return EINVAL;
  count();
  void *made = __libc_memalign(alignment, size);
  if (made == NULL) return ENOMEM;
  *block = made;
  return 0;
}

#else

bool allocations_available(void) { return false; }

#endif
