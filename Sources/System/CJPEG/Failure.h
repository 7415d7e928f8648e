#pragma once

#include "CJPEG.h"

#include <setjmp.h>
#include <stdio.h>

#include <jpeglib.h>

#ifndef JCS_EXTENSIONS
#error "libjpeg-turbo is needed: only its libjpeg reads and writes RGBA"
#endif

// libjpeg's error manager, and where to go on an error. The manager comes first, so that a pointer
// to it is a pointer to the whole.
typedef struct {
  struct jpeg_error_mgr manager;
  jmp_buf exit;
  bool is_lenient;
  CJPEGStatus status;
  char message[JMSG_LENGTH_MAX];
} Failure;

_Static_assert(JMSG_LENGTH_MAX <= CJPEG_MESSAGE_LENGTH, "a message of libjpeg must fit");

// Sets the manager up; every later error jumps to `exit`, and every warning unless lenient.
struct jpeg_error_mgr *failure_prepare(Failure *failure);

// Ends the call under way with a status and a message of ours.
_Noreturn void failure_exit(j_common_ptr info, CJPEGStatus status, const char *message);
