import Foundation
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
// Crosses threads: one blur at a time takes it out of the renderer's store, and each of its workers has its own blocks.
final class BlurScratch: @unchecked Sendable {
  fileprivate let values = ScratchBuffer<UInt32>()
  private var blocks: [LineBlocks] = []

  /// Blocks for a number of workers.
  fileprivate func reserveBlocks(_ workers: Int) -> [LineBlocks] {
    while blocks.count < workers { blocks.append(LineBlocks()) }
    return blocks
  }
}

/// Memory of one worker: lines that are turned, and two stages between the passes.
private final class LineBlocks {
  let turned = ScratchBuffer<UInt32>()
  let first = ScratchBuffer<UInt32>()
  let second = ScratchBuffer<UInt32>()
  /// Rows of the picture that are blurred, and for each row of the plane which of these it is.
  let rows = ScratchBuffer<Int>()
  let places = ScratchBuffer<Int>()
}

/// Whole numbers of one component, 0...65535 of a byte and below 2^23 of a float, with room around them, blurred by
/// three box passes along each axis.
///
/// Sums are whole numbers, so a value depends on nothing but its neighbours. Against a true Gaussian the step from
/// nothing to opaque is off by less than 1 % of the step (tested). Both axes are blurred across lines, a few at a time
/// that stay in the second-level cache through all three passes: first rows, turned into columns of a block, then
/// columns where they are.
struct AlphaPlane {
  let width: Int
  let height: Int
  private let values: UnsafeMutablePointer<UInt32>
  /// Lines that are blurred together: fewer of long ones, so that three stages of them stay in the cache.
  private static func together(ofLength length: Int) -> Int { length <= 400 ? 64 : 32 }

  /// How a component is blurred.
  struct Blur {
    let across: BlurAxis
    let down: BlurAxis
    /// Pixels of room to the left and right, and above and below.
    let margin: (x: Int, y: Int)
    /// The room around has the values of the nearest pixels instead of none.
    var repeatsEdges = false
    let boxLines: KernelTable.BoxLines
  }

  /// The picture's component, blurred; valid until the scratch is used again.
  ///
  /// - Parameter component: 0 to 3, as they lie in memory; the last one is alpha.
  init<P: FilterPixel>(
    _ pixels: borrowing PixelFrame<P>, component: Int = 3, _ blur: Blur, scratch: BlurScratch,
    workers: Workers = Workers(count: 1)
  ) {
    let (columns, rows, margin) = (pixels.width, pixels.height, blur.margin)
    let (width, height) = (columns + 2 * margin.x, rows + 2 * margin.y)
    (self.width, self.height) = (width, height)
    values = scratch.values.reserve(width * height)
    values.update(repeating: 0, count: margin.y * width)
    (values + (height - margin.y) * width).update(repeating: 0, count: margin.y * width)
    // Every unit of work reads and writes lines of its own, with its worker's blocks.
    nonisolated(unsafe) let (plane, blocks) = (self, scratch.reserveBlocks(workers.count))
    let stride = pixels.stride
    pixels.withPixels { source in
      guard let base = source.baseAddress else { return }
      // Only read.
      nonisolated(unsafe) let component = Component(base: base, stride: stride, columns: columns, index: component)
      let together = (AlphaPlane.together(ofLength: width), AlphaPlane.together(ofLength: height))
      // The last columns go with those before: a unit of few would take as long as one of many.
      let units = [(rows + together.0 - 1) / together.0, max(1, width / together.1)]
      workers.run(phases: units) { phase, unit, worker in
        if phase == 0 {
          let first = unit * together.0
          plane.blurRows(first, min(first + together.0, rows), component, blur, blocks[worker])
        } else {
          let (first, isLast) = (unit * together.1, unit == units[1] - 1)
          plane.blurColumns(first, isLast ? width : first + together.1, blur, blocks[worker])
        }
      }
    }
  }

  /// Rows of the picture into rows of the plane, blurred. Those like the row above, of which cards have many, are
  /// blurred once.
  private func blurRows<P: FilterPixel>(
    _ first: Int, _ end: Int, _ component: Component<P>, _ blur: Blur, _ blocks: LineBlocks
  ) {
    let margin = blur.margin.x
    let (rows, places) = (blocks.rows.reserve(end - first), blocks.places.reserve(end - first))
    let length = component.findRows(first..<end, into: rows, places)
    // Whole vectors; what lies in the rest of the last ones is blurred too, and never read.
    let room = (length + 15) & ~15
    let block = blocks.turned.reserve(width * room)
    component.turn(rows, length, into: block + margin * room, stride: room)
    let lines = LineGroup(values: block, count: width, length: room, stride: room)
    lines.fillEdges(margin, repeating: blur.repeatsEdges)
    lines.blur(blur.across, blocks, blur.boxLines)
    turnLines(width, length: length) {
      UnsafePointer(block + $0 * room)
    } to: {
      values + (rows[$0] + blur.margin.y) * width
    } _: {
      $0
    }
    for y in 1..<max(end - first, 1) where places[y - 1] == places[y] {
      let row = values + (first + y + blur.margin.y) * width
      row.update(from: row - width, count: width)
    }
  }

  private func blurColumns(_ first: Int, _ end: Int, _ blur: Blur, _ blocks: LineBlocks) {
    let lines = LineGroup(values: values + first, count: height, length: end - first, stride: width)
    if blur.repeatsEdges { lines.fillEdges(blur.margin.y, repeating: true) }
    lines.blur(blur.down, blocks, blur.boxLines)
  }

  /// A value over 257, rounded: exact for all of them.
  @inline(__always)
  static func byte(_ value: UInt32) -> UInt32 {
    let sum = value &+ 128
    return (sum &- sum >> 8) >> 8
  }

  /// Puts a row into a component of pixels that has none yet.
  func add<P: FilterPixel>(row y: Int, to pixels: UnsafeMutablePointer<P>, component: Int) {
    P.add(values + y * width, component, to: pixels, count: width)
  }

  /// The bytes of a rectangle inside the plane of a picture of words.
  func bytes(in bounds: DeviceRect, originX: Int, originY: Int) -> [UInt8] {
    let count = bounds.width * bounds.height
    return [UInt8](unsafeUninitializedCapacity: count) { bytes, initialized in
      for y in 0..<bounds.height {
        let row = values + ((y + bounds.minY - originY) * width + bounds.minX - originX)
        let out = bytes.baseAddress! + y * bounds.width
        for x in 0..<bounds.width { out[x] = UInt8(truncatingIfNeeded: Self.byte(row[x])) }
      }
      initialized = count
    }
  }
}

/// One component of a picture's pixels.
private struct Component<P: FilterPixel> {
  let base: UnsafePointer<P>
  let stride: Int
  let columns: Int
  let index: Int

  /// Finds rows that differ from those above them.
  ///
  /// - Parameters:
  ///   - found: where these rows go.
  ///   - places: for each row, the index of the found one that it is like.
  /// - Returns: how many were found.
  func findRows(
    _ all: Range<Int>, into found: UnsafeMutablePointer<Int>, _ places: UnsafeMutablePointer<Int>
  ) -> Int {
    var count = 0
    for y in all {
      let (row, bytes) = (base + y * stride, columns << P.form.shift)
      if count == 0 || memcmp(row, row - stride, bytes) != 0 {
        found[count] = y
        count += 1
      }
      places[y - all.lowerBound] = count - 1
    }
    return count
  }

  /// Values of some rows, column by column; `stride` from one column to the next.
  func turn(_ rows: UnsafePointer<Int>, _ count: Int, into block: UnsafeMutablePointer<UInt32>, stride room: Int) {
    P.turn(index, count, length: columns) {
      base + rows[$0] * stride
    } to: {
      block + $0 * room
    }
  }
}

/// Lines of values, blurred across the lines: value by value with those of the lines around.
private struct LineGroup {
  let values: UnsafeMutablePointer<UInt32>
  let count: Int
  let length: Int
  /// From one line to the next.
  let stride: Int

  /// Fills the first and last lines with zeros, or with those next to them.
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

  func blur(_ axis: BlurAxis, _ blocks: LineBlocks, _ boxLines: KernelTable.BoxLines) {
    if axis.fraction > 0 { shift(by: axis.fraction) }
    guard axis.isBlur else { return }
    let weights = BoxWeights(axis.box)
    let first = other(blocks.first.reserve(count * length))
    let second = other(blocks.second.reserve(count * length))
    pass(to: first, weights, boxLines)
    first.pass(to: second, weights, boxLines)
    second.pass(to: self, weights, boxLines)
  }

  /// As many lines in another place, one after the other.
  private func other(_ values: UnsafeMutablePointer<UInt32>) -> LineGroup {
    LineGroup(values: values, count: count, length: length, stride: length)
  }

  /// Moves values toward the next line, by a part of the way in 1/65536.
  private func shift(by fraction: UInt64) {
    for y in Swift.stride(from: count - 1, through: 0, by: -1) {
      let (line, before) = (values + y * stride, values + (y - 1) * stride)
      for x in 0..<length { line[x] = shifted(line[x], y > 0 ? before[x] : 0, fraction) }
    }
  }

  private func pass(to target: LineGroup, _ box: BoxWeights, _ boxLines: KernelTable.BoxLines) {
    boxLines(target.values, target.stride, values, stride, box.radius, box.inside, box.ends, count, length)
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
