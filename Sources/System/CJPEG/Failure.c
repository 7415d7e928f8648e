#include "Failure.h"

#include <jerror.h>

static CJPEGStatus status_of(int code) {
  switch (code) {
    case JERR_BAD_PRECISION:
    case JERR_CCIR601_NOTIMPL:
    case JERR_COMPONENT_COUNT:
    case JERR_CONVERSION_NOTIMPL:
    case JERR_FRACT_SAMPLE_NOTIMPL:
    case JERR_IMAGE_TOO_BIG:
    case JERR_NOTIMPL:
    case JERR_SOF_UNSUPPORTED:
      return CJPEG_UNSUPPORTED;
    case JERR_NO_BACKING_STORE:  // what exceeding max_memory_to_use comes to
      return CJPEG_OVER_MEMORY_LIMIT;
    case JERR_OUT_OF_MEMORY:
      return CJPEG_OUT_OF_MEMORY;
    default:
      return CJPEG_DAMAGED;
  }
}

static void exit_with_code(j_common_ptr info) {
  Failure *failure = (Failure *)info->err;
  failure->status = status_of(info->err->msg_code);
  if (info->err->msg_code == JERR_BAD_PRECISION)
    snprintf(failure->message, sizeof failure->message, "precision %d not supported",
             info->err->msg_parm.i[0]);
  else
    info->err->format_message(info, failure->message);
  longjmp(failure->exit, 1);
}

// Negative levels are warnings: the data is corrupt and libjpeg would make something up.
static void exit_or_count(j_common_ptr info, int level) {
  if (level >= 0) return;
  if (!((Failure *)info->err)->is_lenient) exit_with_code(info);
  info->err->num_warnings++;
}

void failure_exit(j_common_ptr info, CJPEGStatus status, const char *message) {
  Failure *failure = (Failure *)info->err;
  failure->status = status;
  snprintf(failure->message, sizeof failure->message, "%s", message);
  longjmp(failure->exit, 1);
}

struct jpeg_error_mgr *failure_prepare(Failure *failure) {
  jpeg_std_error(&failure->manager);
  failure->manager.error_exit = exit_with_code;
  failure->manager.emit_message = exit_or_count;
  return &failure->manager;
}
