#include "Notices.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char notices[] = {
#embed "../../LICENSE" suffix(, '\n', )
#embed "../../NOTICES"
};

const unsigned char *starmine_notices(size_t *count) {
  *count = sizeof notices;
  return notices;
}
