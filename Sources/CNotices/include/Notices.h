#pragma once
#include <stddef.h>

/// The licence of Starmine, and the notices of the projects whose code is in its packages: UTF-8 text.
///
/// - count: receives the number of bytes.
const unsigned char *_Nonnull starmine_notices(size_t *_Nonnull count);
