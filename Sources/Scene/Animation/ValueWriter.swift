/// Takes the address of a value, reads a computed part, changes it at a temporary address, and writes it back. It uses
/// addresses because generic code looks up types at run time.
package typealias PartChange =
  @Sendable (_ value: UnsafeMutableRawPointer, _ change: (_ part: UnsafeMutableRawPointer) -> Void) -> Void

package enum ValueWriter: Sendable {
  /// Interpolates between two numbers, the most frequent case. They are stored in the track itself. A closure would
  /// need separate memory, which delays frames with thousands of layers.
  case float(from: Double, to: Double)
  case double(from: Double, to: Double)
  case pair(from: (Double, Double), to: (Double, Double))
  /// A number from which others are computed, with the same code for all animations of a property.
  case computed(from: Double, to: Double, PartChange)
  case general(@Sendable (UnsafeMutableRawPointer, AnimationSample) -> Void)

  @inline(__always)
  func write(_ address: UnsafeMutableRawPointer, _ sample: AnimationSample) {
    // The same formula as in `LaneValue.mixed`.
    let progress = sample.progress
    switch self {
    case .float(let from, let to):
      address.assumingMemoryBound(to: Float.self).pointee = Float(from + (to - from) * progress)
    case .double(let from, let to):
      address.assumingMemoryBound(to: Double.self).pointee = from + (to - from) * progress
    case .pair(let from, let to):
      address.assumingMemoryBound(to: (Double, Double).self).pointee = (
        from.0 + (to.0 - from.0) * progress, from.1 + (to.1 - from.1) * progress
      )
    case .computed(let from, let to, let change):
      change(address) { $0.assumingMemoryBound(to: Double.self).pointee = from + (to - from) * progress }
    case .general(let body): body(address, sample)
    }
  }
}

extension Animatable {
  package static func straightWriter(from: Self, to: Self) -> ValueWriter? { nil }
}

extension Float {
  package static func straightWriter(from: Float, to: Float) -> ValueWriter? {
    .float(from: Double(from), to: Double(to))
  }
}

extension Double {
  package static func straightWriter(from: Double, to: Double) -> ValueWriter? { .double(from: from, to: to) }
}

extension CGFloat {
  package static func straightWriter(from: CGFloat, to: CGFloat) -> ValueWriter? {
    .double(from: Double(from), to: Double(to))
  }
}

extension CGPoint {
  package static func straightWriter(from: CGPoint, to: CGPoint) -> ValueWriter? {
    .pair(from: (Double(from.x), Double(from.y)), to: (Double(to.x), Double(to.y)))
  }
}

extension CGSize {
  package static func straightWriter(from: CGSize, to: CGSize) -> ValueWriter? {
    .pair(from: (Double(from.width), Double(from.height)), to: (Double(to.width), Double(to.height)))
  }
}
