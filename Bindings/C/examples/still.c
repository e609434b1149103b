/* A moment of a preset or document as a PPM on standard output: still snow 1.5 > snow.ppm */

#include <starmine.h>
#include <stdio.h>
#include <stdlib.h>

static int fail(char *error) {
  fprintf(stderr, "%s\n", error ? error : "out of memory");
  starmine_free(error);
  return 1;
}

int main(int count, char **arguments) {
  if (count < 3) {
    fprintf(stderr, "still SCENE SECONDS [KEY=VALUE...]\n");
    return 2;
  }
  starmine_options options = {.struct_size = sizeof options, .width = 1280, .height = 720, .threads = 2};
  starmine_scene *scene;
  char *error;
  if (starmine_open(arguments[1], &options, &scene, &error) != STARMINE_OK) return fail(error);

  /* Changes as on the command line: snow.birthRate*=2 hue+20 */
  if (starmine_set(scene, (const char *const *)arguments + 3, (size_t)count - 3, &error) != STARMINE_OK) {
    starmine_close(scene);
    return fail(error);
  }
  starmine_free(error); /* Remarks on unusual values. */

  starmine_scene_info info = {.struct_size = sizeof info};
  starmine_info(scene, &info);
  size_t size = (size_t)info.width * (size_t)info.height * 4;
  unsigned char *pixels = malloc(size);
  starmine_status status = starmine_render_sized(scene, atof(arguments[2]), pixels, size, (ptrdiff_t)info.width * 4,
                                                 STARMINE_RGBA_STRAIGHT, &error);
  starmine_close(scene);
  if (status != STARMINE_OK) {
    free(pixels);
    return fail(error);
  }
  printf("P6\n%d %d\n255\n", info.width, info.height);
  for (size_t i = 0; i < size; i += 4) fwrite(pixels + i, 1, 3, stdout);
  free(pixels);
  return 0;
}
