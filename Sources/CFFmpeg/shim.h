// What Swift needs of libav: the headers, and the macros that its importer cannot read, as functions.
#ifndef STARMINE_CFFMPEG_SHIM_H
#define STARMINE_CFFMPEG_SHIM_H

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/avutil.h>
#include <libavutil/buffer.h>
#include <libavutil/imgutils.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libswscale/swscale.h>

/// libav's error code for a positive `errno` value.
static inline int shim_error_from_errno(int number) { return AVERROR(number); }

/// The `errno` value of a libav error code; meaningless for libav's own codes.
static inline int shim_errno_from_error(int code) { return AVUNERROR(code); }

/// "Nothing more will come."
static inline int shim_error_end_of_file(void) { return AVERROR_EOF; }

/// "Give me more input first."
static inline int shim_error_again(void) { return AVERROR(EAGAIN); }

/// "The data is broken."
static inline int shim_error_invalid_data(void) { return AVERROR_INVALIDDATA; }

/// The timestamp of something that has none.
static inline int64_t shim_no_timestamp(void) { return AV_NOPTS_VALUE; }

#endif
