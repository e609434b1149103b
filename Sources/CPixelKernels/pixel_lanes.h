/* Blending of pixels. `eight_pixels.h` includes this header for each number of pixels, with the types of their vectors;
   the functions have the same names for all. */

/* Reinterprets bytes without converting them. */
INLINE_EACH PIXELS split(WORDS pixels) { return (PIXELS){(HALVES)(pixels & 0x00FF00FFu), (HALVES)pixels >> 8}; }

/* Pixels from bytes times 256, rounded to nearest. */
INLINE_EACH WORDS joined(PIXELS p) { return (WORDS)((p.even + 128) >> 8 | ((p.odd + 128) & 0xFF00)); }

/* Multiplies each component by factor / 255. */
INLINE_EACH WORDS scaled(WORDS pixels, HALVES factor) {
  PIXELS p = split(pixels);
  return (WORDS)(divide255(p.even * factor) | divide255(p.odd * factor) << 8);
}

INLINE_EACH WORDS laid_over(WORDS source, HALVES factor, WORDS backdrop) {
  return (WORDS)__builtin_elementwise_add_sat((BYTES)source, (BYTES)scaled(backdrop, factor));
}

INLINE_EACH WORDS blended(WORDS source, WORDS backdrop, int is_additive) {
  if (!is_additive) return laid_over(source, backdrop_factor(source), backdrop);
  return (WORDS)__builtin_elementwise_add_sat((BYTES)source, (BYTES)backdrop);
}

/* Multiplies each component by its weight / 65536. */
INLINE_EACH WORDS tinted(WORDS pixels, const volatile PIXELS *weights) {
  HALVES even = (HALVES)(pixels << 8 & 0xFF00FF00u), odd = (HALVES)(pixels & 0xFF00FF00u);
  return joined((PIXELS){high_product(even, weights->even), high_product(odd, weights->odd)});
}

#undef PIXELS
#undef WORDS
#undef HALVES
#undef BYTES
