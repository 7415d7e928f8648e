#include "Failure.h"

#include <stdlib.h>

#include <jerror.h>

// All that must survive a longjmp lives in here, since changed locals would not.
struct CJPEGDecoder {
  struct jpeg_decompress_struct info;
  struct jpeg_progress_mgr progress;
  Failure failure;
  const uint8_t *data;
  size_t count;
  CJPEGRules rules;
  // Up to where the data of the scans so far has been read: before that lies what can be decoded.
  size_t intact;
  bool is_cut;
};

CJPEGDecoder *cjpeg_decoder_create(const uint8_t *data, size_t count, CJPEGRules rules) {
  CJPEGDecoder *decoder = calloc(1, sizeof *decoder);
  if (!decoder) return NULL;
  decoder->data = data;
  decoder->count = count;
  decoder->rules = rules;
  return decoder;
}

void cjpeg_decoder_destroy(CJPEGDecoder *decoder) {
  jpeg_destroy_decompress(&decoder->info);
  free(decoder);
}

const char *cjpeg_decoder_message(const CJPEGDecoder *decoder) { return decoder->failure.message; }

long cjpeg_decoder_warning_count(const CJPEGDecoder *decoder) {
  return decoder->failure.manager.num_warnings;
}

// Remembers how far libjpeg has read. At the end of the data it reads an end of its own instead; a
// marker that the data of a scan ended in may be read already.
static void note_progress(CJPEGDecoder *decoder) {
  const size_t offset = (uintptr_t)decoder->info.src->next_input_byte - (uintptr_t)decoder->data;
  if (offset <= decoder->count) decoder->intact = offset - (decoder->info.unread_marker ? 2 : 0);
}

// Called before each row, and for each row of blocks of each scan of a progressive file. Each scan
// costs a pass over the whole picture, though it may be a few bytes long: without a cap, a small
// file keeps a core busy for minutes.
static void stop_if_due(j_common_ptr info) {
  CJPEGDecoder *decoder = info->client_data;
  const CJPEGRules *rules = &decoder->rules;
  note_progress(decoder);
  if (decoder->info.input_scan_number > rules->scan_limit)
    failure_exit(info, CJPEG_TOO_MANY_SCANS, "too many scans");
  if (rules->is_cancelled(rules->context)) failure_exit(info, CJPEG_CANCELLED, "cancelled");
}

static void open_data(CJPEGDecoder *decoder) {
  jpeg_mem_src(&decoder->info, decoder->data, decoder->count);
  jpeg_read_header(&decoder->info, TRUE);
}

CJPEGStatus cjpeg_decoder_read_header(CJPEGDecoder *decoder, CJPEGHeader *header) {
  j_decompress_ptr info = &decoder->info;
  info->err = failure_prepare(&decoder->failure);
  decoder->failure.is_lenient = decoder->rules.is_lenient;
  if (setjmp(decoder->failure.exit)) return decoder->failure.status;
  jpeg_create_decompress(info);
  info->client_data = decoder;
  open_data(decoder);
  // libjpeg-turbo 2 has refused it by now; 3 could read it, but not through jpeg_read_scanlines.
  if (info->data_precision != 8) ERREXIT1(info, JERR_BAD_PRECISION, info->data_precision);
  *header = (CJPEGHeader){
      .width = (int)info->image_width,
      .height = (int)info->image_height,
      .components = info->num_components,
      .is_progressive = info->progressive_mode,
  };
  return CJPEG_OK;
}

static bool has_inks(const struct jpeg_decompress_struct *info) {
  return info->jpeg_color_space == JCS_CMYK || info->jpeg_color_space == JCS_YCCK;
}

static void start(CJPEGDecoder *decoder, int eighths) {
  j_decompress_ptr info = &decoder->info;
  // 0 would be no limit at all.
  info->mem->max_memory_to_use = decoder->rules.memory > 0 ? decoder->rules.memory : 1;
  decoder->progress.progress_monitor = stop_if_due;
  info->progress = &decoder->progress;
  info->scale_num = (unsigned)eighths;
  info->scale_denom = 8;
  // libjpeg turns YCCK into CMYK but neither into RGB.
  info->out_color_space = has_inks(info) ? JCS_CMYK : JCS_EXT_RGBA;
  jpeg_start_decompress(info);
}

// Cuts the data before what is wrong with it, a marker between two scans or its segment, and says
// whether it could: libjpeg mends the data of a scan by itself, and the end of a file.
static bool cut(CJPEGDecoder *decoder) {
  if (!decoder->failure.is_lenient || decoder->failure.status != CJPEG_DAMAGED) return false;
  if (decoder->is_cut || decoder->intact == 0) return false;
  decoder->count = decoder->intact;
  return decoder->is_cut = true;
}

CJPEGStatus cjpeg_decoder_start(CJPEGDecoder *decoder, int eighths, int *width, int *height) {
  j_decompress_ptr info = &decoder->info;
  if (setjmp(decoder->failure.exit)) {
    // From the beginning: the bad segment may have changed what the good ones said.
    if (!cut(decoder)) return decoder->failure.status;
    jpeg_abort_decompress(info);
    open_data(decoder);
  }
  start(decoder, eighths);
  *width = (int)info->output_width;
  *height = (int)info->output_height;
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

CJPEGStatus cjpeg_decoder_read_row(CJPEGDecoder *decoder, uint8_t *rgba) {
  j_decompress_ptr info = &decoder->info;
  if (setjmp(decoder->failure.exit)) return decoder->failure.status;
  JSAMPROW row = rgba;
  jpeg_read_scanlines(info, &row, 1);
  if (has_inks(info)) convert_inks(rgba, info->output_width, info->saw_Adobe_marker);
  return CJPEG_OK;
}

CJPEGStatus cjpeg_decoder_finish(CJPEGDecoder *decoder) {
  if (setjmp(decoder->failure.exit)) {
    if (!decoder->failure.is_lenient || decoder->failure.status != CJPEG_DAMAGED)
      return decoder->failure.status;
    // The picture is there: what comes after it is not wanted.
    decoder->failure.manager.num_warnings++;
    return CJPEG_OK;
  }
  jpeg_finish_decompress(&decoder->info);
  return CJPEG_OK;
}
