import StarmineScene

/// A grid of blocks of pixels: wide blurs are made on it, since nothing finer is left of a picture after them.
///
/// Blocks are means of their pixels, and pixels lie between the middles of blocks on the way back. Both spread values a
/// little, which the blur between them leaves out: together they have the standard deviation that was asked for. The
/// grid starts at the origin of the device whatever the picture's bounds are, so that nothing flickers that moves.
struct BlockGrid {
  /// Binary logarithms of a block's sides in pixels, 0 to 3.
  private let across: Int
  private let down: Int
  /// Standard deviations of the blur on the grid, in blocks.
  let sigmaX: Double
  let sigmaY: Double

  /// - Parameters:
  ///   - sigmaX: standard deviation in pixels.
  ///   - sigmaY: standard deviation in pixels.
  init(sigmaX: Double, sigmaY: Double) {
    (across, self.sigmaX) = BlockGrid.axis(sigmaX)
    (down, self.sigmaY) = BlockGrid.axis(sigmaY)
  }

  /// A block is a sixth to a third of the standard deviation: what that adds stays below one step of a byte.
  private static func axis(_ sigma: Double) -> (exponent: Int, sigma: Double) {
    var exponent = 0
    while exponent < 3, sigma >= Double(6 << exponent) { exponent += 1 }
    guard exponent > 0 else { return (0, sigma) }
    let side = Double(1 << exponent)
    // Variances of a mean over a block, and of the way between two middles.
    let spread = (side * side - 1) / 12 + side * side / 6
    return (exponent, (sigma * sigma - spread).squareRoot() / side)
  }

  /// Whether a block is a pixel.
  var isFine: Bool { across == 0 && down == 0 }

  /// The blocks that cover some pixels.
  func blocks(_ bounds: DeviceRect) -> DeviceRect {
    DeviceRect(
      minX: bounds.minX >> across, minY: bounds.minY >> down, maxX: (bounds.maxX - 1) >> across + 1,
      maxY: (bounds.maxY - 1) >> down + 1)
  }

  /// The pixels of some blocks.
  func pixels(_ blocks: DeviceRect) -> DeviceRect {
    DeviceRect(
      minX: blocks.minX << across, minY: blocks.minY << down, maxX: blocks.maxX << across, maxY: blocks.maxY << down)
  }

  // MARK: From pixels to blocks

  /// The means of blocks.
  ///
  /// - Parameter repeatsEdges: pixels outside count as the nearest ones; otherwise they are transparent.
  func reduced(
    _ buffer: borrowing PixelBuffer, _ bounds: DeviceRect, repeatsEdges: Bool, _ workers: Workers
  ) -> PixelBuffer {
    let blocks = blocks(bounds)
    var result = PixelBuffer(width: blocks.width, height: blocks.height)
    let (stride, target) = (buffer.stride, result.stride)
    buffer.withPixels { source in
      result.withMutablePixels { means in
        guard let base = source.baseAddress, let out = means.baseAddress else { return }
        // Every unit of work writes its own row.
        nonisolated(unsafe) let (from, to) = (base, out)
        workers.run(count: blocks.height) { row, _ in
          let rows = Rows(base: from, stride: stride, bounds: bounds, repeatsEdges: repeatsEdges)
          reduce(rows, blockY: blocks.minY + row, blocks, into: to + row * target)
        }
      }
    }
    return result
  }

  /// Pixels that are read by rows of the device.
  private struct Rows {
    let base: UnsafePointer<UInt32>
    let stride: Int
    let bounds: DeviceRect
    let repeatsEdges: Bool

    /// A row of pixels; nil: a transparent one.
    func row(_ y: Int) -> UnsafePointer<UInt32>? {
      let inside = max(bounds.minY, min(bounds.maxY - 1, y))
      return inside == y || repeatsEdges ? base + (inside - bounds.minY) * stride : nil
    }
  }

  private func reduce(_ rows: Rows, blockY: Int, _ blocks: DeviceRect, into out: UnsafeMutablePointer<UInt32>) {
    let (side, shift) = (1 << across, UInt32(across + down))
    let half = Lanes(even: 0x10001, odd: 0x10001) &* ((1 << shift) >> 1)
    withUnsafeTemporaryAllocation(of: Lanes.self, capacity: blocks.width) { sums in
      sums.initialize(repeating: half)
      for y in blockY << down..<(blockY + 1) << down {
        guard let row = rows.row(y) else { continue }
        for block in 0..<blocks.width {
          let first = (blocks.minX + block) << across - rows.bounds.minX
          let isInside = first >= 0 && first + side <= rows.bounds.width
          sums[block] = sums[block] &+ (isInside ? sum(row + first, side) : border(row, first, side, rows))
        }
      }
      for block in 0..<blocks.width { out[block] = sums[block].pixel(shift) }
    }
  }

  @inline(__always)
  private func sum(_ pixels: UnsafePointer<UInt32>, _ count: Int) -> Lanes {
    var sum = Lanes(even: 0, odd: 0)
    for x in 0..<count { sum = sum &+ Lanes(pixels[x]) }
    return sum
  }

  /// The sum over a block that reaches beyond the picture.
  private func border(_ row: UnsafePointer<UInt32>, _ first: Int, _ count: Int, _ rows: Rows) -> Lanes {
    var sum = Lanes(even: 0, odd: 0)
    for x in first..<first + count {
      let inside = max(0, min(rows.bounds.width - 1, x))
      if inside == x || rows.repeatsEdges { sum = sum &+ Lanes(row[inside]) }
    }
    return sum
  }

  // MARK: From blocks to pixels

  /// Pixels between the middles of blocks.
  ///
  /// - Parameters:
  ///   - blocks: where the buffer lies on the grid.
  ///   - bounds: the pixels to make, inside of the blocks.
  func enlarged(
    _ buffer: borrowing PixelBuffer, _ blocks: DeviceRect, to bounds: DeviceRect, _ workers: Workers
  ) -> PixelBuffer {
    var result = PixelBuffer(width: bounds.width, height: bounds.height)
    let (stride, target) = (buffer.stride, result.stride)
    buffer.withPixels { source in
      result.withMutablePixels { pixels in
        guard let base = source.baseAddress, let out = pixels.baseAddress else { return }
        // Every unit of work writes its own row.
        nonisolated(unsafe) let (from, to) = (base, out)
        workers.run(count: bounds.height) { row, _ in
          let place = Place(bounds.minY + row, down, blocks.minY, blocks.height)
          let rows = (from + place.first * stride, from + place.second * stride)
          enlarge(rows, place.weight, blocks, bounds, into: to + row * target)
        }
      }
    }
    return result
  }

  private func enlarge(
    _ rows: (UnsafePointer<UInt32>, UnsafePointer<UInt32>), _ weight: UInt32, _ blocks: DeviceRect,
    _ bounds: DeviceRect, into out: UnsafeMutablePointer<UInt32>
  ) {
    let whole = UInt32(2 << down)
    let shift = UInt32(across + down + 2)
    let half = Lanes(even: 0x10001, odd: 0x10001) &* ((1 << shift) >> 1)
    withUnsafeTemporaryAllocation(of: Lanes.self, capacity: blocks.width) { column in
      for x in 0..<blocks.width {
        column[x] = Lanes(rows.0[x]) &* (whole - weight) &+ Lanes(rows.1[x]) &* weight
      }
      let whole = UInt32(2 << across)
      for x in 0..<bounds.width {
        let place = Place(bounds.minX + x, across, blocks.minX, blocks.width)
        let sum = column[place.first] &* (whole - place.weight) &+ column[place.second] &* place.weight
        out[x] = (sum &+ half).pixel(shift)
      }
    }
  }

  /// The two blocks whose middles a pixel's middle lies between, and the second one's weight, in halves of pixels.
  private struct Place {
    let first: Int
    let second: Int
    let weight: UInt32

    @inline(__always)
    init(_ pixel: Int, _ exponent: Int, _ origin: Int, _ count: Int) {
      let halves = 2 * pixel + 1 - 1 << exponent
      let block = halves >> (exponent + 1) - origin
      first = max(0, min(count - 1, block))
      second = max(0, min(count - 1, block + 1))
      weight = UInt32(halves & (2 << exponent - 1))
    }
  }
}

/// A pixel's components in 16 bits each, for sums.
private struct Lanes {
  /// Blue and red.
  var even: UInt32
  /// Green and alpha.
  var odd: UInt32

  init(even: UInt32, odd: UInt32) {
    self.even = even
    self.odd = odd
  }

  @inline(__always)
  init(_ pixel: UInt32) {
    even = pixel & 0x00FF_00FF
    odd = pixel >> 8 & 0x00FF_00FF
  }

  /// The pixel of a sum that `shift` bits are too many of.
  @inline(__always)
  func pixel(_ shift: UInt32) -> UInt32 {
    (even >> shift & 0x00FF_00FF) | (odd >> shift & 0x00FF_00FF) << 8
  }

  @inline(__always)
  static func &+ (a: Lanes, b: Lanes) -> Lanes { Lanes(even: a.even &+ b.even, odd: a.odd &+ b.odd) }
  @inline(__always)
  static func &* (a: Lanes, b: UInt32) -> Lanes { Lanes(even: a.even &* b, odd: a.odd &* b) }
}
