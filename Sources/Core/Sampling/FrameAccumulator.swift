protocol FramePixel: Pixel {
  /// Computes the mean of several drawings.
  associatedtype Accumulator: FrameSum where Accumulator.Element == Self
}

/// Adds drawings of a frame, made at several moments and in smaller pixels, and computes their mean.
protocol FrameSum<Element>: Sendable {
  associatedtype Element: Pixel
  /// - Parameter factor: pixels of a drawing per pixel of the frame, along each side.
  init(width: Int, height: Int, factor: Int)
  /// Precondition: the drawing is `factor` times as wide and high.
  mutating func add(_ drawing: borrowing PixelFrame<Element>)
  mutating func takeMean(into frame: inout PixelFrame<Element>)
}

extension UInt32: FramePixel { typealias Accumulator = FrameAccumulator }
extension DeepPixel: FramePixel { typealias Accumulator = DeepAccumulator }

/// Sums of 8-bit pixels with a rounded mean.
///
/// Two components are stored in 32 bits, so at most `limit` pixels are added per pixel of the frame.
struct FrameAccumulator: FrameSum {
  /// Maximum number of added pixels: 257 times 255 is the largest 16-bit number.
  static let limit = 256

  private let width: Int
  private let height: Int
  /// Drawn pixels per frame pixel along each side.
  private let factor: Int
  /// Red and blue in one array, alpha and green in the other, 16 bits each.
  private var low: [UInt32]
  private var high: [UInt32]
  private var drawings: UInt32 = 0

  init(width: Int, height: Int, factor: Int) {
    (self.width, self.height, self.factor) = (width, height, factor)
    low = Array(repeating: 0, count: width * height)
    high = low
  }

  mutating func add(_ drawing: borrowing PixelBuffer) {
    let (width, height, factor) = (width, height, factor)
    precondition(drawing.width == width * factor && drawing.height == height * factor, "FrameAccumulator: another size")
    let stride = drawing.stride
    drawings += 1
    unsafe drawing.withPixels { pixels in
      guard let base = pixels.baseAddress else { return }
      unsafe low.withUnsafeMutableBufferPointer { low in
        unsafe high.withUnsafeMutableBufferPointer { high in
          guard let low = low.baseAddress, let high = high.baseAddress else { return }
          for y in 0..<height * factor {
            let row = y / factor * width
            for part in 0..<factor {
              unsafe Self.add(base + y * stride + part, factor, to: low + row, high + row, width)
            }
          }
        }
      }
    }
  }

  private static func add(
    _ source: UnsafePointer<UInt32>, _ step: Int, to low: UnsafeMutablePointer<UInt32>,
    _ high: UnsafeMutablePointer<UInt32>, _ count: Int
  ) {
    if step == 1 {
      for x in 0..<count {
        unsafe low[x] &+= source[x] & 0xFF_00FF
        unsafe high[x] &+= source[x] >> 8 & 0xFF_00FF
      }
    } else {
      for x in 0..<count {
        let pixel = unsafe source[x * step]
        unsafe low[x] &+= pixel & 0xFF_00FF
        unsafe high[x] &+= pixel >> 8 & 0xFF_00FF
      }
    }
  }

  mutating func takeMean(into frame: inout PixelBuffer) {
    let count = drawings * UInt32(factor * factor)
    let stride = frame.stride
    let (width, height) = (width, height)
    unsafe frame.withMutablePixels { pixels in
      for y in 0..<height {
        for x in 0..<width {
          let index = y * width + x
          unsafe pixels[y * stride + x] = Self.mean(low[index], count) | Self.mean(high[index], count) << 8
          (low[index], high[index]) = (0, 0)
        }
      }
    }
    drawings = 0
  }

  private static func mean(_ pair: UInt32, _ count: UInt32) -> UInt32 {
    let low = ((pair & 0xFFFF) + count / 2) / count
    let high = ((pair >> 16) + count / 2) / count
    return low | high << 16
  }
}
