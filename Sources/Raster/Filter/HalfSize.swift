import StarmineScene

extension DeepBuffer {
  /// The pixels at half the size, for wide blurs: means of four by four pixels with the weights 1, 3, 3, 1. With equal
  /// weights of two pixels, the blur of a moving dot would jump. Pixels outside equal the nearest ones.
  /// - Parameters:
  ///   - bounds: This buffer's rectangle.
  ///   - half: The result's rectangle: pairs of pixels start at even coordinates.
  func halved(_ bounds: DeviceRect, to half: DeviceRect, _ workers: Workers) -> DeepBuffer {
    var result = DeepBuffer(unfilledWidth: half.width, height: half.height)
    let step = result.stride
    withPixels { source in
      result.withMutablePixels { pixels in
        nonisolated(unsafe) let (from, to) = (source.baseAddress!, pixels.baseAddress!)  // Workers have their own rows.
        workers.run(count: half.height) { row, _ in
          func line(_ y: Int) -> UnsafePointer<DeepPixel> {
            from + (max(bounds.minY, min(bounds.maxY - 1, y)) - bounds.minY) * stride
          }
          let (y, out) = (2 * (half.minY + row), to + row * step)
          let (above, first, second, below) = (line(y - 1), line(y), line(y + 1), line(y + 2))
          func sum(_ x: Int) -> DeepPixel {
            let x = max(bounds.minX, min(bounds.maxX - 1, x)) - bounds.minX
            return above[x] + 3 * (first[x] + second[x]) + below[x]
          }
          var (before, near) = (sum(2 * half.minX - 1), sum(2 * half.minX))
          for x in 0..<half.width {
            let next = 2 * (half.minX + x) + 1
            let (far, after) = (sum(next), sum(next + 1))
            out[x] = (before + 3 * (near + far) + after) * (1 / 64)
            (before, near) = (far, after)
          }
        }
      }
    }
    return result
  }
}
