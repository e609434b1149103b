import Scene

/// A blur and a shift along one axis.
struct BlurAxis {
  let box: ShadowCommand.Box
  /// Whole pixels of the shift, and the rest in 1/65536.
  let whole: Int
  let fraction: UInt64

  init(sigma: Double, offset: Double) {
    box = ShadowCommand.Box(sigma: sigma)
    let low = offset.rounded(.down)
    whole = Int(low)
    fraction = UInt64(((offset - low) * 65536).rounded())
  }

  /// Pixels that values spread to either side.
  var margin: Int { 3 * (box.radius + 1) + 1 }
  var isBlur: Bool { box.radius > 0 || box.share > 0 }
}

/// Values 0...65535 of one component, alpha at first, with room around them, blurred by three box passes along each axis.
///
/// Sums are whole numbers, so a value depends on nothing but its neighbours. Against a true Gaussian the step from
/// nothing to opaque is off by less than 1 % of the step (tested).
struct AlphaPlane {
  let width: Int
  let height: Int
  private var values: [UInt32]

  /// - Parameters:
  ///   - shift: of the component in a pixel.
  ///   - repeatsEdges: the room around has the values of the nearest pixels instead of none.
  init(
    _ pixels: borrowing PixelBuffer, shift: UInt32 = 24, marginX: Int, marginY: Int, repeatsEdges: Bool = false
  ) {
    (width, height) = (pixels.width + 2 * marginX, pixels.height + 2 * marginY)
    values = Array(repeating: 0, count: width * height)
    let (stride, columns, rows) = (pixels.stride, pixels.width, pixels.height)
    pixels.withPixels { source in
      for y in 0..<rows {
        let row = (y + marginY) * width + marginX
        for x in 0..<columns { values[row + x] = (source[y * stride + x] >> shift & 255) &* 257 }
      }
    }
    if repeatsEdges { repeatEdges(marginX, marginY) }
  }

  private mutating func repeatEdges(_ marginX: Int, _ marginY: Int) {
    for y in marginY..<height - marginY {
      let row = y * width
      for x in 0..<marginX {
        values[row + x] = values[row + marginX]
        values[row + width - 1 - x] = values[row + width - 1 - marginX]
      }
    }
    for y in 0..<marginY {
      for x in 0..<width {
        values[y * width + x] = values[marginY * width + x]
        values[(height - 1 - y) * width + x] = values[(height - 1 - marginY) * width + x]
      }
    }
  }

  mutating func blur(_ across: BlurAxis, _ down: BlurAxis) {
    var other = [UInt32](repeating: 0, count: values.count)
    values.withUnsafeMutableBufferPointer { first in
      other.withUnsafeMutableBufferPointer { second in
        let (a, b) = (first.baseAddress!, second.baseAddress!)
        let lines = Lines(count: height, length: width)
        for y in 0..<height { lines.blurRow(a + y * width, scratch: b, across) }
        lines.blurColumns(a, b, down)
      }
    }
  }

  /// A byte of a row and column.
  @inline(__always)
  func byte(_ x: Int, _ y: Int) -> UInt32 { (values[y * width + x] + 128) / 257 }

  /// The bytes of a rectangle inside the plane.
  func bytes(in bounds: DeviceRect, originX: Int, originY: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(bounds.width * bounds.height)
    for y in bounds.minY..<bounds.maxY {
      let row = (y - originY) * width - originX
      for x in bounds.minX..<bounds.maxX { bytes.append(UInt8(truncatingIfNeeded: (values[row + x] + 128) / 257)) }
    }
    return bytes
  }
}

/// The passes over rows and columns.
private struct Lines {
  let count: Int
  let length: Int

  /// Blurs one row in place.
  func blurRow(_ row: UnsafeMutablePointer<UInt32>, scratch: UnsafeMutablePointer<UInt32>, _ axis: BlurAxis) {
    let other = scratch
    if axis.fraction > 0 {
      for x in stride(from: length - 1, through: 0, by: -1) {
        row[x] = shifted(row[x], x > 0 ? row[x - 1] : 0, axis.fraction)
      }
    }
    guard axis.isBlur else { return }
    let weights = BoxWeights(axis.box)
    pass(row, other, weights)
    pass(other, row, weights)
    pass(row, other, weights)
    row.update(from: other, count: length)
  }

  private func pass(
    _ source: UnsafeMutablePointer<UInt32>, _ target: UnsafeMutablePointer<UInt32>, _ box: BoxWeights
  ) {
    let radius = box.radius
    var sum: UInt32 = 0
    for x in 0..<min(radius, length) { sum &+= source[x] }
    for x in 0..<length {
      let after = x + radius + 1 < length ? source[x + radius + 1] : 0
      let before = x - radius - 1 >= 0 ? source[x - radius - 1] : 0
      if x + radius < length { sum &+= source[x + radius] }
      target[x] = box.mean(sum, before &+ after)
      if x - radius >= 0 { sum &-= source[x - radius] }
    }
  }

  /// Blurs all columns; the result is in `values`.
  func blurColumns(_ values: UnsafeMutablePointer<UInt32>, _ other: UnsafeMutablePointer<UInt32>, _ axis: BlurAxis) {
    if axis.fraction > 0 {
      for index in stride(from: count * length - 1, through: 0, by: -1) {
        values[index] = shifted(values[index], index >= length ? values[index - length] : 0, axis.fraction)
      }
    }
    guard axis.isBlur else { return }
    let weights = BoxWeights(axis.box)
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 2 * length) { memory in
      let (sums, zeros) = (memory.baseAddress!, memory.baseAddress! + length)
      zeros.initialize(repeating: 0, count: length)
      columnPass(values, other, weights, sums, zeros)
      columnPass(other, values, weights, sums, zeros)
      columnPass(values, other, weights, sums, zeros)
    }
    values.update(from: other, count: count * length)
  }

  private func columnPass(
    _ source: UnsafeMutablePointer<UInt32>, _ target: UnsafeMutablePointer<UInt32>, _ box: BoxWeights,
    _ sums: UnsafeMutablePointer<UInt32>, _ zeros: UnsafeMutablePointer<UInt32>
  ) {
    let row = { (y: Int) in y >= 0 && y < count ? source + y * length : zeros }
    sums.initialize(repeating: 0, count: length)
    for y in 0..<min(box.radius, count) {
      for x in 0..<length { sums[x] &+= source[y * length + x] }
    }
    for y in 0..<count {
      let (enter, leave) = (row(y + box.radius), row(y - box.radius))
      let (before, after, out) = (row(y - box.radius - 1), row(y + box.radius + 1), target + y * length)
      for x in 0..<length {
        let sum = sums[x] &+ enter[x]
        out[x] = box.mean(sum, before[x] &+ after[x])
        sums[x] = sum &- leave[x]
      }
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
  private let inside: UInt64
  private let ends: UInt64

  init(_ box: ShadowCommand.Box) {
    radius = box.radius
    let whole = 0x1p31 / (Double(2 * box.radius + 1) + 2 * box.share)
    inside = UInt64(whole)
    ends = UInt64(whole * box.share)
  }

  @inline(__always)
  func mean(_ sum: UInt32, _ outer: UInt32) -> UInt32 {
    UInt32(truncatingIfNeeded: (UInt64(sum) &* inside &+ UInt64(outer) &* ends &+ 0x4000_0000) >> 31)
  }
}
