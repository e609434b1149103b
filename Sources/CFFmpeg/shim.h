// The headers of libav, and functions for macros that Swift cannot import.
#ifndef STARMINE_CFFMPEG_SHIM_H
#define STARMINE_CFFMPEG_SHIM_H

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/avutil.h>
#include <libavutil/buffer.h>
#include <libavutil/display.h>
#include <libavutil/hash.h>
#include <libavutil/imgutils.h>
#include <libavutil/mastering_display_metadata.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libavutil/timecode.h>
#include <libswresample/swresample.h>
#include <libswscale/swscale.h>
#include <stdbool.h>

/// The missing library or function in a package, which loads libav at the first call; null if everything was found.
extern const char *shim_late_missing(void) __attribute__((weak));

/// Whether a library is older than the headers, so that functions and structures may differ. The last byte of a version
/// changes neither.
static inline bool shim_is_older(unsigned found, unsigned headers) { return found >> 8 < headers >> 8; }

/// The missing part of libav, such as "libavcodec.so.59", or null. Functions of a missing part do nothing and return 0.
static inline const char *shim_missing(void) {
  const char *missing = shim_late_missing ? shim_late_missing() : NULL;
  if (missing) return missing;
  if (shim_is_older(avutil_version(), LIBAVUTIL_VERSION_INT)) return "libavutil " AV_STRINGIFY(LIBAVUTIL_VERSION);
  if (shim_is_older(avcodec_version(), LIBAVCODEC_VERSION_INT)) return "libavcodec " AV_STRINGIFY(LIBAVCODEC_VERSION);
  if (shim_is_older(avformat_version(), LIBAVFORMAT_VERSION_INT))
    return "libavformat " AV_STRINGIFY(LIBAVFORMAT_VERSION);
  if (shim_is_older(swscale_version(), LIBSWSCALE_VERSION_INT)) return "libswscale " AV_STRINGIFY(LIBSWSCALE_VERSION);
  if (shim_is_older(swresample_version(), LIBSWRESAMPLE_VERSION_INT))
    return "libswresample " AV_STRINGIFY(LIBSWRESAMPLE_VERSION);
  return NULL;
}

static inline bool shim_takes_pixels(const AVCodec *codec, enum AVPixelFormat format) {
  const enum AVPixelFormat *formats = NULL;
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(61, 13, 100)
  avcodec_get_supported_config(NULL, codec, AV_CODEC_CONFIG_PIX_FORMAT, 0, (const void **)&formats, NULL);
#else
  formats = codec->pix_fmts;
#endif
  while (formats != NULL && *formats != AV_PIX_FMT_NONE) {
    if (*formats++ == format) return true;
  }
  return false;
}

/// The first sample format of an encoder; 16-bit integers if it lists none.
static inline enum AVSampleFormat shim_sample_format(const AVCodec *codec) {
  const enum AVSampleFormat *formats = NULL;
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(61, 13, 100)
  avcodec_get_supported_config(NULL, codec, AV_CODEC_CONFIG_SAMPLE_FORMAT, 0, (const void **)&formats, NULL);
#else
  formats = codec->sample_fmts;
#endif
  return formats != NULL ? formats[0] : AV_SAMPLE_FMT_S16;
}

static inline int shim_error_from_errno(int number) { return AVERROR(number); }

static inline int shim_error_missing_feature(void) { return AVERROR_PATCHWELCOME; }

/// The `errno` value of a libav error code; undefined for libav's own codes.
static inline int shim_errno_from_error(int code) { return AVUNERROR(code); }

static inline int shim_error_end_of_file(void) { return AVERROR_EOF; }

static inline int shim_error_again(void) { return AVERROR(EAGAIN); }

static inline int shim_error_invalid_data(void) { return AVERROR_INVALIDDATA; }

/// Reads, writes and seeks for libavformat.
typedef int (*shim_read)(void *owner, uint8_t *bytes, int count);
typedef int (*shim_write)(void *owner, const uint8_t *bytes, int count);
typedef int64_t (*shim_seek)(void *owner, int64_t offset, int whence);

/// Creates a byte stream from functions, each of which may be null. Null without memory. In libavformat 61 (FFmpeg 7)
/// the written bytes are constant.
static inline AVIOContext *shim_make_io(int size, void *owner, shim_read read, shim_write write, shim_seek seek) {
  unsigned char *buffer = (unsigned char *)av_malloc(size);
  if (buffer == NULL) return NULL;
#if LIBAVFORMAT_VERSION_MAJOR >= 61
  AVIOContext *io = avio_alloc_context(buffer, size, write != NULL, owner, read, write, seek);
#else
  AVIOContext *io = avio_alloc_context(
      buffer, size, write != NULL, owner, read, (int (*)(void *, uint8_t *, int))write, seek);
#endif
  if (io == NULL) av_free(buffer);
  return io;
}

/// Frees a byte stream without flushing.
static inline void shim_free_io(AVIOContext *io) {
  if (io == NULL) return;
  av_freep(&io->buffer);
  avio_context_free(&io);
}

/// The rotation of a stream, or null. In libavformat 61 (FFmpeg 7) it is stored with the codec.
static inline const int32_t *shim_display_matrix(const AVStream *stream) {
#if LIBAVFORMAT_VERSION_MAJOR >= 61
  const AVPacketSideData *data = av_packet_side_data_get(
      stream->codecpar->coded_side_data, stream->codecpar->nb_coded_side_data, AV_PKT_DATA_DISPLAYMATRIX);
  return data != NULL && data->size >= 9 * sizeof(int32_t) ? (const int32_t *)data->data : NULL;
#else
  size_t size = 0;
  const uint8_t *data = av_stream_get_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, &size);
  return data != NULL && size >= 9 * sizeof(int32_t) ? (const int32_t *)data : NULL;
#endif
}

/// Side data of a stream with its size, or null. In libavformat 61 (FFmpeg 7) it is stored with the codec.
static inline const uint8_t *shim_stream_data(const AVStream *stream, enum AVPacketSideDataType type, size_t *size) {
#if LIBAVFORMAT_VERSION_MAJOR >= 61
  const AVPacketSideData *data = av_packet_side_data_get(
      stream->codecpar->coded_side_data, stream->codecpar->nb_coded_side_data, type);
  if (data != NULL && size != NULL) *size = data->size;
  return data != NULL ? data->data : NULL;
#else
  return av_stream_get_side_data(stream, type, size);
#endif
}

/// Allocates side data owned by the stream; null without memory.
static inline uint8_t *shim_add_stream_data(AVStream *stream, enum AVPacketSideDataType type, size_t size) {
#if LIBAVFORMAT_VERSION_MAJOR >= 61
  AVPacketSideData *data = av_packet_side_data_new(
      &stream->codecpar->coded_side_data, &stream->codecpar->nb_coded_side_data, type, size, 0);
  return data != NULL ? data->data : NULL;
#else
  return av_stream_new_side_data(stream, type, size);
#endif
}

static inline int64_t shim_no_timestamp(void) { return AV_NOPTS_VALUE; }

#endif
