package import Foundation
import StarmineGraphics
import StarmineScene

extension PeerCase {
  /// The bytes of the file, version 3.
  ///
  /// Little-endian: the text `SMCASE3` and a zero byte, then 32-bit words, floats among them. Colours are premultiplied
  /// `0xAARRGGBB`, indices -1 where there is nothing. A frame is six floats: origin, vector along the width, along the
  /// height, in pixels.
  ///
  /// * Head: width, height, background, count of images, paths, paints, pens, texts, items.
  /// * Image: width, height, pixels.
  /// * Path: count of elements and of floats; a word for each element (0 move, 1 line, 2 quadratic curve, 3 cubic
  ///   curve, 4 close); their points, control points first.
  /// * Paint: kind (0 axial, 1 radial, 2 conic gradient, 3 image), index of the image, count of stops, frame; for each
  ///   stop its place and straight red, green, blue, alpha, 0 to 1. Colours between stops are mixed straight.
  /// * Pen: width, cap (0 butt, 1 round, 2 square), join (0 miter, 1 round, 2 bevel), miter limit, dash phase, count of
  ///   dashes, dashes. Widths are in the path's units.
  /// * Text: a line. Family of its font and the line as UTF-8, each with the count of its bytes before it and one to
  ///   four zeros behind it; pixels per em, left end, baseline, top; count of glyphs, the number of each in the font, x
  ///   and y of each. The family's file is the one that `fc-match` finds.
  /// * Item: 16 words: kind (`Kind`), blend (its place in `modes`), index of the image, path or text, paint, pen,
  ///   colour, frame, corner radius, standard deviation of a shadow or of a group that is blurred, offset of a shadow.
  package var data: Data {
    var data = Data("SMCASE3\0".utf8)
    data.add(
      UInt32(width), UInt32(height), background, UInt32(images.count), UInt32(paths.count), UInt32(paints.count),
      UInt32(pens.count), UInt32(texts.count), UInt32(items.count))
    for image in images {
      data.add(UInt32(image.width), UInt32(image.height))
      for pixel in image.base.pixels { data.add(pixel) }
    }
    for path in paths { data.add(path) }
    for paint in paints { data.add(paint) }
    for pen in pens { data.add(pen) }
    for text in texts { data.add(text) }
    for item in items { data.add(item) }
    return data
  }
}

extension Data {
  fileprivate mutating func add(_ numbers: UInt32...) {
    for number in numbers { Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) } }
  }

  private mutating func add(index: Int) { add(UInt32(bitPattern: Int32(index))) }

  private mutating func add(float number: Double) { add(Float(number).bitPattern) }

  private mutating func add(_ frame: PeerCase.Frame) {
    for number in [frame.x, frame.y, frame.widthX, frame.widthY, frame.heightX, frame.heightY] { add(float: number) }
  }

  fileprivate mutating func add(_ path: CGPath.Geometry) {
    let elements = path.elements.map(\.numbers)
    let points = elements.flatMap(\.points)
    add(UInt32(elements.count), UInt32(points.count * 2))
    for element in elements { add(element.kind) }
    for point in points {
      add(float: point.x)
      add(float: point.y)
    }
  }

  fileprivate mutating func add(_ paint: PeerCase.Paint) {
    switch paint {
    case .image(let image, let frame):
      add(3, UInt32(image), 0)
      add(frame)
    case .gradient(let kind, let stops, let frame):
      add(kind == .axial ? 0 : kind == .radial ? 1 : 2, .max, UInt32(stops.count))
      add(frame)
      for stop in stops {
        add(float: stop.location)
        for index in 0..<4 { add(stop.color[index].bitPattern) }
      }
    }
  }

  fileprivate mutating func add(_ pen: StrokeStyle) {
    add(float: pen.width)
    add(UInt32(pen.cap.rawValue), UInt32(pen.join.rawValue))
    add(float: pen.miterLimit)
    add(float: pen.dashPhase)
    add(UInt32(pen.dashLengths.count))
    for dash in pen.dashLengths { add(float: dash) }
  }

  private mutating func add(string: String) {
    let bytes = Array(string.utf8)
    add(UInt32(bytes.count))
    append(contentsOf: bytes + Array(repeating: 0, count: 4 - bytes.count % 4))
  }

  fileprivate mutating func add(_ text: PeerCase.Text) {
    add(string: text.font)
    add(string: text.string)
    for number in [text.size, text.x, text.baseline, text.top] { add(float: number) }
    add(UInt32(text.glyphs.count))
    for glyph in text.glyphs { add(glyph.number) }
    for glyph in text.glyphs {
      add(float: glyph.x)
      add(float: glyph.y)
    }
  }

  fileprivate mutating func add(_ item: PeerCase.Item) {
    add(item.kind.rawValue, item.blend)
    for index in [item.index, item.paint, item.pen] { add(index: index) }
    add(item.color)
    add(item.place)
    for number in [item.radius, item.sigma, item.offset.x, item.offset.y] { add(float: number) }
  }
}

extension CGPath.Geometry.Element {
  fileprivate var numbers: (kind: UInt32, points: [CGPoint]) {
    switch self {
    case .move(let point): (0, [point])
    case .line(let point): (1, [point])
    case .quadCurve(let end, let control): (2, [control, end])
    case .curve(let end, let control1, let control2): (3, [control1, control2, end])
    case .close: (4, [])
    }
  }
}
