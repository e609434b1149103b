// What Swift needs of zlib: the header.
#ifndef STARMINE_CZLIB_SHIM_H
#define STARMINE_CZLIB_SHIM_H

#include <zlib.h>

#endif
