import CStarminePango

struct OutlineReader: ~Copyable {
  private let functions: OutlineFunctions
  private let colors: ColorGlyphReader

  init?() {
    guard let colors = ColorGlyphReader(), let table = hb_draw_funcs_create() else { return nil }
    self.colors = colors
    functions = OutlineFunctions(pointer: table)
    hb_draw_funcs_set_move_to_func(
      table, { _, data, _, x, y, _ in sink(data).geometry.move(to: point(x, y)) }, nil, nil)
    hb_draw_funcs_set_line_to_func(
      table, { _, data, _, x, y, _ in sink(data).geometry.addLine(to: point(x, y)) }, nil, nil)
    hb_draw_funcs_set_quadratic_to_func(
      table,
      { _, data, _, controlX, controlY, x, y, _ in
        sink(data).geometry.addQuadCurve(to: point(x, y), control: point(controlX, controlY))
      }, nil, nil)
    hb_draw_funcs_set_cubic_to_func(
      table,
      { _, data, _, x1, y1, x2, y2, x, y, _ in
        sink(data).geometry.addCurve(to: point(x, y), control1: point(x1, y1), control2: point(x2, y2))
      }, nil, nil)
    hb_draw_funcs_set_close_path_func(table, { _, data, _, _ in sink(data).geometry.closeSubpath() }, nil, nil)
    hb_draw_funcs_make_immutable(table)
  }

  func outline(of glyph: PangoGlyph, in font: UnsafeMutablePointer<PangoFont>) -> GlyphOutline {
    guard let shaper = pango_font_get_hb_font(font) else { return GlyphOutline() }
    let glyph = shim_drawn_glyph(glyph)
    let drawn = colors.glyph(glyph, of: shaper) { outline(of: $0, shaper) }
    switch drawn {
    case .picture(_, let place): return GlyphOutline(box: place, colors: drawn)
    case .layers(let layers):
      return GlyphOutline(box: layers.reduce(.null) { $0.union($1.outline.boundingBox) }, colors: drawn)
    case nil:
      let geometry = outline(of: glyph, shaper)
      return GlyphOutline(geometry: geometry, box: geometry.boundingBox)
    }
  }

  private func outline(of glyph: hb_codepoint_t, _ shaper: OpaquePointer) -> CGPath.Geometry {
    let sink = OutlineSink()
    shim_draw_glyph(shaper, glyph, functions.pointer, Unmanaged.passUnretained(sink).toOpaque())
    return sink.geometry
  }
}

private final class OutlineSink {
  var geometry = CGPath.Geometry()
}

private func sink(_ data: UnsafeMutableRawPointer?) -> OutlineSink {
  guard let data else { misuse("HarfBuzz passes on the data that it was given") }
  return Unmanaged<OutlineSink>.fromOpaque(data).takeUnretainedValue()
}

/// Pango's units are 1/1024 point, with y up.
private func point(_ x: Float, _ y: Float) -> CGPoint {
  CGPoint(x: Double(x) / 1024, y: -Double(y) / 1024)
}
