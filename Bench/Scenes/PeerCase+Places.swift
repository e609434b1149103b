import Foundation
import StarmineGraphics
import StarmineScene

extension PeerCase.Frame {
  /// The unit of a plane.
  init(_ t: PlaneTransform) {
    self.init(x: t.m31, y: t.m32, widthX: t.m11, widthY: t.m12, heightX: t.m21, heightY: t.m22)
  }

  /// The edges of a rectangle.
  init(_ rect: RoundedRect, _ t: PlaneTransform) {
    let corner = t.apply(rect.minX, rect.minY)
    let (width, height) = (rect.maxX - rect.minX, rect.maxY - rect.minY)
    self.init(
      x: corner.x, y: corner.y, widthX: t.m11 * width, widthY: t.m12 * width, heightX: t.m21 * height,
      heightY: t.m22 * height)
  }

  /// Another frame inside this one, given in units of this one.
  func placing(origin: CGPoint, width: CGPoint, height: CGPoint) -> Self {
    Self(
      x: x + widthX * origin.x + heightX * origin.y, y: y + widthY * origin.x + heightY * origin.y,
      widthX: widthX * width.x + heightX * width.y, widthY: widthY * width.x + heightY * width.y,
      heightX: widthX * height.x + heightX * height.y, heightY: widthY * height.x + heightY * height.y)
  }

  /// The frame of an axial gradient without shear: lines of one colour are at right angles to its width.
  ///
  /// The place along the gradient is the first row of the inverse; its gradient in pixels, over its square, is the step
  /// from 0 to 1.
  var unsheared: Self {
    let area = widthX * heightY - widthY * heightX
    let (gx, gy) = (heightY / area, -heightX / area)
    let square = gx * gx + gy * gy
    return Self(
      x: x, y: y, widthX: gx / square, widthY: gy / square, heightX: -gy / square, heightY: gx / square)
  }
}

extension PeerCase.Paint {
  init(_ gradient: Gradient, _ transform: PlaneTransform) throws {
    guard gradient.circles == nil else { throw PeerCase.Unsupported(description: "gradients between circles") }
    let unit = PeerCase.Frame(RoundedRect(gradient.rect), transform)
    let (start, end) = (gradient.start, gradient.end)
    let (x, y) = (end.x - start.x, end.y - start.y)
    let frame: PeerCase.Frame
    switch gradient.kind {
    case .axial:
      frame = unit.placing(origin: start, width: CGPoint(x: x, y: y), height: CGPoint(x: -y, y: x)).unsheared
    case .radial: frame = unit.placing(origin: start, width: CGPoint(x: x, y: 0), height: CGPoint(x: 0, y: y))
    case .conic:
      let length = hypot(x, y)
      let (cosine, sine) = (x / length, y / length)
      frame = unit.placing(
        origin: start, width: CGPoint(x: cosine, y: sine), height: CGPoint(x: -sine, y: cosine))
    }
    self = .gradient(gradient.kind, gradient.stops, frame)
  }
}

/// A fill or a stroke of a shape layer, as the layer has it: display lists hold its outline only.
struct ShapePiece {
  /// Drawn part of the layer's path.
  var path: CGPath.Geometry
  /// Nil for a fill.
  var pen: StrokeStyle?
  /// The layer's path, and its pen with the part of the line that shows.
  private var whole: CGPath.Geometry
  private var style: StrokeStyle?

  /// All pieces below a layer in the order of drawing.
  static func all(in node: RenderNode, at time: Double) -> [ShapePiece] {
    let state = node.presentedState(at: time)
    var result: [ShapePiece] = []
    if !state.shapeLayer.isUnset, let path = state.shapeLayer.value.path {
      let shape = state.shapeLayer.value
      if shape.fillColor != nil { result.append(ShapePiece(path: path, whole: path)) }
      if shape.strokeColor != nil {
        let part = path.part(from: shape.strokeStart, to: shape.strokeEnd)
        var style = shape.pen
        (style.start, style.end) = (shape.strokeStart, shape.strokeEnd)
        result.append(ShapePiece(path: part, pen: shape.pen, whole: path, style: style))
      }
    }
    for sublayer in node.sublayers { result += all(in: sublayer, at: time) }
    if let mask = node.mask { result += all(in: mask, at: time) }
    return result
  }

  /// Whether an outline that is drawn under a transform is this piece's.
  func fits(_ shape: PathShape, under transform: PlaneTransform) -> Bool {
    guard let style, let pen else { return PathShape(whole, rule: shape.rule, for: transform).area == shape.area }
    guard PathShape(stroking: whole, style, for: transform).area == shape.area else { return false }
    // What is written as the part of a line that shows reaches as far as what is drawn.
    let (part, drawn) = (PathShape(stroking: path, pen, for: transform).area.boundingBox, shape.area.boundingBox)
    let sides = [\CGRect.minX, \.minY, \.maxX, \.maxY]
    let isAsFar = sides.allSatisfy { abs(part[keyPath: $0] - drawn[keyPath: $0]) < 1 }
    return part.isNull ? drawn.isNull : isAsFar
  }
}

extension ShapeState {
  fileprivate var pen: StrokeStyle {
    var style = StrokeStyle(width: lineWidth, miterLimit: miterLimit)
    style.cap = [.butt: .butt, .round: .round, .square: .square][lineCap] ?? .butt
    style.join = [.miter: .miter, .round: .round, .bevel: .bevel][lineJoin] ?? .miter
    (style.dashPhase, style.dashLengths) = (lineDashPhase, lineDashPattern?.map { CGFloat($0) } ?? [])
    return style
  }
}

// MARK: Parts of paths

extension CGPath.Geometry {
  /// Part between two shares of the length, as strokes show it: curves weigh as long as they are, but inside of one the
  /// share is its parameter. Curves remain curves.
  fileprivate func part(from start: CGFloat, to end: CGFloat) -> CGPath.Geometry {
    guard start > 0 || end < 1 else { return self }
    let curves = self.curves
    let total = curves.reduce(0) { $0 + $1.length }
    var (result, before, last) = (CGPath.Geometry(), 0.0, CGPoint(x: CGFloat.nan, y: 0))
    for curve in curves {
      let length = curve.length
      let (from, to) = (max(0, start * total - before), min(length, end * total - before))
      before += length
      guard length > 0, from < to else { continue }
      let piece = curve.piece(from / length, to / length)
      if piece.a != last { result.move(to: piece.a) }
      result.addCurve(to: piece.d, control1: piece.b, control2: piece.c)
      last = piece.d
    }
    return result
  }

  private var curves: [Cubic] {
    var (result, current, start) = ([Cubic](), CGPoint.zero, CGPoint.zero)
    func line(_ end: CGPoint) -> Cubic {
      Cubic(current, current.toward(end, 1 / 3.0), current.toward(end, 2 / 3.0), end)
    }
    for element in elements {
      switch element {
      case .move(let point): (current, start) = (point, point)
      case .line(let point): (result, current) = (result + [line(point)], point)
      case .quadCurve(let end, let control):
        let (b, c) = (current.toward(control, 2 / 3.0), end.toward(control, 2 / 3.0))
        (result, current) = (result + [Cubic(current, b, c, end)], end)
      case .curve(let end, let b, let c): (result, current) = (result + [Cubic(current, b, c, end)], end)
      case .close: (result, current) = (result + [line(start)], start)
      }
    }
    return result
  }
}

/// A Bezier curve of degree 3.
private struct Cubic {
  var a, b, c, d: CGPoint

  init(_ a: CGPoint, _ b: CGPoint, _ c: CGPoint, _ d: CGPoint) { (self.a, self.b, self.c, self.d) = (a, b, c, d) }

  /// Chords that the length is measured by.
  private static let steps = 256

  var length: Double {
    let points = (0...Self.steps).map { piece(0, Double($0) / Double(Self.steps)).d }
    return zip(points, points.dropFirst()).reduce(0) { $0 + hypot($1.1.x - $1.0.x, $1.1.y - $1.0.y) }
  }

  /// Part between two parameters (de Casteljau).
  func piece(_ from: Double, _ to: Double) -> Cubic {
    let head = split(to).before
    return to > 0 ? head.split(from / to).after : head
  }

  private func split(_ t: Double) -> (before: Cubic, after: Cubic) {
    let (ab, bc, cd) = (a.toward(b, t), b.toward(c, t), c.toward(d, t))
    let (abc, bcd) = (ab.toward(bc, t), bc.toward(cd, t))
    let middle = abc.toward(bcd, t)
    return (Cubic(a, ab, abc, middle), Cubic(middle, bcd, cd, d))
  }
}

extension CGPoint {
  fileprivate func toward(_ other: CGPoint, _ share: Double) -> CGPoint {
    CGPoint(x: x + (other.x - x) * share, y: y + (other.y - y) * share)
  }
}
