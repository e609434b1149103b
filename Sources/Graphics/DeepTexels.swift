import Synchronization

/// What a picture has beside its bytes where it holds more than these: floats, which frames of floats are drawn from.
/// They are made when they are first drawn, so that movies of bytes have nothing of them.
package final class DeepTexels: Sendable {
  /// One size of the picture: premultiplied blue, green, red and alpha, without a limit to the colours.
  package struct Level: Sendable {
    package let width: Int
    package let height: Int
    package let texels: Slab<SIMD4<Float>>

    package init(width: Int, height: Int, texels: Slab<SIMD4<Float>>) {
      (self.width, self.height, self.texels) = (width, height, texels)
    }
  }

  private let make: @Sendable () -> Level?
  private let made = Mutex<[Level]?>(nil)

  /// - Parameter make: the full size; nil where there is no memory for it.
  package init(_ make: @escaping @Sendable () -> Level?) { self.make = make }

  /// As the levels of the picture; none where there was no memory for them. They are made once: who asks meanwhile
  /// waits, since to make them again would take as long, and as much memory.
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
  /// Floats that are made of these, where there is memory for these.
  func changed(_ change: @escaping @Sendable (Level) -> Level) -> DeepTexels {
    DeepTexels { self.levels.first.map(change) }
  }
}

extension DeepTexels.Level {
  /// A part of it.
  /// - Precondition: inside.
  func cropped(_ columns: Range<Int>, _ rows: Range<Int>) -> DeepTexels.Level {
    DeepTexels.Level(width: columns.count, height: rows.count, texels: texels.part(columns, rows, of: width))
  }

  /// A premultiplied colour times its alpha.
  func filled(with color: SIMD4<Float>) -> DeepTexels.Level {
    DeepTexels.Level(width: width, height: height, texels: Slab(texels.map { color * $0.w }))
  }

  /// As `CGImage.Level.halved()`.
  fileprivate func halved() -> DeepTexels.Level {
    let columns = (0..<(width + 1) / 2).map { AreaSpan(index: $0, source: width) }
    let rows = (0..<(height + 1) / 2).map { AreaSpan(index: $0, source: height) }
    let half = Slab<SIMD4<Float>>(count: columns.count * rows.count) { target in
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
