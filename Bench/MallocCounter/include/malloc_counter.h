#ifndef MALLOC_COUNTER_H
#define MALLOC_COUNTER_H

#include <stdint.h>

/* How often this process has asked the C library for memory so far. Preload the library that defines this, and it
 * counts calls of malloc, calloc, realloc, aligned_alloc, memalign and posix_memalign of all threads, whatever makes
 * them (Swift's runtime allocates through malloc). Memory that the C library takes for itself is not counted. */
uint64_t starmine_malloc_calls(void);

#endif
