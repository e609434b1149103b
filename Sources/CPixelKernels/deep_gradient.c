/* `gradient.c` for floats. */

#define DEEP
#include "gradient.c"
