/* What FFmpeg does otherwise than frei0r says; a host is known by where it calls from. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <string.h>

#include "plugin.h"

static bool starts(const char *text, const char *start) { return !strncmp(text, start, strlen(start)); }

/* FFmpeg 5 fills rows up to 64 bytes, and does not say so (measured on x86-64: at ten widths without AVX-512, where its
 * av_cpu_max_align says 32, and at 1080 pixels with it). */
static ptrdiff_t padded(ptrdiff_t bytes) { return (bytes + 63) / 64 * 64; }

struct host host_of(void *caller, unsigned width) {
  struct host host = {.stride = 4 * (ptrdiff_t)width};
  Dl_info info;
  if (!dladdr(caller, &info) || !info.dli_fname) return host;
  const char *slash = strrchr(info.dli_fname, '/');
  const char *name = slash ? slash + 1 : info.dli_fname;
  /* FFmpeg counts milliseconds. */
  host.counts_milliseconds = starts(name, "libavfilter") || starts(name, "ffmpeg") || starts(name, "ffplay");
  if (starts(name, "libavfilter.so.8")) host.stride = padded(host.stride);
  return host;
}
