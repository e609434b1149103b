import CStarminePixelKernels
import StarmineScene

/// A grid of pixel blocks for wide blurs, which remove finer detail.
///
/// Blocks are the means of their pixels. Afterwards, pixels are interpolated between block centres. Both steps spread
/// values a little, which is subtracted from the blur between them, so that together they have the requested standard
/// deviation. The grid starts at the device's origin, regardless of the picture's bounds, so that moving pictures do
/// not flicker.
struct BlockGrid {
  /// Binary logarithms of a block's sides in pixels, 0 to 3.
  private let across: Int
  private let down: Int
  /// Standard deviations of the blur on the grid, in blocks.
  let sigmaX: Double
  let sigmaY: Double

  /// - Parameters:
  ///   - sigmaX: Standard deviation in pixels.
  ///   - sigmaY: Standard deviation in pixels.
  init(sigmaX: Double, sigmaY: Double) { self.init(sigmaX, sigmaY, steps: 3) }

  /// Coarser, for a glow, which is multiplied by a small factor.
  init(glow: FrameLight.Bloom) {
    self.init(glow.sigmaX, glow.sigmaY, steps: max(2, 2.8 * min(1, glow.intensity).squareRoot()))
  }

  /// - Parameter steps: Smallest standard deviation in blocks. Linear interpolation deviates by the curve's curvature:
  ///   at a blurred edge by 255 * 0.242 / 8 byte values over the square of this number, about one at 2.8.
  private init(_ sigmaX: Double, _ sigmaY: Double, steps: Double) {
    let (x, y) = (BlockGrid.axis(sigmaX, steps), BlockGrid.axis(sigmaY, steps))
    self.init(across: x.exponent, down: y.exponent, sigmaX: x.sigma, sigmaY: y.sigma)
  }

  private init(across: Int, down: Int, sigmaX: Double, sigmaY: Double) {
    (self.across, self.down, self.sigmaX, self.sigmaY) = (across, down, sigmaX, sigmaY)
  }

  /// The grid at half the resolution (`DeepBuffer.halved`). Nil if the blur is too narrow. Halving and enlarging add a
  /// variance of 3/4 each.
  var halved: BlockGrid? {
    guard min(sigmaX, sigmaY) >= 2.1 else { return nil }
    func half(_ sigma: Double) -> Double { (sigma * sigma - 1.5).squareRoot() / 2 }
    return BlockGrid(across: 1, down: 1, sigmaX: half(sigmaX), sigmaY: half(sigmaY))
  }

  private static func axis(_ sigma: Double, _ steps: Double) -> (exponent: Int, sigma: Double) {
    var exponent = 0
    while exponent < 3, sigma >= steps * Double(2 << exponent) { exponent += 1 }
    guard exponent > 0 else { return (0, sigma) }
    let side = Double(1 << exponent)
    // Variances of a mean over a block, and of the interpolation between two centres.
    let spread = (side * side - 1) / 12 + side * side / 6
    return (exponent, (sigma * sigma - spread).squareRoot() / side)
  }

  var isFine: Bool { across == 0 && down == 0 }

  func blocks(_ bounds: DeviceRect) -> DeviceRect {
    DeviceRect(
      minX: bounds.minX >> across, minY: bounds.minY >> down, maxX: (bounds.maxX - 1) >> across + 1,
      maxY: (bounds.maxY - 1) >> down + 1)
  }

  func pixels(_ blocks: DeviceRect) -> DeviceRect {
    DeviceRect(
      minX: blocks.minX << across, minY: blocks.minY << down, maxX: blocks.maxX << across, maxY: blocks.maxY << down)
  }

  /// The means of a picture's blocks.
  /// - Parameter tools: With `repeatsEdges`, pixels outside equal the nearest ones; otherwise they are transparent.
  func reduced<P: Pixel>(
    _ buffer: borrowing PixelFrame<P>, _ bounds: DeviceRect, _ tools: FilterTools
  ) -> PixelFrame<P> {
    let blocks = blocks(bounds)
    var result = PixelFrame<P>(width: blocks.width, height: blocks.height)
    let (stride, target) = (buffer.stride, result.stride)
    buffer.withPixels { source in
      result.withMutablePixels { means in
        guard let base = source.baseAddress, let out = means.baseAddress else { return }
        // Each unit of work writes its own row.
        nonisolated(unsafe) let (from, to) = (base, out)
        tools.workers.run(count: blocks.height) { row, _ in
          let rows = Rows(base: from, stride: stride, bounds: bounds, repeatsEdges: tools.repeatsEdges)
          reduce(rows, blockY: blocks.minY + row, blocks, into: to + row * target, tools.kernels)
        }
      }
    }
    return result
  }

  /// Computes the block means of one part of a picture, whose sides are block borders or the picture's own. Pixels
  /// outside equal the nearest ones.
  /// - Parameters:
  ///   - means: Receives the blocks of the whole picture.
  ///   - all: The rectangle of these blocks on the grid.
  func reduce(
    _ part: Surface, into means: UnsafeMutablePointer<DeepPixel>, stride: Int, _ all: DeviceRect,
    _ kernels: KernelTable.Blurs
  ) {
    let blocks = blocks(part.bounds)
    let base = UnsafePointer(part.base.assumingMemoryBound(to: DeepPixel.self))
    let rows = Rows(base: base, stride: part.stride, bounds: part.bounds, repeatsEdges: true)
    for y in blocks.minY..<blocks.maxY {
      let row = means + (y - all.minY) * stride + blocks.minX - all.minX
      reduce(rows, blockY: y, blocks, into: row, kernels)
    }
  }

  /// Multiples of this number are block borders on every grid.
  static let largestSide = 8

  private struct Rows<P: Pixel> {
    let base: UnsafePointer<P>
    let stride: Int
    let bounds: DeviceRect
    let repeatsEdges: Bool

    /// A row of pixels; nil if it is transparent.
    func row(_ y: Int) -> UnsafePointer<P>? {
      let inside = max(bounds.minY, min(bounds.maxY - 1, y))
      return inside == y || repeatsEdges ? base + (inside - bounds.minY) * stride : nil
    }
  }

  private func reduce<P: Pixel>(
    _ rows: Rows<P>, blockY: Int, _ blocks: DeviceRect, into out: UnsafeMutablePointer<P>, _ kernels: KernelTable.Blurs
  ) {
    // The first pixel of the row's first block. The first and last block can extend beyond the picture.
    let start = blocks.minX << across - rows.bounds.minX
    let first = start < 0 ? 1 : 0
    let last = max(first, min(blocks.width, (rows.bounds.width - start) >> across))
    withUnsafeTemporaryAllocation(of: UnsafeRawPointer?.self, capacity: 1 << down) { lines in
      guard let base = lines.baseAddress else { return }
      for y in 0..<1 << down {
        (base + y).initialize(to: rows.row(blockY << down + y).map { UnsafeRawPointer($0 + start + first << across) })
      }
      kernels.meanBlocks(out + first, base, Int32(across), Int32(down), last - first)
      for borders in [0..<first, last..<max(last, blocks.width)] {
        for block in borders { reduceBorder(rows, blockY: blockY, start + block << across, into: out + block, kernels) }
      }
    }
  }

  /// The mean of a block that extends beyond the picture.
  private func reduceBorder<P: Pixel>(
    _ rows: Rows<P>, blockY: Int, _ first: Int, into out: UnsafeMutablePointer<P>, _ kernels: KernelTable.Blurs
  ) {
    // Gathers the pixels contiguously, because kernels read whole vectors.
    let pixels = (0..<1 << down).flatMap { y in
      (first..<first + 1 << across).map { x in
        let inside = max(0, min(rows.bounds.width - 1, x))
        guard let row = rows.row(blockY << down + y), inside == x || rows.repeatsEdges else { return P.transparent }
        return row[inside]
      }
    }
    pixels.withUnsafeBufferPointer { pixels in
      let lines = (0..<1 << down).map { y in pixels.baseAddress.map { UnsafeRawPointer($0 + y << across) } }
      kernels.meanBlocks(out, lines, Int32(across), Int32(down), 1)
    }
  }

  // MARK: From blocks to pixels

  /// The two rows of blocks around a row of pixels, and the weight of the far one.
  /// - Returns: rows relative to the first one, and a weight out of `2 << down`.
  private func place(y: Int, _ blocks: DeviceRect) -> (near: Int, far: Int, weight: Int) {
    let halves = halves(y, down, blocks.minY)
    let block = halves >> (down + 1)
    return (
      max(0, min(blocks.height - 1, block)), max(0, min(blocks.height - 1, block + 1)), halves & (2 << down - 1)
    )
  }

  /// The two rows of blocks around a row of pixels, and the weight of the far one.
  func rows(y: Int, _ blocks: DeviceRect) -> (near: Int, far: Int, share: Float) {
    let (near, far, weight) = place(y: y, blocks)
    return (near, far, Float(weight) / Float(2 << down))
  }

  /// Part of a row of pixels between block centres, starting at the device pixel (x, y).
  /// - Parameters:
  ///   - base: The blocks' pixels, with `stride` blocks per row.
  ///   - blocks: Their rectangle on the grid.
  func enlarge<P: Pixel>(
    _ base: UnsafePointer<P>, stride: Int, _ blocks: DeviceRect, x: Int, y: Int, into out: UnsafeMutablePointer<P>,
    count: Int, _ kernels: KernelTable.Blurs
  ) {
    let (near, far, weight) = place(y: y, blocks)
    enlarge(base + near * stride, base + far * stride, weight, blocks, x: x, into: out, count: count, kernels)
  }

  /// Part of a mix of two rows of blocks, starting at the device pixel x.
  func enlarge<P: Pixel>(
    _ near: UnsafePointer<P>, _ far: UnsafePointer<P>, _ weight: Int, _ blocks: DeviceRect, x: Int,
    into out: UnsafeMutablePointer<P>, count: Int, _ kernels: KernelTable.Blurs
  ) {
    var place = PixelEnlargement(
      across: Int32(across), down: Int32(down), weight: Int32(weight), first: Int32(halves(x, across, blocks.minX)),
      blocks: blocks.width)
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: pixel_enlarge_scratch(place.blocks)) { scratch in
      guard let scratch = scratch.baseAddress else { return }
      kernels.enlargeRow(out, near, far, scratch, &place, count)
    }
  }

  /// Distance from the centre of the first block to that of a pixel, in half pixels.
  private func halves(_ pixel: Int, _ exponent: Int, _ firstBlock: Int) -> Int {
    2 * pixel + 1 - 1 << exponent - firstBlock << (exponent + 1)
  }
}
