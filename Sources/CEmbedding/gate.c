/* fork() while other threads are inside of the library: it waits until they are out, since a lock that one of them
   holds would stay locked in the child for ever. */

#define _GNU_SOURCE
#include "gate.h"

#include <pthread.h>

static pthread_rwlock_t gate;
static pthread_once_t once = PTHREAD_ONCE_INIT;
/* Calls that this thread is in: one at most, whose callback may fork. */
static __thread int depth;

static void make(void) {
  pthread_rwlockattr_t kind;
  pthread_rwlockattr_init(&kind);
#ifdef __GLIBC__
  /* New calls wait for a fork that waits for old ones: otherwise it might wait for ever. */
  pthread_rwlockattr_setkind_np(&kind, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
#endif
  pthread_rwlock_init(&gate, &kind);
  pthread_rwlockattr_destroy(&kind);
}

static void before_fork(void) {
  if (depth == 0) pthread_rwlock_wrlock(&gate);
}

static void after_fork(void) {
  if (depth == 0) pthread_rwlock_unlock(&gate);
}

static void in_child(void) {
  make();
  if (depth != 0) pthread_rwlock_rdlock(&gate);
}

static void begin(void) {
  make();
  pthread_atfork(before_fork, after_fork, in_child);
}

bool gate_enter(GatePass *pass) {
  if (depth != 0) return false;
  pthread_once(&once, begin);
  pthread_rwlock_rdlock(&gate);
  depth = 1;
  fegetenv(&pass->environment);
  fesetenv(FE_DFL_ENV);
  return true;
}

void gate_leave(const GatePass *pass) {
  fesetenv(&pass->environment);
  depth = 0;
  pthread_rwlock_unlock(&gate);
}
