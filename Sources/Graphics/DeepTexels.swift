import Synchronization

/// The float version of an image that 8 bits cannot store, for float frames. Created on first use, so that 8-bit movies
/// do not need it.
package final class DeepTexels: Sendable {
  /// A mipmap level: premultiplied blue, green, red and alpha, without a limit of the colours.
  package struct Level: Sendable {
    package let width: Int
    package let height: Int
    package let texels: SharedBuffer<SIMD4<Float>>

    package init(width: Int, height: Int, texels: SharedBuffer<SIMD4<Float>>) {
      (self.width, self.height, self.texels) = (width, height, texels)
    }
  }

  private let make: @Sendable () -> Level?
  private let made = Mutex<[Level]?>(nil)

  /// - Parameter make: creates the full size. Returns nil if there is not enough memory.
  package init(_ make: @escaping @Sendable () -> Level?) { self.make = make }

  /// All mipmap levels; empty if there was not enough memory. Created once, while other callers wait: creating them
  /// twice would take as long and as much memory.
  package var levels: [Level] {
    made.withLock { known in
      if let known { return known }
      var levels = make().map { [$0] } ?? []
      while let last = levels.last, last.width > 1 || last.height > 1 { levels.append(last.halved()) }
      known = levels
      return levels
    }
  }
}

extension DeepTexels {
  /// Returns a version computed from this one on first use.
  func changed(_ change: @escaping @Sendable (Level) -> Level) -> DeepTexels {
    DeepTexels { self.levels.first.map(change) }
  }
}

extension DeepTexels.Level {
  /// Returns a part.
  ///
  /// - Precondition: inside the image.
  func cropped(_ columns: Range<Int>, _ rows: Range<Int>) -> DeepTexels.Level {
    DeepTexels.Level(width: columns.count, height: rows.count, texels: texels.part(columns, rows, of: width))
  }

  /// Returns a premultiplied colour multiplied by the alpha.
  func filled(with color: SIMD4<Float>) -> DeepTexels.Level {
    DeepTexels.Level(width: width, height: height, texels: SharedBuffer(texels.map { color * $0.w }))
  }

  /// See `CGImage.Level.halved()`.
  fileprivate func halved() -> DeepTexels.Level {
    let columns = (0..<(width + 1) / 2).map { AreaSpan(index: $0, source: width) }
    let rows = (0..<(height + 1) / 2).map { AreaSpan(index: $0, source: height) }
    let half = SharedBuffer<SIMD4<Float>>(count: columns.count * rows.count) { target in
      texels.withUnsafeBufferPointer { source in
        for (y, row) in rows.enumerated() {
          for (x, column) in columns.enumerated() {
            let line = { (at: Int) in
              source[row.before * width + at] * row.weights.x + source[row.at * width + at] * row.weights.y
                + source[row.after * width + at] * row.weights.z
            }
            target[y * columns.count + x] =
              line(column.before) * column.weights.x + line(column.at) * column.weights.y
              + line(column.after) * column.weights.z
          }
        }
      }
    }
    return DeepTexels.Level(width: columns.count, height: rows.count, texels: half)
  }
}
