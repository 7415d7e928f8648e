#ifndef DISPATCH_H
#define DISPATCH_H

#include <stdbool.h>
#include <stdint.h>

// Dispatch's own declarations want blocks, which C has only by a compiler flag: here a queue, a
// group and a block are pointers.
typedef void (*function)(void *);

struct block {
  void *isa;
  int32_t flags, reserved;
  function invoke;
  void *descriptor;
};

void *_Block_copy(const void *);
void _Block_release(const void *);
extern char _dispatch_main_q, _dispatch_queue_attr_concurrent;
void *dispatch_queue_create(const char *label, void *attributes);
const char *dispatch_queue_get_label(void *queue);
void *dispatch_queue_get_specific(void *queue, const void *key);
void *dispatch_get_global_queue(intptr_t identifier, uintptr_t flags);
void *dispatch_block_create(uintptr_t flags, void *block);
void dispatch_retain(void *);
void dispatch_release(void *);

// What this target finds out beyond that, from how Dispatch is laid out.
bool is_laid_out_as_known(void);
bool is_barrier_block(void *block);

#endif
