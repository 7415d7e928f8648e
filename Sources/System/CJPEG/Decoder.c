#include "Failure.h"

#include <stdbool.h>
#include <stdlib.h>

#include <jerror.h>

// All that must survive a longjmp lives in here, since changed locals would not.
struct CJPEGDecoder {
  struct jpeg_decompress_struct info;
  struct jpeg_progress_mgr progress;
  Failure failure;
  const uint8_t *data;
  size_t count;
  int scan_limit;
  long memory_limit;
};

CJPEGDecoder *cjpeg_decoder_create(
    const uint8_t *data, size_t count, int scan_limit, long memory_limit) {
  CJPEGDecoder *decoder = calloc(1, sizeof *decoder);
  if (!decoder) return NULL;
  decoder->data = data;
  decoder->count = count;
  decoder->scan_limit = scan_limit;
  decoder->memory_limit = memory_limit;
  return decoder;
}

void cjpeg_decoder_destroy(CJPEGDecoder *decoder) {
  jpeg_destroy_decompress(&decoder->info);
  free(decoder);
}

const char *cjpeg_decoder_message(const CJPEGDecoder *decoder) { return decoder->failure.message; }

// Each scan of a progressive file costs a pass over the whole picture, though it may be a few
// bytes long: without a cap, a small file keeps a core busy for minutes.
static void stop_at_scan_limit(j_common_ptr info) {
  CJPEGDecoder *decoder = info->client_data;
  if (decoder->info.input_scan_number > decoder->scan_limit)
    failure_exit(info, CJPEG_TOO_MANY_SCANS, "too many scans");
}

CJPEGStatus cjpeg_decoder_read_header(CJPEGDecoder *decoder, int *width, int *height) {
  j_decompress_ptr info = &decoder->info;
  info->err = failure_prepare(&decoder->failure);
  if (setjmp(decoder->failure.exit)) return decoder->failure.status;
  jpeg_create_decompress(info);
  info->client_data = decoder;
  info->mem->max_memory_to_use = decoder->memory_limit;
  decoder->progress.progress_monitor = stop_at_scan_limit;
  info->progress = &decoder->progress;
  jpeg_mem_src(info, decoder->data, decoder->count);
  jpeg_read_header(info, TRUE);
  // libjpeg-turbo 2 has refused it by now; 3 could read it, but not through jpeg_read_scanlines.
  if (info->data_precision != 8) ERREXIT1(info, JERR_BAD_PRECISION, info->data_precision);
  *width = (int)info->image_width;
  *height = (int)info->image_height;
  return CJPEG_OK;
}

static uint8_t product(unsigned a, unsigned b) { return (uint8_t)((a * b + 127) / 255); }

// Adobe's applications store inks inverted, 255 for none, and mark the file as theirs.
static void convert_inks(uint8_t *row, size_t width, bool inverted) {
  const uint8_t flip = inverted ? 0 : 255;
  for (uint8_t *pixel = row; pixel < row + 4 * width; pixel += 4) {
    const uint8_t paper = pixel[3] ^ flip;
    for (int ink = 0; ink < 3; ink++) pixel[ink] = product(pixel[ink] ^ flip, paper);
    pixel[3] = 255;
  }
}

CJPEGStatus cjpeg_decoder_read_pixels(CJPEGDecoder *decoder, uint8_t *rgba) {
  j_decompress_ptr info = &decoder->info;
  if (setjmp(decoder->failure.exit)) return decoder->failure.status;
  // libjpeg turns YCCK into CMYK but neither into RGB.
  const bool inks =
      info->jpeg_color_space == JCS_CMYK || info->jpeg_color_space == JCS_YCCK;
  info->out_color_space = inks ? JCS_CMYK : JCS_EXT_RGBA;
  jpeg_start_decompress(info);
  const size_t width = info->output_width;
  while (info->output_scanline < info->output_height) {
    JSAMPROW row = rgba + 4 * width * info->output_scanline;
    jpeg_read_scanlines(info, &row, 1);
    if (inks) convert_inks(row, width, info->saw_Adobe_marker);
  }
  jpeg_finish_decompress(info);
  return CJPEG_OK;
}
