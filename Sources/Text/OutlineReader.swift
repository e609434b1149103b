import CStarminePango
import Foundation
import StarmineGraphics

/// Reads glyphs as outlines in points, y down.
struct OutlineReader: ~Copyable {
  private let functions: OutlineFunctions

  init?() {
    guard let table = hb_draw_funcs_create() else { return nil }
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
    let sink = OutlineSink()
    guard let shaper = pango_font_get_hb_font(font) else { return GlyphOutline() }
    shim_draw_glyph(
      shaper, shim_drawn_glyph(glyph), functions.pointer, Unmanaged.passUnretained(sink).toOpaque())
    return GlyphOutline(geometry: sink.geometry, box: sink.geometry.boundingBox)
  }
}

private final class OutlineSink {
  var geometry = CGPath.Geometry()
}

private func sink(_ data: UnsafeMutableRawPointer?) -> OutlineSink {
  guard let data else { misuse("HarfBuzz passes on the data that it was given") }
  return Unmanaged<OutlineSink>.fromOpaque(data).takeUnretainedValue()
}

/// Pango's units are 1024ths of a point, y up.
private func point(_ x: Float, _ y: Float) -> CGPoint {
  CGPoint(x: Double(x) / 1024, y: -Double(y) / 1024)
}
