import CStarminePango

/// A glyph with colours of the font. The text's colour only sets its opacity.
enum ColorGlyph: Sendable {
  /// Pixels with their rectangle in points, y down, origin on the baseline.
  case picture(CGImage, CGRect)
  /// Outlines in points, lowest first. A nil colour is that of the text.
  case layers([(outline: CGPath.Geometry, color: CGColor?)])

  /// Pixels.
  var weight: Int {
    if case .picture(let image, _) = self { image.width * image.height } else { 0 }
  }
}

/// Reads colour glyphs of fonts: images (`CBDT`, `sbix`) and layers of outlines (`COLR` version 0).
///
/// HarfBuzz lists the glyphs, and FreeType reads their images.
final class ColorGlyphReader {
  /// Maximum number of open fonts. Above it, all are closed.
  private static let mostFonts = 16
  /// Maximum width and height of an image in pixels.
  private static let longestSide = 1024
  private static let mostLayers: UInt32 = 256

  private let library: FreeTypeLibrary
  /// By HarfBuzz's face, which exists while the font is open here.
  private var fonts: [OpaquePointer: PictureFont] = [:]

  init?() {
    guard let library = FreeTypeLibrary() else { return nil }
    self.library = library
  }

  /// Released before FreeType.
  deinit { fonts = [:] }

  /// - Parameter outline: reads a glyph of the same font.
  /// - Returns: nil for a glyph without colours.
  func glyph(
    _ glyph: hb_codepoint_t, of font: OpaquePointer, outline: (hb_codepoint_t) -> CGPath.Geometry
  ) -> ColorGlyph? {
    guard let face = hb_font_get_face(font) else { return nil }
    if hb_ot_color_has_layers(face) != 0, let layers = layers(glyph, face) {
      return .layers(layers.map { (outline($0.glyph), Self.color($0.color_index, face)) })
    }
    guard hb_ot_color_has_png(face) != 0 else { return nil }
    var (x, y): (Int32, Int32) = (0, 0)
    hb_font_get_scale(font, &x, &y)
    return picture(glyph, of: face, em: Double(y) / 1024)
  }

  // MARK: Layers

  private func layers(_ glyph: hb_codepoint_t, _ face: OpaquePointer) -> [hb_ot_color_layer_t]? {
    var count = Self.mostLayers
    var layers = [hb_ot_color_layer_t](repeating: hb_ot_color_layer_t(), count: Int(count))
    let all = hb_ot_color_glyph_get_layers(face, glyph, 0, &count, &layers)
    return all > 0 ? Array(layers.prefix(Int(count))) : nil
  }

  /// A colour of the font's first palette; nil for that of the text.
  private static func color(_ index: UInt32, _ face: OpaquePointer) -> CGColor? {
    var (color, count): (hb_color_t, UInt32) = (0, 1)
    _ = hb_ot_color_palette_get_colors(face, 0, index, &count, &color)
    guard index != 0xffff, count == 1 else { return nil }
    func part(_ value: UInt8) -> CGFloat { CGFloat(value) / 255 }
    return CGColor(
      red: part(hb_color_get_red(color)), green: part(hb_color_get_green(color)),
      blue: part(hb_color_get_blue(color)), alpha: part(hb_color_get_alpha(color)))
  }

  // MARK: Pictures

  private func picture(_ glyph: hb_codepoint_t, of face: OpaquePointer, em: Double) -> ColorGlyph? {
    if fonts[face] == nil, fonts.count >= Self.mostFonts { fonts = [:] }
    guard let font = fonts[face] ?? PictureFont(face, library) else { return nil }
    fonts[face] = font
    guard let slot = font.slot(glyph, Self.longestSide) else { return nil }
    let bitmap = slot.bitmap
    guard UInt32(bitmap.pixel_mode) == FT_PIXEL_MODE_BGRA.rawValue, bitmap.width > 0, bitmap.rows > 0,
      let bytes = bitmap.buffer
    else { return nil }
    let (width, height) = (Int(bitmap.width), Int(bitmap.rows))
    var pixels = [UInt32](repeating: 0, count: width * height)
    for index in pixels.indices {
      let texel = bytes + (index / width * Int(bitmap.pitch) + index % width * 4)
      let alpha = UInt32(texel[3])
      // Premultiplied. Colours above alpha in damaged fonts are clipped.
      pixels[index] =
        alpha << 24 | min(alpha, UInt32(texel[2])) << 16 | min(alpha, UInt32(texel[1])) << 8
        | min(alpha, UInt32(texel[0]))
    }
    let step = em / font.pixelsPerEm
    let place = CGRect(
      x: Double(slot.bitmap_left) * step, y: -Double(slot.bitmap_top) * step, width: Double(width) * step,
      height: Double(height) * step)
    return .picture(CGImage(width: width, height: height, pixels: pixels), place)
  }
}

/// The largest images of a font, opened by FreeType from the bytes of HarfBuzz.
private final class PictureFont {
  let pixelsPerEm: Double
  private let face: FT_Face
  private let owner: OpaquePointer
  private let bytes: OpaquePointer

  init?(_ owner: OpaquePointer, _ library: borrowing FreeTypeLibrary) {
    guard let bytes = hb_face_reference_blob(owner) else { return nil }
    var length: UInt32 = 0
    var face: FT_Face?
    let data = hb_blob_get_data(bytes, &length)
    // The upper 16 bits are the font variation.
    let index = Int(hb_face_get_index(owner) & 0xffff)
    guard let data, length > 0,
      data.withMemoryRebound(
        to: FT_Byte.self, capacity: Int(length),
        {
          FT_New_Memory_Face(library.pointer, $0, FT_Long(length), FT_Long(index), &face)
        }) == 0, let face
    else {
      hb_blob_destroy(bytes)
      return nil
    }
    self.face = face
    self.bytes = bytes
    self.owner = hb_face_reference(owner)
    pixelsPerEm = Self.chooseLargest(face)
  }

  deinit {
    FT_Done_Face(face)
    hb_blob_destroy(bytes)
    hb_face_destroy(owner)
  }

  /// Pixels per em of the selected size.
  private static func chooseLargest(_ face: FT_Face) -> Double {
    let sizes = UnsafeBufferPointer(start: face.pointee.available_sizes, count: Int(face.pointee.num_fixed_sizes))
    guard let best = sizes.indices.max(by: { sizes[$0].y_ppem < sizes[$1].y_ppem }),
      FT_Select_Size(face, Int32(best)) == 0
    else { return 0 }
    return Double(sizes[best].y_ppem) / 64
  }

  /// The image of a glyph; nil if it has none, or one larger than `side`.
  func slot(_ glyph: hb_codepoint_t, _ side: Int) -> FT_GlyphSlotRec? {
    guard pixelsPerEm > 0, let slot = face.pointee.glyph else { return nil }
    let flags = FT_Int32(FT_LOAD_COLOR)
    guard FT_Load_Glyph(face, glyph, flags | FT_Int32(FT_LOAD_BITMAP_METRICS_ONLY)) == 0,
      slot.pointee.format == FT_GLYPH_FORMAT_BITMAP,
      max(slot.pointee.metrics.width, slot.pointee.metrics.height) / 64 <= side,
      FT_Load_Glyph(face, glyph, flags) == 0, slot.pointee.format == FT_GLYPH_FORMAT_BITMAP
    else { return nil }
    return slot.pointee
  }
}
