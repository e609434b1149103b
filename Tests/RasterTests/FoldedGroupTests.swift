import Foundation
import StarmineGraphics
import StarmineRaster
import StarmineScene
import StarmineReference
import Testing

/// One fill in a group that clips it, as a layer under a mask of one shape is, is drawn as one shape.
///
/// The truth is the scene at eight times its size; what is drawn in groups comes from the same layers with something in
/// the mask that changes no pixel.
@Suite struct FoldedGroupTests {
  static let side = 64

  static func layer(_ change: (inout LayerState) -> Void = { _ in }) -> LayerState {
    var state = LayerState()
    state.bounds = CGRect(x: 0, y: 0, width: 40, height: 40)
    state.position = CGPoint(x: 32.3, y: 31.6)
    state.transform = CATransform3DMakeRotation(0.4, 0, 0, 1)
    state.backgroundColor = CGColor(red: 0.8, green: 0.3, blue: 0.1, alpha: 1)
    change(&state)
    return state
  }

  static func shape(_ points: [(Double, Double)], scale: Double = 1, _ change: (inout LayerState) -> Void = { _ in })
    -> LayerState
  {
    var state = LayerState()
    var path = CGPath.Geometry()
    for (index, point) in points.enumerated() {
      let place = CGPoint(x: point.0, y: point.1)
      if index == 0 { path.move(to: place) } else { path.addLine(to: place) }
    }
    path.closeSubpath()
    state.shapeLayer.value.path = path
    state.transform = CATransform3DMakeScale(scale, scale, 1)
    change(&state)
    return state
  }

  /// Inside of the layer.
  static let triangle = [(3.0, 4.0), (37.0, 9.0), (18.0, 36.0)]
  /// Touches three of the layer's sides.
  static let diamond = [(20.0, 0.0), (40.0, 20.0), (20.0, 34.0), (0.0, 20.0)]

  /// Opaque, in the frame, and beside every layer here.
  ///
  /// - Parameter scale: of the mask that it lies in.
  static func speck(_ scale: Double) -> RenderNode {
    RenderNode(
      state: layer {
        $0.bounds = CGRect(x: 0, y: 0, width: 2 / scale, height: 2 / scale)
        $0.position = CGPoint(x: -11 / scale, y: 20 / scale)
        $0.transform = CATransform3DIdentity
      })
  }

  /// - Parameter isApart: the mask gets a second piece, beside the layer.
  static func node(
    _ state: LayerState, _ mask: LayerState, isApart: Bool = false, sublayers: [RenderNode] = []
  ) -> RenderNode {
    RenderNode(
      state: state, sublayers: sublayers,
      mask: RenderNode(state: mask, sublayers: isApart ? [speck(mask.transform.m11)] : []))
  }

  static func list(_ nodes: [RenderNode], scale: Int = 1) -> DisplayList {
    let viewport = Viewport(
      width: side * scale, height: side * scale, scale: Double(scale), background: CGColor(gray: 0.6, alpha: 1))
    return evaluate(RenderTree(root: RenderNode(state: LayerState(), sublayers: nodes)), at: 0, in: viewport)
  }

  /// Sum over all components of the distances to the scene at eight times its size, and the largest.
  static func error(_ pixels: [UInt32], of nodes: [RenderNode]) -> (sum: Double, most: Double) {
    let large = render(list(nodes, scale: 8))
    var (sum, most) = (0.0, 0.0)
    for index in pixels.indices {
      for shift: UInt32 in [0, 8, 16] {
        var total: UInt32 = 0
        for part in 0..<64 {
          let (x, y) = (index % side * 8 + part % 8, index / side * 8 + part / 8)
          total += large[y * side * 8 + x] >> shift & 255
        }
        let distance = abs(Double(total) / 64 - Double(pixels[index] >> shift & 255))
        (sum, most) = (sum + distance, max(most, distance))
      }
    }
    return (sum, most)
  }

  static func largestDifference(_ left: [UInt32], _ right: [UInt32]) -> Int {
    zip(left, right).reduce(0) { most, pair in
      [0, 8, 16, 24].reduce(most) { max($0, abs(Int(pair.0 >> $1 & 255) - Int(pair.1 >> $1 & 255))) }
    }
  }

  static func gradient(_ kind: GradientKind) -> LayerState {
    layer {
      $0.backgroundColor = nil
      $0.gradient.value.type = Spelling(kind)
      $0.gradient.value.colors = [.white, CGColor(red: 0, green: 0.2, blue: 0.9, alpha: 0.5), .black]
      ($0.gradient.value.startPoint, $0.gradient.value.endPoint) = (CGPoint(x: 0.2, y: 0.3), CGPoint(x: 0.9, y: 0.8))
    }
  }

  /// Layers and masks that make one shape, by name.
  static let folded: [(String, LayerState, LayerState)] = [
    ("a colour", layer(), shape(triangle)),
    ("a translucent colour", layer { $0.backgroundColor?.alpha = 0.3 }, shape(triangle)),
    ("a layer that fades", layer { $0.opacity = 0.6 }, shape(triangle)),
    ("a gradient", gradient(.axial), shape(triangle)),
    ("a gradient under a mask of another size", gradient(.radial), shape(triangle.map { ($0 / 8, $1 / 8) }, scale: 8)),
    (
      "a faded gradient", gradient(.conic),
      shape(triangle.map { ($0 * 3, $1 * 3) }, scale: 1 / 3.0) { $0.opacity = 1 }
    ),
    ("a rounded layer", layer { $0.cornerRadius = 18 }, shape([(14, 4), (30, 8), (25, 36)])),
    (
      "a rounded mask", layer(),
      layer {
        ($0.bounds, $0.cornerRadius) = (CGRect(x: 0, y: 0, width: 20, height: 16), 5)
        ($0.position, $0.backgroundColor) = (CGPoint(x: 20, y: 21), .black)
      }
    ),
    ("a layer in space", layer { $0.transform.m14 = 0.004 }, shape(triangle)),
  ]

  @Test(arguments: folded.indices) func oneShapeIsOneFill(index: Int) throws {
    let (name, state, mask) = Self.folded[index]
    let list = Self.list([Self.node(state, mask)])
    #expect(list.commands.count == 1, "\(name)\n\(list.text)")
    let apart = Self.list([Self.node(state, mask, isApart: true)])
    #expect(apart.commands.count > 1)
    let (pixels, others) = (render(list, kernels: .fast), render(apart, kernels: .fast))
    #expect(Set(pixels).count > 10)
    #expect(Self.largestDifference(pixels, others) <= 1, "\(name)")
    let nodes = [Self.node(state, mask)]
    #expect(Self.error(pixels, of: nodes).most <= Self.error(others, of: nodes).most + 1, "\(name)")
  }

  /// There the product of two coverages is too little.
  @Test func whereEdgesMeetItIsNearerToTheTruth() {
    let (state, mask) = (Self.layer(), Self.shape(Self.diamond))
    let nodes = [Self.node(state, mask)]
    let (pixels, others) = (render(Self.list(nodes)), render(Self.list([Self.node(state, mask, isApart: true)])))
    #expect(Self.list(nodes).commands.count == 1)
    let (own, other) = (Self.error(pixels, of: nodes), Self.error(others, of: nodes))
    #expect(own.sum < other.sum && own.most < other.most, "\(own), in groups \(other)")
  }

  /// Those that do not, by name.
  static let apart: [(String, LayerState, LayerState)] = [
    ("a mask that reaches beyond the layer", layer(), shape([(3, 4), (47, 9), (18, 36)])),
    ("a mask that is cut by a corner", layer { $0.cornerRadius = 12 }, shape([(1, 1), (37, 9), (18, 36)])),
    ("a translucent mask", layer(), shape(triangle) { $0.opacity = 0.5 }),
    ("a mask with a stroke", layer(), shape(triangle) { $0.shapeLayer.value.strokeColor = .black }),
    ("a layer with a border", layer { $0.border.value.borderWidth = 6 }, shape(triangle)),
    (
      "a layer with hard edges", layer { $0.border.value.edgeAntialiasingMask = .layerLeftEdge },
      shape(diamond)
    ),
    ("a layer with a shadow", layer { $0.shadow.value.shadowOpacity = 0.8 }, shape(triangle)),
    (
      "a mask that is turned out of the layer", layer(),
      shape(diamond) { $0.transform = CATransform3DMakeRotation(0.3, 0, 0, 1) }
    ),
  ]

  @Test(arguments: apart.indices) func otherMasksKeepTheirGroup(index: Int) {
    let (name, state, mask) = Self.apart[index]
    let list = Self.list([Self.node(state, mask)])
    #expect(list.commands.count > 1, "\(name)\n\(list.text)")
    let others = render(Self.list([Self.node(state, mask, isApart: true)]))
    #expect(Self.largestDifference(render(list), others) <= 1, "\(name)")
  }

  @Test(arguments: [CompositingFilter.multiplyBlendMode, .differenceBlendMode, .sourceAtop, .destIn, .xor, .copy])
  func filtersKeepTheirGroup(filter: CompositingFilter) {
    let below = Self.node(Self.gradient(.axial), Self.shape(Self.diamond))
    let state = Self.layer {
      ($0.compositingFilter, $0.opacity) = (filter, 0.7)
      $0.position.x += 6
    }
    let list = Self.list([below, Self.node(state, Self.shape(Self.triangle))])
    #expect(list.text.contains("group alpha 179 \(filter.rawValue) in"), "\(list.text)")
    let others = Self.list([below, Self.node(state, Self.shape(Self.triangle), isApart: true)])
    #expect(Self.largestDifference(render(list), render(others)) <= 1)
  }

  @Test func aMaskClipsAGroupOfSeveral() {
    let inside = RenderNode(state: Self.layer { $0.backgroundColor = .white })
    let node = { Self.node(Self.layer(), Self.shape(Self.triangle), isApart: $0, sublayers: [inside]) }
    let list = Self.list([node(false)])
    #expect(list.text.contains("group alpha 255 clip path of 3 points"), "\(list.text)")
    #expect(!list.text.contains("destIn"))
    #expect(Self.largestDifference(render(list), render(Self.list([node(true)]))) <= 1)
  }

  @Test func layersThatClipOneFillAreOneFill() {
    let inside = { (length: Double) in
      RenderNode(
        state: Self.layer {
          ($0.bounds, $0.position) = (CGRect(x: 0, y: 0, width: length, height: length), CGPoint(x: 20, y: 20))
          $0.transform = CATransform3DIdentity
        })
    }
    let clipping = Self.layer { ($0.backgroundColor, $0.cornerRadius, $0.masksToBounds) = (nil, 9, true) }
    for (length, clip) in [(60.0, "0,0..40,40 radius 9"), (20, "0,0..20,20")] {
      let nodes = [RenderNode(state: clipping, sublayers: [inside(length)])]
      let list = Self.list(nodes)
      #expect(list.commands.count == 1 && list.text.contains("fill #ffcc4d1a \(clip) by"), "\(list.text)")
      #expect(Self.error(render(list), of: nodes).most < 8)
    }
    #expect(Self.list([RenderNode(state: clipping, sublayers: [inside(39)])]).commands.count == 3)
  }
}
