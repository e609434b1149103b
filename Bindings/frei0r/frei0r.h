/* What hosts of frei0r 1.2 ask of a plug-in: the interface, declared here so that building needs no package. */

#ifndef STARMINE_FREI0R_H
#define STARMINE_FREI0R_H

#include <stdint.h>

enum { F0R_FILTER, F0R_SOURCE };
enum { F0R_BGRA, F0R_RGBA, F0R_PACKED };
enum { F0R_BOOL, F0R_DOUBLE, F0R_COLOUR, F0R_POSITION, F0R_STRING };

typedef struct {
  const char *name, *author;
  int plugin_type, colour_model, frei0r_version, major_version, minor_version, num_params;
  const char *explanation;
} f0r_plugin_info;

typedef struct {
  const char *name;
  int type;
  const char *explanation;
} f0r_param_info;

typedef struct {
  float r, g, b;
} f0r_colour;

/* An instance. */
typedef void *f0r_instance;

#define F0R_EXPORT __attribute__((visibility("default")))

F0R_EXPORT int f0r_init(void);
F0R_EXPORT void f0r_deinit(void);
F0R_EXPORT void f0r_get_plugin_info(f0r_plugin_info *info);
F0R_EXPORT void f0r_get_param_info(f0r_param_info *info, int index);
F0R_EXPORT f0r_instance f0r_construct(unsigned width, unsigned height);
F0R_EXPORT void f0r_destruct(f0r_instance instance);
/* `value`: double for booleans and numbers, f0r_colour, or char *. */
F0R_EXPORT void f0r_set_param_value(f0r_instance instance, void *value, int index);
F0R_EXPORT void f0r_get_param_value(f0r_instance instance, void *value, int index);
/* `in`: NULL for sources. */
F0R_EXPORT void f0r_update(f0r_instance instance, double time, const uint32_t *in, uint32_t *out);

#endif
