/* What every call from a host goes through. */

#ifndef STARMINE_GATE_H
#define STARMINE_GATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

/* A scene as the gate sees it. Zero it, then set `handle`. */
typedef struct GateScene {
  void *_Nullable handle;
  /* Process whose call uses the scene, as the gate counts forks; 0 for none. */
  unsigned user;
  bool is_closed;
  struct GateScene *_Nullable next;
} GateScene;

/* Whether this thread is in a call. Then a host's callback is running, and no other call may begin. */
bool gate_is_inside(void);
/* Whether the calling thread has less stack left than a call may need. Stacks that the system does not know, as those
   of coroutines, pass. */
bool gate_stack_is_small(void);

/* Begins a call of a scene, which may be NULL, with the default rounding. Waits for the scene's call in progress and
   for a fork. */
void gate_enter(GateScene *_Nullable scene);
/* Ends it and restores the host's rounding. Returns the scenes that callbacks have closed meanwhile. */
GateScene *_Nullable gate_leave(void);

/* Leaves the gate for a callback of the host, with the host's rounding: the process may fork meanwhile. The scene stays
   in use. */
void gate_pause(void);
void gate_resume(void);
/* Around an export, whose threads draw during callbacks and hold locks. A child that is forked meanwhile is cut off:
   the library cannot be used there. */
void gate_begin_export(void);
void gate_end_export(void);
bool gate_is_cut_off(void);
/* The error of calls in such a child, as JSON for the host to free. Takes no locks. */
char *_Nullable gate_refusal(void);
/* Inside of a callback, keeps a scene for `gate_leave`. */
void gate_close_later(GateScene *_Nonnull scene);

#pragma GCC visibility pop

#endif
