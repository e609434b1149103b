import CStarmineFFmpeg

/// Samples of the full range brought into the limited one, for files that cannot say which range they have.
struct LimitedRange {
  private let depth: Int
  private let log2Width: Int32
  private let log2Height: Int32

  /// Nil for a form that is not made of luma and two differences.
  init?(_ format: AVPixelFormat) {
    guard let description = OverlayPlanes.planar(format) else { return nil }
    depth = Int(description.pointee.comp.0.depth)
    (log2Width, log2Height) = (Int32(description.pointee.log2_chroma_w), Int32(description.pointee.log2_chroma_h))
  }

  func apply(to picture: UnsafeMutablePointer<AVFrame>) {
    let (unit, most) = (1 << (depth - 8), 1 << depth - 1)
    let luma = table { 16 * unit + ($0 * 219 * unit + most / 2) / most }
    let chroma = table { value in
      let step = Double((value - 128 * unit) * 224 * unit) / Double(most)
      return 128 * unit + Int(step.rounded())
    }
    let (data, lines) = (picture.pointee.data, picture.pointee.linesize)
    let (width, height) = (picture.pointee.width, picture.pointee.height)
    let (columns, rows) = ((width + 1 << log2Width - 1) >> log2Width, (height + 1 << log2Height - 1) >> log2Height)
    for (plane, stride, columns, rows, values) in [
      (data.0, lines.0, width, height, luma), (data.1, lines.1, columns, rows, chroma),
      (data.2, lines.2, columns, rows, chroma),
    ] {
      guard let plane else { return }
      for y in 0..<Int(rows) {
        let row = UnsafeMutableRawPointer(plane + y * Int(stride))
        if depth > 8 {
          replace(row.assumingMemoryBound(to: UInt16.self), Int(columns), values)
        } else {
          replace(row.assumingMemoryBound(to: UInt8.self), Int(columns), values)
        }
      }
    }
  }

  /// - Returns: the new value of every old one.
  private func table(_ value: (Int) -> Int) -> [Int] { (0..<1 << depth).map(value) }

  private func replace<Sample: FixedWidthInteger>(
    _ row: UnsafeMutablePointer<Sample>, _ count: Int, _ values: [Int]
  ) {
    for x in 0..<count { row[x] = Sample(truncatingIfNeeded: values[min(Int(row[x]), values.count - 1)]) }
  }
}
