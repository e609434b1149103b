/* `fill.c` for floats. */

#define DEEP
#include "fill.c"
