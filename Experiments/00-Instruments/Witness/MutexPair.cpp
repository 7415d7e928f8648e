// The loop of ../MutexPairs.swift, timed by Google Benchmark: an outside opinion of what the same
// piece of work costs. The experiment compiles it when it runs, where a compiler and the library
// are installed.
#include <benchmark/benchmark.h>

#include <pthread.h>
#include <unistd.h>

// lesson: mutex-pair-witness
static void mutex_pair(benchmark::State &state) {
  pthread_mutex_t *mutex = new pthread_mutex_t;
  pthread_mutex_init(mutex, nullptr);
  for (auto _ : state) {
    // A hundred, so that what the library adds to each turn of its own loop weighs nothing.
    for (int pair = 0; pair < 100; ++pair) {
      pthread_mutex_lock(mutex);
      int result = pthread_mutex_unlock(mutex);
      benchmark::DoNotOptimize(result);
    }
  }
  pthread_mutex_destroy(mutex);
  delete mutex;
}
BENCHMARK(mutex_pair);
// lesson: end

static void *sleep_for_ever(void *) {
  for (;;) pause();
}

int main(int argc, char **argv) {
  // In a process of one thread the C library leaves the atomic instructions out. Swift's processes
  // never have one thread only, so this one must not either.
  pthread_t sleeper;
  if (pthread_create(&sleeper, nullptr, sleep_for_ever, nullptr) != 0) return 1;
  benchmark::Initialize(&argc, argv);
  return benchmark::RunSpecifiedBenchmarks() == 1 ? 0 : 1;
}
