/*
 * Tells the thread sanitizer what Swift's `Mutex` does where two threads want it at once. That happens inside of a
 * library of Swift's which is not instrumented: everything that a contended mutex guards would be reported. Loaded
 * before that library by `Tests/Hostile/sanitize thread`.
 */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

#define SWIFT __attribute__((swiftcall))
#define MUTEX __attribute__((swift_context)) const void *mutex
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

/* Absent in programs that are not checked, as the one that starts the tests. */
void __tsan_acquire(const void *) __attribute__((weak));
void __tsan_release(const void *) __attribute__((weak));

typedef SWIFT void Lock(uint32_t, MUTEX);
typedef SWIFT void Unlock(MUTEX);

SWIFT void lock(uint32_t thread, MUTEX) __asm__(LOCK);
SWIFT void lock(uint32_t thread, MUTEX) {
  ((Lock *)dlsym(RTLD_NEXT, LOCK))(thread, mutex);
  if (__tsan_acquire) __tsan_acquire(mutex);
}

SWIFT void unlock(MUTEX) __asm__(UNLOCK);
SWIFT void unlock(MUTEX) {
  if (__tsan_release) __tsan_release(mutex);
  ((Unlock *)dlsym(RTLD_NEXT, UNLOCK))(mutex);
}
