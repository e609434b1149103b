/* Random input for kernels, the same on every machine, and a checksum of what they wrote. */

#pragma once

/* Input too has to be the same: no product and sum in one step. */
#pragma STDC FP_CONTRACT OFF

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t state;

/* SplitMix64 (Steele, Lea and Flood, 2014). */
static uint64_t next(void) {
  uint64_t z = state += 0x9E3779B97F4A7C15;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
  return z ^ (z >> 31);
}

/* Both ends included. */
static int32_t range(int64_t low, int64_t high) {
  return (int32_t)(low + (int64_t)(next() % (uint64_t)(high - low + 1)));
}

/* Without the upper end. */
static double real(double low, double high) { return low + (high - low) * ((double)(next() >> 11) * 0x1p-53); }

/* 0 as often as not, so that each part of a cell is also missing. */
static float sometimes(double low, double high) { return next() & 1 ? (float)real(low, high) : 0; }

/* Premultiplied. */
static uint32_t pixel(void) {
  uint32_t alpha = (uint32_t)range(0, 255), result = alpha << 24;
  for (int shift = 0; shift < 24; shift += 8) result |= (uint32_t)range(0, alpha) << shift;
  return result;
}

static void fill_pixels(uint32_t *out, ptrdiff_t count) {
  for (ptrdiff_t i = 0; i < count; i++) out[i] = pixel();
}

static void fill_bytes(uint8_t *out, ptrdiff_t count) {
  for (ptrdiff_t i = 0; i < count; i++) out[i] = (uint8_t)next();
}

/* Wide pixels as sampling makes them, zeros behind the end. */
static void fill_wide(uint64_t *out, ptrdiff_t count) {
  for (ptrdiff_t i = 0; i < count + 8; i++) {
    uint64_t p = i < count ? pixel() : 0;
    uint64_t spread = (p & 255) | (p >> 8 & 255) << 16 | (p >> 16 & 255) << 32 | (p >> 24) << 48;
    out[i] = spread * (uint64_t)range(0, 256);
  }
}

static uint64_t hash;

/* FNV-1a (Fowler, Noll and Vo), over all that a call may have written. */
static void note(const void *bytes, size_t count) {
  for (size_t i = 0; i < count; i++) hash = (hash ^ ((const uint8_t *)bytes)[i]) * 0x100000001B3;
}

/* Runs random calls of one kernel and prints their checksum. */
static void check(const char *name, int calls, void (*body)(int call)) {
  state = 1, hash = 0xCBF29CE484222325;
  for (const char *letter = name; *letter; letter++) state = state * 31 + (uint64_t)*letter;
  for (int call = 0; call < calls; call++) body(call);
  printf("%-32s %016llx\n", name, (unsigned long long)hash);
}
