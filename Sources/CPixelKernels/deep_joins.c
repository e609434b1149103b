/* `joins.c` for floats. */

#define DEEP
#include "joins.c"
