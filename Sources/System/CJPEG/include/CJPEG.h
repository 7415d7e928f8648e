// libjpeg reports errors by a function that must not return, so every call that may fail is made
// here between a setjmp and its longjmp: no Swift frame ever lies between the two.

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CJPEG_MESSAGE_LENGTH 200

// What became of a call. The decoder or the encoding holds a message for all but CJPEG_OK.
typedef enum {
  CJPEG_OK = 0,
  CJPEG_DAMAGED,
  CJPEG_UNSUPPORTED,
  CJPEG_TOO_MANY_SCANS,
  CJPEG_OUT_OF_MEMORY,
  CJPEG_OVER_MEMORY_LIMIT,
  CJPEG_CANCELLED,
} CJPEGStatus;

// What a decoder may take, what it puts up with, and when it is to stop.
typedef struct {
  int scan_limit;
  long memory;      // bytes for the coefficients of a file that comes in passes
  bool is_lenient;  // libjpeg's warnings (missing or corrupt data) are counted, else errors
  // Asked before each row, and through each pass over a progressive file. Must return: libjpeg's
  // jump starts after it.
  bool (*_Nonnull is_cancelled)(const void *_Nullable context);
  const void *_Nullable context;
} CJPEGRules;

// What a file says of its picture.
typedef struct {
  int width;
  int height;
  int components;
  bool is_progressive;
} CJPEGHeader;

// One picture being decoded. Not to be shared between threads.
typedef struct CJPEGDecoder CJPEGDecoder;

// A decoder of `count` bytes, which must outlive it, as must the rules' context; NULL where memory
// is short. The calls below are made in their order, each after a CJPEG_OK of the one before.
CJPEGDecoder *_Nullable cjpeg_decoder_create(
    const uint8_t *_Nullable data, size_t count, CJPEGRules rules);

// Reads up to the first scan. Allocates nothing that grows with the picture.
CJPEGStatus cjpeg_decoder_read_header(
    CJPEGDecoder *_Nonnull decoder, CJPEGHeader *_Nonnull header);

// Starts decoding at 1, 2, 4 or 8 eighths of the size, and gives the size to come, rounded up. Of a
// file that comes in passes, all of it is read here.
CJPEGStatus cjpeg_decoder_start(
    CJPEGDecoder *_Nonnull decoder, int eighths, int *_Nonnull width, int *_Nonnull height);

// Writes the next row as RGBA, 4 * width bytes, alpha 255.
CJPEGStatus cjpeg_decoder_read_row(CJPEGDecoder *_Nonnull decoder, uint8_t *_Nonnull rgba);

// After the last row: reads to the file's end.
CJPEGStatus cjpeg_decoder_finish(CJPEGDecoder *_Nonnull decoder);

// The warnings so far.
long cjpeg_decoder_warning_count(const CJPEGDecoder *_Nonnull decoder);

// Why the last call failed, in libjpeg's words but for a few of ours.
const char *_Nonnull cjpeg_decoder_message(const CJPEGDecoder *_Nonnull decoder);

// Frees the decoder.
void cjpeg_decoder_destroy(CJPEGDecoder *_Nonnull decoder);

// A finished JPEG, or why there is none.
typedef struct {
  CJPEGStatus status;
  uint8_t *_Nullable data;  // to be freed by free()
  size_t count;
  char message[CJPEG_MESSAGE_LENGTH];
} CJPEGEncoding;

typedef struct {
  // 1 to 100: full colour resolution (4:4:4) at 100, and half of it both ways (4:2:0) below.
  int quality;
  bool progressive;
  // An ICC profile to embed: at most 255 segments of 65519 bytes, 0 bytes for none.
  const uint8_t *_Nullable profile;
  size_t profile_count;
} CJPEGEncodingOptions;

// Encodes width * height RGBA pixels, alpha ignored.
CJPEGEncoding cjpeg_encode(
    const uint8_t *_Nonnull rgba, int width, int height, CJPEGEncodingOptions options);
