#include "Failure.h"

#include <stdlib.h>

typedef struct {
  struct jpeg_compress_struct info;
  Failure failure;
  unsigned char *data;
  unsigned long count;
  bool started;
} Encoder;

static CJPEGStatus encode(
    Encoder *encoder, const uint8_t *rgba, int width, int height, CJPEGEncodingOptions options) {
  j_compress_ptr info = &encoder->info;
  info->err = failure_prepare(&encoder->failure);
  if (setjmp(encoder->failure.exit)) return encoder->failure.status;
  jpeg_create_compress(info);
  jpeg_mem_dest(info, &encoder->data, &encoder->count);
  info->image_width = (JDIMENSION)width;
  info->image_height = (JDIMENSION)height;
  info->input_components = 4;
  info->in_color_space = JCS_EXT_RGBX;
  jpeg_set_defaults(info);
  jpeg_set_quality(info, options.quality, TRUE);
  if (options.quality == 100)
    info->comp_info[0].h_samp_factor = info->comp_info[0].v_samp_factor = 1;
  if (options.progressive) jpeg_simple_progression(info);
  jpeg_start_compress(info, TRUE);
  encoder->started = true;
  if (options.profile_count > 0)
    jpeg_write_icc_profile(info, options.profile, (unsigned)options.profile_count);
  while (info->next_scanline < info->image_height) {
    JSAMPROW row = (JSAMPROW)rgba + 4 * (size_t)width * info->next_scanline;
    jpeg_write_scanlines(info, &row, 1);
  }
  jpeg_finish_compress(info);
  return CJPEG_OK;
}

CJPEGEncoding cjpeg_encode(
    const uint8_t *rgba, int width, int height, CJPEGEncodingOptions options) {
  CJPEGEncoding result = {.status = CJPEG_OUT_OF_MEMORY, .message = "no memory for the encoder"};
  Encoder *encoder = calloc(1, sizeof *encoder);
  if (!encoder) return result;
  result.status = encode(encoder, rgba, width, height, options);
  snprintf(result.message, sizeof result.message, "%s", encoder->failure.message);
  if (result.status == CJPEG_OK) {
    result.data = encoder->data;
    result.count = encoder->count;
  } else {
    // libjpeg may have moved the buffer as it grew, and says where to only at the end.
    if (encoder->started) encoder->info.dest->term_destination(&encoder->info);
    free(encoder->data);
  }
  jpeg_destroy_compress(&encoder->info);
  free(encoder);
  return result;
}
