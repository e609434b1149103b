import StarmineScene

/// A blur and a shift along one axis.
struct BlurAxis {
  let box: BlurBox
  /// Whole pixels of the shift, and the rest in 1/65536.
  let whole: Int
  let fraction: UInt64

  init(sigma: Double, offset: Double) {
    box = BlurBox(sigma: sigma)
    let low = offset.rounded(.down)
    whole = Int(low)
    fraction = UInt64(((offset - low) * 65536).rounded())
  }

  /// Pixels that values spread to either side.
  var margin: Int { 3 * (box.radius + 1) + 1 }
  var isBlur: Bool { box.radius > 0 || box.share > 0 }
}

/// Memory for blurs.
// Crosses threads: one blur at a time takes it out of the renderer's store.
final class BlurScratch: @unchecked Sendable {
  fileprivate let columns = Plane()
  fileprivate let rows = Plane()
  fileprivate let other = Plane()
  fileprivate let sums = Plane()
  fileprivate typealias Plane = ScratchBuffer<UInt32>
}

/// Values 0...65535 of one component with room around them, blurred by three box passes along each axis.
///
/// Sums are whole numbers, so a value depends on nothing but its neighbours. Against a true Gaussian the step from
/// nothing to opaque is off by less than 1 % of the step (tested). Both axes are blurred line by line, a whole line at
/// a time: first the columns of the picture are the lines, then its rows.
struct AlphaPlane {
  let width: Int
  let height: Int
  private let values: UnsafeMutablePointer<UInt32>

  /// The picture's component, blurred; valid until the scratch is used again.
  ///
  /// - Parameters:
  ///   - shift: of the component in a pixel.
  ///   - margin: pixels of room to the left and right, and above and below.
  ///   - repeatsEdges: the room around has the values of the nearest pixels instead of none.
  init(
    _ pixels: borrowing PixelBuffer, shift: UInt32 = 24, _ across: BlurAxis, _ down: BlurAxis, margin: (x: Int, y: Int),
    repeatsEdges: Bool = false, scratch: BlurScratch, boxLine: KernelTable.BoxLine
  ) {
    let (columns, rows) = (pixels.width, pixels.height)
    (width, height) = (columns + 2 * margin.x, rows + 2 * margin.y)
    let turned = scratch.columns.reserve(width * rows, filledWith: 0)
    let stride = pixels.stride
    pixels.withPixels { source in
      for y in 0..<rows {
        for x in 0..<columns {
          turned[(x + margin.x) * rows + y] = (source[y * stride + x] >> shift & 255) &* 257
        }
      }
    }
    let lines = Lines(count: width, length: rows)
    if repeatsEdges { lines.repeatEdges(turned, margin: margin.x) }
    lines.blur(turned, across, scratch, boxLine)
    values = scratch.rows.reserve(width * height, filledWith: 0)
    for y in 0..<rows {
      let row = values + (y + margin.y) * width
      for x in 0..<width { row[x] = turned[x * rows + y] }
    }
    let turnedBack = Lines(count: height, length: width)
    if repeatsEdges { turnedBack.repeatEdges(values, margin: margin.y) }
    turnedBack.blur(values, down, scratch, boxLine)
  }

  /// A byte of a row and column.
  @inline(__always)
  func byte(_ x: Int, _ y: Int) -> UInt32 { ((values[y * width + x] &+ 128) &* 65281) >> 24 }

  /// The bytes of a rectangle inside the plane.
  func bytes(in bounds: DeviceRect, originX: Int, originY: Int) -> [UInt8] {
    let count = bounds.width * bounds.height
    return [UInt8](unsafeUninitializedCapacity: count) { bytes, initialized in
      for y in 0..<bounds.height {
        let row = values + ((y + bounds.minY - originY) * width + bounds.minX - originX)
        let out = bytes.baseAddress! + y * bounds.width
        // x * 65281 >> 24 is x / 257 for all of these.
        for x in 0..<bounds.width { out[x] = UInt8(truncatingIfNeeded: ((row[x] &+ 128) &* 65281) >> 24) }
      }
      initialized = count
    }
  }
}

/// Lines of values one after the other, blurred across the lines: value by value with those of the lines around.
private struct Lines {
  let count: Int
  let length: Int

  /// Fills the first and last lines with those next to them.
  func repeatEdges(_ values: UnsafeMutablePointer<UInt32>, margin: Int) {
    for line in 0..<margin {
      (values + line * length).update(from: values + margin * length, count: length)
      (values + (count - 1 - line) * length).update(from: values + (count - 1 - margin) * length, count: length)
    }
  }

  func blur(
    _ values: UnsafeMutablePointer<UInt32>, _ axis: BlurAxis, _ scratch: BlurScratch, _ boxLine: KernelTable.BoxLine
  ) {
    if axis.fraction > 0 {
      for index in stride(from: count * length - 1, through: 0, by: -1) {
        values[index] = shifted(values[index], index >= length ? values[index - length] : 0, axis.fraction)
      }
    }
    guard axis.isBlur else { return }
    let weights = BoxWeights(axis.box)
    let other = scratch.other.reserve(count * length)
    let sums = scratch.sums.reserve(2 * length, filledWith: 0)
    pass(values, other, weights, sums, boxLine)
    pass(other, values, weights, sums, boxLine)
    pass(values, other, weights, sums, boxLine)
    values.update(from: other, count: count * length)
  }

  /// - Parameter memory: a line for sums, and one of zeros.
  private func pass(
    _ source: UnsafeMutablePointer<UInt32>, _ target: UnsafeMutablePointer<UInt32>, _ box: BoxWeights,
    _ memory: UnsafeMutablePointer<UInt32>, _ boxLine: KernelTable.BoxLine
  ) {
    let (sums, zeros) = (memory, UnsafePointer(memory + length))
    let line = { (y: Int) in y >= 0 && y < count ? UnsafePointer(source + y * length) : zeros }
    sums.update(repeating: 0, count: length)
    for y in 0..<min(box.radius, count) {
      for x in 0..<length { sums[x] &+= source[y * length + x] }
    }
    for y in 0..<count {
      boxLine(
        target + y * length, sums, line(y + box.radius), line(y - box.radius), line(y - box.radius - 1),
        line(y + box.radius + 1), box.inside, box.ends, length)
    }
  }

  @inline(__always)
  private func shifted(_ value: UInt32, _ before: UInt32, _ fraction: UInt64) -> UInt32 {
    let sum = UInt64(value) &* (65536 &- fraction) &+ UInt64(before) &* fraction
    return UInt32(truncatingIfNeeded: (sum &+ 0x8000) >> 16)
  }
}

/// The weights of one box pass in 1/2^31; together they are at most 1.
private struct BoxWeights {
  let radius: Int
  let inside: UInt32
  let ends: UInt32

  init(_ box: BlurBox) {
    radius = box.radius
    let whole = 0x1p31 / (Double(2 * box.radius + 1) + 2 * box.share)
    inside = UInt32(whole)
    ends = UInt32(whole * box.share)
  }
}
