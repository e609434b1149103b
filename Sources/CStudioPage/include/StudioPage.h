#pragma once
#include <stddef.h>

/// The files of the studio's page in the order of `Studio/Page/index.inc`, each followed by a zero byte.
///
/// - count: receives the number of bytes.
const unsigned char *_Nonnull starmine_page_files(size_t *_Nonnull count);

/// The text of `Studio/Page/index.inc`, which names the files.
const unsigned char *_Nonnull starmine_page_index(size_t *_Nonnull count);
