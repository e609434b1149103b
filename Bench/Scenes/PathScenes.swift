import Foundation
import StarmineGraphics
import StarmineLayers
import StarmineText

extension BenchScene {
  /// Stars, which cross themselves, and polygons of 60 sides in turn.
  static func polygons(_ count: Int) -> BenchScene {
    layers(
      named: "layers-polygons-\(count / 1000)k", "\(count) stars and 60-sided polygons 64x64, filled by winding"
    ) { root, stage in
      let paths = [ring(points: 5, step: 2, radius: 32), ring(points: 60, step: 1, radius: 32)]
      for index in 0..<count {
        let layer = stage.place(CAShapeLayer())
        (layer.path, layer.fillColor) = (paths[index % 2], stage.color(alpha: 0.8))
        root.addSublayer(layer)
      }
    }
  }

  /// One outline of 10,000 points, as maps have them.
  static let coast = layers(named: "layers-coast", "a coast line of 10,000 points, filled, across the frame") {
    root, stage in
    let path = CGMutablePath()
    for index in 0..<10_000 {
      let angle = 2 * Double.pi * Double(index) / 10_000
      // Bays of every size: a sum of waves, and a step of its own for each point.
      let bays = sin(angle * 7) * 60 + sin(angle * 31) * 20 + sin(angle * 211) * 6 + stage.value(-3...3)
      let point = CGPoint(x: 900 + (780 + bays) * cos(angle), y: 500 + (400 + bays) * sin(angle))
      if index == 0 { path.move(to: point) } else { path.addLine(to: point) }
    }
    path.closeSubpath()
    let layer = CAShapeLayer()
    layer.frame = CGRect(x: 60, y: 40, width: 1_800, height: 1_000)
    (layer.path, layer.fillColor) = (path, stage.color())
    root.addSublayer(layer)
  }

  /// Lines of twelve corners.
  static func zigzags(_ count: Int, width: CGFloat) -> BenchScene {
    let summary = "\(count) zigzags 120x120 stroked \(Int(width)) wide, round joins"
    return layers(named: "layers-strokes-\(Int(width))px-\(count)", summary) { root, stage in
      for _ in 0..<count {
        let (layer, path) = (stage.place(CAShapeLayer(), width: 120, height: 120), CGMutablePath())
        for corner in 0..<12 {
          let point = CGPoint(x: 10 * CGFloat(corner) + 5, y: stage.value(5...115))
          if corner == 0 { path.move(to: point) } else { path.addLine(to: point) }
        }
        (layer.path, layer.fillColor, layer.strokeColor) = (path, nil, stage.color(alpha: 0.8))
        (layer.lineWidth, layer.lineJoin) = (width, .round)
        root.addSublayer(layer)
      }
    }
  }

  /// Words as outlines, not as text.
  static func letters(_ count: Int) -> BenchScene {
    layers(named: "layers-letters-\(count)", "\(count) words of 48 pt as filled paths") { root, stage in
      let words = ["Starmine", "rocket", "burst", "glowing sparks"].map(outline)
      for index in 0..<count {
        let layer = stage.place(CAShapeLayer(), width: 320, height: 60)
        (layer.path, layer.fillColor) = (words[index % words.count], stage.color(alpha: 0.8))
        root.addSublayer(layer)
      }
    }
  }

  private static func outline(of word: String) -> CGPath {
    let frame = TextFrame(size: CGSize(width: 1_000, height: 100))
    let path = CGMutablePath()
    let run = TextRun(word, font: "DejaVu Sans", size: 48, color: .white)
    for part in Typesetter.shared.typeset([run], in: frame).paths { path.addPath(part.path) }
    return path
  }

  /// Thick and thin ones in turn.
  static func dashes(_ count: Int) -> BenchScene {
    layers(named: "layers-dashes-\(count)", "\(count) dashed rings of 120 px, 1 and 8 wide, round joins") {
      root, stage in
      let path = ring(points: 12, step: 1, radius: 56)
      for index in 0..<count {
        let layer = stage.place(CAShapeLayer(), width: 120, height: 120)
        (layer.path, layer.fillColor, layer.strokeColor) = (path, nil, stage.color())
        (layer.lineWidth, layer.lineJoin, layer.lineDashPattern) = (index % 2 == 0 ? 1 : 8, .round, [14, 9])
        root.addSublayer(layer)
      }
    }
  }

  /// Every `step`-th of a number of points of a circle whose box begins at the origin.
  private static func ring(points: Int, step: Int, radius: Double) -> CGPath {
    let path = CGMutablePath()
    for index in 0..<points {
      let angle = 2 * Double.pi * Double(index * step) / Double(points)
      let point = CGPoint(x: radius + radius * sin(angle), y: radius - radius * cos(angle))
      if index == 0 { path.move(to: point) } else { path.addLine(to: point) }
    }
    path.closeSubpath()
    return path
  }
}
