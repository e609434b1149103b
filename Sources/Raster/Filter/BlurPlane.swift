import Foundation
import StarmineScene

/// Blur and shift along one axis.
struct BlurAxis {
  let box: BlurBox
  /// Whole pixels of the shift, and the rest in 1/65536.
  let whole: Int
  let fraction: UInt32

  init(sigma: Double, offset: Double) {
    box = BlurBox(sigma: sigma)
    let low = offset.rounded(.down)
    whole = Int(low)
    fraction = UInt32(((offset - low) * 65536).rounded())
  }

  /// Pixels by which values spread to each side.
  var margin: Int { 3 * (box.radius + 1) + 1 }
  var isBlur: Bool { box.radius > 0 || box.share > 0 }
}

/// Reused memory for blurs.
// Crosses threads: one blur at a time takes it out of the renderer's store, and each of its workers has its own blocks.
final class BlurScratch: @unchecked Sendable {
  fileprivate let values = ScratchBuffer<UInt32>()
  private var blocks: [LineBlocks] = []

  fileprivate func reserveBlocks(_ workers: Int) -> [LineBlocks] {
    while blocks.count < workers { blocks.append(LineBlocks()) }
    return blocks
  }
}

/// Memory of one worker: transposed lines, and two stages between the passes.
private final class LineBlocks {
  let turned = ScratchBuffer<UInt32>()
  let first = ScratchBuffer<UInt32>()
  let second = ScratchBuffer<UInt32>()
  /// Distinct rows of the picture, and for each row of the plane the index of its distinct row.
  let rows = ScratchBuffer<Int>()
  let places = ScratchBuffer<Int>()
}

/// Integer components of pixels, 0...65535 for bytes and below 2^23 for floats, with a margin, blurred by three box
/// passes along each axis.
///
/// Sums are integers, so a value depends only on its neighbours. At a step from transparent to opaque, the error
/// relative to a true Gaussian is less than 1 % of the step (tested). Both axes are blurred across lines, a few at a
/// time that stay in the second-level cache through all three passes: first rows, transposed to columns of a block,
/// then columns in place.
struct BlurPlane {
  /// Pixels.
  let width: Int
  let height: Int
  private let values: UnsafeMutablePointer<UInt32>
  private let content: Content
  private var depth: Int { content.depth }

  private enum Content {
    /// One byte of 32-bit pixels, by its first bit. One component at a time needs no more memory than the picture.
    case byte(UInt32)
    /// All components of float pixels, in memory order.
    case floats(KernelTable.WholeColumns)

    /// Components per pixel.
    var depth: Int {
      switch self {
      case .byte: 1
      case .floats: 4
      }
    }
  }

  struct Blur {
    let across: BlurAxis
    let down: BlurAxis
    /// Margin in pixels to the left and right, and above and below.
    let margin: (x: Int, y: Int)
    /// Whether the margin repeats the nearest pixels instead of being transparent.
    var repeatsEdges = false
    let kernels: KernelTable.Blurs
  }

  /// A blurred component of a picture; valid until the scratch is used again.
  /// - Parameter component: 0 to 3, in memory order; the last one is alpha.
  init(
    _ pixels: borrowing PixelBuffer, component: Int, _ blur: Blur, _ scratch: BlurScratch,
    _ workers: Workers = Workers(count: 1)
  ) {
    self.init(pixels, .byte(UInt32(8 * component)), blur, scratch, workers)
  }

  /// The blurred pixels of a picture; valid until the tools' scratch is used again.
  init(_ pixels: borrowing DeepBuffer, _ blur: Blur, _ tools: FilterTools) {
    self.init(pixels, .floats(tools.kernels.wholeColumns), blur, tools.scratch, tools.workers)
  }

  private init<P: Pixel>(
    _ pixels: borrowing PixelFrame<P>, _ content: Content, _ blur: Blur, _ scratch: BlurScratch, _ workers: Workers
  ) {
    (width, height) = (pixels.width + 2 * blur.margin.x, pixels.height + 2 * blur.margin.y)
    self.content = content
    let depth = content.depth
    let (length, edge) = (width * depth, blur.margin.y * width * depth)
    values = scratch.values.reserve(length * height)
    values.update(repeating: 0, count: edge)
    (values + (length * height - edge)).update(repeating: 0, count: edge)
    // Each unit of work reads and writes its own lines, with its worker's blocks.
    nonisolated(unsafe) let (plane, blocks) = (self, scratch.reserveBlocks(workers.count))
    let (rowCount, columns, stride) = (pixels.height, pixels.width, pixels.stride << P.form.shift)
    pixels.withPixels { source in
      guard let first = source.baseAddress else { return }
      // Only read.
      nonisolated(unsafe) let rows = PictureRows(
        base: UnsafeRawPointer(first), stride: stride, columns: columns, bytes: columns << P.form.shift)
      let together = (BlurPlane.together(plane.width) / depth, BlurPlane.together(plane.height) / depth)
      // The last columns are merged with the preceding ones: a unit of few columns takes as long as one of many.
      let units = [(rowCount + together.0 - 1) / together.0, max(1, plane.width / together.1)]
      workers.run(phases: units) { phase, unit, worker in
        if phase == 0 {
          let first = unit * together.0
          plane.blurRows(first..<min(first + together.0, rowCount), rows, blur, blocks[worker])
        } else {
          let (first, isLast) = (unit * together.1, unit == units[1] - 1)
          plane.blurColumns(first..<(isLast ? plane.width : first + together.1), blur, blocks[worker])
        }
      }
    }
  }

  /// Number of lines that are blurred together: fewer for long lines, so that three stages stay in the cache.
  private static func together(_ length: Int) -> Int { length <= 400 ? 64 : 32 }

  /// Blurs rows of the picture into rows of the plane. A row that equals the one above, as in many user interfaces, is
  /// blurred once.
  private func blurRows(_ all: Range<Int>, _ picture: PictureRows, _ blur: Blur, _ blocks: LineBlocks) {
    let margin = blur.margin
    let (rows, places) = (blocks.rows.reserve(all.count), blocks.places.reserve(all.count))
    let count = picture.findRows(all, into: rows, places)
    // Whole vectors. The padding of the last ones is blurred too and never read.
    let room = (count * depth + 15) & ~15
    let block = blocks.turned.reserve(width * room)
    turn(picture, rows, count, into: block + margin.x * room, stride: room)
    let lines = LineGroup(values: block, count: width, length: room, stride: room)
    lines.fillEdges(margin.x, repeating: blur.repeatsEdges)
    lines.blur(blur.across, blocks, blur.kernels)
    let length = width * depth
    turnBack(block, stride: room, count) { values + (rows[$0] + margin.y) * length }
    for y in 1..<max(all.count, 1) where places[y - 1] == places[y] {
      let row = values + (all.lowerBound + y + margin.y) * length
      row.update(from: row - length, count: length)
    }
  }

  /// Transposes values of some rows, with `stride` from one column to the next.
  private func turn(
    _ picture: PictureRows, _ rows: UnsafePointer<Int>, _ count: Int, into block: UnsafeMutablePointer<UInt32>,
    stride: Int
  ) {
    switch content {
    case .byte(let shift):
      turnLines(count, length: picture.columns) {
        picture.row(rows[$0]).assumingMemoryBound(to: UInt32.self)
      } to: {
        block + $0 * stride
      } _: {
        let bytes = $0 &>> shift & 255
        return bytes | bytes &<< 8  // Times 257.
      }
    case .floats(let wholeColumns):
      withUnsafeTemporaryAllocation(of: UnsafeRawPointer.self, capacity: count) { pointers in
        guard let base = pointers.baseAddress else { return }
        for index in 0..<count { (base + index).initialize(to: picture.row(rows[index])) }
        wholeColumns(block, stride, base, count, picture.columns)
      }
    }
  }

  /// The reverse transposition, without conversion.
  private func turnBack(
    _ block: UnsafeMutablePointer<UInt32>, stride: Int, _ count: Int, to row: (Int) -> UnsafeMutablePointer<UInt32>
  ) {
    if depth == 1 {
      return turnLines(width, length: count, from: { UnsafePointer(block + $0 * stride) }, to: row) { $0 }
    }
    for index in 0..<count {
      var source = UnsafeRawPointer(block + depth * index)
      let target = UnsafeMutableRawPointer(row(index))
      for x in 0..<width {
        target.storeBytes(of: source.load(as: SIMD4<UInt32>.self), toByteOffset: 16 * x, as: SIMD4<UInt32>.self)
        source += 4 * stride
      }
    }
  }

  private func blurColumns(_ columns: Range<Int>, _ blur: Blur, _ blocks: LineBlocks) {
    let lines = LineGroup(
      values: values + columns.lowerBound * depth, count: height, length: columns.count * depth, stride: width * depth)
    if blur.repeatsEdges { lines.fillEdges(blur.margin.y, repeating: true) }
    lines.blur(blur.down, blocks, blur.kernels)
  }

  func row(_ y: Int) -> UnsafePointer<UInt32> { UnsafePointer(values + y * width * depth) }

  /// The bytes of a rectangle inside a plane of one component.
  func bytes(in bounds: DeviceRect, originX: Int, originY: Int) -> [UInt8] {
    let count = bounds.width * bounds.height
    return [UInt8](unsafeUninitializedCapacity: count) { bytes, initialized in
      for y in 0..<bounds.height {
        let row = row(y + bounds.minY - originY) + bounds.minX - originX
        let out = bytes.baseAddress! + y * bounds.width
        for x in 0..<bounds.width { out[x] = UInt8(truncatingIfNeeded: Self.byte(row[x])) }
      }
      initialized = count
    }
  }

  /// A value divided by 257, rounded: exact for all values.
  @inline(__always)
  static func byte(_ value: UInt32) -> UInt32 {
    let sum = value &+ 128
    return (sum &- sum >> 8) >> 8
  }
}

private struct PictureRows {
  let base: UnsafeRawPointer
  /// Bytes from one row to the next.
  let stride: Int
  let columns: Int
  /// Bytes of a row's pixels.
  let bytes: Int

  func row(_ y: Int) -> UnsafeRawPointer { base + y * stride }

  /// Finds rows that differ from those above them.
  /// - Parameters:
  ///   - found: Receives the indices of these rows.
  ///   - places: Receives, for each row, the index of its equal in `found`.
  /// - Returns: The number of rows found.
  func findRows(
    _ all: Range<Int>, into found: UnsafeMutablePointer<Int>, _ places: UnsafeMutablePointer<Int>
  ) -> Int {
    var count = 0
    for y in all {
      if count == 0 || memcmp(row(y), row(y - 1), bytes) != 0 {
        found[count] = y
        count += 1
      }
      places[y - all.lowerBound] = count - 1
    }
    return count
  }
}

/// Lines of values that are blurred with the values of neighbouring lines.
private struct LineGroup {
  let values: UnsafeMutablePointer<UInt32>
  let count: Int
  let length: Int
  /// From one line to the next.
  let stride: Int

  /// Fills the first and last lines with zeros, or with their neighbours.
  func fillEdges(_ margin: Int, repeating: Bool) {
    for line in 0..<margin {
      let (first, last) = (values + line * stride, values + (count - 1 - line) * stride)
      if repeating {
        first.update(from: values + margin * stride, count: length)
        last.update(from: values + (count - 1 - margin) * stride, count: length)
      } else {
        first.update(repeating: 0, count: length)
        last.update(repeating: 0, count: length)
      }
    }
  }

  func blur(_ axis: BlurAxis, _ blocks: LineBlocks, _ kernels: KernelTable.Blurs) {
    if axis.fraction > 0 { kernels.shiftLines(values, stride, axis.fraction, count, length) }
    guard axis.isBlur else { return }
    let weights = BoxWeights(axis.box)
    let first = other(blocks.first.reserve(count * length))
    let second = other(blocks.second.reserve(count * length))
    pass(to: first, weights, kernels.boxLines)
    first.pass(to: second, weights, kernels.boxLines)
    second.pass(to: self, weights, kernels.boxLines)
  }

  /// The same number of contiguous lines at another address.
  private func other(_ values: UnsafeMutablePointer<UInt32>) -> LineGroup {
    LineGroup(values: values, count: count, length: length, stride: length)
  }

  private func pass(to target: LineGroup, _ box: BoxWeights, _ boxLines: KernelTable.BoxLines) {
    boxLines(target.values, target.stride, values, stride, box.radius, box.inside, box.ends, count, length)
  }
}

/// The weights of one box pass in 1/2^31; their sum is at most 1.
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
