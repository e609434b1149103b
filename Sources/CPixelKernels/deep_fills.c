/* `fills.c` for floats. */

#define DEEP
#include "fills.c"
