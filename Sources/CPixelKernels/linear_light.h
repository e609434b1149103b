/* The light of an encoded component. */

#pragma once

/* A value of 0 up to 1 by a table. */
INLINE float looked_up(const float *table, float value) {
  float place = value * PIXEL_LIGHT_STEPS;
  int32_t index = (int32_t)place;
  return table[index] + (place - (float)index) * (table[index + 1] - table[index]);
}

/* Beyond 1 light goes on along the curve's tangent. */
INLINE float linear_light(const float *table, float value) {
  value = value > 0 ? value : 0;
  return value < 1 ? looked_up(table, value) : 1 + PIXEL_LIGHT_SLOPE * (value - 1);
}
