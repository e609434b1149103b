/* `rotated.c` for floats. */

#define DEEP
#include "rotated.c"
