/// Sums of float pixels, divided once, so that pixels that are opaque in all drawings stay opaque.
struct DeepAccumulator: FrameSum {
  private let width: Int
  private let height: Int
  private let factor: Int
  private var sums: [DeepPixel]
  private var drawings = 0

  init(width: Int, height: Int, factor: Int) {
    (self.width, self.height, self.factor) = (width, height, factor)
    sums = Array(repeating: .zero, count: width * height)
  }

  mutating func add(_ drawing: borrowing DeepBuffer) {
    let (width, height, factor, stride) = (width, height, factor, drawing.stride)
    precondition(drawing.width == width * factor && drawing.height == height * factor, "DeepAccumulator: another size")
    drawings += 1
    unsafe drawing.withPixels { source in
      unsafe sums.withUnsafeMutableBufferPointer { sums in
        for y in 0..<height * factor {
          let (row, line) = (y / factor * width, y * stride)
          for x in 0..<width * factor { unsafe sums[row + x / factor] += source[line + x] }
        }
      }
    }
  }

  mutating func takeMean(into frame: inout DeepBuffer) {
    let (width, height, stride, count) = (width, height, frame.stride, Float(drawings * factor * factor))
    unsafe frame.withMutablePixels { pixels in
      for y in 0..<height {
        for x in 0..<width {
          unsafe pixels[y * stride + x] = sums[y * width + x] / count
          sums[y * width + x] = .zero
        }
      }
    }
    drawings = 0
  }
}
