#define _GNU_SOURCE
#include "CInterleaving.h"

#ifdef __APPLE__

#include <mach/mach.h>
#include <pthread.h>

uint32_t interleaving_thread(void) { return pthread_mach_thread_np(pthread_self()); }

struct interleaving_activity interleaving_activity(uint32_t thread) {
  struct interleaving_activity activity = {false, 0};
  thread_basic_info_data_t info;
  mach_msg_type_number_t count = THREAD_BASIC_INFO_COUNT;
  if (thread_info(thread, THREAD_BASIC_INFO, (thread_info_t)&info, &count) != KERN_SUCCESS)
    return activity;
  activity.is_waiting =
      info.run_state == TH_STATE_WAITING || info.run_state == TH_STATE_UNINTERRUPTIBLE;
  activity.processor_nanoseconds =
      (uint64_t)(info.user_time.seconds + info.system_time.seconds) * 1000000000 +
      (uint64_t)(info.user_time.microseconds + info.system_time.microseconds) * 1000;
  return activity;
}

void interleaving_neglect(uint32_t thread) {}

#else

#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

uint32_t interleaving_thread(void) { return (uint32_t)syscall(SYS_gettid); }

struct interleaving_activity interleaving_activity(uint32_t thread) {
  struct interleaving_activity activity = {false, 0};
  char text[1024];
  snprintf(text, sizeof text, "/proc/self/task/%u/stat", thread);
  int file = open(text, O_RDONLY | O_CLOEXEC);
  if (file < 0) return activity;
  ssize_t length = read(file, text, sizeof text - 1);
  close(file);
  text[length > 0 ? length : 0] = 0;
  // The name, in parentheses, may hold any character; the fields after it are plain (proc(5)).
  const char *fields = strrchr(text, ')');
  char state;
  unsigned long user, system;
  if (!fields ||
      sscanf(fields + 1, " %c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &state, &user,
             &system) != 3)
    return activity;
  activity.is_waiting = state == 'S' || state == 'D';
  activity.processor_nanoseconds =
      (uint64_t)(user + system) * (1000000000 / (uint64_t)sysconf(_SC_CLK_TCK));
  return activity;
}

void interleaving_neglect(uint32_t thread) {
  struct sched_param none = {0};
  sched_setscheduler((pid_t)thread, SCHED_IDLE, &none);
}

#endif
