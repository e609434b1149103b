#pragma once
#include <stddef.h>

/// The number of bundled fonts.
size_t starmine_font_count(void);

/// Writes a bundled font, an OpenType file, to a file in memory: fontconfig and FreeType open fonts by path only.
///
/// - index: below `starmine_font_count()`.
///
/// Returns a descriptor that the caller closes, or -1 without memory.
int starmine_font_open(size_t index);
