// The files of the studio's page as data of the executable.
#include "StudioPage.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char files[] = {
#include "../Studio/Page/index.inc"
};

static const unsigned char names[] = {
#embed "../Studio/Page/index.inc"
};

const unsigned char *starmine_page_files(size_t *count) {
  *count = sizeof files;
  return files;
}

const unsigned char *starmine_page_index(size_t *count) {
  *count = sizeof names;
  return names;
}
