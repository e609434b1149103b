/*
 * C interface of Starmine: renders scenes of particles and layers to pixels, at any time and in any order.
 *
 *     starmine_scene *scene;
 *     char *error;
 *     if (starmine_open("snow", NULL, &scene, &error) == STARMINE_OK) {
 *       starmine_render_sized(scene, 1.5, pixels, bytes, stride, STARMINE_RGBA_STRAIGHT, NULL);
 *       starmine_close(scene);
 *     }
 *
 * Size: only starmine_open, starmine_load and starmine_resize set the frame size. starmine_info returns it.
 *
 * Memory: functions do not keep pointers that you pass. Free each `char *` that a function returns or stores with
 * `starmine_free`. Strings are UTF-8 and NUL-terminated.
 *
 * Threads: call every function from any thread. Calls of the same scene wait for each other. Frames depend neither on
 * the thread, nor on the order of times, nor on other scenes.
 *
 * Stack: a call needs 512 KiB. If the thread has less, it returns STARMINE_ARGUMENT. Stacks unknown to the
 * system, such as those of coroutines, are not checked.
 *
 * Callbacks: in a callback, functions return STARMINE_ARGUMENT or NULL, with these exceptions: starmine_close closes
 * the scene after the call that invoked the callback; starmine_cancel, starmine_free, starmine_abi and
 * starmine_version work.
 *
 * Errors: functions return a status. If `error` is not NULL, they also store a JSON array in the format of
 * `starmine validate --json`: objects with "severity" (error, unsupported, remark), "problem", "file", and, if known,
 * "line", "column", "key" (the place in the document) and "suggestion". After success `*error` is NULL.
 *
 * Processes: fork() waits for calls in progress, but not for callbacks: a callback may fork, or wait for a fork of
 * another thread. The child can use all scenes. If another thread was in a callback, the child has its scene in the
 * state before that call. A child that is forked during starmine_export cannot use the library: every call returns
 * STARMINE_ARGUMENT or NULL, including the export itself if its callback forked. The parent's export continues.
 *
 * Global state: the library does not change signal handlers, locale, environment, FFmpeg's log callbacks or thread
 * priorities. A call sets the rounding mode and restores it, also for callbacks. The library stays loaded after
 * dlclose(). Documents cannot end the process. Files that they name are only read. Only starmine_export writes a file.
 */

#ifndef STARMINE_H
#define STARMINE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct starmine_scene starmine_scene;

typedef enum {
  STARMINE_OK,
  /* The document or a change is invalid. */
  STARMINE_PROBLEMS,
  /* There is no preset or file with this name, or the file cannot be read. */
  STARMINE_UNKNOWN,
  /* An argument is out of range, a buffer or the stack is too small, the call was made in a callback, or the process
     was forked during an export. */
  STARMINE_ARGUMENT,
  /* There is not enough memory for the frame. */
  STARMINE_MEMORY,
  STARMINE_CANCELLED
} starmine_status;

/* Bytes in memory, in this order; sRGB. */
typedef enum {
  STARMINE_BGRA_PREMULTIPLIED,
  STARMINE_RGBA_STRAIGHT,
  STARMINE_BGRA_STRAIGHT,
  STARMINE_RGBA_PREMULTIPLIED
} starmine_format;

/* A picture from the host: straight RGBA, sides from 1 to 16384, at most 2^26 pixels. `stride`: bytes from row to row,
   at least 4 * width; negative if rows go upward from `rgba`. The memory must contain all rows. `release` may be NULL;
   it is called with `context` before the function that requested the picture returns. */
typedef struct {
  int width, height;
  ptrdiff_t stride;
  const void *rgba;
  void (*release)(void *context);
  void *context;
} starmine_picture;

/* Layers to draw. A document marks layers as scenery with "role". The background counts as scenery. */
typedef enum {
  /* All, but no scenery over another picture or with a transparent background. */
  STARMINE_PARTS_AUTOMATIC,
  STARMINE_PARTS_ALL,
  STARMINE_PARTS_WITHOUT_SCENERY,
  /* Emitters that are not scenery. */
  STARMINE_PARTS_PARTICLES
} starmine_parts;

/* Set all bytes to 0, then set struct_size. New versions add fields at the end. */
typedef struct {
  size_t struct_size;
  /* Frame size in pixels, up to 16384. Both 0: the document's size. One 0: keeps the document's aspect ratio. */
  int width, height;
  /* Number of threads that draw a frame; 0 means 1. They start with the first frame and are kept. */
  int threads;
  /* Frames per second; 0: the document's. */
  double fps;
  /* Memory limit of a document in bytes; 0: a quarter of the free memory. */
  uint64_t memory;
  /* Supplies the pixels of the picture at a path in place of the file, and returns 0. Called on the calling thread
     while the scene is loaded or changed, until it has supplied the picture. */
  int (*picture)(void *context, const char *path, starmine_picture *out);
  void *context;
  starmine_parts parts;
} starmine_options;

/* Set all bytes to 0, then set struct_size. */
typedef struct {
  size_t struct_size;
  int width, height;
  /* Frames per second; duration in seconds; number of whole frames. */
  double fps, duration;
  int64_t frames;
  /* Whether the scene loops seamlessly; whether every pixel is opaque. */
  int loops, is_opaque;
} starmine_scene_info;

/* Called on the calling thread after frames are written. A result other than 0 cancels the export. */
typedef int (*starmine_progress)(void *context, int64_t frames_done, int64_t frame_count);

/* Version of the binary interface: 1. It increases only with incompatible changes. */
unsigned starmine_abi(void);
/* Version of the library. Do not free the string. */
const char *starmine_version(void);
/* JSON: array of objects with name, summary, width, height, fps, duration. */
char *starmine_presets(void);
/* The JSON Schema of documents. */
char *starmine_schema(void);

/* Opens a preset by name, or a document by path. `options` may be NULL. After an error *scene is NULL. */
starmine_status starmine_open(const char *preset_or_path, const starmine_options *options, starmine_scene **scene,
                              char **error);
/* Opens a document from its text. `name`: document name for messages, may be NULL. `folder`: base of relative paths;
   files outside it cannot be read. NULL: no files. */
starmine_status starmine_load(const void *text, size_t bytes, const char *name, const char *folder,
                              const starmine_options *options, starmine_scene **scene, char **error);
/* Closes a scene after its call in progress. For callbacks, see above. Does nothing for NULL. */
void starmine_close(starmine_scene *scene);

starmine_status starmine_info(starmine_scene *scene, starmine_scene_info *info);
/* JSON: array of objects with key, kind, unit, range, value, default, summary. `filter`: only objects
   whose key or summary contains this word; NULL: all. */
char *starmine_parameters(starmine_scene *scene, const char *filter);
/* The document with all changes. NULL if it cannot be written. */
char *starmine_document(starmine_scene *scene);
/* JSON in the format of errors: unsupported features, content that draws nothing, and probable mistakes. */
char *starmine_remarks(starmine_scene *scene);

/* Applies changes: KEY=VALUE, KEY+=VALUE or KEY*=VALUE, with the keys of `starmine params`. After an error, none is
   applied. Changes are cumulative; setting a value replaces earlier changes of its key. A change of the frame size,
   such as movie.size in a scene with the document's size, returns STARMINE_ARGUMENT. `notes_or_error` may be NULL;
   after success it may contain remarks on unusual values. */
starmine_status starmine_set(starmine_scene *scene, const char *const *changes, size_t count, char **notes_or_error);
/* Removes all changes. */
starmine_status starmine_reset(starmine_scene *scene);
/* Sets size and frame rate, as in starmine_options. A document that adapts to the frame is laid out again. */
starmine_status starmine_resize(starmine_scene *scene, int width, int height, double fps, char **error);

/* Draws the frame at a time in seconds from the start; negative times count as 0. `stride`: bytes from row to row, at
   least 4 * width; negative if rows go upward from `pixels`. `bytes`: size of the memory, at least
   (height - 1) * |stride| + 4 * width; otherwise the call returns STARMINE_ARGUMENT. `pixels` needs no alignment. After
   an error, nothing is written. The bytes are the same from every thread, in every order of times and with any number
   of threads. */
starmine_status starmine_render_sized(starmine_scene *scene, double seconds, void *pixels, size_t bytes,
                                      ptrdiff_t stride, starmine_format format, char **error);
/* Draws over a picture from the host, without background and scenery. Additive light is exact, which straight alpha
   cannot express. `in` and `out` must be the same memory with the same stride, or not overlap. */
starmine_status starmine_render_over_sized(starmine_scene *scene, double seconds, const void *in, size_t in_bytes,
                                           ptrdiff_t in_stride, void *out, size_t out_bytes, ptrdiff_t out_stride,
                                           starmine_format format, char **error);
/* The same functions without a check of the memory's size, for hosts that use the size of starmine_info. */
starmine_status starmine_render(starmine_scene *scene, double seconds, void *pixels, ptrdiff_t stride,
                                starmine_format format, char **error);
starmine_status starmine_render_over(starmine_scene *scene, double seconds, const void *in, ptrdiff_t in_stride,
                                     void *out, ptrdiff_t out_stride, starmine_format format, char **error);
/* Draws a frame in float: premultiplied red, green, blue and alpha, 16 bytes per pixel. Components have the sRGB
   transfer function, like bytes divided by 255. HDR is not tone-mapped: a component c above 1 means 1 + 2.275 (c - 1)
   times the luminance of white. With additive light, components may exceed alpha. `bytes` and `stride` as above, with
   16 bytes per pixel. */
starmine_status starmine_render_float(starmine_scene *scene, double seconds, float *pixels, size_t bytes,
                                      ptrdiff_t stride, char **error);
/* Writes the scene with all changes to a file, like `starmine render`. `options`: NAME=VALUE with the names of that
   command's options, such as "format=prores", "for=youtube", "frames=0-29", "hdr=pq", "over=clip.mp4" and
   "audio=a.wav". A name with a dot, such as "vars.title=ANN", is a change for this file only. NULL with a count of 0:
   no options. Size, rate and parts of the scene apply unless an option sets them. Paths are not restricted; the file at
   `path` is replaced after success. Errors of options, document and format are returned before the first frame.
   `progress` may be NULL; its result and starmine_cancel can stop the export. After success *notes_or_error is NULL or
   a JSON array of strings that describe deviations from the request. */
starmine_status starmine_export(starmine_scene *scene, const char *path, const char *const *options, size_t count,
                                starmine_progress progress, void *context, char **notes_or_error);
/* MD5 of the frame's pixels: 32 hexadecimal digits and a NUL. */
starmine_status starmine_hash(starmine_scene *scene, double seconds, char hash[33]);
/* JSON of the last frame: living and drawn particles, and milliseconds of script, evaluation and drawing. */
char *starmine_counts(starmine_scene *scene);
/* Ends the scene's call in progress with STARMINE_CANCELLED. Does nothing without a call. */
void starmine_cancel(starmine_scene *scene);
/* Frees a string of the library. Does nothing for NULL. */
void starmine_free(void *text);

#ifdef __cplusplus
}
#endif
#endif
