#define _GNU_SOURCE
#include "CInterleaving.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const int signals[] = {SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT};
enum { signal_count = sizeof signals / sizeof signals[0], stack_size = 128 << 10 };

static bool (*handler)(void *engine, int32_t signal);
static struct sigaction previous[signal_count];

void interleaving_stop(void) {
  for (;;) pause();
}

static void pass_on(int signal, siginfo_t *info, void *context) {
  struct sigaction *action = NULL;
  for (int index = 0; index < signal_count; index++)
    if (signals[index] == signal) action = &previous[index];
  if (action->sa_flags & SA_SIGINFO) {
    action->sa_sigaction(signal, info, context);
  } else if (action->sa_handler != SIG_DFL && action->sa_handler != SIG_IGN) {
    action->sa_handler(signal);
  } else {
    // A faulting instruction faults again on return; a signal that was sent has to be sent again.
    sigaction(signal, action, NULL);
    if (info->si_code <= 0) raise(signal);
  }
}

static void on_signal(int signal, siginfo_t *info, void *context) {
  void *engine = interleaving_engine();
  if (engine && handler(engine, signal)) interleaving_stop();
  pass_on(signal, info, context);
}

void interleaving_catch_traps(bool (*asked)(void *engine, int32_t signal)) {
  if (handler) return;
  handler = asked;
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = on_signal;
  action.sa_flags = SA_ONSTACK | SA_SIGINFO | SA_NODEFER;
  for (int index = 0; index < signal_count; index++)
    sigaction(signals[index], &action, &previous[index]);
}

static __thread void *own_stack;
static __thread stack_t earlier_stack;

void interleaving_reserve_trap_stack(void) {
  if (own_stack) return;
  own_stack = malloc(stack_size);
  if (!own_stack) return;
  stack_t stack = {.ss_sp = own_stack, .ss_size = stack_size, .ss_flags = 0};
  if (sigaltstack(&stack, &earlier_stack) == 0) return;
  free(own_stack);
  own_stack = NULL;
}

void interleaving_release_trap_stack(void) {
  if (!own_stack) return;
  sigaltstack(&earlier_stack, NULL);
  free(own_stack);
  own_stack = NULL;
}
