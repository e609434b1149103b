import CStarmineFFmpeg
import Glibc
import StarmineGraphics

/// Means of cells of 4 x 4 samples of a frame: small enough to store during writing, and fine enough to detect a
/// changed digit.
struct FrameBlocks: Sendable {
  /// Samples per side of a cell, and cells per side of a comparison window.
  private static let (cell, window) = (4, 2)

  /// Alpha last. Other components are multiplied by it.
  private var planes: [Plane]

  private struct Plane: Sendable {
    let columns: Int
    var means: [Float] = []
    var sums: [Float]
    var rows = 0

    init(width: Int) {
      columns = (width + cell - 1) / cell
      sums = [Float](repeating: 0, count: width)
    }

    mutating func add(_ line: [Float]) {
      for x in 0..<min(sums.count, line.count) { sums[x] += line[x] }
      rows += 1
      if rows == cell { close() }
    }

    mutating func close() {
      guard rows > 0 else { return }
      for column in 0..<columns {
        let places = column * cell..<min(sums.count, (column + 1) * cell)
        var sum: Float = 0
        for x in places {
          sum += sums[x]
          sums[x] = 0
        }
        means.append(sum / Float(places.count * rows))
      }
      rows = 0
    }

    /// Maximum RMS difference in a window, in 1/255; infinite for other sizes.
    func difference(_ other: Plane) -> Double {
      guard columns == other.columns, means.count == other.means.count, columns > 0 else { return .infinity }
      let (rows, across) = (means.count / columns, (columns + window - 1) / window)
      var worst: Float = 0
      for first in stride(from: 0, to: rows, by: window) {
        var sums = [Float](repeating: 0, count: across)
        let last = min(rows, first + window)
        for index in first * columns..<last * columns {
          let delta = means[index] - other.means[index]
          sums[index % columns / window] += delta * delta
        }
        for (number, sum) in sums.enumerated() {
          worst = max(worst, sum / Float((last - first) * min(window, columns - number * window)))
        }
      }
      return Double(worst.squareRoot()) * 255
    }
  }

  /// Nil for an unreadable pixel format.
  init?(_ frame: borrowing OwnedFrame) {
    guard let reader = ComponentReader(frame) else { return nil }
    let (width, height, hasAlpha) = (frame.width, frame.height, reader.count == 4)
    planes = (0..<reader.count).map { Plane(width: hasAlpha ? width : reader.size($0, width, height).width) }
    var (line, alpha) = ([Float](repeating: 0, count: width), [Float](repeating: 0, count: width))
    for number in 0..<(hasAlpha ? 0 : reader.count) {
      let size = reader.size(number, width, height)
      for y in 0..<size.height {
        reader.read(frame, &line, number, row: y, count: size.width)
        planes[number].add(line)
      }
    }
    for y in 0..<(hasAlpha ? height : 0) {
      reader.readWhole(frame, &alpha, 3, row: y)
      planes[3].add(alpha)
      for number in 0..<3 {
        reader.readWhole(frame, &line, number, row: y)
        for x in 0..<width { line[x] *= alpha[x] }
        planes[number].add(line)
      }
    }
    close()
  }

  /// From premultiplied `0xAARRGGBB`: luma, alpha, and differences of pairs of pixels, with subsampling as in encoders.
  init(pixels: [UInt32], width: Int, height: Int) {
    let half = (width + 1) / 2
    planes = [width, half, half, width].map { Plane(width: $0) }
    var (whole, parts) = ([Float](repeating: 0, count: width), [[Float]](repeating: [], count: 2))
    for y in 0..<height {
      parts = [[Float]](repeating: [Float](repeating: 0, count: half), count: 2)
      for x in 0..<width {
        let pixel = pixels[y * width + x]
        let (red, green, blue) = (Float(pixel >> 16 & 255), Float(pixel >> 8 & 255), Float(pixel & 255))
        whole[x] = (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255
        let share: Float = x == width - 1 && width % 2 == 1 ? 1 : 0.5
        parts[0][x / 2] += (blue / 255 - whole[x]) * 0.5 * share
        parts[1][x / 2] += (red / 255 - whole[x]) * 0.5 * share
      }
      planes[0].add(whole)
      planes[1].add(parts[0])
      planes[2].add(parts[1])
      for x in 0..<width { whole[x] = Float(pixels[y * width + x] >> 24) / 255 }
      planes[3].add(whole)
    }
    close()
  }

  private mutating func close() {
    for number in planes.indices {
      planes[number].close()
      planes[number].sums = []
    }
  }

  /// Maximum RMS difference in a window of 8 x 8 samples, in 1/255. Infinite for other sizes, and if only one has
  /// alpha.
  func difference(_ other: FrameBlocks) -> Double {
    guard planes.count == other.planes.count else { return .infinity }
    return zip(planes, other.planes).reduce(0) { max($0, $1.0.difference($1.1)) }
  }
}

/// Reads components of any pixel format as 0...1: RGB or luma and differences, then alpha.
private struct ComponentReader {
  let count: Int
  private let description: AVPixFmtDescriptor
  private let components: [AVComponentDescriptor]
  private let flags: Int32
  private let isPalette: Bool
  private let isFloat: Bool

  init?(_ frame: borrowing OwnedFrame) {
    guard let description = av_pix_fmt_desc_get(frame.format)?.pointee, frame.plane(0, of: UInt8.self) != nil
    else { return nil }
    flags = Int32(truncatingIfNeeded: description.flags)
    self.description = description
    components = [description.comp.0, description.comp.1, description.comp.2, description.comp.3]
    isPalette = flags & AV_PIX_FMT_FLAG_PAL != 0
    isFloat = flags & AV_PIX_FMT_FLAG_FLOAT != 0
    count = isPalette ? 4 : Int(description.nb_components)
    guard count == 3 || count == 4, flags & AV_PIX_FMT_FLAG_HWACCEL == 0 else { return nil }
  }

  private func shifts(_ component: Int) -> (x: Int, y: Int) {
    let isShared = (component == 1 || component == 2) && flags & AV_PIX_FMT_FLAG_RGB == 0 && !isPalette
    return isShared ? (Int(description.log2_chroma_w), Int(description.log2_chroma_h)) : (0, 0)
  }

  func size(_ component: Int, _ width: Int, _ height: Int) -> (width: Int, height: Int) {
    let shifts = shifts(component)
    return ((width + (1 << shifts.x) - 1) >> shifts.x, (height + (1 << shifts.y) - 1) >> shifts.y)
  }

  func readWhole(_ frame: borrowing OwnedFrame, _ line: inout [Float], _ component: Int, row: Int) {
    let (width, shifts) = (line.count, shifts(component))
    read(frame, &line, component, row: row >> shifts.y, count: size(component, width, 1).width)
    if shifts.x > 0 { for x in (0..<width).reversed() { line[x] = line[x >> shifts.x] } }
  }

  func read(_ frame: borrowing OwnedFrame, _ line: inout [Float], _ component: Int, row: Int, count: Int) {
    if isPalette { return readPalette(frame, &line, component, row: row) }
    let part = components[component]
    let (step, offset, plane) = (Int(part.step), Int(part.offset), Int(part.plane))
    let scale = 1 / Float(1 << Int(part.depth) - 1)
    let isPlain = flags & (AV_PIX_FMT_FLAG_BE | AV_PIX_FMT_FLAG_BITSTREAM) == 0
    if isPlain, part.depth == 8, let row = frame.plane(plane, of: UInt8.self)?.row(row, from: offset) {
      for x in 0..<count { line[x] = Float(row[x * step]) * scale }
    } else if isPlain, !isFloat, (9...16).contains(part.depth), part.shift == 0, step % 2 == 0,
      let row = frame.plane(plane, of: UInt16.self)?.row(row, from: offset / 2)
    {
      for x in 0..<count { line[x] = Float(row[x * (step / 2)]) * scale }
    } else {
      var values = [UInt32](repeating: 0, count: count)
      if let description = av_pix_fmt_desc_get(frame.format) {
        PremultipliedPixels.readLine(&values, frame.pointer, description, component, row)
      }
      for x in 0..<count { line[x] = isFloat ? Self.even(Float(bitPattern: values[x])) : Float(values[x]) * scale }
    }
  }

  /// Rounds a float to the precision of a half float above 1.
  private static func even(_ value: Float) -> Float {
    if abs(value) <= 1 { return value }
    let steps = 1 + Float(Double.log2(Double(min(abs(value), 1e9))))
    return value.isNaN ? 0 : value < 0 ? -steps : steps
  }

  /// Palette indices; colours are `0xAARRGGBB`.
  private func readPalette(_ frame: borrowing OwnedFrame, _ line: inout [Float], _ component: Int, row: Int) {
    guard let indices = frame.plane(0, of: UInt8.self)?.row(row), let colors = frame.plane(1, of: UInt32.self)?.row(0)
    else { return }
    let shift: UInt32 = [16, 8, 0, 24][component]
    for x in line.indices { line[x] = Float(colors[Int(indices[x])] >> shift & 255) / 255 }
  }
}
