#include "LiveBlocks.h"

#include <sys/mman.h>

#define SLOT_BITS 20
#define SLOTS ((size_t)1 << SLOT_BITS)
// A block stands at most so many slots after the one its address hashes to.
#define PROBES 128

// A slot that was never used, by which a search ends, and one that is free again.
#define UNUSED ((uintptr_t)0)
#define REMOVED ((uintptr_t)1)

static uintptr_t *table;
static int64_t live_bytes;
static int64_t peak_bytes;
static bool overflowed;

static size_t first_slot(const void *block) {
  // Fibonacci hashing (Knuth, The Art of Computer Programming, volume 3, section 6.4).
  return (size_t)(((uint64_t)(uintptr_t)block * 0x9e3779b97f4a7c15u) >> (64 - SLOT_BITS));
}

static uintptr_t *slot(const void *block, size_t probe) {
  return &table[(first_slot(block) + probe) & (SLOTS - 1)];
}

static bool exchange(uintptr_t *slot, uintptr_t expected, uintptr_t value) {
  return __atomic_compare_exchange_n(
      slot, &expected, value, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}

bool live_blocks_forget(void) {
  // Fresh pages of zeros in place of the old: a thread that comes late finds a table still.
  const int flags = MAP_PRIVATE | MAP_ANONYMOUS | (table ? MAP_FIXED : 0);
  void *pages = mmap(table, SLOTS * sizeof *table, PROT_READ | PROT_WRITE, flags, -1, 0);
  if (pages == MAP_FAILED) return false;
  table = pages;
  live_bytes = peak_bytes = 0;
  overflowed = false;
  return true;
}

void live_blocks_add(const void *block, size_t size) {
  for (size_t probe = 0; probe < PROBES; probe++) {
    uintptr_t *here = slot(block, probe);
    const uintptr_t found = __atomic_load_n(here, __ATOMIC_RELAXED);
    if (found != UNUSED && found != REMOVED) continue;
    if (!exchange(here, found, (uintptr_t)block)) continue;
    const int64_t now = __atomic_add_fetch(&live_bytes, (int64_t)size, __ATOMIC_RELAXED);
    int64_t peak = __atomic_load_n(&peak_bytes, __ATOMIC_RELAXED);
    while (now > peak &&
           !__atomic_compare_exchange_n(
               &peak_bytes, &peak, now, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
    }
    return;
  }
  __atomic_store_n(&overflowed, true, __ATOMIC_RELAXED);
}

bool live_blocks_remove(const void *block, size_t size) {
  for (size_t probe = 0; probe < PROBES; probe++) {
    uintptr_t *here = slot(block, probe);
    const uintptr_t found = __atomic_load_n(here, __ATOMIC_RELAXED);
    if (found == UNUSED) return false;
    if (found != (uintptr_t)block) continue;
    __atomic_store_n(here, REMOVED, __ATOMIC_RELAXED);
    __atomic_sub_fetch(&live_bytes, (int64_t)size, __ATOMIC_RELAXED);
    return true;
  }
  return false;
}

int64_t live_blocks_peak_bytes(void) {
  return __atomic_load_n(&overflowed, __ATOMIC_RELAXED)
             ? -1
             : __atomic_load_n(&peak_bytes, __ATOMIC_RELAXED);
}
