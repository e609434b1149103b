/* Entry and exit of every call from a host. */

#ifndef STARMINE_GATE_H
#define STARMINE_GATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

/* A scene as the gate sees it. Zero it, then set `handle`. */
typedef struct GateScene {
  void *_Nullable handle;
  /* Fork count of the process whose call uses the scene; 0 for none. */
  unsigned user;
  bool is_closed;
  struct GateScene *_Nullable next;
} GateScene;

/* Whether this thread is in a call, which means in a callback of the host: no other call may begin. */
bool gate_is_inside(void);
/* Whether the calling thread has less stack left than a call may need. False for stacks unknown to the system, such as
   those of coroutines. */
bool gate_stack_is_small(void);

/* Begins a call of a scene, which may be NULL, with the default rounding mode. Waits for the scene's call in progress
   and for a fork. */
void gate_enter(GateScene *_Nullable scene);
/* Ends a call and restores the host's rounding mode. Returns the scenes that callbacks closed meanwhile. */
GateScene *_Nullable gate_leave(void);

/* Before and after a callback of the host, which has the host's rounding mode and may fork. The scene stays in use. */
void gate_pause(void);
void gate_resume(void);
/* Before and after an export, whose threads draw during callbacks and hold locks. A child process that is forked
   meanwhile cannot use the library. */
void gate_begin_export(void);
void gate_end_export(void);
bool gate_is_cut_off(void);
/* The error of calls in such a child, as JSON that the host frees. Takes no locks. */
char *_Nullable gate_refusal(void);
/* In a callback, retains a scene until `gate_leave`. */
void gate_close_later(GateScene *_Nonnull scene);

#pragma GCC visibility pop

#endif
