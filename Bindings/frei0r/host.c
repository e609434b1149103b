/* What FFmpeg does otherwise than frei0r says; a host is known by where it calls from. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <string.h>

#include "plugin.h"

static bool starts(const char *text, const char *start) { return !strncmp(text, start, strlen(start)); }

/* FFmpeg 5 fills rows up to what the processor's registers hold, and does not say so: measured to be 64 bytes where
 * AVX-512 is absent too, though its own function says 32 there. */
static ptrdiff_t padded(ptrdiff_t bytes) {
  void *handle = dlopen("libavutil.so.57", RTLD_LAZY | RTLD_NOLOAD);
  if (!handle) return bytes;
  size_t (*most)(void) = NULL;
  *(void **)&most = dlsym(handle, "av_cpu_max_align");
  ptrdiff_t unit = most && most() > 64 ? (ptrdiff_t)most() : 64;
  dlclose(handle);
  return (bytes + unit - 1) / unit * unit;
}

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
