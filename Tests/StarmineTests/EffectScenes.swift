import Starmine

/// Layer trees with filters and other effects, whose pictures are kept in Tests/Golden/Effects.
enum EffectScene: String, CaseIterable, Sendable {
  case filters, backdrops, rasterized, edges

  static let size = 240.0

  var root: CALayer {
    let root = CALayer()
    root.frame = CGRect(x: 0, y: 0, width: Self.size, height: Self.size)
    root.backgroundColor = CGColor(gray: 0.92, alpha: 1)
    switch self {
    case .filters: root.sublayers = Self.filterLayers
    case .backdrops: root.sublayers = Self.backdropLayers
    case .rasterized: root.sublayers = Self.rasterizedLayers
    case .edges: root.sublayers = Self.edgeLayers
    }
    return root
  }

  static func filter(_ type: String, _ inputs: [String: Any] = [:]) -> CAFilter {
    let filter = CAFilter(type: type)
    for (key, value) in inputs { filter.setValue(value, forKey: key) }
    return filter
  }

  /// A small scene of its own: a picture with a sublayer that sticks out.
  private static func card(_ index: Int, _ columns: Int = 4) -> CALayer {
    let (layer, dot) = (CALayer(), CALayer())
    let side = size / Double(columns)
    layer.frame = CGRect(
      x: Double(index % columns) * side + 8, y: Double(index / columns) * side + 8, width: side - 16, height: side - 16)
    layer.contents = LookScene.picture
    dot.frame = CGRect(x: side - 32, y: side - 32, width: 22, height: 22)
    (dot.backgroundColor, dot.cornerRadius) = (CGColor(red: 1, green: 0.3, blue: 0.1, alpha: 0.8), 11)
    layer.addSublayer(dot)
    return layer
  }

  /// Rows: blurs of several radii, clipped, turned, with opacity and mask; colours; several filters; particles of
  /// shapes.
  private static var filterLayers: [CALayer] {
    let blur = { (radius: Double) in filter("gaussianBlur", ["inputRadius": radius]) }
    let lists: [[CAFilter]] = [
      [blur(1)], [blur(4)], [blur(4)], [blur(3)],
      [filter("colorInvert")], [filter("colorSaturate", ["inputAmount": 0])],
      [filter("colorHueRotate", ["inputAngle": 2.0])], [filter("sepiaTone")],
      [filter("colorControls", ["inputSaturation": 1.5, "inputBrightness": 0.2, "inputContrast": 1.4])],
      [filter("colorMonochrome", ["inputColor": CGColor(red: 0.3, green: 0.8, blue: 1, alpha: 1)])],
      [filter("multiplyColor", ["inputColor": CGColor(red: 1, green: 0.6, blue: 0.6, alpha: 0.6)])],
      [blur(2), filter("colorContrast", ["inputAmount": 3])],
      [filter("colorBrightness", ["inputAmount": -0.3])], [blur(3), filter("colorInvert")], [blur(5)], [blur(2)],
    ]
    return lists.enumerated().map { index, filters in
      let layer = card(index)
      layer.filters = filters
      if index == 2 { layer.masksToBounds = true }
      if index == 3 { (layer.opacity, layer.transform) = (0.6, CATransform3DMakeRotation(0.4, 0, 0, 1)) }
      if index == 14 { (layer.shadowOpacity, layer.shadowRadius) = (1, 2) }
      if index == 15 {
        let mask = CALayer()
        mask.frame = layer.bounds.insetBy(dx: 6, dy: 6)
        (mask.backgroundColor, mask.cornerRadius) = (.black, 16)
        layer.mask = mask
      }
      return layer
    }
  }

  /// Panes over stripes: blurred, round, faded, turned, masked, one over another, inverted, at the edge of the frame.
  private static var backdropLayers: [CALayer] {
    let stripes = (0..<16).map { index in
      let stripe = CALayer()
      stripe.frame = CGRect(x: Double(index) * 16, y: 0, width: 9, height: size)
      stripe.backgroundColor = CGColor(red: Double(index) / 16, green: 0.4, blue: 1 - Double(index) / 16, alpha: 1)
      return stripe
    }
    let places = [
      (14, 14, 90, 60), (130, 14, 90, 60), (14, 92, 90, 60), (135, 92, 80, 60), (14, 170, 100, 60), (60, 150, 90, 60),
      (190, 180, 80, 80),
    ]
    let panes = places.enumerated().map { index, place in
      let pane = CALayer()
      pane.frame = CGRect(x: place.0, y: place.1, width: place.2, height: place.3)
      pane.backgroundColor = CGColor(gray: 1, alpha: 0.25)
      pane.backgroundFilters = [filter("gaussianBlur", ["inputRadius": [6.0, 6, 3, 4, 8, 5, 6][index]])]
      switch index {
      case 1: (pane.cornerRadius, pane.borderWidth) = (20, 1)
      case 2: pane.opacity = 0.5
      case 3: pane.transform = CATransform3DMakeRotation(0.5, 0, 0, 1)
      case 4:
        let mask = CAGradientLayer()
        (mask.frame, mask.colors) = (pane.bounds, [CGColor(gray: 0, alpha: 1), CGColor(gray: 0, alpha: 0)])
        (mask.startPoint, mask.endPoint) = (CGPoint(x: 0.3, y: 0.5), CGPoint(x: 1, y: 0.5))
        pane.mask = mask
      case 5: pane.backgroundFilters = [filter("colorInvert"), filter("colorSaturate", ["inputAmount": 0.2])]
      default: break
      }
      return pane
    }
    return stripes + panes
  }

  /// Rows: not rasterized; at half a pixel per point; at one, turned; a quarter, enlarged with the nearest filter.
  private static var rasterizedLayers: [CALayer] {
    (0..<9).map { index in
      let layer = card(index, 3)
      (layer.shadowOpacity, layer.shadowRadius, layer.cornerRadius) = (0.8, 3, 12)
      (layer.borderWidth, layer.masksToBounds) = (2, index % 3 == 1)
      layer.shouldRasterize = index > 2
      layer.rasterizationScale = [1, 0.5, 1][index / 3]
      if index >= 6 { layer.transform = CATransform3DMakeRotation(0.3, 0, 0, 1) }
      if index == 8 { (layer.rasterizationScale, layer.magnificationFilter) = (0.25, .nearest) }
      if index == 4 { layer.opacity = 0.6 }
      if index == 7 { layer.filters = [filter("gaussianBlur", ["inputRadius": 2.0])] }
      return layer
    }
  }

  /// Turned boxes with all edges smooth, none, and one each; borders and contents; upright boxes off whole pixels.
  private static var edgeLayers: [CALayer] {
    (0..<12).map { index in
      let layer = CALayer()
      layer.bounds = CGRect(x: 0, y: 0, width: 36, height: 36)
      layer.position = CGPoint(x: Double(index % 4) * 60 + 30.3, y: Double(index / 4) * 80 + 40.4)
      layer.backgroundColor = CGColor(red: 0.2, green: 0.3, blue: 0.7, alpha: 1)
      if index < 8 { layer.transform = CATransform3DMakeRotation(0.3 + Double(index) * 0.1, 0, 0, 1) }
      let masks: [CAEdgeAntialiasingMask] = [
        .all, [], [.layerLeftEdge], [.layerTopEdge, .layerBottomEdge], .all, .all, .all, .all, .all, [],
        [.layerLeftEdge], [],
      ]
      layer.edgeAntialiasingMask = masks[index]
      if index == 4 || index == 5 { layer.allowsEdgeAntialiasing = index == 4 }
      if index == 6 || index == 7 { layer.contents = LookScene.picture }
      if index == 5 { (layer.borderWidth, layer.borderColor) = (5, CGColor(red: 1, green: 0.5, blue: 0, alpha: 1)) }
      if index == 7 { layer.allowsEdgeAntialiasing = false }
      if index == 11 { layer.contents = LookScene.picture }
      return layer
    }
  }
}
