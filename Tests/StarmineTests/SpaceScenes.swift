import Starmine

/// Layer trees whose pictures are kept in Tests/Golden/Space.
enum SpaceScene: String, CaseIterable, Sendable {
  case gradients, replicators, cubes, crossing

  static let size = 240.0

  var root: CALayer {
    let root = CALayer()
    root.frame = CGRect(x: 0, y: 0, width: Self.size, height: Self.size)
    root.backgroundColor = CGColor(gray: 0.15, alpha: 1)
    switch self {
    case .gradients: root.sublayers = Self.gradientLayers
    case .replicators: root.sublayers = Self.replicatorLayers
    case .cubes: root.sublayers = Self.cubeLayers
    case .crossing: root.sublayers = Self.crossingLayers
    }
    return root
  }

  /// A layer of a class with frame and background.
  private static func place<Layer: CALayer>(
    _ layer: Layer, _ x: Double, _ y: Double, _ width: Double = 70, _ height: Double = 70, _ hex: String? = nil
  ) -> Layer {
    layer.frame = CGRect(x: x, y: y, width: width, height: height)
    layer.backgroundColor = hex.flatMap { try? CGColor(parsingHex: $0) }
    return layer
  }

  private static func colors(_ texts: String...) -> [CGColor] { texts.compactMap { try? CGColor(parsingHex: $0) } }
}

// MARK: Gradients

extension SpaceScene {
  /// Rows: the three types; many stops, hard stops, round corners; translucent over a background, turned, in
  /// perspective.
  private static var gradientLayers: [CALayer] {
    let layers = (0..<9).map { place(CAGradientLayer(), 8 + Double($0 % 3) * 77, 8 + Double($0 / 3) * 77) }
    for layer in layers { layer.colors = colors("#ff3020", "#ffe040", "#2060ff") }
    layers[1].type = .radial
    layers[2].type = .conic
    for layer in layers[1...2] {
      layer.startPoint = CGPoint(x: 0.5, y: 0.5)
      layer.endPoint = CGPoint(x: 1, y: layer.type == .radial ? 1 : 0.5)
    }
    layers[3].colors = colors("#f00", "#ff0", "#0f0", "#0ff", "#00f", "#f0f", "#f00")
    (layers[3].startPoint, layers[3].endPoint) = (CGPoint(x: 0, y: 0), CGPoint(x: 1, y: 1))
    layers[4].colors = colors("#e8e8e8", "#e8e8e8", "#b01030", "#b01030")
    layers[4].locations = [0, 0.5, 0.5, 1]
    layers[5].cornerRadius = 24
    layers[5].locations = [0, 0.2, 1]
    layers[6].colors = colors("#ffffff00", "#ffffff")
    layers[6].backgroundColor = colors("#208040").first
    layers[6].opacity = 0.8
    layers[7].transform = CATransform3DMakeRotation(0.4, 0, 0, 1)
    var turned = CATransform3DIdentity
    turned.m34 = -1 / 120
    layers[8].transform = CATransform3DRotate(turned, 0.9, 0, 1, 0)
    return layers
  }
}

// MARK: Replicators

extension SpaceScene {
  /// A ring that fades, a nested grid that changes colour, a row of delayed emitters, a row in perspective.
  private static var replicatorLayers: [CALayer] {
    let ring = place(CAReplicatorLayer(), 10, 10, 100, 100)
    ring.instanceCount = 12
    ring.instanceTransform = CATransform3DMakeRotation(.pi / 6, 0, 0, 1)
    ring.instanceAlphaOffset = -1 / 13
    let bar = place(CALayer(), 45, 2, 10, 26, "#40c0ff")
    bar.cornerRadius = 5
    ring.addSublayer(bar)
    return [ring, grid, sparks, row]
  }

  private static var grid: CALayer {
    let columns = place(CAReplicatorLayer(), 0, 0, 20, 20)
    columns.instanceCount = 5
    columns.instanceTransform = CATransform3DMakeTranslation(22, 0, 0)
    columns.instanceRedOffset = -0.2
    let dot = place(CAGradientLayer(), 0, 0, 18, 18)
    dot.colors = colors("#fff", "#888")
    dot.cornerRadius = 9
    columns.addSublayer(dot)
    let rows = place(CAReplicatorLayer(), 125, 10, 20, 20)
    rows.instanceCount = 5
    rows.instanceTransform = CATransform3DMakeTranslation(0, 22, 0)
    rows.instanceBlueOffset = -0.2
    rows.addSublayer(columns)
    return rows
  }

  private static var sparks: CALayer {
    let cell = CAEmitterCell()
    cell.contents = CGImage(width: 2, height: 2, pixels: [UInt32](repeating: .max, count: 4))
    (cell.birthRate, cell.lifetime, cell.velocity, cell.scale) = (10, 1.2, 30, 2)
    let emitter = CAEmitterLayer()
    emitter.emitterCells = [cell]
    emitter.emitterPosition = CGPoint(x: 10, y: 10)
    emitter.beginTime = CACurrentMediaTime() - 1
    let row = place(CAReplicatorLayer(), 15, 125, 20, 20)
    row.instanceCount = 5
    row.instanceDelay = 0.2
    row.instanceTransform = CATransform3DMakeTranslation(0, 22, 0)
    row.instanceGreenOffset = -0.25
    row.addSublayer(emitter)
    return row
  }

  private static var row: CALayer {
    let stage = place(CALayer(), 110, 130, 120, 100)
    stage.sublayerTransform.m34 = -1 / 150
    let row = place(CAReplicatorLayer(), 10, 30, 30, 40)
    row.instanceCount = 6
    row.instanceTransform = CATransform3DTranslate(CATransform3DMakeRotation(0.35, 0, 1, 0), 24, 0, -10)
    row.instanceGreenOffset = -0.15
    row.preservesDepth = true
    row.addSublayer(place(CALayer(), 0, 0, 30, 40, "#ffffffcc"))
    stage.addSublayer(row)
    return stage
  }
}

// MARK: Space

extension SpaceScene {
  /// Six faces about the middle of a layer without size; the text is the turn.
  private static func cube(_ side: Double, at x: Double, _ y: Double, turned: CATransform3D, opacity: Float = 1)
    -> CALayer
  {
    let cube = CATransformLayer()
    cube.position = CGPoint(x: x, y: y)
    cube.transform = turned
    cube.opacity = opacity
    let turns: [(Double, Double, Double, Double)] = [
      (0, 0, 1, 0), (.pi / 2, 0, 1, 0), (.pi, 0, 1, 0), (-.pi / 2, 0, 1, 0), (.pi / 2, 1, 0, 0), (-.pi / 2, 1, 0, 0),
    ]
    for (turn, hex) in zip(turns, ["#e04030", "#30a050", "#3060d0", "#e0a020", "#a040c0", "#20b0b0"]) {
      let face = place(CALayer(), -side / 2, -side / 2, side, side, hex)
      face.transform = CATransform3DTranslate(
        CATransform3DMakeRotation(turn.0, turn.1, turn.2, turn.3), 0, 0, side / 2)
      let mark = place(CALayer(), side / 2 - 5, 4, 10, 10, "#ffffff")
      face.addSublayer(mark)
      cube.addSublayer(face)
    }
    return cube
  }

  private static func turn(_ x: Double, _ y: Double, _ z: Double = 0) -> CATransform3D {
    let turned = CATransform3DRotate(CATransform3DMakeRotation(x, 1, 0, 0), y, 0, 1, 0)
    return CATransform3DRotate(turned, z, 0, 0, 1)
  }

  /// From several angles; the last row: faces that only show their fronts, seen through; a cube inside another.
  private static var cubeLayers: [CALayer] {
    let stage = place(CALayer(), 0, 0, size, size)
    stage.sublayerTransform.m34 = -1 / 400
    let angles = [(0.4, 0.5), (-0.5, 0.8), (0.1, -0.7), (1.2, 0.3), (-0.6, 3.6), (0.6, 2.2)]
    for (index, angle) in angles.enumerated() {
      let (x, y) = (Double(index % 3) * 78 + 42, Double(index / 3) * 78 + 42)
      stage.addSublayer(cube(40, at: x, y, turned: turn(angle.0, angle.1, 0.1)))
    }
    let hollow = cube(40, at: 42, 198, turned: turn(-0.5, 0.6))
    for face in hollow.sublayers ?? [] { face.isDoubleSided = false }
    hollow.sublayers?[0].isHidden = true
    stage.addSublayer(hollow)
    stage.addSublayer(cube(40, at: 120, 198, turned: turn(-0.5, 0.6), opacity: 0.5))
    let outer = cube(36, at: 198, 198, turned: turn(-0.5, 0.6))
    outer.addSublayer(cube(36, at: 10, 6, turned: turn(0.3, 0.7, 0.5)))
    stage.addSublayer(outer)
    return [stage]
  }

  /// Left: two planes through each other in a transform layer; right: the same two flattened, in array order; below:
  /// three planes, one translucent, and a ring of overlapping ones that no order could draw.
  private static var crossingLayers: [CALayer] {
    let stage = place(CALayer(), 0, 0, size, size)
    stage.sublayerTransform.m34 = -1 / 300
    for (index, parent) in [CATransformLayer(), CALayer()].enumerated() {
      parent.position = CGPoint(x: 62 + Double(index) * 118, y: 62)
      parent.sublayers = [plane("#e0a020", turn(0.2, 0.8)), plane("#3060d0", turn(0.2, -0.6))]
      stage.addSublayer(parent)
    }
    let three = CATransformLayer()
    three.position = CGPoint(x: 62, y: 178)
    three.sublayers = [
      plane("#e04030", turn(0.4, 0.9)), plane("#30a050", turn(0.4, -0.7)), plane("#ffffff90", turn(1.3, 0, 0.4)),
    ]
    stage.addSublayer(three)
    let ring = CATransformLayer()
    ring.position = CGPoint(x: 180, y: 178)
    ring.sublayers = (0..<4).map { index in
      let blade = place(CAGradientLayer(), -40, 4, 80, 26)
      blade.colors = colors("#fff", ["#e04030", "#30a050", "#3060d0", "#e0a020"][index])
      let turn = CATransform3DMakeRotation(Double(index) * .pi / 2, 0, 0, 1)
      blade.transform = CATransform3DRotate(turn, 0.5, 0, 1, 0)
      blade.anchorPoint = CGPoint(x: 0.5, y: -0.15)
      blade.position = .zero
      return blade
    }
    stage.addSublayer(ring)
    return [stage]
  }

  private static func plane(_ hex: String, _ turned: CATransform3D) -> CALayer {
    let plane = place(CALayer(), -40, -40, 80, 80, hex)
    plane.cornerRadius = 10
    plane.transform = turned
    return plane
  }
}
