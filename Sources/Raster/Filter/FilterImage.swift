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
      case .color(let matrix): change(workers) { matrix.filtered($0) }
      case .gain(let factor): change(workers) { gained($0, by: factor) }
      case .shoulder: change(workers) { shouldered($0) }
      case .bloom(let x, let y, let intensity):
        let below = image(in: bounds)
        blur(BlurAxis(sigma: x, offset: 0), BlurAxis(sigma: y, offset: 0), repeatsEdges: repeatsEdges, kernels)
        change(workers) { gained($0, by: intensity) }
        add(below)
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
  private mutating func change(_ workers: Workers, _ change: @Sendable (UInt32) -> UInt32) {
    let (width, height, stride) = (buffer.width, buffer.height, buffer.stride)
    let empty = change(0)
    buffer.withMutablePixels { pixels in
      // Every unit of work writes its own row.
      nonisolated(unsafe) let base = pixels.baseAddress!
      workers.run(count: height) { y, _ in
        let row = base + y * stride
        var (last, result) = (UInt32(0), empty)
        for x in 0..<width {
          // Neighbours are often equal.
          if row[x] != last { (last, result) = (row[x], change(row[x])) }
          row[x] = result
        }
      }
    }
  }
}

extension FilterImage {
  /// Adds the pixels of an image inside the bounds.
  private mutating func add(_ image: OffscreenImage) {
    let (stride, bounds) = (buffer.stride, bounds)
    buffer.withMutablePixels { pixels in
      for y in image.bounds.minY..<image.bounds.maxY {
        let row = (y - bounds.minY) * stride + image.bounds.minX - bounds.minX
        let source = (y - image.bounds.minY) * image.bounds.width
        for x in 0..<image.bounds.width {
          pixels[row + x] = sum(pixels[row + x], image.pixels[source + x])
        }
      }
    }
  }
}

/// Components added, up to white.
private func sum(_ a: UInt32, _ b: UInt32) -> UInt32 {
  var result: UInt32 = 0
  for shift: UInt32 in stride(from: 0, to: 32, by: 8) {
    result |= min(255, (a >> shift & 255) + (b >> shift & 255)) << shift
  }
  return result
}

/// A premultiplied pixel with its light times a factor. Alpha goes along, up to where it was, and to the brightest
/// component where that outshines it.
private func gained(_ pixel: UInt32, by factor: Double) -> UInt32 {
  func part(_ shift: UInt32, _ factor: Double) -> UInt32 {
    UInt32(min(255, Double(pixel >> shift & 255) * factor + 0.5))
  }
  let (blue, green, red) = (part(0, factor), part(8, factor), part(16, factor))
  return max(part(24, min(1, factor)), red, green, blue) << 24 | red << 16 | green << 8 | blue
}

/// Sums of half the light as a film shows them: white where the knee is not reached, so that the smaller one of this and
/// the clipped picture is the one to show.
private func shouldered(_ pixel: UInt32) -> UInt32 {
  var result: UInt32 = 0xFF00_0000
  for shift: UInt32 in stride(from: 0, to: 24, by: 8) { result |= Shoulder.table[Int(pixel >> shift & 255)] << shift }
  return result
}

private enum Shoulder {
  /// Where light begins to be held back, and how much of the way to white twice white comes.
  private static let (knee, reach) = (0.7, 0.98)

  /// By half the light, 0...255.
  static let table = (0..<256).map { index -> UInt32 in
    let light = Double(index) / 255 * 2
    guard light > knee else { return 255 }
    // From the knee on with the slope of 1, toward white.
    let way = (light - knee) / (1 - knee)
    let bent = 1 - 1 / (1 + way)
    let most = 1 - 1 / (1 + (2 - knee) / (1 - knee))
    return UInt32(((knee + (1 - knee) * bent * reach / most) * 255).rounded())
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
