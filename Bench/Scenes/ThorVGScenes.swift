import Foundation
import StarmineGraphics
import StarmineLayers
import StarmineScene

/// The scenes of ThorVG's benchmark by their rules: 5,000 shapes that lie elsewhere in each frame.
///
/// `Documentation/league.md 2.2` says what each shows and where it departs from its model.
extension BenchScene {
  /// Each in both motions of the original; discs look the same in both.
  static let thorVGScenes: [BenchScene] = ThorVGShape.allCases.flatMap { shape in
    shape.isRound ? [jumping(shape, turn: 0)] : [jumping(shape, turn: 0), jumping(shape, turn: .pi / 2)]
  }

  fileprivate static let thorVGViewport = Viewport(width: 2560, height: 1440, background: .black)

  /// - Parameter turn: the largest, radians. Shapes, places and sizes are the same with any.
  private static func jumping(_ shape: ThorVGShape, turn: Double) -> BenchScene {
    let name = turn > 0 ? "\(shape.rawValue)-turned" : shape.rawValue
    let motion = turn > 0 ? "elsewhere and turned in each frame" : "elsewhere in each frame"
    return tree(
      named: "thorvg-\(name)-5k", .thorvg, "5,000 \(shape.summary), \(motion)", cycle: forgetfulCycle,
      in: thorVGViewport
    ) {
      let root = CALayer()
      var stage = LayerStage(seed: 12_345)
      for index in 0..<5_000 {
        let layer = shape.layer(index, &stage)
        stage.jump(layer, turn: turn, frames: forgetfulCycle)
        root.addSublayer(layer)
      }
      return root.committedTree()
    }
  }
}

/// What a scene of ThorVG's benchmark is made of.
private enum ThorVGShape: String, CaseIterable {
  case rects, circles, strokes, borders, images
  case pictures = "images-25"
  case axial, radial

  /// Turning changes nothing.
  var isRound: Bool { self == .circles || self == .radial }

  var summary: String {
    switch self {
    case .rects: "rectangles of 10 to 200 px"
    case .circles: "discs of 10 to 200 px"
    case .strokes: "curves, bent lines and speech bubbles of 48 to 200 px, stroked 2 to 8 wide, round caps and joins"
    case .borders: "rectangles of 10 to 200 px with a white line of 3 along the edge"
    case .images: "copies of one picture in boxes of 10 to 200 px"
    case .pictures: "copies of 25 pictures in boxes of 10 to 200 px, opacity 0.992 to 1"
    case .axial: "rectangles of 10 to 200 px with a gradient from corner to corner"
    case .radial: "discs of 10 to 200 px with a gradient from the middle to the rim"
    }
  }

  /// The shape of a number.
  func layer(_ index: Int, _ stage: inout LayerStage) -> CALayer {
    switch self {
    case .rects: stage.rectangle()
    case .circles: stage.disc()
    case .strokes: stage.stroke(index)
    case .borders: stage.borderedRectangle()
    case .images: stage.image(of: Self.onePicture, opacity: 255)
    case .pictures: stage.image(of: Self.manyPictures, opacity: 253)
    case .axial: stage.axialGradient()
    case .radial: stage.radialGradient()
    }
  }

  private static let onePicture = [LayerStage.picture(side: 256)]
  private static let manyPictures = (0..<25).map { LayerStage.picture(width: 112 + 3 * $0, height: 184 - 3 * $0) }
}

// MARK: Motion and places

extension LayerStage {
  /// Lets a layer lie up to 50 px from its place in each frame, at 0.9 to 1.1 of its size, turned by up to an angle.
  fileprivate mutating func jump(_ layer: CALayer, turn: Double, frames: Int) {
    let jump = CAKeyframeAnimation(keyPath: "transform")
    jump.values = (0..<frames).map { _ in jumpedTransform(turn: turn) }
    jump.calculationMode = .discrete
    (jump.duration, jump.repeatCount) = (Double(frames) / 60, .infinity)
    // Frames lie halfway between two jumps.
    jump.timeOffset = 0.5 / 60
    layer.add(jump, forKey: "jump")
  }

  private mutating func jumpedTransform(turn: Double) -> CATransform3D {
    let (x, y, angle, scale) = (value(-50...50), value(-50...50), value(-turn...turn), value(0.9...1.1))
    let turned = CATransform3DScale(CATransform3DMakeRotation(angle, 0, 0, 1), scale, scale, 1)
    return CATransform3DConcat(turned, CATransform3DMakeTranslation(x, y, 0))
  }

  /// Gives a layer random sides and a random middle in the frame.
  private mutating func scatter<Layer: CALayer>(_ layer: Layer, sides: ClosedRange<Double> = 10...200) -> Layer {
    let frame = BenchScene.thorVGViewport
    layer.bounds = CGRect(x: 0, y: 0, width: value(sides), height: value(sides))
    layer.position = CGPoint(x: value(0...Double(frame.width)), y: value(0...Double(frame.height)))
    return layer
  }

  private mutating func scatterRound<Layer: CALayer>(_ layer: Layer) -> Layer {
    let result = scatter(layer)
    let diameter = result.bounds.width
    result.bounds = CGRect(x: 0, y: 0, width: diameter, height: diameter)
    result.cornerRadius = diameter / 2
    return result
  }

  /// A random colour, all but opaque, and its complement.
  private mutating func complements() -> [CGColor] {
    let (red, green, blue, alpha) = (value(0...1), value(0...1), value(0...1), value(240...255) / 255)
    return [
      CGColor(red: red, green: green, blue: blue, alpha: alpha),
      CGColor(red: 1 - red, green: 1 - green, blue: 1 - blue, alpha: alpha),
    ]
  }
}

// MARK: Shapes

extension LayerStage {
  fileprivate mutating func rectangle() -> CALayer {
    let layer = scatter(CALayer())
    layer.backgroundColor = complements()[0]
    return layer
  }

  fileprivate mutating func disc() -> CALayer {
    let layer = scatterRound(CALayer())
    layer.backgroundColor = complements()[0]
    return layer
  }

  /// Half of the line lies outside of the rectangle.
  fileprivate mutating func borderedRectangle() -> CALayer {
    let layer = rectangle()
    let width: CGFloat = 3
    layer.bounds = layer.bounds.insetBy(dx: -width / 2, dy: -width / 2)
    (layer.borderWidth, layer.borderColor) = (width, CGColor.white)
    return layer
  }

  /// As large as its box allows.
  ///
  /// - Parameter opacity: the least, of 255.
  fileprivate mutating func image(of pictures: [CGImage], opacity: Double) -> CALayer {
    let layer = scatter(CALayer())
    let picture = element(of: pictures)
    (layer.contents, layer.contentsGravity) = (picture, .resizeAspect)
    layer.opacity = Float(value(opacity...255) / 255)
    return layer
  }

  fileprivate mutating func axialGradient() -> CALayer {
    let layer = scatter(CAGradientLayer())
    // Lines of one colour are at right angles to the diagonal in pixels, not in units of the sides.
    let (across, down) = (layer.bounds.width * layer.bounds.width, layer.bounds.height * layer.bounds.height)
    let reach = (across + down) / (across * across + down * down)
    (layer.startPoint, layer.endPoint) = (.zero, CGPoint(x: across * reach, y: down * reach))
    layer.colors = complements()
    return layer
  }

  fileprivate mutating func radialGradient() -> CALayer {
    let layer = scatterRound(CAGradientLayer())
    layer.type = .radial
    layer.colors = complements()
    (layer.startPoint, layer.endPoint) = (CGPoint(x: 0.5, y: 0.5), CGPoint(x: 1, y: 1))
    return layer
  }
}

// MARK: Strokes

extension LayerStage {
  /// Three outlines in turn, as diagrams have them.
  fileprivate mutating func stroke(_ index: Int) -> CALayer {
    let layer = scatter(CAShapeLayer(), sides: 48...200)
    let outlines = [Self.curve(in:), Self.bentLine(in:), Self.speechBubble(in:)]
    layer.path = outlines[index % outlines.count](layer.bounds.size)
    (layer.fillColor, layer.strokeColor) = (nil, color())
    layer.lineWidth = value(2...8)
    (layer.lineCap, layer.lineJoin) = (.round, .round)
    return layer
  }

  /// Like an S.
  private static func curve(in size: CGSize) -> CGPath {
    let path = CGMutablePath()
    path.move(to: size.at(0.1, 0.75))
    path.addCurve(to: size.at(0.5, 0.5), control1: size.at(0.3, 0.75), control2: size.at(0.35, 0.65))
    path.addCurve(to: size.at(0.9, 0.25), control1: size.at(0.65, 0.35), control2: size.at(0.7, 0.25))
    return path
  }

  /// Three straight parts with two round bends.
  private static func bentLine(in size: CGSize) -> CGPath {
    let path = CGMutablePath()
    path.move(to: size.at(0.1, 0.2))
    path.addLine(to: size.at(0.4, 0.2))
    path.addCurve(to: size.at(0.5, 0.3), control1: size.at(0.455, 0.2), control2: size.at(0.5, 0.245))
    path.addLine(to: size.at(0.5, 0.7))
    path.addCurve(to: size.at(0.6, 0.8), control1: size.at(0.5, 0.755), control2: size.at(0.545, 0.8))
    path.addLine(to: size.at(0.9, 0.8))
    return path
  }

  /// Closed, with four round corners and a tail of three.
  private static func speechBubble(in size: CGSize) -> CGPath {
    let path = CGMutablePath()
    path.move(to: size.at(0.2, 0.1))
    path.addLine(to: size.at(0.8, 0.1))
    path.addCurve(to: size.at(0.95, 0.25), control1: size.at(0.883, 0.1), control2: size.at(0.95, 0.167))
    path.addLine(to: size.at(0.95, 0.6))
    path.addCurve(to: size.at(0.8, 0.75), control1: size.at(0.95, 0.683), control2: size.at(0.883, 0.75))
    for point in [size.at(0.5, 0.75), size.at(0.3, 0.95), size.at(0.35, 0.75), size.at(0.2, 0.75)] {
      path.addLine(to: point)
    }
    path.addCurve(to: size.at(0.05, 0.6), control1: size.at(0.117, 0.75), control2: size.at(0.05, 0.683))
    path.addLine(to: size.at(0.05, 0.25))
    path.addCurve(to: size.at(0.2, 0.1), control1: size.at(0.05, 0.167), control2: size.at(0.117, 0.1))
    path.closeSubpath()
    return path
  }
}

extension CGSize {
  /// A place in units of both sides.
  fileprivate func at(_ x: CGFloat, _ y: CGFloat) -> CGPoint { CGPoint(x: x * width, y: y * height) }
}
