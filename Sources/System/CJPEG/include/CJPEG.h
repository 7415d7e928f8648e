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
} CJPEGStatus;

// One picture being decoded. Not to be shared between threads.
typedef struct CJPEGDecoder CJPEGDecoder;

// A decoder of `count` bytes, which must outlive it; NULL where memory is short.
//
// More than `scan_limit` scans are refused.
CJPEGDecoder *_Nullable cjpeg_decoder_create(
    const uint8_t *_Nullable data, size_t count, int scan_limit);

// Reads up to the first scan. Allocates nothing that grows with the picture.
CJPEGStatus cjpeg_decoder_read_header(
    CJPEGDecoder *_Nonnull decoder, int *_Nonnull width, int *_Nonnull height);

// After the header: writes the whole picture as RGBA, 4 * width * height bytes, alpha 255.
//
// Strict: libjpeg's first warning (missing or corrupt data) ends the decoding as an error.
CJPEGStatus cjpeg_decoder_read_pixels(CJPEGDecoder *_Nonnull decoder, uint8_t *_Nonnull rgba);

// Why the last call failed, in libjpeg's words.
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
