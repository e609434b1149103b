/* Compositing operators for float pixels. Backdrop light above 1 is kept where an operator is not defined above 1. */

#pragma once

#include "form_deep.h"

INLINE Eight lower_ones(Eight a, Eight b) { return chosen_floats(a < b, a, b); }
INLINE Eight higher_ones(Eight a, Eight b) { return chosen_floats(a > b, a, b); }

/* The factor from each alpha: unchanged, inverted, or one of the constants 0 and 1. */
INLINE Shares alpha_shares(Eight pixels, uint32_t mask, uint32_t inverse) {
  Eight alpha = mask ? ALPHAS(pixels) : (Eight){};
  return inverse ? 1 - alpha : alpha;
}

INLINE Eight products(Eight a, Eight b) { return a * b; }
INLINE Eight sums(Eight a, Eight b) { return limited_sum(a + b); }
INLINE Eight complements(Eight a) { return higher_ones(1 - a, (Eight){}); }
INLINE Eight screened(Eight above, Eight below) { return sums(above, products(below, complements(above))); }

INLINE Eight with_alphas(Eight colors, Eight alphas) {
  const i32x32 is_alpha = EIGHT_TIMES(0, 0, 0, -1);
  return chosen_floats(is_alpha, alphas, colors);
}

/* Colour dodge: divides the backdrop by the inverse of the source. No component exceeds alpha unless it did before. */
INLINE Eight dodged(Eight above, Eight below) {
  Eight screen = screened(above, below), alpha = ALPHAS(screen), rest = complements(above);
  Eight share = below / chosen_floats(rest > 0, rest, (Eight){} + OF_BYTE);
  return with_alphas(higher_ones(lower_ones(share, alpha), below), alpha);
}

/* `max(0, min(1, a + b) - (a - source) - (b - backdrop))` */
INLINE Eight plus_darker(Eight above, Eight below) {
  Eight a = ALPHAS(above), b = ALPHAS(below), alpha = lower_ones(a + b, (Eight){} + 1);
  Eight missing = (a - lower_ones(above, a)) + (b - lower_ones(below, b));
  Eight light = alpha - lower_ones(missing, alpha);
  return with_alphas(light + (below - lower_ones(below, b)), alpha);
}
