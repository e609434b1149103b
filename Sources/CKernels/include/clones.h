/* Shared by the kernels' sources. */

#pragma once

#pragma STDC FP_CONTRACT OFF
/* Vectors are only passed to functions that are inlined. */
#pragma clang diagnostic ignored "-Wpsabi"

/* Compiles one clone per vector width; the loader chooses one. On other processors, the compiler's baseline is wide
   enough. Cloned functions must not call functions with vector arguments, because the compiler would compare their
   features. There are no clones with the thread sanitizer, which is initialized after the choice, and with NO_CLONES,
   which compiles for the compiler's target only. Debug builds have no clones and do not inline: without the optimizer,
   each inlined call keeps its stack slots, and a kernel's frame grows to 13 MB. */
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
/* Selects one of several functions with the same name, by vector type. */
#define INLINE_EACH INLINE __attribute__((overloadable))
