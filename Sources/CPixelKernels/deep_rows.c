/* `rows.c` for floats. */

#define DEEP
#include "rows.c"
