import CStarminePixelKernels
import StarmineRaster

// What the gradient kernel computes, one pixel at a time. Operations are in single precision and in the kernel's order;
// circles are found in double precision.

extension ReferenceRows {
  /// Every pixel finds its place along the gradient, then its colour in the segment that holds the place.
  static func gradientRows(
    _ out: UnsafeMutableRawPointer, _ stride: Int, _ gradient: UnsafePointer<PixelGradient>, _ x: Int32, _ y: Int32,
    _ columns: Int, _ rows: Int
  ) {
    let (out, gradient) = (out.pixels(P.self), gradient.pointee)
    for row in 0..<rows {
      let down = Double(y + Int32(row) - gradient.origin_y)
      for column in 0..<columns {
        let place = gradient.place(Float(x - gradient.origin_x + Int32(column)), down)
        out[row * stride + column] = place.isNaN ? .transparent : gradient.color(place)
      }
    }
  }
}

extension PixelLinear {
  fileprivate func start(_ y: Double) -> Double { base + along_y * y }
  fileprivate func value(_ x: Float, _ y: Double) -> Float { x * Float(along_x) + Float(start(y)) }
  fileprivate func value(_ x: Double, _ y: Double) -> Double { x * along_x + start(y) }
}

extension PixelGradient {
  /// Not a number where nothing is drawn.
  fileprivate func place(_ x: Float, _ y: Double) -> Float {
    switch Int(kind) {
    case PixelGradientAxial: return projected(u.value(x, y), x, y)
    case PixelGradientRadial:
      let (a, b) = (u.value(x, y), v.value(x, y))
      return projected((a * a + b * b).squareRoot(), x, y)
    case PixelGradientConic: return turn(u.value(x, y), v.value(x, y))
    default:
      var (a, b) = (u.value(Double(x), y), v.value(Double(x), y))
      if is_flat == 0 {
        let depth = w.value(Double(x), y)
        (a, b) = (a / depth, b / depth)
      }
      let circle = Float(circles.parameter(a, b))
      return circle.isNaN ? circle : limited(circle)
    }
  }

  private func projected(_ place: Float, _ x: Float, _ y: Double) -> Float {
    is_flat != 0 ? place : limited(place / w.value(x, y))
  }

  fileprivate func color<P: ReferencePixel>(_ place: Float) -> P {
    guard let segments else { return .transparent }
    var index = 0
    while index + 1 < segment_count, segments[index + 1].start <= place { index += 1 }
    let distance = place - segments[index].origin
    return is_wide != 0 ? P(wide: segments[index], distance) : P(segments[index], distance, isOpaque: is_opaque != 0)
  }
}

/// Anything that is not a number becomes the lower limit.
private func limited(_ place: Float) -> Float {
  let raised = place > -PIXEL_FARTHEST ? place : -PIXEL_FARTHEST
  return raised < PIXEL_FARTHEST ? raised : PIXEL_FARTHEST
}

/// The turn of a direction, 0...1; off by 1.9e-6 at most.
private func turn(_ u: Float, _ v: Float) -> Float {
  let (across, down) = (abs(u), abs(v))
  let (large, small) = down > across ? (down, across) : (across, down)
  let q = small / (large > 1e-30 ? large : 1e-30)
  let s = q * q
  var sum = s * 0.0033175978 + -0.013553043
  sum = sum * s + 0.028673235
  sum = sum * s + -0.052569639
  sum = sum * s + 0.15913367
  var result = sum * q
  if down > across { result = 0.25 - result }
  if u < 0 { result = 0.5 - result }
  return v < 0 ? 1 - result : result
}

extension PixelCircles {
  /// `Gradient.Circles.parameter`.
  fileprivate func parameter(_ x: Double, _ y: Double) -> Double {
    let a = end_x * end_x + end_y * end_y - growth * growth
    let b = x * end_x + y * end_y + radius * growth
    let c = x * x + y * y - radius * radius
    if abs(a) < 1e-12 * (growth * growth) || a == 0 { return b != 0 ? drawn(c / (2 * b)) : .nan }
    let root = (b * b - a * c).squareRoot()
    let (first, second) = ((b + root) / a, (b - root) / a)
    let last = drawn(first > second ? first : second)
    return last.isNaN ? drawn(first > second ? second : first) : last
  }

  private func drawn(_ s: Double) -> Double {
    let isDrawn = radius + s * growth >= 0 && (goes_before != 0 || s >= 0) && (goes_after != 0 || s <= 1)
    return isDrawn ? s : .nan
  }
}

extension UInt32 {
  /// Words have no colours beyond their limits.
  init(wide segment: PixelSegment, _ distance: Float) { self.init(segment, distance, isOpaque: false) }

  init(_ segment: PixelSegment, _ distance: Float, isOpaque: Bool) {
    let s = segment
    var (r, g) = (distance * s.red_step + s.red, distance * s.green_step + s.green)
    var b = distance * s.blue_step + s.blue
    var opacity: UInt32 = 255
    if !isOpaque {
      let alpha = distance * s.alpha_step + s.alpha
      // Not above 255, so that no component comes out above alpha.
      (r, g) = ((r < 255 ? r : 255) * alpha + 0.5, (g < 255 ? g : 255) * alpha + 0.5)
      b = (b < 255 ? b : 255) * alpha + 0.5
      opacity = UInt32(alpha * 255 + 0.5)
    }
    self = opacity << 24 | UInt32(r) << 16 | UInt32(g) << 8 | UInt32(b)
  }
}

extension DeepPixel {
  init(wide s: PixelSegment, _ distance: Float) {
    func component(_ start: Float, _ step: Float) -> Float { (distance * step + start) * (1 / 255) }
    let color = DeepPixel(
      component(s.blue, s.blue_step), component(s.green, s.green_step), component(s.red, s.red_step), 1)
    var alpha = distance * s.alpha_step + s.alpha
    alpha = alpha < 1 ? alpha : 1
    self = color * (alpha > 0 ? alpha : 0)
  }

  init(_ segment: PixelSegment, _ distance: Float, isOpaque: Bool) {
    func component(_ start: Float, _ step: Float) -> Float {
      var value = distance * step + start
      if isOpaque { value -= 0.5 }
      value = value < 255 ? value : 255
      return (value > 0 ? value : 0) * (1 / 255)
    }
    let blue = component(segment.blue, segment.blue_step)
    let color = DeepPixel(
      blue, component(segment.green, segment.green_step), component(segment.red, segment.red_step), 1)
    var alpha = isOpaque ? 1 : distance * segment.alpha_step + segment.alpha
    alpha = alpha < 1 ? alpha : 1
    self = color * (alpha > 0 ? alpha : 0)
  }
}
