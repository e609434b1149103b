import Foundation
import Scene

/// A gradient under any plane transform, resolved for one frame.
struct PreparedGradient {
  private let kind: GradientKind
  private let stops: [Stop]
  /// Where parameters start, and from there to where they end.
  private let start: SIMD2<Double>
  private let reach: SIMD2<Double>
  /// What does not change from pixel to pixel: of an axial gradient the squared length, of a conic one the first angle.
  private let constant: Double
  /// From device pixels to units of the gradient's rectangle.
  private let inverse: PlaneTransform

  /// A colour, the place that has it, and how much more the next one has.
  private struct Stop {
    var location: Double
    var color: SIMD4<Float>
    var length: Double
    var change: SIMD4<Float>
  }

  /// Nil where the plane is seen edge on.
  init?(_ gradient: Gradient, _ transform: PlaneTransform) {
    let rect = gradient.rect
    let area = RoundedRect(minX: rect.minX, minY: rect.minY, maxX: rect.maxX, maxY: rect.maxY)
    guard let inverse = transform.inverse?.scaledToUnit(area), let last = gradient.stops.last else { return nil }
    (self.inverse, kind) = (inverse, gradient.kind)
    start = SIMD2(gradient.start.x, gradient.start.y)
    reach = SIMD2(gradient.end.x, gradient.end.y) - start
    constant = kind == .conic ? atan2(reach.y, reach.x) : reach.x * reach.x + reach.y * reach.y
    stops = zip(gradient.stops, gradient.stops.dropFirst() + [last]).map { stop, next in
      Stop(
        location: stop.location, color: stop.color, length: next.location - stop.location,
        change: next.color - stop.color)
    }
  }

  /// Premultiplied pixels of a row, from pixel `x` on.
  ///
  /// Every pixel is computed from its own centre, so a row may start anywhere. There is no table: a component differs
  /// from the exact one by its rounding to 8 bits alone, half a step.
  func fill(_ row: UnsafeMutablePointer<UInt32>, x: Int, y: Int, count: Int) {
    let isAffine = inverse.isAffine
    stops.withUnsafeBufferPointer { stops in
      for index in 0..<count {
        let (px, py) = (Double(x + index) + 0.5, Double(y) + 0.5)
        var place = SIMD2(
          inverse.m11 * px + inverse.m21 * py + inverse.m31, inverse.m12 * px + inverse.m22 * py + inverse.m32)
        if !isAffine { place /= inverse.m13 * px + inverse.m23 * py + inverse.m33 }
        let parameter = parameter(place - start)
        row[index] = parameter.isNaN ? 0 : premultiplied(Self.color(at: parameter, stops))
      }
    }
  }

  /// How far along the stops a place is, given from the start.
  @inline(__always)
  private func parameter(_ place: SIMD2<Double>) -> Double {
    switch kind {
    case .axial: return constant > 0 ? (place.x * reach.x + place.y * reach.y) / constant : 0
    case .radial:
      let unit = place / reach
      return (unit.x * unit.x + unit.y * unit.y).squareRoot()
    case .conic:
      let turn = (atan2(place.y, place.x) - constant) / (2 * .pi)
      return turn < 0 ? turn + 1 : turn
    }
  }

  /// Straight red, green, blue, alpha at a parameter.
  @inline(__always)
  private static func color(at parameter: Double, _ stops: UnsafeBufferPointer<Stop>) -> SIMD4<Float> {
    var next = 0
    while next < stops.count, stops[next].location <= parameter { next += 1 }
    guard next < stops.count else { return stops[stops.count - 1].color }
    guard next > 0 else { return stops[0].color }
    let low = stops[next - 1]
    return low.color + low.change * Float((parameter - low.location) / low.length)
  }
}

/// Straight red, green, blue, alpha in 0...1 as `0xAARRGGBB`.
@inline(__always)
private func premultiplied(_ color: SIMD4<Float>) -> UInt32 {
  let alpha = color.w * 255
  let byte = { (value: Float) in UInt32(max(0, min(255, value + 0.5))) }
  return byte(alpha) << 24 | byte(color.x * alpha) << 16 | byte(color.y * alpha) << 8 | byte(color.z * alpha)
}
