/* Shared by the kernels' sources. */

#pragma once

#pragma STDC FP_CONTRACT OFF
/* Vectors are only passed to functions that are inlined. */
#pragma clang diagnostic ignored "-Wpsabi"

/* One clone per vector width, chosen at load time; elsewhere the compiler's baseline is wide enough. Cloned functions
   call no function with vector arguments themselves: the compiler would compare their features. None under the
   thread sanitizer: the choice is made before its runtime is there; none where NO_CLONES asks for the compiler's
   target only.

   Debug builds have no clones and do not inline: without the optimizer each inlined call keeps its own stack slots,
   and a kernel's frame grows to 13 MB. */
#if defined(__has_feature)
#define HAS_THREAD_SANITIZER __has_feature(thread_sanitizer)
#else
#define HAS_THREAD_SANITIZER 0
#endif

#if defined(__x86_64__) && defined(__linux__) && defined(__GLIBC__) && !HAS_THREAD_SANITIZER && \
    !defined(NO_CLONES) && defined(__OPTIMIZE__)
#define CLONES __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define CLONES
#endif

#ifdef __OPTIMIZE__
#define INLINE static inline __attribute__((always_inline))
#else
#define INLINE static inline
#endif
/* One of several functions of a name, for types of vectors. */
#define INLINE_EACH INLINE __attribute__((overloadable))
