import CStarminePixelKernels
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
  /// - Parameter tools: `repeatsEdges`: pixels outside count as the nearest ones; otherwise they are transparent.
  func reduced(_ buffer: borrowing PixelBuffer, _ bounds: DeviceRect, _ tools: FilterImage.Tools) -> PixelBuffer {
    let blocks = blocks(bounds)
    var result = PixelBuffer(width: blocks.width, height: blocks.height)
    let (stride, target) = (buffer.stride, result.stride)
    buffer.withPixels { source in
      result.withMutablePixels { means in
        guard let base = source.baseAddress, let out = means.baseAddress else { return }
        // Every unit of work writes its own row.
        nonisolated(unsafe) let (from, to) = (base, out)
        tools.workers.run(count: blocks.height) { row, _ in
          let rows = Rows(base: from, stride: stride, bounds: bounds, repeatsEdges: tools.repeatsEdges)
          reduce(rows, blockY: blocks.minY + row, blocks, into: to + row * target, tools.kernels.blurs.meanBlocks)
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

  private func reduce(
    _ rows: Rows, blockY: Int, _ blocks: DeviceRect, into out: UnsafeMutablePointer<UInt32>,
    _ meanBlocks: KernelTable.MeanBlocks
  ) {
    // Of the first block in the row; the first and the last one can reach beyond the picture.
    let start = blocks.minX << across - rows.bounds.minX
    let first = start < 0 ? 1 : 0
    let last = max(first, min(blocks.width, (rows.bounds.width - start) >> across))
    withUnsafeTemporaryAllocation(of: UnsafePointer<UInt32>?.self, capacity: 1 << down) { lines in
      for y in 0..<1 << down {
        lines.initializeElement(at: y, to: rows.row(blockY << down + y).map { $0 + start + first << across })
      }
      guard let base = lines.baseAddress else { return }
      meanBlocks(out + first, base, Int32(across), Int32(down), last - first)
      for block in 0..<blocks.width where block < first || block >= last {
        out[block] = border(rows, blockY: blockY, start + block << across)
      }
    }
  }

  /// The mean of a block that reaches beyond the picture.
  private func border(_ rows: Rows, blockY: Int, _ first: Int) -> UInt32 {
    let shift = UInt32(across + down)
    var sum = ComponentSums.half(shift)
    for y in 0..<1 << down {
      guard let row = rows.row(blockY << down + y) else { continue }
      for x in first..<first + 1 << across {
        let inside = max(0, min(rows.bounds.width - 1, x))
        if inside == x || rows.repeatsEdges { sum = sum &+ ComponentSums(row[inside]) }
      }
    }
    return sum.pixel(shift)
  }

  // MARK: From blocks to pixels

  /// Pixels between the middles of blocks.
  ///
  /// - Parameters:
  ///   - blocks: where the buffer lies on the grid.
  ///   - bounds: the pixels to make, inside of the blocks.
  func enlarged(
    _ buffer: borrowing PixelBuffer, _ blocks: DeviceRect, to bounds: DeviceRect, _ tools: FilterImage.Tools
  ) -> PixelBuffer {
    var result = PixelBuffer(width: bounds.width, height: bounds.height)
    let (stride, target) = (buffer.stride, result.stride)
    buffer.withPixels { source in
      result.withMutablePixels { pixels in
        guard let base = source.baseAddress, let out = pixels.baseAddress else { return }
        // Every unit of work writes its own row.
        nonisolated(unsafe) let (from, to) = (base, out)
        tools.workers.run(count: bounds.height) { row, _ in
          let halves = halves(bounds.minY + row, down, blocks.minY)
          let block = halves >> (down + 1)
          let near = from + max(0, min(blocks.height - 1, block)) * stride
          let far = from + max(0, min(blocks.height - 1, block + 1)) * stride
          var place = PixelEnlargement(
            across: Int32(across), down: Int32(down), weight: Int32(halves & (2 << down - 1)),
            first: Int32(self.halves(bounds.minX, across, blocks.minX)), blocks: blocks.width)
          let words = pixel_enlarge_scratch(blocks.width)
          withUnsafeTemporaryAllocation(of: UInt32.self, capacity: words) { scratch in
            guard let scratch = scratch.baseAddress else { return }
            tools.kernels.blurs.enlargeRow(to + row * target, near, far, scratch, &place, bounds.width)
          }
        }
      }
    }
    return result
  }

  /// From the middle of the first block to that of a pixel, in halves of pixels.
  private func halves(_ pixel: Int, _ exponent: Int, _ firstBlock: Int) -> Int {
    2 * pixel + 1 - 1 << exponent - firstBlock << (exponent + 1)
  }
}
