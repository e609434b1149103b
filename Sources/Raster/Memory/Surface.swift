import StarmineScene

/// Pixels of one device rectangle: a tile, or a group's part of it.
struct Surface {
  /// The pixel at `(bounds.minX, bounds.minY)`.
  var base: UnsafeMutableRawPointer
  /// Pixels from one row to the next.
  var stride: Int
  var bounds: DeviceRect
  var form: PixelDepth

  /// Pixels kept behind a surface's last row and bytes behind a row of coverage, because kernels go in whole vectors.
  static let slack = 16

  /// The pixel at device coordinates inside `bounds`.
  @inline(__always)
  func pointer(_ x: Int, _ y: Int) -> UnsafeMutableRawPointer {
    form.place((y &- bounds.minY) &* stride &+ (x &- bounds.minX), in: base)
  }

  /// Cuts components of floats at a limit.
  func limitLight(_ limit: Float, _ clip: DeviceRect) {
    let most = DeepPixel(limit, limit, limit, 1)
    for y in clip.minY..<clip.maxY {
      let row = pointer(clip.minX, y).assumingMemoryBound(to: DeepPixel.self)
      for x in 0..<clip.width { row[x] = pointwiseMin(row[x], most) }
    }
  }
}
