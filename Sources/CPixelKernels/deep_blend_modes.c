/* `blend_modes.c` for floats. */

#define DEEP
#include "blend_modes.c"
