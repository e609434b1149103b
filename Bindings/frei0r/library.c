/* libstarmine, when it is needed: hosts open every plug-in just to read its name. */

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

#include "plugin.h"

static struct library found;
static bool is_there;

static void open_library(void) {
  void *handle = dlopen("libstarmine.so.0", RTLD_NOW | RTLD_LOCAL);
  if (!handle) {
    fprintf(stderr, "starmine: %s\n", dlerror());
    return;
  }
  *(void **)&found.open = dlsym(handle, "starmine_open");
  *(void **)&found.close = dlsym(handle, "starmine_close");
  *(void **)&found.set = dlsym(handle, "starmine_set");
  *(void **)&found.reset = dlsym(handle, "starmine_reset");
  *(void **)&found.render = dlsym(handle, "starmine_render_sized");
  *(void **)&found.render_over = dlsym(handle, "starmine_render_over_sized");
  *(void **)&found.free = dlsym(handle, "starmine_free");
  is_there = found.open && found.close && found.set && found.reset && found.render && found.render_over && found.free;
  if (!is_there) fprintf(stderr, "starmine: libstarmine.so.0 is older than this effect; install the newer one\n");
}

const struct library *library(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, open_library);
  return is_there ? &found : NULL;
}
