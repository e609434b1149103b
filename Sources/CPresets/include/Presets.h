#pragma once
#include <stddef.h>

/// The bundled documents in the order of `presets/index.inc`, each followed by a zero byte.
///
/// - count: receives the number of bytes.
const unsigned char *_Nonnull starmine_preset_documents(size_t *_Nonnull count);

/// The text of `presets/index.inc`, which names the documents.
const unsigned char *_Nonnull starmine_preset_index(size_t *_Nonnull count);
