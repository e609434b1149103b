/* The package manager builds no target without a source; everything is in the header. */
#include "clones.h"
