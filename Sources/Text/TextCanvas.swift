import CStarminePango

struct TextCanvas {
  let width: Int
  let height: Int
  private(set) var pixels: [UInt32]
  private var points: [FT_Vector] = []
  private var tags: [UInt8] = []
  /// Index of the last point of each contour.
  private var ends: [Int16] = []

  init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    pixels = [UInt32](repeating: 0, count: width * height)
  }

  /// A component of each pixel, 0...255: 0 is blue, 1 green, 2 red, 3 alpha.
  func plane(_ component: Int) -> [Float] { pixels.map { Float($0 >> UInt32(8 * component) & 255) } }

  var image: CGImage { CGImage(width: width, height: height, pixels: pixels) }

  /// - Parameter place: from the glyph's points, with the origin on the baseline, to pixels.
  /// - Parameter color: colour of the text.
  mutating func draw(
    _ glyph: GlyphOutline, at place: CGAffineTransform, color: CGColor, _ library: borrowing FreeTypeLibrary
  ) {
    switch glyph.colors {
    case nil: draw(glyph.geometry, at: place, color: color.premultipliedPixel, library)
    case .picture(let image, let box):
      guard let block = image.placed(in: box, at: place, width: width, height: height) else { return }
      draw(block, alpha: color.alpha)
    case .layers(let layers):
      guard let area = PixelArea(glyph.box.applying(place), scale: 1) else { return }
      let (left, top) = (max(0, area.minX), max(0, area.minY))
      let (right, bottom) = (min(width, area.minX + area.width), min(height, area.minY + area.height))
      guard left < right, top < bottom else { return }
      // Layers fade as a group.
      var canvas = TextCanvas(width: right - left, height: bottom - top)
      let moved = place.concatenating(CGAffineTransform(translationX: -CGFloat(left), y: -CGFloat(top)))
      for layer in layers {
        canvas.draw(layer.outline, at: moved, color: (layer.color ?? color.faded(to: 1)).premultipliedPixel, library)
      }
      draw(
        PixelBlock(x: left, y: top, width: right - left, height: bottom - top, pixels: canvas.pixels),
        alpha: color.alpha)
    }
  }

  /// Draws the pixels of a block inside the canvas with an opacity.
  mutating func draw(_ block: PixelBlock, alpha: CGFloat) {
    let factor = alpha.byte
    for y in 0..<block.height {
      for x in 0..<block.width {
        let source = scaled(block.pixels[y * block.width + x], factor)
        let index = (block.y + y) * width + block.x + x
        pixels[index] = sourceOver(source, pixels[index])
      }
    }
  }

  /// - Parameter place: from the outline's points to pixels.
  /// - Parameter color: a premultiplied `0xAARRGGBB`.
  mutating func draw(
    _ outline: CGPath.Geometry, at place: CGAffineTransform, color: UInt32, _ library: borrowing FreeTypeLibrary
  ) {
    collect(outline, at: place)
    guard !points.isEmpty, points.count <= Int(Int16.max) else { return }
    pixels.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      var target = SpanTarget(pixels: base, width: width, color: color)
      // Fails only for outlines without an area, which are invisible.
      _ = shim_cover(
        library.pointer, points, tags, Int32(points.count), ends, Int32(ends.count), Int32(width), Int32(height),
        { y, count, spans, user in
          guard let spans, let user else { return }
          let target = user.assumingMemoryBound(to: SpanTarget.self).pointee
          for span in UnsafeBufferPointer(start: spans, count: Int(count)) { target.blend(span, y: Int(y)) }
        }, &target)
    }
  }

  /// Draws fractional coverage.
  /// - Parameter area: an area inside the canvas.
  mutating func draw(_ coverage: [Float], in area: PixelArea, color: UInt32) {
    for row in 0..<area.height {
      let (from, to) = (row * area.width, (row + area.minY) * width + area.minX)
      for column in 0..<area.width where coverage[from + column] >= 0.5 {
        let source = scaled(color, UInt32(min(255, coverage[from + column] + 0.5)))
        pixels[to + column] = sourceOver(source, pixels[to + column])
      }
    }
  }

  /// Converts the outline to FreeType units, 1/64 pixel.
  private mutating func collect(_ outline: CGPath.Geometry, at place: CGAffineTransform) {
    points.removeAll(keepingCapacity: true)
    tags.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    // Farther points exceed the range of the scan converter and are never visible.
    let limit = 0x1p22
    func add(_ point: CGPoint, tag: UInt8) {
      let pixel = (
        x: (place.tx + point.x * place.a + point.y * place.c) * 64,
        y: (place.ty + point.x * place.b + point.y * place.d) * 64
      )
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

private struct SpanTarget {
  let pixels: UnsafeMutablePointer<UInt32>
  let width: Int
  let color: UInt32

  /// `s c + d (1 - s.a c)` for a colour s with coverage c. FreeType stays within the given pixels.
  func blend(_ span: FT_Span, y: Int) {
    let source = scaled(color, UInt32(span.coverage))
    let row = pixels + y * width + Int(span.x)
    for x in 0..<Int(span.len) { row[x] = sourceOver(source, row[x]) }
  }
}
