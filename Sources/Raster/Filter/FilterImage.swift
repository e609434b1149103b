import StarmineGraphics
import StarmineScene

/// Pixels of a device rectangle on their way through filters.
struct FilterImage: ~Copyable {
  private(set) var bounds: DeviceRect
  private var buffer: PixelBuffer
  private let tools: Tools

  /// Workers, kernels and memory that filters work with.
  struct Tools {
    let workers: Workers
    let boxLine: KernelTable.BoxLine
    let scratch: BlurScratch
    /// Pixels outside count as the nearest ones; otherwise they are transparent.
    let repeatsEdges: Bool
  }

  init(_ buffer: consuming PixelBuffer, bounds: DeviceRect, _ tools: Tools) {
    self.buffer = buffer
    self.bounds = bounds
    self.tools = tools
  }

  mutating func apply(_ filters: [PixelFilter]) {
    for filter in filters {
      switch filter {
      case .blur(let x, let y): blur(x, y)
      case .color(let matrix): change { matrix.filtered($0) }
      case .gain(let factor): gain(Gain(factor))
      case .shoulder: change { shouldered($0) }
      case .bloom(let x, let y, let intensity):
        let below = image(in: bounds)
        blur(x, y)
        gain(Gain(intensity))
        add(below)
      }
    }
  }

  private mutating func gain(_ gain: Gain) { change { gain.applied($0) } }

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
  private mutating func blur(_ sigmaX: Double, _ sigmaY: Double) {
    let grid = BlockGrid(sigmaX: sigmaX, sigmaY: sigmaY)
    guard !grid.isFine else { return blurPixels(sigmaX, sigmaY) }
    let (repeatsEdges, workers) = (tools.repeatsEdges, tools.workers)
    let reach = PixelFilter.blur(sigmaX: sigmaX, sigmaY: sigmaY).reach
    var coarse = FilterImage(
      grid.reduced(buffer, bounds, repeatsEdges: repeatsEdges, workers), bounds: grid.blocks(bounds), tools)
    coarse.blurPixels(grid.sigmaX, grid.sigmaY)
    bounds = bounds.grown(by: reach).intersection(grid.pixels(coarse.bounds))
    buffer = grid.enlarged(coarse.buffer, coarse.bounds, to: bounds, workers)
  }

  private mutating func blurPixels(_ sigmaX: Double, _ sigmaY: Double) {
    let (across, down) = (BlurAxis(sigma: sigmaX, offset: 0), BlurAxis(sigma: sigmaY, offset: 0))
    let margin = (x: across.isBlur ? across.margin : 0, y: down.isBlur ? down.margin : 0)
    let blur = AlphaPlane.Blur(
      across: across, down: down, margin: margin, repeatsEdges: tools.repeatsEdges, boxLine: tools.boxLine)
    let blurred = bounds.grown(by: margin)
    var result = PixelBuffer(width: blurred.width, height: blurred.height)
    let stride = result.stride
    result.withMutablePixels { target in
      // Every unit of work writes its own row.
      nonisolated(unsafe) let base = target.baseAddress!
      for shift: UInt32 in [0, 8, 16, 24] {
        // Only read, by units that end before the next plane is made.
        nonisolated(unsafe) let plane = AlphaPlane(
          buffer, shift: shift, blur, scratch: tools.scratch, workers: tools.workers)
        tools.workers.run(count: plane.height) { y, _ in plane.add(row: y, to: base + y * stride, shift: shift) }
      }
    }
    buffer = result
    bounds = blurred
  }

  // MARK: Colour

  /// Rows are shared out; each pixel depends on itself alone.
  private mutating func change(_ change: @Sendable (UInt32) -> UInt32) {
    let (width, height, stride) = (buffer.width, buffer.height, buffer.stride)
    let empty = change(0)
    buffer.withMutablePixels { pixels in
      // Every unit of work writes its own row.
      nonisolated(unsafe) let base = pixels.baseAddress!
      tools.workers.run(count: height) { y, _ in
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
      image.pixels.withUnsafeBufferPointer { source in
        for y in 0..<image.bounds.height {
          let row = (y + image.bounds.minY - bounds.minY) * stride + image.bounds.minX - bounds.minX
          let start = y * image.bounds.width
          for x in 0..<image.bounds.width { pixels[row + x] = sum(pixels[row + x], source[start + x]) }
        }
      }
    }
  }
}

/// Components added, up to white: seven bits of each, then the eighth, whose carry fills the component.
@inline(__always)
private func sum(_ a: UInt32, _ b: UInt32) -> UInt32 {
  let top: UInt32 = 0x8080_8080
  let low = (a & ~top) &+ (b & ~top)
  let carry = ((a & b) | ((a | b) & low)) & top
  return (low ^ ((a ^ b) & top)) | (carry >> 7) &* 255
}

/// Light times a factor.
private struct Gain {
  private let colors: [UInt32]
  private let alphas: [UInt32]

  init(_ factor: Double) {
    func table(_ factor: Double) -> [UInt32] { (0..<256).map { UInt32(min(255, Double($0) * factor + 0.5)) } }
    (colors, alphas) = (table(factor), table(min(1, factor)))
  }

  /// A premultiplied pixel with more or less light. Alpha goes along, up to where it was, and to the brightest
  /// component where that outshines it.
  func applied(_ pixel: UInt32) -> UInt32 {
    let blue = colors[Int(pixel & 255)]
    let green = colors[Int(pixel >> 8 & 255)]
    let red = colors[Int(pixel >> 16 & 255)]
    return max(alphas[Int(pixel >> 24)], red, green, blue) << 24 | red << 16 | green << 8 | blue
  }
}

/// Sums of half the light as a film shows them: white where the knee is not reached, so that the smaller one of this
/// and the clipped picture is the one to show.
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
