import CStarminePango

/// The sole owner of a GObject.
struct ObjectOwner<Object>: ~Copyable {
  let pointer: UnsafeMutablePointer<Object>
  deinit { g_object_unref(pointer) }
}

/// The sole owner of a GObject of a type that the headers do not show.
struct OpaqueObjectOwner: ~Copyable {
  let pointer: OpaquePointer
  deinit { g_object_unref(UnsafeMutableRawPointer(pointer)) }
}

/// The sole owner of a description of a font.
struct FontDescription: ~Copyable {
  let pointer: OpaquePointer
  deinit { pango_font_description_free(pointer) }
}

/// The sole owner of a list of text attributes.
struct AttributeList: ~Copyable {
  let pointer: OpaquePointer
  deinit { pango_attr_list_unref(pointer) }
}

/// A use of the layout's lines one by one.
struct LineIterator: ~Copyable {
  let pointer: OpaquePointer
  deinit { pango_layout_iter_free(pointer) }
}

/// The fonts that are known, those of the system and those added from files.
struct FontConfiguration: ~Copyable {
  let pointer: OpaquePointer
  deinit { FcConfigDestroy(pointer) }
}

/// HarfBuzz's table of functions that receive an outline.
struct OutlineFunctions: ~Copyable {
  let pointer: OpaquePointer
  deinit { hb_draw_funcs_destroy(pointer) }
}

/// FreeType, of which the scan converter and the reader of glyphs' pictures are used.
struct FreeTypeLibrary: ~Copyable {
  let pointer: FT_Library

  init?() {
    var library: FT_Library?
    guard FT_Init_FreeType(&library) == 0, let library else { return nil }
    pointer = library
  }

  deinit { FT_Done_FreeType(pointer) }
}
