// Counts the allocations of the whole process, Dispatch's and Foundation's among them, and the
// bytes they hold, by standing before the C library's malloc and its kin. Only while asked to.
#pragma once

#include <stdbool.h>
#include <stdint.h>

/// What is followed.
typedef enum {
  ALLOCATIONS_OFF = 0,
  /// How many there are.
  ALLOCATIONS_COUNTED,
  /// The bytes they hold as well, which about doubles what a small one costs.
  ALLOCATIONS_WEIGHED,
} AllocationsMode;

/// Whether allocations can be counted: on Linux with glibc, and not under a sanitizer, which
/// stands before malloc itself.
bool allocations_available(void);

/// Begins to count at zero, or stops counting; false, and off, where memory to weigh with is short.
bool allocations_follow(AllocationsMode mode);

/// How many allocations were made, on all threads.
uint64_t allocations_counted(void);

/// The most bytes that blocks allocated since the beginning held at once, as malloc rounded them;
/// -1 where more than about half a million blocks lived at once, of which some escaped.
///
/// Blocks from before do not count, nor does freeing them. One from before that is resized counts
/// in whole from then on; a block that moves as it is resized is not counted twice.
int64_t allocations_peak_bytes(void);
