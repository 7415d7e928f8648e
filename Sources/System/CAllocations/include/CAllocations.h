// Counts the allocations of the whole process, Dispatch's and Foundation's among them, by standing
// before the C library's malloc and its kin. Only while it is asked to.
#pragma once

#include <stdbool.h>
#include <stdint.h>

/// Whether allocations can be counted: on Linux with glibc, and not under a sanitizer, which
/// stands before malloc itself.
bool allocations_available(void);

/// Begins to count at zero, or stops counting.
void allocations_count(bool on);

/// What was counted, on all threads.
uint64_t allocations_counted(void);
