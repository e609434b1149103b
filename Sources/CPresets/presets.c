// The bundled documents as data of the executable. The preprocessor embeds the files: a Swift array literal with the
// same bytes took 145 s to compile.
#include "Presets.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char documents[] = {
#include "../../presets/index.inc"
};

static const unsigned char names[] = {
#embed "../../presets/index.inc"
};

static const unsigned char schema[] = {
#embed "../../schema/preset.schema.json"
};

const unsigned char *starmine_preset_documents(size_t *count) {
  *count = sizeof documents;
  return documents;
}

const unsigned char *starmine_preset_index(size_t *count) {
  *count = sizeof names;
  return names;
}

const unsigned char *starmine_preset_schema(size_t *count) {
  *count = sizeof schema;
  return schema;
}
