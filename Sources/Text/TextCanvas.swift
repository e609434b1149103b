import CStarminePango
import Foundation
import StarmineGraphics

/// Pixels that outlines are drawn to.
struct TextCanvas {
  private let width: Int
  private let height: Int
  private var pixels: [UInt32]
  private var points: [FT_Vector] = []
  private var tags: [UInt8] = []
  /// Index of the last point of each contour.
  private var ends: [Int16] = []

  init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    pixels = [UInt32](repeating: 0, count: width * height)
  }

  var image: CGImage { CGImage(width: width, height: height, pixels: pixels) }

  /// - Parameters:
  ///   - color: of the text.
  ///   - x: where the glyph's origin lies, in pixels. `y`: as `x`.
  mutating func draw(
    _ glyph: GlyphOutline, scale: Double, x: Double, y: Double, color: CGColor, _ library: borrowing FreeTypeLibrary
  ) {
    switch glyph.colors {
    case nil: draw(glyph.geometry, scale: scale, x: x, y: y, color: color.premultipliedPixel, library)
    case .picture(let image, let place):
      let pixels = CGRect(
        x: x + Double(place.minX) * scale, y: y + Double(place.minY) * scale, width: Double(place.width) * scale,
        height: Double(place.height) * scale)
      guard let block = image.scaled(to: pixels, width: width, height: height) else { return }
      draw(block, alpha: color.alpha)
    case .layers(let layers):
      guard let area = PixelArea(glyph.box.offsetBy(dx: x / scale, dy: y / scale), scale: scale) else { return }
      let (left, top) = (max(0, area.minX), max(0, area.minY))
      let (right, bottom) = (min(width, area.minX + area.width), min(height, area.minY + area.height))
      guard left < right, top < bottom else { return }
      // They fade as one.
      var canvas = TextCanvas(width: right - left, height: bottom - top)
      for layer in layers {
        canvas.draw(
          layer.outline, scale: scale, x: x - Double(left), y: y - Double(top),
          color: (layer.color ?? color.faded(to: 1)).premultipliedPixel, library)
      }
      draw(
        PixelBlock(x: left, y: top, width: right - left, height: bottom - top, pixels: canvas.pixels),
        alpha: color.alpha)
    }
  }

  private mutating func draw(_ block: PixelBlock, alpha: CGFloat) {
    let factor = alpha.byte
    for y in 0..<block.height {
      for x in 0..<block.width {
        let source = scaled(block.pixels[y * block.width + x], factor)
        let index = (block.y + y) * width + block.x + x
        pixels[index] = sourceOver(source, pixels[index])
      }
    }
  }

  /// - Parameter color: a premultiplied `0xAARRGGBB`. `x`, `y`: where the outline's origin lies, in pixels.
  private mutating func draw(
    _ outline: CGPath.Geometry, scale: Double, x: Double, y: Double, color: UInt32,
    _ library: borrowing FreeTypeLibrary
  ) {
    collect(outline, scale: scale, x: x, y: y)
    guard !points.isEmpty, points.count <= Int(Int16.max) else { return }
    pixels.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      var target = SpanTarget(pixels: base, width: width, color: color)
      // Fails only for outlines without an area, which show nothing.
      _ = shim_cover(
        library.pointer, points, tags, Int32(points.count), ends, Int32(ends.count), Int32(width), Int32(height),
        { y, count, spans, user in
          guard let spans, let user else { return }
          let target = user.assumingMemoryBound(to: SpanTarget.self).pointee
          for span in UnsafeBufferPointer(start: spans, count: Int(count)) { target.blend(span, y: Int(y)) }
        }, &target)
    }
  }

  /// The outline in FreeType's terms: 64ths of a pixel.
  private mutating func collect(_ outline: CGPath.Geometry, scale: Double, x: Double, y: Double) {
    points.removeAll(keepingCapacity: true)
    tags.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    // Farther points would leave the range of the scan converter; nothing visible is there.
    let limit = 0x1p22
    func add(_ point: CGPoint, tag: UInt8) {
      let pixel = (x: (x + Double(point.x) * scale) * 64, y: (y + Double(point.y) * scale) * 64)
      points.append(
        FT_Vector(
          x: Int(min(max(pixel.x, -limit), limit).rounded()), y: Int(min(max(pixel.y, -limit), limit).rounded())))
      tags.append(tag)
    }
    let (on, quadratic, cubic): (UInt8, UInt8, UInt8) = (1, 0, 2)
    for element in outline.elements {
      switch element {
      case .move(let point):
        endContour()
        add(point, tag: on)
      case .line(let point): add(point, tag: on)
      case .quadCurve(let end, let control):
        add(control, tag: quadratic)
        add(end, tag: on)
      case .curve(let end, let control1, let control2):
        add(control1, tag: cubic)
        add(control2, tag: cubic)
        add(end, tag: on)
      case .close: break
      }
    }
    endContour()
  }

  private mutating func endContour() {
    guard points.count > Int(ends.last ?? -1) + 1 else { return }
    ends.append(Int16(truncatingIfNeeded: points.count - 1))
  }
}

/// Where FreeType's spans go.
private struct SpanTarget {
  let pixels: UnsafeMutablePointer<UInt32>
  let width: Int
  let color: UInt32

  /// `s c + d (1 - s.a c)` for a colour s under coverage c. FreeType stays within the pixels that it was told.
  func blend(_ span: FT_Span, y: Int) {
    let source = scaled(color, UInt32(span.coverage))
    let row = pixels + y * width + Int(span.x)
    for x in 0..<Int(span.len) { row[x] = sourceOver(source, row[x]) }
  }
}
