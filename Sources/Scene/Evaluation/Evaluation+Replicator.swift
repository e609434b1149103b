import Foundation
package import StarmineGraphics

/// The values of a `CAReplicatorLayer` besides those of every layer (behavior.md 1.8).
package struct ReplicatorState: RareGroup {
  /// Copies of the sublayers, the first among them; below 1 none are drawn.
  package var instanceCount = 1
  /// The copies keep their depth instead of lying in the layer's plane, as in a `CATransformLayer`.
  package var preservesDepth = false
  /// Seconds by which each copy lags behind the one before.
  package var instanceDelay = 0.0
  /// From one copy to the next, about the centre of the bounds.
  package var instanceTransform = CATransform3DIdentity
  /// Multiplies the colours of the first copy; nil means white (assumed).
  package var instanceColor: CGColor? = .white
  /// Added to the colour from one copy to the next.
  package var instanceRedOffset: Float = 0
  package var instanceGreenOffset: Float = 0
  package var instanceBlueOffset: Float = 0
  package var instanceAlphaOffset: Float = 0

  package init() {}
  package static let defaults = ReplicatorState()

  /// How many copies are drawn.
  package var count: Int { max(0, instanceCount) }

  /// Seconds by which a copy lags behind the first.
  package func delay(ofInstance index: Int) -> Double { Double(index) * instanceDelay }

  /// Straight red, green, blue, alpha that multiply a copy's colours, limited to 0...1.
  package func color(ofInstance index: Int) -> SIMD4<Float> {
    let color = instanceColor ?? .white
    let base = SIMD4(Float(color.red), Float(color.green), Float(color.blue), Float(color.alpha))
    let step = SIMD4(instanceRedOffset, instanceGreenOffset, instanceBlueOffset, instanceAlphaOffset)
    let sum = base + step * Float(index)
    return SIMD4((0..<4).map { sum[$0].isNaN ? 0 : max(0, min(1, sum[$0])) })
  }
}

/// One copy of a replicator's sublayers.
struct Copy {
  /// The sublayers' parent time.
  var time: Double
  /// From the space that the sublayers' positions are in to device pixels.
  var matrix: CATransform3D
  /// Straight components that multiply what is drawn.
  var tint: SIMD4<Float>
}

extension Evaluation {
  /// Sublayers drawn by replicators in one frame; more are left out and counted in `droppedCopies`.
  static var copyLimit: Int { 131_072 }

  /// The copies of a layer's sublayers, in drawing order; one as they are unless the layer is a replicator.
  ///
  /// - Parameter inner: from the space that the sublayers' positions are in to device pixels.
  mutating func copies(
    of node: RenderNode, showing state: LayerState, at time: Double, in inner: CATransform3D
  ) -> [Copy] {
    let replicator = state.replicator.value
    guard !node.sublayers.isEmpty else { return [] }
    let allowed = min(replicator.count, copyBudget / node.sublayers.count)
    copyBudget -= allowed * node.sublayers.count
    list.droppedCopies += min(replicator.count - allowed, Self.copyLimit)
    let bounds = state.bounds
    var power = CATransform3DIdentity
    return (0..<allowed).map { index in
      let aroundCenter = CATransform3DConcat(
        CATransform3DConcat(CATransform3DMakeTranslation(-bounds.midX, -bounds.midY, 0), power),
        CATransform3DMakeTranslation(bounds.midX, bounds.midY, 0))
      power = CATransform3DConcat(power, replicator.instanceTransform)
      return Copy(
        time: time - replicator.delay(ofInstance: index), matrix: CATransform3DConcat(aroundCenter, inner),
        tint: replicator.color(ofInstance: index))
    }
  }
}

extension Evaluation {
  /// Draws the copies of a replicator's sublayers.
  ///
  /// - Parameter inner: from the space that the sublayers' positions are in to device pixels.
  @inline(never)
  mutating func drawCopies(
    of node: RenderNode, showing state: LayerState, at time: Double, in inner: CATransform3D, _ context: DrawContext
  ) {
    for copy in copies(of: node, showing: state, at: time, in: inner) {
      guard copy.tint != .one else {
        drawSublayers(of: node, at: copy.time, in: copy.matrix, context)
        continue
      }
      let first = list.commands.count
      drawSublayers(of: node, at: copy.time, in: copy.matrix, context.read)
      for index in list.commands.indices[first...] { list.commands[index].multiply(by: copy.tint) }
    }
  }
}

extension DrawCommand {
  /// Multiplies the colours of what is drawn by straight components in 0...1.
  mutating func multiply(by tint: SIMD4<Float>) {
    let pixel = tint.premultipliedPixel
    switch self {
    case .fill(var fill):
      switch fill.paint {
      case .solid(let color): fill.paint = .solid(product(color, pixel))
      case .gradient(let gradient): fill.paint = .gradient(gradient.multiplied(by: tint))
      }
      self = .fill(fill)
    case .image(var image):
      image.tint = product(image.tint, pixel)
      self = .image(image)
    case .particles(var batch):
      // The command lets go of its columns, so that they change in place.
      self = .popGroup
      for index in batch.tint.indices { batch.tint[index] = product(batch.tint[index], pixel) }
      self = .particles(batch)
    case .shadow(var shadow):
      shadow.color = product(shadow.color, pixel)
      self = .shadow(shadow)
    case .picture(var picture):
      picture.changeCommands { $0.multiply(by: tint) }
      self = .picture(picture)
    case .pushGroup, .cut, .popGroup, .backdrop: break
    }
  }
}

extension SIMD4<Float> {
  /// Straight components in 0...1 as `0xAARRGGBB`.
  fileprivate var premultipliedPixel: UInt32 {
    let byte = { (value: Float) in UInt32(value * 255 + 0.5) }
    return byte(w) << 24 | byte(x * w) << 16 | byte(y * w) << 8 | byte(z * w)
  }
}

/// Two pixels component by component, rounded to 8 bits.
private func product(_ left: UInt32, _ right: UInt32) -> UInt32 {
  if right == .max { return left }
  var result: UInt32 = 0
  for shift: UInt32 in [0, 8, 16, 24] {
    let biased = (left >> shift & 255) * (right >> shift & 255) + 128
    result |= ((biased + (biased >> 8)) >> 8) << shift
  }
  return result
}
