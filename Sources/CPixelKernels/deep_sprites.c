/* `sprites.c` for floats. */

#define DEEP
#include "sprites.c"
