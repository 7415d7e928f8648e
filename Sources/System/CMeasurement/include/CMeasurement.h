// What timing needs of C: a clock that is inlined, a sink that the optimiser cannot see through,
// and the system's counters, whose names Swift does not import.
#pragma once

#include <stdint.h>
#include <time.h>

/// Monotonic time in nanoseconds from an arbitrary origin.
///
/// Apple's CLOCK_MONOTONIC counts microseconds; this one is `mach_absolute_time`.
static inline __attribute__((always_inline)) uint64_t measurement_now(void) {
  struct timespec time;
#if defined(__APPLE__)
  clock_gettime(CLOCK_UPTIME_RAW, &time);
#else
  clock_gettime(CLOCK_MONOTONIC, &time);
#endif
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

/// Processor time of all threads of this process in nanoseconds.
static inline uint64_t measurement_processor_time(void) {
  struct timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

/// Makes the optimiser believe that whatever lies at the address is read.
static inline __attribute__((always_inline)) void measurement_sink(const void *address) {
  __asm__ volatile("" : : "r"(address) : "memory");
}

/// Makes the optimiser believe that the number is read.
static inline __attribute__((always_inline)) void measurement_sink_number(uint64_t number) {
  __asm__ volatile("" : : "r"(number));
}

/// How often threads of this process gave their processor up, or had it taken away.
struct measurement_switches {
  int64_t voluntary;
  int64_t involuntary;
};

struct measurement_switches measurement_switches(void);
