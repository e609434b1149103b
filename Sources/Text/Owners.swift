import CStarminePango

/// The sole owner of a GObject.
struct ObjectOwner<Object>: ~Copyable {
  let pointer: UnsafeMutablePointer<Object>
  deinit { g_object_unref(pointer) }
}

/// The sole owner of a GObject whose type is opaque in the headers.
struct OpaqueObjectOwner: ~Copyable {
  let pointer: OpaquePointer
  deinit { g_object_unref(UnsafeMutableRawPointer(pointer)) }
}

struct FontDescription: ~Copyable {
  let pointer: OpaquePointer
  deinit { pango_font_description_free(pointer) }
}

struct AttributeList: ~Copyable {
  let pointer: OpaquePointer
  deinit { pango_attr_list_unref(pointer) }
}

struct LineIterator: ~Copyable {
  let pointer: OpaquePointer
  deinit { pango_layout_iter_free(pointer) }
}

/// The known fonts, of the system and from files.
struct FontConfiguration: ~Copyable {
  let pointer: OpaquePointer
  deinit { FcConfigDestroy(pointer) }
}

struct OutlineFunctions: ~Copyable {
  let pointer: OpaquePointer
  deinit { hb_draw_funcs_destroy(pointer) }
}

/// FreeType, for its scan converter and for images of glyphs.
struct FreeTypeLibrary: ~Copyable {
  let pointer: FT_Library

  init?() {
    var library: FT_Library?
    guard FT_Init_FreeType(&library) == 0, let library else { return nil }
    pointer = library
  }

  deinit { FT_Done_FreeType(pointer) }
}
