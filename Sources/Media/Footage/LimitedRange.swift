import CStarmineFFmpeg

/// Converts full-range samples to limited range, for files that cannot store the range.
struct LimitedRange {
  private let depth: Int
  private let log2Width: Int
  private let log2Height: Int

  /// Nil for a pixel format that is not YUV.
  init?(_ format: AVPixelFormat) {
    guard let description = OverlayPlanes.planar(format) else { return nil }
    depth = Int(description.pointee.comp.0.depth)
    (log2Width, log2Height) = (Int(description.pointee.log2_chroma_w), Int(description.pointee.log2_chroma_h))
  }

  func apply(to frame: borrowing OwnedFrame) {
    let (unit, most) = (1 << (depth - 8), 1 << depth - 1)
    let luma = table { 16 * unit + ($0 * 219 * unit + most / 2) / most }
    let chroma = table { value in
      let step = Double((value - 128 * unit) * 224 * unit) / Double(most)
      return 128 * unit + Int(step.rounded())
    }
    let columns = (frame.width + 1 << log2Width - 1) >> log2Width
    let rows = (frame.height + 1 << log2Height - 1) >> log2Height
    for (number, columns, rows, values) in [
      (0, frame.width, frame.height, luma), (1, columns, rows, chroma), (2, columns, rows, chroma),
    ] {
      if depth > 8 {
        replace(frame.plane(number, of: UInt16.self), columns, rows, values)
      } else {
        replace(frame.plane(number, of: UInt8.self), columns, rows, values)
      }
    }
  }

  /// - Returns: the new value for every old one.
  private func table(_ value: (Int) -> Int) -> [Int] { (0..<1 << depth).map(value) }

  private func replace<Sample: FixedWidthInteger>(
    _ plane: FramePlane<Sample>?, _ columns: Int, _ rows: Int, _ values: [Int]
  ) {
    guard let plane else { return }
    for y in 0..<rows {
      let row = plane.row(y)
      for x in 0..<columns { row[x] = Sample(truncatingIfNeeded: values[min(Int(row[x]), values.count - 1)]) }
    }
  }
}
