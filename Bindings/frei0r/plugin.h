/* Parts of a plug-in: what its user turns, and the scene that draws it. */

#ifndef STARMINE_PLUGIN_H
#define STARMINE_PLUGIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "frei0r.h"
#include "starmine.h"

/* Hosts know parameters by index and projects keep them: new ones come at the end. */
enum parameter {
  AMOUNT, SPEED, SIZE, WIND, SPIN, LIFE, COLOUR, TINT, OPACITY, SEED, START, LOOP, ONLY_PARTICLES, DOCUMENT, RATE,
  VARIABLES, PARAMETERS
};

/* Values of all parameters; numbers are 0 to 1. */
struct settings {
  double value[PARAMETERS];
  f0r_colour colour;
};

/* The changes of a document that settings mean, as `starmine_set` takes them. */
enum { MOST_CHANGES = 16, LONGEST_CHANGE = 96 };
int changes_of(const struct settings *settings, char texts[MOST_CHANGES][LONGEST_CHANGE]);
/* Changes of `NAME=VALUE; NAME=VALUE`, which sets variables of a document. Returns memory for the caller to free, in
   which the changes are; NULL without memory. */
enum { MOST_VARIABLES = 64 };
char *variables_of(const char *text, const char *changes[MOST_VARIABLES], size_t *count);

/* What is special about the host that calls from an address. */
struct host {
  bool counts_milliseconds;
  /* Bytes from row to row of its pictures. */
  ptrdiff_t stride;
};
struct host host_of(void *caller, unsigned width);

/* The functions of libstarmine, opened at the first call; NULL where it is not installed, which is said once. */
struct library {
  starmine_status (*open)(const char *, const starmine_options *, starmine_scene **, char **);
  void (*close)(starmine_scene *);
  starmine_status (*set)(starmine_scene *, const char *const *, size_t, char **);
  starmine_status (*reset)(starmine_scene *);
  starmine_status (*render)(starmine_scene *, double, void *, size_t, ptrdiff_t, starmine_format, char **);
  starmine_status (*render_over)(starmine_scene *, double, const void *, size_t, ptrdiff_t, void *, size_t, ptrdiff_t,
                                 starmine_format, char **);
  void (*free)(void *);
};
const struct library *library(void);

#endif
