import Foundation
import Starmine

/// Shape layers whose pictures are kept in Tests/Golden/Shapes.
enum ShapeScene: String, CaseIterable, Sendable {
  case fills, caps, joins, dashes, trims, curves, spaces

  static let size = 240.0

  var root: CALayer {
    let root = CALayer()
    root.frame = CGRect(x: 0, y: 0, width: Self.size, height: Self.size)
    root.backgroundColor = CGColor(gray: 0.95, alpha: 1)
    root.sublayers =
      switch self {
      case .fills: Self.fillsLayers
      case .caps: Self.capsLayers
      case .joins: Self.joinsLayers
      case .dashes: Self.dashesLayers
      case .trims: Self.trimsLayers
      case .curves: Self.curvesLayers
      case .spaces: Self.spacesLayers
      }
    return root
  }

  private static let ink = CGColor(red: 0.1, green: 0.25, blue: 0.6, alpha: 1)
  private static let pale = CGColor(red: 0.95, green: 0.6, blue: 0.2, alpha: 0.6)

  private static func stroked(_ path: CGPath, width: CGFloat = 8, x: Double = 0, y: Double = 0) -> CAShapeLayer {
    let layer = CAShapeLayer()
    layer.path = path
    layer.position = CGPoint(x: x, y: y)
    (layer.fillColor, layer.strokeColor, layer.lineWidth) = (nil, ink, width)
    return layer
  }

  private static func lines(_ points: (Double, Double)..., closed: Bool = false) -> CGMutablePath {
    let path = CGMutablePath()
    path.addLines(between: points.map { CGPoint(x: $0.0, y: $0.1) })
    if closed { path.closeSubpath() }
    return path
  }

  private static func star(_ radius: Double, _ tips: Int = 5, step: Int = 2) -> CGPath {
    let path = CGMutablePath()
    path.addLines(
      between: (0..<tips).map { index in
        let angle = Double(index * step) * 2 * .pi / Double(tips) - .pi / 2
        return CGPoint(x: radius * cos(angle), y: radius * sin(angle))
      })
    path.closeSubpath()
    return path
  }
}

extension ShapeScene {
  /// Above: a star by both rules. Below: rings by direction and by even-odd; fill with stroke above, at half opacity.
  private static var fillsLayers: [CALayer] {
    let layers = (0..<4).map { index in
      let layer = CAShapeLayer()
      layer.position = CGPoint(x: 60 + Double(index % 2) * 120, y: 64 + Double(index / 2) * 116)
      layer.path = star(54)
      layer.fillColor = ink
      return layer
    }
    layers[1].fillRule = .evenOdd
    let rings = CGMutablePath()
    for radius in [50.0, 34, 18] {
      rings.addEllipse(in: CGRect(x: -radius, y: -radius, width: 2 * radius, height: 2 * radius))
    }
    layers[2].path = rings
    layers[2].fillRule = .evenOdd
    layers[3].path = star(44, 7, step: 3)
    (layers[3].fillColor, layers[3].strokeColor, layers[3].lineWidth) = (pale, ink, 6)
    layers[3].opacity = 0.5
    return layers
  }

  /// Columns: butt, round, square. Rows: a line, a turned line, a corner, a dot.
  private static var capsLayers: [CALayer] {
    let paths = [
      lines((0, 0), (44, 0)), lines((0, 20), (40, -10)), lines((0, 24), (20, -6), (44, 24)), lines((20, 0), (20, 0)),
    ]
    return paths.enumerated().flatMap { row, path in
      [CAShapeLayerLineCap.butt, .round, .square].enumerated().flatMap { column, cap in
        let (x, y) = (18 + Double(column) * 78, 30 + Double(row) * 60)
        let layer = stroked(path, width: 16, x: x, y: y)
        layer.lineCap = cap
        let spine = stroked(path, width: 1, x: x, y: y)
        spine.strokeColor = .white
        return [layer, spine]
      }
    }
  }

  /// Columns: miter, round, bevel. Rows: an open right angle, a pointed corner within the miter limit, one beyond it, a
  /// closed triangle.
  private static var joinsLayers: [CALayer] {
    let pointed = lines((0, 30), (44, 36), (0, 42))
    let paths = [lines((0, 0), (44, 0), (44, 36)), pointed, pointed, lines((4, 40), (26, 0), (48, 40), closed: true)]
    return paths.enumerated().flatMap { row, path in
      [CAShapeLayerLineJoin.miter, .round, .bevel].enumerated().map { column, join in
        let layer = stroked(path, width: 10, x: 10 + Double(column) * 76, y: 10 + Double(row) * 56 - (row == 3 ? 0 : 4))
        layer.lineJoin = join
        layer.miterLimit = row == 2 ? 4 : 10
        return layer
      }
    }
  }

  /// Patterns with caps and phases, round a closed rectangle and a circle.
  private static var dashesLayers: [CALayer] {
    let patterns: [([NSNumber], CAShapeLayerLineCap, CGFloat)] = [
      ([16, 8], .butt, 0), ([16, 8], .butt, 12), ([12, 12], .round, 0), ([0, 12], .round, 0), ([10, 12], .square, 0),
      ([20, 6, 4], .butt, 0),
    ]
    var layers = patterns.enumerated().map { row, pattern in
      let layer = stroked(lines((12, 0), (228, 0)), width: 6, y: 14 + Double(row) * 16)
      (layer.lineDashPattern, layer.lineCap, layer.lineDashPhase) = (pattern.0, pattern.1, pattern.2)
      return layer
    }
    let box = stroked(CGPath(rect: CGRect(x: 16, y: 120, width: 90, height: 100), transform: nil), width: 8)
    (box.lineDashPattern, box.lineDashPhase, box.lineJoin) = ([18, 10], 9, .round)
    let circle = stroked(CGPath(ellipseIn: CGRect(x: 132, y: 120, width: 92, height: 100), transform: nil), width: 8)
    (circle.lineDashPattern, circle.lineCap) = ([2, 14], .round)
    layers += [box, circle]
    return layers
  }

  /// A circle, a star and two subpaths, at three ranges.
  private static var trimsLayers: [CALayer] {
    let pair = CGMutablePath()
    pair.addRect(CGRect(x: -28, y: -28, width: 24, height: 56))
    pair.addEllipse(in: CGRect(x: 4, y: -28, width: 24, height: 56))
    let paths = [CGPath(ellipseIn: CGRect(x: -28, y: -28, width: 56, height: 56), transform: nil), star(34), pair]
    let ranges: [(CGFloat, CGFloat)] = [(0, 0.3), (0.2, 0.7), (0.4, 1.5)]
    return paths.enumerated().flatMap { row, path in
      ranges.enumerated().flatMap { column, range in
        let (x, y) = (42 + Double(column) * 78, 42 + Double(row) * 78)
        let layer = stroked(path, width: 6, x: x, y: y)
        (layer.strokeStart, layer.strokeEnd, layer.lineCap) = (range.0, range.1, .round)
        let whole = stroked(path, width: 1, x: x, y: y)
        whole.strokeColor = pale
        return [layer, whole]
      }
    }
  }

  /// Curves: loops, cusps, a wide pen in a tight bend; hairlines.
  private static var curvesLayers: [CALayer] {
    func curve(_ c1: (Double, Double), _ c2: (Double, Double), _ end: (Double, Double)) -> CGPath {
      let path = CGMutablePath()
      path.move(to: .zero)
      path.addCurve(
        to: CGPoint(x: end.0, y: end.1), control1: CGPoint(x: c1.0, y: c1.1), control2: CGPoint(x: c2.0, y: c2.1))
      return path
    }
    let loop = stroked(curve((140, 90), (-60, 90), (80, 0)), width: 10, x: 20, y: 20)
    loop.strokeColor = CGColor(red: 0.1, green: 0.25, blue: 0.6, alpha: 0.5)
    let cusp = stroked(curve((90, 80), (0, 80), (90, 0)), width: 12, x: 130, y: 20)
    let tight = stroked(curve((70, 0), (70, 8), (0, 8)), width: 36, x: 30, y: 130)
    let folded = stroked(curve((110, 0), (110, 0), (0, 0)), width: 14, x: 130, y: 130)
    folded.lineCap = .square
    let hairs = (0..<6).map { index in
      let hair = stroked(star(34, 9, step: 4), width: 0.25 * CGFloat(1 << index), x: 0, y: 0)
      hair.position = CGPoint(x: 30 + Double(index) * 36, y: 204)
      hair.transform = CATransform3DMakeScale(0.5, 0.5, 1)
      return hair
    }
    return [loop, cusp, tight, folded] + hairs
  }

  /// Turned, squeezed, in perspective, clipped to bounds.
  private static var spacesLayers: [CALayer] {
    let layers = (0..<4).map { index in
      let layer = stroked(star(44), width: 10, x: 60 + Double(index % 2) * 120, y: 60 + Double(index / 2) * 120)
      (layer.fillColor, layer.lineJoin) = (pale, .round)
      return layer
    }
    layers[0].transform = CATransform3DMakeRotation(0.5, 0, 0, 1)
    layers[1].transform = CATransform3DMakeScale(1.2, 0.4, 1)
    var turned = CATransform3DIdentity
    turned.m34 = -1 / 120
    layers[2].transform = CATransform3DRotate(turned, 1, 0, 1, 0)
    layers[3].bounds = CGRect(x: -30, y: -30, width: 60, height: 60)
    (layers[3].masksToBounds, layers[3].cornerRadius) = (true, 12)
    return layers
  }
}
