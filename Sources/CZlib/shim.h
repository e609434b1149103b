// The header of zlib.
#ifndef STARMINE_CZLIB_SHIM_H
#define STARMINE_CZLIB_SHIM_H

#include <zlib.h>

#endif
