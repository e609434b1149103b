/* fork() while other threads are in a call waits until they have left it or run a callback: a lock that one of them
   holds would stay locked in the child for ever. Scenes are locked here too, for the same reason. */

#define _GNU_SOURCE
#include "gate.h"

#include <fenv.h>
#include <pthread.h>
#include <string.h>

/* Bytes. Presets take up to 128 KiB; the rest is for documents that are nested as deep as the limit, FFmpeg's decoders
   and what the host has used of the 512 KiB that starmine.h asks for. */
enum { LEAST_STACK = 384 << 10 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
/* Threads in calls and not in callbacks; threads that want to fork; exports; which process this is, from 1. */
static unsigned inside, forks, exports, process = 1;
static bool is_cut_off;

static __thread struct {
  fenv_t environment;
  GateScene *scene, *closed;
  bool is_inside, is_paused;
} mine;

static bool holds(void) { return mine.is_inside && !mine.is_paused; }

static void before_fork(void) {
  pthread_mutex_lock(&lock);
  forks++;
  while (inside > holds()) pthread_cond_wait(&changed, &lock);
}

static void after_fork(void) {
  forks--;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
}

/* A child process does not have the threads that were in callbacks, so their scenes are free there. Nothing has changed
   in them: a call that asks the host changes its scene after the answers. */
static void in_child(void) {
  lock = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
  changed = (pthread_cond_t)PTHREAD_COND_INITIALIZER;
  inside = holds(), forks = 0, process++;
  is_cut_off |= exports > 0;
  if (mine.is_inside && mine.scene) mine.scene->user = process;
}

static void begin(void) { pthread_atfork(before_fork, after_fork, in_child); }

bool gate_is_inside(void) { return mine.is_inside; }

bool gate_stack_is_small(void) {
  static __thread char *lowest;
  static __thread size_t size;
  static __thread bool is_known;
  if (!is_known) {
    pthread_attr_t attributes;
    is_known = true;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0) return false;
    void *address;
    if (pthread_attr_getstack(&attributes, &address, &size) == 0) lowest = address;
    pthread_attr_destroy(&attributes);
  }
  char *here = __builtin_frame_address(0);
  return lowest && here > lowest && here < lowest + size && here - lowest < LEAST_STACK;
}

void gate_enter(GateScene *scene) {
  pthread_once(&once, begin);
  pthread_mutex_lock(&lock);
  while (forks > 0 || (scene && scene->user == process)) pthread_cond_wait(&changed, &lock);
  inside++;
  if (scene) scene->user = process;
  pthread_mutex_unlock(&lock);
  mine.scene = scene, mine.is_inside = true;
  fegetenv(&mine.environment);
  fesetenv(FE_DFL_ENV);
}

GateScene *gate_leave(void) {
  fesetenv(&mine.environment);
  pthread_mutex_lock(&lock);
  inside--;
  if (mine.scene) mine.scene->user = 0;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
  GateScene *closed = mine.closed;
  mine.scene = mine.closed = NULL, mine.is_inside = false;
  return closed;
}

void gate_pause(void) {
  if (!holds()) return;
  fesetenv(&mine.environment);
  mine.is_paused = true;
  pthread_mutex_lock(&lock);
  inside--;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
}

void gate_resume(void) {
  if (!mine.is_paused) return;
  pthread_mutex_lock(&lock);
  while (forks > 0) pthread_cond_wait(&changed, &lock);
  inside++;
  pthread_mutex_unlock(&lock);
  mine.is_paused = false;
  fegetenv(&mine.environment);
  fesetenv(FE_DFL_ENV);
}

static void count_exports(unsigned change) {
  pthread_mutex_lock(&lock);
  exports += change;
  pthread_mutex_unlock(&lock);
}

void gate_begin_export(void) { count_exports(1); }
void gate_end_export(void) { count_exports(-1u); }
bool gate_is_cut_off(void) { return is_cut_off; }

char *gate_refusal(void) {
  return strdup("[{\"severity\":\"error\",\"file\":\"\",\"problem\":\"this process was forked during an export and "
                "cannot use the library; start the process with exec, or fork before the export\"}]");
}

void gate_close_later(GateScene *scene) {
  if (scene->is_closed) return;
  scene->is_closed = true, scene->next = mine.closed;
  mine.closed = scene;
}
