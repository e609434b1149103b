/*
 * Starmine inside other programs: scenes of particles and layers, drawn at any time, in any order, to pixels.
 *
 *     starmine_scene *scene;
 *     char *error;
 *     if (starmine_open("snow", NULL, &scene, &error) == STARMINE_OK) {
 *       starmine_render_sized(scene, 1.5, pixels, bytes, stride, STARMINE_RGBA_STRAIGHT, NULL);
 *       starmine_close(scene);
 *     }
 *
 * Sizes: the size of a scene's frames changes with starmine_open, starmine_load and starmine_resize only.
 * starmine_info returns it.
 *
 * Memory: no call keeps a pointer that it was given. The caller owns a `char *` that a function returns or stores, and
 * frees it with `starmine_free`. Texts are UTF-8 and end at their first NUL.
 *
 * Threads: call every function from any thread. A scene is used by one call at a time; a second call waits. What a
 * scene draws depends neither on the thread, nor on the order of times, nor on other scenes.
 *
 * Stack: a call needs 512 KiB. From a thread with less it returns STARMINE_ARGUMENT. Stacks that the system does not
 * know, as those of coroutines, are not checked.
 *
 * Callbacks: inside of a callback, functions return STARMINE_ARGUMENT or NULL, except for these: starmine_close ends
 * the scene after the call that has called back; starmine_cancel, starmine_free, starmine_abi and starmine_version
 * work.
 *
 * Errors: a status, and where `error` is not NULL a JSON array of objects: "severity" (error, unsupported, remark),
 * "problem", "file", and where they are known "line", "column", "key", the place in the document, and "suggestion":
 * what `starmine validate --json` prints. After success `*error` is NULL.
 *
 * Processes: fork() waits for calls in progress, but not for callbacks: a callback may fork, or wait for a fork of
 * another thread. The child may use all scenes. A scene whose call was in a callback of another thread has not changed
 * there. A child that is forked during starmine_export cannot use the library: every call returns STARMINE_ARGUMENT or
 * NULL, and so does the export where its callback has forked. Exports of the parent go on.
 *
 * Left alone: signal handlers, locale, environment, log callbacks of FFmpeg and priorities of threads. A call sets the
 * rounding mode and restores it, for callbacks too. The library stays loaded after dlclose(). Documents are data: none
 * ends the process, and files that they name are read, not written. starmine_export alone writes a file.
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
  /* The document, or a change of it. */
  STARMINE_PROBLEMS,
  /* Neither a preset nor a file is called so, or the file cannot be read. */
  STARMINE_UNKNOWN,
  /* An argument outside of its range, memory that is too small, a stack that is too small, a call from inside of a
     callback, or a child that was forked during an export. */
  STARMINE_ARGUMENT,
  /* The frame needs more memory than there is. */
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

/* A picture of the host's: straight RGBA, sides from 1 to 16384, at most 2^26 pixels. `stride`: bytes from row to row,
   at least 4 for each pixel of the width; below 0 where rows go upward from `rgba`. The host has memory for all rows.
   `release` may be NULL; it is called with `context` before the call that asked has returned. */
typedef struct {
  int width, height;
  ptrdiff_t stride;
  const void *rgba;
  void (*release)(void *context);
  void *context;
} starmine_picture;

/* Layers that are drawn. A document says of its layers which are scenery ("role"); the background goes with them. */
typedef enum {
  /* All; over another picture, or where the background is transparent, without scenery. */
  STARMINE_PARTS_AUTOMATIC,
  STARMINE_PARTS_ALL,
  STARMINE_PARTS_WITHOUT_SCENERY,
  /* Emitters that are not scenery. */
  STARMINE_PARTS_PARTICLES
} starmine_parts;

/* Zero it, then set struct_size. New fields come at the end. */
typedef struct {
  size_t struct_size;
  /* Pixels of frames, up to 16384. Both 0: the document's size. One 0: what keeps the document's shape. */
  int width, height;
  /* Threads that draw a frame; 0 is 1. They start with the first frame and stay. */
  int threads;
  /* Frames per second instead of the document's; 0: the document's. */
  double fps;
  /* Bytes that a document may take; 0: a quarter of what is free. */
  uint64_t memory;
  /* Gives the pixels of the picture at a path instead of its file, and returns 0. Called while the scene is loaded or
     changed, on the thread that does it, until it has given the picture. */
  int (*picture)(void *context, const char *path, starmine_picture *out);
  void *context;
  starmine_parts parts;
} starmine_options;

/* Zero it, then set struct_size. */
typedef struct {
  size_t struct_size;
  int width, height;
  /* Frames per second; seconds; whole frames in them. */
  double fps, duration;
  int64_t frames;
  /* Whether it goes on after its end without a seam; whether every pixel is opaque. */
  int loops, is_opaque;
} starmine_scene_info;

/* Called on the calling thread after frames are written. A result other than 0 cancels the export. */
typedef int (*starmine_progress)(void *context, int64_t frames_done, int64_t frame_count);

/* 1. Grows only when something breaks that worked before. */
unsigned starmine_abi(void);
/* Not to be freed. */
const char *starmine_version(void);
/* JSON: array of objects with name, summary, width, height, fps, duration. */
char *starmine_presets(void);
/* The JSON Schema of documents. */
char *starmine_schema(void);

/* A preset's name, or the path of a document. `options` may be NULL. After an error *scene is NULL. */
starmine_status starmine_open(const char *preset_or_path, const starmine_options *options, starmine_scene **scene,
                              char **error);
/* A document's text. `name`: how messages call it, may be NULL. `folder`: what relative paths start from and what
   files it may read lie in; NULL: no files. */
starmine_status starmine_load(const void *text, size_t bytes, const char *name, const char *folder,
                              const starmine_options *options, starmine_scene **scene, char **error);
/* Waits for the scene's call in progress; inside of a callback, see above. NULL: nothing happens. */
void starmine_close(starmine_scene *scene);

starmine_status starmine_info(starmine_scene *scene, starmine_scene_info *info);
/* JSON: array of objects with key, kind, unit, range, value, default, summary. `filter`: a word that key or summary
   have; NULL: all. */
char *starmine_parameters(starmine_scene *scene, const char *filter);
/* The document with all changes. NULL where it cannot be written. */
char *starmine_document(starmine_scene *scene);
/* JSON like errors: what is not supported, what draws nothing or is probably not meant so. */
char *starmine_remarks(starmine_scene *scene);

/* KEY=VALUE, KEY+=VALUE or KEY*=VALUE, as `starmine params` lists keys. All or none: after an error the scene is as
   before. Changes add up; one that only sets a value replaces earlier ones of its key. A change that would change the
   size of frames, such as one of movie.size where the scene has the document's size, returns STARMINE_ARGUMENT.
   `notes_or_error` may be NULL; after success it may hold remarks on unusual values. */
starmine_status starmine_set(starmine_scene *scene, const char *const *changes, size_t count, char **notes_or_error);
/* Forgets all changes. */
starmine_status starmine_reset(starmine_scene *scene);
/* Sizes and rates as in starmine_options. Lays out a document that takes the shape of the frame. */
starmine_status starmine_resize(starmine_scene *scene, int width, int height, double fps, char **error);

/* Draws the moment at some seconds from the start; below 0 is 0. `stride`: bytes from row to row, at least 4 for each
   pixel of the width; below 0 where rows go upward from `pixels`. `bytes`: size of the memory, which is at least
   (height - 1) * |stride| + 4 * width; otherwise the call returns STARMINE_ARGUMENT. `pixels` needs no alignment. A
   frame is written whole, and nothing is written after an error. The same bytes from every thread, in every order of
   times and with any number of threads. */
starmine_status starmine_render_sized(starmine_scene *scene, double seconds, void *pixels, size_t bytes,
                                      ptrdiff_t stride, starmine_format format, char **error);
/* Draws over a picture of the host's: without background and scenery, and with light that adds, which straight alpha
   cannot carry. `in` and `out` are the same memory with the same stride, or do not overlap. */
starmine_status starmine_render_over_sized(starmine_scene *scene, double seconds, const void *in, size_t in_bytes,
                                           ptrdiff_t in_stride, void *out, size_t out_bytes, ptrdiff_t out_stride,
                                           starmine_format format, char **error);
/* The same two without a check of the memory's size: for hosts that keep to the size of starmine_info. */
starmine_status starmine_render(starmine_scene *scene, double seconds, void *pixels, ptrdiff_t stride,
                                starmine_format format, char **error);
starmine_status starmine_render_over(starmine_scene *scene, double seconds, const void *in, ptrdiff_t in_stride,
                                     void *out, ptrdiff_t out_stride, starmine_format format, char **error);
/* Draws floats: premultiplied red, green, blue and alpha, 16 bytes a pixel. Components have the sRGB transfer function,
   as bytes divided by 255 have. Light above 1 is kept, not tone-mapped: there a component c means 1 + 2.275 (c - 1)
   times the light of white. Where light adds, components may exceed alpha. `bytes` and `stride` as above, with 16 bytes
   for each pixel of the width. */
starmine_status starmine_render_float(starmine_scene *scene, double seconds, float *pixels, size_t bytes,
                                      ptrdiff_t stride, char **error);
/* Writes the scene with all changes to a file, as `starmine render` does. `options`: NAME=VALUE with the names of that
   command's options, such as "format=prores", "for=youtube", "frames=0-29", "hdr=pq", "over=clip.mp4" and
   "audio=a.wav"; a name with a dot, as in "vars.title=ANN", is a change for this file only. NULL with a count of 0: no
   option. The size, rate and parts of the scene apply where no option sets them. Paths may be anywhere; the file at
   `path` is replaced after success. Errors of options, document and format are returned before the first frame.
   `progress` may be NULL; it and starmine_cancel stop the export. After success *notes_or_error is NULL or a JSON array
   of texts: how the file differs from what one may expect. */
starmine_status starmine_export(starmine_scene *scene, const char *path, const char *const *options, size_t count,
                                starmine_progress progress, void *context, char **notes_or_error);
/* 32 hexadecimal digits and a 0, of the frame's pixels. */
starmine_status starmine_hash(starmine_scene *scene, double seconds, char hash[33]);
/* JSON of the last frame: living and drawn particles, milliseconds of script, evaluation and drawing. */
char *starmine_counts(starmine_scene *scene);
/* The call in progress ends early with STARMINE_CANCELLED. Nothing happens if there is none. */
void starmine_cancel(starmine_scene *scene);
/* NULL: nothing happens. */
void starmine_free(void *text);

#ifdef __cplusplus
}
#endif
#endif
