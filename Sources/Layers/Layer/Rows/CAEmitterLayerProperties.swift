extension Property where Root == LayerState {
  /// Properties that `CAEmitterLayer` adds (behavior.md 5.1).
  static let emitterLayer: [Property<LayerState>] = Property<EmitterState>.emitter.map {
    $0.lifted(toLayerBy: \.emitter)
  }
}

extension Property where Root == EmitterState {
  private static let emitterTable = PropertyTable(emitter)

  static func row(forKeyPath keyPath: String) -> Property<EmitterState>? {
    emitterTable[keyPath] ?? behaviorInput(keyPath)
  }

  fileprivate static let emitter: [Property<EmitterState>] =
    [
      Property("birthRate", \.birthRate, range: 0...10, "Multiplies the birth rate of every top-level cell."),
      Property("lifetime", \.lifetime, range: 0...10, "Multiplies lifetimes at birth."),
      Property(
        "emitterPosition", \.emitterPosition, unit: .points, range: 0...4096,
        "Centre of the shape, in the layer's bounds."),
      Property(
        "emitterZPosition", \.emitterZPosition, unit: .points, range: -1000...1000, "Depth of the shape's centre."),
      Property(
        "emitterSize", \.emitterSize, unit: .points, range: 0...4096, "Size of the shape; the width is a radius."),
      Property("emitterDepth", \.emitterDepth, unit: .points, range: 0...2000, "Extent of a cuboid along z."),
      Property("emitterShape", \.emitterShape, animatable: false, "Where particles are born."),
      Property("emitterMode", \.emitterMode, animatable: false, "Which part of the shape emits."),
      Property("renderMode", \.renderMode, animatable: false, "Drawing order and blending of particles."),
      Property("preservesDepth", \.preservesDepth, animatable: false, "Particles live in the superlayer's 3D space."),
      Property("velocity", \.velocity, range: -10...10, "Multiplies initial velocities."),
      Property("scale", \.scale, range: 0...10, "Multiplies initial scales."),
      Property("spin", \.spin, range: -10...10, "Multiplies initial spins."),
      Property(
        "spinBias", \.spinBias, unit: .radiansPerSecond, range: -10...10,
        origin: .undeclared, "Added to initial spins. Private on Apple's system."),
      Property("seed", \.seed, range: 0...4_294_967_295, animatable: false, "Seed of the layer's random numbers."),
      behaviorList("Behaviours of all particles of the layer."),
    ] + sources

  private static let sources: [Property<EmitterState>] = [
    Property(
      "emitterPath", \.emitterPath, animatable: false,
      origin: .undeclared, "Path of the shape path, in the layer's bounds. Private on Apple's system."),
    Property(
      "emitterRects", \.rectList, unit: .points, animatable: false,
      origin: .undeclared,
      "Rectangles of the shape rectangles: x, y, width and height, in the layer's bounds. Private on Apple's system."
    ),
    Property(
      "emitterImage", \.emitterImage, animatable: false,
      origin: .engine,
      "Image or video of the shape image, in emitterSize around emitterPosition. Particles are born where it is "
        + "opaque, at a rate that follows its alpha."),
    Property(
      "emitterUsesImageColors", \.takesImageColors, animatable: false, origin: .engine, "Uses the image's colours."),
    Property(
      "emitterText", \.emitterText, animatable: false, origin: .engine, "Text of shape text, at emitterPosition."),
    Property("emitterFont", \.emitterFont, animatable: false, origin: .engine, "Name of the text's font."),
    Property(
      "emitterFontSize", \.emitterFontSize, unit: .points, range: 8...512, animatable: false,
      origin: .engine, "Size of the text's font."),
    Property(
      "emitterFit", \.emitterFit, animatable: false, origin: .engine,
      "How text is fitted to emitterSize, like fit of CATextLayer."),
  ]
}

extension EmitterState {
  fileprivate var rectList: RectList {
    get { RectList(rects: emitterRects) }
    set { emitterRects = newValue.rects }
  }
}

/// Rectangles, written as such or as a list of numbers.
private struct RectList: PropertyValue {
  static let kind = ValueKind.numbers
  var rects: [CGRect]

  init(rects: [CGRect]) { self.rects = rects }

  init?(keyValue: Any?) {
    guard let list = keyValue as? [Any] else { return nil }
    if let rects = list as? [CGRect] {
      self.rects = rects
    } else if let numbers = [Double](keyValue: list), numbers.count % 4 == 0 {
      rects = stride(from: 0, to: numbers.count, by: 4).map {
        CGRect(x: numbers[$0], y: numbers[$0 + 1], width: numbers[$0 + 2], height: numbers[$0 + 3])
      }
    } else {
      return nil
    }
  }

  var keyValue: Any? {
    rects.flatMap { [$0.minX, $0.minY, $0.width, $0.height].map { Double($0) } }
  }
}
