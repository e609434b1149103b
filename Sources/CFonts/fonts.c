#define _GNU_SOURCE
#include "Fonts.h"

#include <sys/mman.h>
#include <unistd.h>

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char medium[] = {
#embed "../../presets/fonts/LeagueSpartan-Medium.otf"
};

static const unsigned char bold[] = {
#embed "../../presets/fonts/LeagueSpartan-Bold.otf"
};

static const struct {
  const unsigned char *bytes;
  size_t count;
} fonts[] = {{medium, sizeof medium}, {bold, sizeof bold}};

size_t starmine_font_count(void) { return sizeof fonts / sizeof fonts[0]; }

int starmine_font_open(size_t index) {
  int descriptor = memfd_create("font", MFD_CLOEXEC);
  if (descriptor < 0) return -1;
  if (write(descriptor, fonts[index].bytes, fonts[index].count) == (ssize_t)fonts[index].count) return descriptor;
  close(descriptor);
  return -1;
}
