/* The integer kernels; see kernels.c. */
