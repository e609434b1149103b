/* What every call from a host goes through, and the host's pixels. */

#ifndef STARMINE_GATE_H
#define STARMINE_GATE_H

#include <fenv.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

/* The host's rounding mode and exceptions, while a call runs. */
typedef struct {
  fenv_t environment;
} GatePass;

/* Begins a call; false inside of another one on this thread, which must not begin. */
bool gate_enter(GatePass *_Nonnull pass);
void gate_leave(const GatePass *_Nonnull pass);

/* Rows of premultiplied BGRA as another format: 0 as it is, 1 straight RGBA, 2 straight BGRA, 3 premultiplied RGBA. */
void gate_write(uint8_t *_Nonnull out, const uint32_t *_Nonnull row, ptrdiff_t count, int format);
/* The same over a row of that format, which may be the one written. */
void gate_write_over(uint8_t *_Nonnull out, const uint8_t *_Nonnull in, const uint32_t *_Nonnull row, ptrdiff_t count,
                     int format);

#pragma GCC visibility pop

#endif
