import StarmineScene

/// Pixels of one device rectangle: a tile, or a group's part of it.
struct Surface {
  /// The pixel at `(bounds.minX, bounds.minY)`.
  var base: UnsafeMutableRawPointer
  /// Pixels from one row to the next.
  var stride: Int
  var bounds: DeviceRect
  var form: PixelDepth

  /// Spare pixels after a surface's last row and spare bytes after a row of coverage, because kernels read whole
  /// vectors.
  static let slack = 16

  /// The pixel at device coordinates inside `bounds`.
  @inline(__always)
  func pointer(_ x: Int, _ y: Int) -> UnsafeMutableRawPointer {
    form.place((y &- bounds.minY) &* stride &+ (x &- bounds.minX), in: base)
  }

  /// Clamps components of float pixels to a limit.
  func limitLight(_ limit: Float, _ clip: DeviceRect) {
    let most = DeepPixel(limit, limit, limit, 1)
    for y in clip.minY..<clip.maxY {
      let row = pointer(clip.minX, y).assumingMemoryBound(to: DeepPixel.self)
      for x in 0..<clip.width { row[x] = pointwiseMin(row[x], most) }
    }
  }
}

extension Surface {
  /// Clears the pixels whose centres are outside any of the half planes.
  func erase(outside halfPlanes: [HalfPlane]) {
    for y in bounds.minY..<bounds.maxY {
      var (first, last) = (bounds.minX, bounds.maxX)
      for halfPlane in halfPlanes where first < last { halfPlane.limit(&first, &last, y) }
      guard first < last else {
        clear(bounds.minX, y, count: bounds.width)
        continue
      }
      clear(bounds.minX, y, count: first - bounds.minX)
      clear(last, y, count: bounds.maxX - last)
    }
  }

  private func clear(_ x: Int, _ y: Int, count: Int) {
    pointer(x, y).initializeMemory(as: UInt8.self, repeating: 0, count: count << form.shift)
  }
}

extension HalfPlane {
  /// Removes outside pixels from a row's range. Along a row the sum is monotonic, including rounding, so the inside is
  /// found by bisection and does not depend on where the range starts.
  fileprivate func limit(_ first: inout Int, _ last: inout Int, _ y: Int) {
    let (atFirst, atLast) = (contains(first, y), contains(last - 1, y))
    if atFirst == atLast {
      if !atFirst { last = first }
      return
    }
    var (low, high) = (first, last - 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      if contains(middle, y) == atFirst { low = middle } else { high = middle }
    }
    if atFirst { last = high } else { first = high }
  }
}
