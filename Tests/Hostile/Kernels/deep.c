/* `kernels.c` for kernels of floats. */

#define DEEP
#include "kernels.c"
