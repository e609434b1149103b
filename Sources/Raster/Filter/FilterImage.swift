import StarmineGraphics
import StarmineScene

/// Pixels of a device rectangle on their way through filters.
struct FilterImage: ~Copyable {
  private(set) var bounds: DeviceRect
  private var buffer: PixelBuffer

  init(_ buffer: consuming PixelBuffer, bounds: DeviceRect) {
    self.buffer = buffer
    self.bounds = bounds
  }

  /// - Parameter repeatsEdges: pixels outside count as the nearest ones; otherwise they are transparent.
  mutating func apply(_ filters: [PixelFilter], repeatsEdges: Bool, workers: Workers, kernels: KernelTable) {
    for filter in filters {
      switch filter {
      case .blur(let x, let y):
        blur(BlurAxis(sigma: x, offset: 0), BlurAxis(sigma: y, offset: 0), repeatsEdges: repeatsEdges, kernels)
      case .color(let matrix): apply(matrix, workers)
      }
    }
  }

  /// The pixels of a rectangle, as far as there are any.
  func image(in wanted: DeviceRect) -> OffscreenImage {
    let area = wanted.intersection(bounds)
    guard !area.isEmpty else { return .empty }
    let (stride, origin) = (buffer.stride, bounds)
    let count = area.width * area.height
    let pixels = [UInt32](unsafeUninitializedCapacity: count + TileScratch.slack) { target, initialized in
      buffer.withPixels { source in
        for y in 0..<area.height {
          let start = (area.minY + y - origin.minY) * stride + area.minX - origin.minX
          for x in 0..<area.width { target[y * area.width + x] = source[start + x] }
        }
      }
      for index in count..<count + TileScratch.slack { target[index] = 0 }
      initialized = count + TileScratch.slack
    }
    return OffscreenImage(bounds: area, pixels: pixels)
  }

  // MARK: Blur

  /// The blur of shadows, on each component. Every pass is a sum with weights that are the same for all components, and
  /// rounding keeps order, so no colour comes out above its alpha.
  private mutating func blur(_ across: BlurAxis, _ down: BlurAxis, repeatsEdges: Bool, _ kernels: KernelTable) {
    let margin = (across.isBlur ? across.margin : 0, down.isBlur ? down.margin : 0)
    let blurred = bounds.grown(by: margin)
    var result = PixelBuffer(width: blurred.width, height: blurred.height)
    let stride = result.stride
    let scratch = BlurScratch()
    result.withMutablePixels { target in
      for shift: UInt32 in [0, 8, 16, 24] {
        let plane = AlphaPlane(
          buffer, shift: shift, across, down, margin: margin, repeatsEdges: repeatsEdges, scratch: scratch,
          boxLine: kernels.boxLine)
        for y in 0..<plane.height {
          for x in 0..<plane.width { target[y * stride + x] |= plane.byte(x, y) << shift }
        }
      }
    }
    buffer = result
    bounds = blurred
  }

  // MARK: Colour

  /// Rows are shared out; each pixel depends on itself alone.
  private mutating func apply(_ matrix: ColorMatrix, _ workers: Workers) {
    let (width, height, stride) = (buffer.width, buffer.height, buffer.stride)
    let empty = matrix.filtered(0)
    buffer.withMutablePixels { pixels in
      // Every unit of work writes its own row.
      nonisolated(unsafe) let base = pixels.baseAddress!
      workers.run(count: height) { y, _ in
        let row = base + y * stride
        var (last, result) = (UInt32(0), empty)
        for x in 0..<width {
          // Neighbours are often equal.
          if row[x] != last { (last, result) = (row[x], matrix.filtered(row[x])) }
          row[x] = result
        }
      }
    }
  }
}

extension ColorMatrix {
  /// A premultiplied pixel after the map of its straight colour; a transparent one counts as transparent black.
  func filtered(_ pixel: UInt32) -> UInt32 {
    let alpha = Float(pixel >> 24)
    var color = SIMD4<Float>()
    if alpha > 0 {
      color = SIMD4(Float(pixel >> 16 & 255), Float(pixel >> 8 & 255), Float(pixel & 255), 0) / alpha
      color.w = alpha / 255
    }
    let mapped = apply(color)
    let part = { (value: Float) in max(0, min(1, value)) }
    return premultiplied(red: part(mapped.x), green: part(mapped.y), blue: part(mapped.z), alpha: part(mapped.w))
  }
}
