import CStarminePixelKernels
import Foundation
import StarmineGraphics
import StarmineScene

/// A gradient under any plane transform, resolved for one frame.
struct PreparedGradient {
  /// Positions of device pixels. Its pointer is not set.
  private let map: PixelGradient
  /// Its colours, by index into the frame's segments.
  private let segments: Range<Int>
  let isOpaque: Bool

  /// Appends the colours between the stops to `segments`. Returns nil if the plane is seen edge-on.
  /// - Parameters:
  ///   - transform: The transform of the filled shape.
  ///   - bounds: Pixels that may be painted. Positions are relative to the first one, because single precision is
  ///     finest near zero.
  init?(
    _ gradient: Gradient, _ transform: PlaneTransform, bounds: DeviceRect, form: PixelDepth,
    segments: inout [PixelSegment]
  ) {
    let rect = gradient.rect
    let area = RoundedRect(minX: rect.minX, minY: rect.minY, maxX: rect.maxX, maxY: rect.maxY)
    let own = gradient.transform?.concatenated(with: transform) ?? transform
    guard !gradient.stops.isEmpty, let inverse = own.inverse?.scaledToUnit(area),
      let plane = GradientPlane(gradient, inverse, x: bounds.minX, y: bounds.minY)
    else { return nil }
    let first = segments.count
    isOpaque = gradient.isOpaque
    let isWide = form == .floats && gradient.isWide
    segments.append(along: gradient.stops, isWide ? .wide : isOpaque ? .opaque : .translucent)
    self.segments = first..<segments.count
    map = PixelGradient(
      segments: nil, segment_count: segments.count - first, kind: Int32(gradient.kernelKind),
      is_opaque: isOpaque && !isWide ? 1 : 0, is_flat: inverse.isAffine ? 1 : 0, is_wide: isWide ? 1 : 0,
      origin_x: Int32(bounds.minX),
      origin_y: Int32(bounds.minY), u: plane.u, v: plane.v, w: plane.w, circles: PixelCircles(gradient))
  }

  /// - Parameters:
  ///   - all: The frame's segments.
  ///   - body: Receives the kernel's input.
  func withMap(_ all: UnsafeBufferPointer<PixelSegment>, _ body: (UnsafePointer<PixelGradient>) -> Void) {
    var map = map
    map.segments = all.baseAddress.map { $0 + segments.lowerBound }
    body(&map)
  }
}

extension Gradient {
  fileprivate var kernelKind: Int {
    switch kind {
    case .axial: PixelGradientAxial
    case .radial: circles == nil ? PixelGradientRadial : PixelGradientCircles
    case .conic: PixelGradientConic
    }
  }
}

extension PixelCircles {
  fileprivate init(_ gradient: Gradient) {
    self.init()
    guard let circles = gradient.circles else { return }
    (radius, growth) = (circles.startRadius, circles.endRadius - circles.startRadius)
    (end_x, end_y) = (gradient.end.x - gradient.start.x, gradient.end.y - gradient.start.y)
    (goes_before, goes_after) = (circles.goesBefore ? 1 : 0, circles.goesAfter ? 1 : 0)
  }
}

/// The linear functions from which a gradient's positions are computed.
private struct GradientPlane {
  var u, v, w: PixelLinear

  /// Larger values would overflow when squared; such distant positions show an end's colour.
  private static let limit = 1e11

  /// - Parameters:
  ///   - inverse: From device pixels to the unit coordinates of the gradient's rectangle.
  ///   - x: The pixel at which the functions start.
  ///   - y: The pixel at which the functions start.
  init?(_ gradient: Gradient, _ inverse: PlaneTransform, x: Int, y: Int) {
    let place = SIMD3(Double(x) + 0.5, Double(y) + 0.5, 1)
    let w = SIMD3(inverse.m13, inverse.m23, inverse.m33)
    let right = SIMD3(inverse.m11, inverse.m21, inverse.m31) - gradient.start.x * w
    let down = SIMD3(inverse.m12, inverse.m22, inverse.m32) - gradient.start.y * w
    let (u, v) = Self.functions(gradient, right, down)
    (self.u, self.v, self.w) = (PixelLinear(u, place), PixelLinear(v, place), PixelLinear(w, place))
    let (first, second, depth) = (self.u.size, self.v.size, self.w.size)
    guard (first + second + depth).isFinite else { return nil }
    let most = inverse.isAffine ? max(first, second) : max(first, second, depth)
    if most <= Self.limit { return }
    self.u.multiply(by: Self.limit / most)
    self.v.multiply(by: Self.limit / most)
    if !inverse.isAffine { self.w.multiply(by: Self.limit / most) }
  }

  /// Coefficients of positions (see `pixel_gradient_rows`), computed from the distances to the start.
  private static func functions(
    _ gradient: Gradient, _ right: SIMD3<Double>, _ down: SIMD3<Double>
  ) -> (SIMD3<Double>, SIMD3<Double>) {
    let (ex, ey) = (gradient.end.x - gradient.start.x, gradient.end.y - gradient.start.y)
    switch (gradient.kind, gradient.circles) {
    case (.axial, _):
      let length = ex * ex + ey * ey
      return (length > 0 ? right * (ex / length) + down * (ey / length) : .zero, .zero)
    case (.radial, nil): return (right / ex, down / ey)
    case (.radial, _): return (right, down)
    case (.conic, _):
      // Rotated so that the end is to the right of the start.
      let length = Double.hypot(ex, ey)
      let (cosine, sine) = length > 0 ? (ex / length, ey / length) : (1, 0)
      return (right * cosine + down * sine, down * cosine - right * sine)
    }
  }
}

extension PixelLinear {
  /// - Parameters:
  ///   - change: Change per pixel across and down, and the value at zero.
  ///   - place: The start in homogeneous coordinates.
  fileprivate init(_ change: SIMD3<Double>, _ place: SIMD3<Double>) {
    self.init(base: (change * place).sum(), along_x: change.x, along_y: change.y)
  }

  /// Not finite if any part is not.
  fileprivate var size: Double { abs(base) + abs(along_x) + abs(along_y) }

  fileprivate mutating func multiply(by share: Double) {
    (base, along_x, along_y) = (base * share, along_x * share, along_y * share)
  }
}

extension [PixelSegment] {
  /// The first colour up to the first stop, colours between stops, and the last colour. Two stops at one position make
  /// a hard edge.
  fileprivate mutating func append(along stops: [Gradient.Stop], _ range: PixelSegment.Range) {
    var (start, color) = (-Float.infinity, PixelSegment.components(stops[0].color, range))
    var change = SIMD4<Float>.zero
    for index in stops.indices {
      let end = PixelSegment.place(stops[index].location)
      if start < end { append(PixelSegment(start, end, color, change)) }
      start = end
      color = PixelSegment.components(stops[index].color, range)
      guard index + 1 < stops.count else { break }
      let length = PixelSegment.place(stops[index + 1].location) - end
      change = length > 0 ? (PixelSegment.components(stops[index + 1].color, range) - color) / length : .zero
    }
    append(PixelSegment(start, .infinity, color, .zero))
  }
}

extension PixelSegment {
  /// Value range of the components of a gradient's colours.
  fileprivate enum Range {
    case opaque, translucent
    /// Outside 0...1, opaque or not.
    case wide
  }

  fileprivate init(_ start: Float, _ end: Float, _ color: SIMD4<Float>, _ change: SIMD4<Float>) {
    self.init(
      start: start, end: end, origin: start.isFinite ? start : 0, red: color.x, green: color.y, blue: color.z,
      alpha: color.w, red_step: change.x, green_step: change.y, blue_step: change.z, alpha_step: change.w)
  }

  fileprivate static func place(_ location: Double) -> Float {
    let most = Double(PIXEL_FARTHEST)
    return Float(location > -most ? (location < most ? location : most) : -most)
  }

  fileprivate static func components(_ color: SIMD4<Float>, _ range: Range) -> SIMD4<Float> {
    let unit = { (value: Float) in value > 0 ? min(value, 1) : 0 }
    if range == .wide { return SIMD4(color.x * 255, color.y * 255, color.z * 255, unit(color.w)) }
    let half: Float = range == .opaque ? 0.5 : 0
    return SIMD4(unit(color.x) * 255 + half, unit(color.y) * 255 + half, unit(color.z) * 255 + half, unit(color.w))
  }
}
