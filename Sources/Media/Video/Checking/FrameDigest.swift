import CStarmineFFmpeg

/// A picture as seen from afar: means of colour and alpha in up to 16 x 16 parts. Small enough to be kept while
/// a file grows, fine enough to tell lost alpha, swapped channels and another frame.
struct FrameDigest: Sendable {
  /// Parts along a side, and how many pixels a part has at least: the mean of a few tells an encoder's noise, and what
  /// shared chroma makes of edges between strong colours.
  private static let (parts, leastSide) = (16, 32)
  /// Alpha, and three components times alpha, 0 to 1, for each part.
  private let means: [SIMD4<Double>]

  /// Nil for a pixel format without components that can be read.
  init?(_ frame: borrowing OwnedFrame) {
    guard let reader = ComponentReader(frame) else { return nil }
    let (width, height) = (frame.width, frame.height)
    var sums = Sums(width: width, height: height)
    var lines = [[Float]](repeating: [Float](repeating: 1, count: width), count: 4)
    for y in sums.rowsToRead {
      for component in 0..<reader.count { reader.read(frame, &lines[component], component, row: y) }
      sums.add(row: y) { x in
        let alpha = Double(lines[3][x])
        return SIMD4(alpha, Double(lines[0][x]) * alpha, Double(lines[1][x]) * alpha, Double(lines[2][x]) * alpha)
      }
    }
    means = sums.means
  }

  /// A digest of premultiplied `0xAARRGGBB`.
  init(pixels: [UInt32], width: Int, height: Int) {
    var sums = Sums(width: width, height: height)
    for y in sums.rowsToRead {
      sums.add(row: y) { x in
        let pixel = pixels[y * width + x]
        return SIMD4(
          Double(pixel >> 24), Double(pixel >> 16 & 255), Double(pixel >> 8 & 255), Double(pixel & 255)) / 255
      }
    }
    means = sums.means
  }

  /// The largest difference of a mean, in 1/255.
  func difference(_ other: FrameDigest) -> Double {
    zip(means, other.means).reduce(0.0) { worst, pair in
      let delta = pair.0 - pair.1
      return max(worst, delta.max(), -delta.min())
    } * 255
  }

  private struct Sums {
    private var sums: [SIMD4<Double>]
    private var counts: [Double]
    /// Columns that are looked at, and the part of each: some 512 of them.
    private let columns: [(x: Int, part: Int)]
    private let width: Int
    private let rows: Int
    private let height: Int

    /// Rows that are looked at: all, or some 128 of them.
    var rowsToRead: StrideTo<Int> { stride(from: 0, to: height, by: max(1, height / 128)) }

    init(width: Int, height: Int) {
      func parts(_ length: Int) -> Int { min(FrameDigest.parts, max(1, length / leastSide)) }
      let across = parts(width)
      columns = stride(from: 0, to: width, by: max(1, width / 512)).map { ($0, $0 * across / width) }
      (self.width, rows, self.height) = (across, parts(height), height)
      sums = [SIMD4<Double>](repeating: .zero, count: across * rows)
      counts = [Double](repeating: 0, count: across * rows)
    }

    mutating func add(row y: Int, _ pixel: (Int) -> SIMD4<Double>) {
      let first = y * rows / height * width
      for (x, part) in columns {
        sums[first + part] += pixel(x)
        counts[first + part] += 1
      }
    }

    var means: [SIMD4<Double>] { zip(sums, counts).map { $0 / max(1, $1) } }
  }
}

/// Reads components of a picture of any format, from 0 to 1: red, green, blue or luma and differences, then alpha.
private struct ComponentReader {
  /// Lines that there are to read: three, or four with alpha.
  let count: Int
  private let description: AVPixFmtDescriptor
  private let flags: Int32
  private let isPalette: Bool
  private let isFloat: Bool

  init?(_ frame: borrowing OwnedFrame) {
    guard let description = av_pix_fmt_desc_get(frame.format)?.pointee, frame.plane(0, of: UInt8.self) != nil
    else { return nil }
    flags = Int32(truncatingIfNeeded: description.flags)
    self.description = description
    isPalette = flags & AV_PIX_FMT_FLAG_PAL != 0
    isFloat = flags & AV_PIX_FMT_FLAG_FLOAT != 0
    count = isPalette ? 4 : Int(description.nb_components)
    guard count == 3 || count == 4, flags & AV_PIX_FMT_FLAG_HWACCEL == 0 else { return nil }
  }

  func read(_ frame: borrowing OwnedFrame, _ line: inout [Float], _ component: Int, row: Int) {
    if isPalette { return readPalette(frame, &line, component, row: row) }
    let isChroma = component == 1 || component == 2
    let isShared = isChroma && flags & AV_PIX_FMT_FLAG_RGB == 0
    let (shiftX, shiftY) =
      isShared ? (Int(description.log2_chroma_w), Int(description.log2_chroma_h)) : (0, 0)
    let count = (line.count + (1 << shiftX) - 1) >> shiftX
    var values = [UInt32](repeating: 0, count: count)
    frame.read(component, row: row >> shiftY, into: &values)
    let scale = Float(1 << depth(component) - 1)
    for x in line.indices {
      let value = values[x >> shiftX]
      // Light beyond white counts as white, and so below 0, where colours beyond sRGB lie: a half float holds it less
      // finely than a mean can differ.
      line[x] = isFloat ? max(-1, min(1, Float(bitPattern: value))) : Float(value) / scale
    }
  }

  /// Indices of colours, which are `0xAARRGGBB`.
  private func readPalette(_ frame: borrowing OwnedFrame, _ line: inout [Float], _ component: Int, row: Int) {
    guard let indices = frame.plane(0, of: UInt8.self)?.row(row), let colors = frame.plane(1, of: UInt32.self)?.row(0)
    else { return }
    let shift: UInt32 = [16, 8, 0, 24][component]
    for x in line.indices { line[x] = Float(colors[Int(indices[x])] >> shift & 255) / 255 }
  }

  private func depth(_ component: Int) -> Int {
    let components = description.comp
    return Int([components.0, components.1, components.2, components.3][component].depth)
  }
}

/// Digests of some frames, taken while they are written.
struct FrameSamples: Sendable {
  struct Sample: Sendable {
    /// Which frame of the file it is, from 0.
    let order: Int
    /// In frames.
    let time: Int
    let digest: FrameDigest
  }

  private(set) var all: [Sample] = []
  /// The last frame that may be looked at.
  private let last: Int

  /// Frames 0, 1, 2, 4, 8, ...: many at the start, where most goes wrong, and few enough for long movies. A file whose
  /// frames lean on others without alpha is only looked at near its start, since all frames before would be decoded.
  ///
  /// - Parameter isRead: whether the file can be read again.
  init(_ format: VideoFormat, isRead: Bool) {
    let hasPictures: Bool
    switch format.container.reading {
    case .container, .pictures, .webp: hasPictures = true
    case .lines, .nothing: hasPictures = false
    }
    last = hasPictures && isRead ? (format.coding.isIntra || format.hasAlpha ? .max : 4) : -1
  }

  mutating func add(_ frame: borrowing OwnedFrame, order: Int, time: Int) {
    guard order <= last, order & (order - 1) == 0, let digest = FrameDigest(frame) else { return }
    all.append(Sample(order: order, time: time, digest: digest))
  }

  func sample(atTime time: Int) -> Sample? { all.last { $0.time == time } }
}
