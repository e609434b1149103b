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
    let kernels: KernelTable
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
      case .gain(let factor): change(LightTable(gain: factor))
      case .shoulder: change(LightTable.shoulder)
      case .bloom(let x, let y, let intensity):
        let below = image(in: bounds)
        blur(x, y)
        change(LightTable(gain: intensity))
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
    let pixels = [UInt32](unsafeUninitializedCapacity: count + Surface.slack) { target, initialized in
      buffer.withPixels { source in
        guard let base = source.baseAddress, let out = target.baseAddress else { return }
        // Every unit of work writes its own row.
        nonisolated(unsafe) let (first, rows) = (base, out)
        tools.workers.run(count: area.height) { y, _ in
          let start = (area.minY + y - origin.minY) * stride + area.minX - origin.minX
          (rows + y * area.width).initialize(from: first + start, count: area.width)
        }
      }
      for index in count..<count + Surface.slack { target[index] = 0 }
      initialized = count + Surface.slack
    }
    return OffscreenImage(bounds: area, pixels: pixels)
  }

  // MARK: Blur

  /// The blur of shadows, on each component. Every pass is a sum with weights that are the same for all components, and
  /// rounding keeps order, so no colour comes out above its alpha.
  private mutating func blur(_ sigmaX: Double, _ sigmaY: Double) {
    let grid = BlockGrid(sigmaX: sigmaX, sigmaY: sigmaY)
    guard !grid.isFine else { return blurPixels(sigmaX, sigmaY) }
    let reach = PixelFilter.blur(sigmaX: sigmaX, sigmaY: sigmaY).reach
    var coarse = FilterImage(grid.reduced(buffer, bounds, tools), bounds: grid.blocks(bounds), tools)
    coarse.blurPixels(grid.sigmaX, grid.sigmaY)
    bounds = bounds.grown(by: reach).intersection(grid.pixels(coarse.bounds))
    buffer = grid.enlarged(coarse.buffer, coarse.bounds, to: bounds, tools)
  }

  private mutating func blurPixels(_ sigmaX: Double, _ sigmaY: Double) {
    let (across, down) = (BlurAxis(sigma: sigmaX, offset: 0), BlurAxis(sigma: sigmaY, offset: 0))
    let margin = (x: across.isBlur ? across.margin : 0, y: down.isBlur ? down.margin : 0)
    let blur = AlphaPlane.Blur(
      across: across, down: down, margin: margin, repeatsEdges: tools.repeatsEdges,
      boxLines: tools.kernels.blurs.boxLines)
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

  private mutating func change(_ light: LightTable) {
    let (width, height, stride) = (buffer.width, buffer.height, buffer.stride)
    let kernels = tools.kernels
    light.withLight { light in
      buffer.withMutablePixels { pixels in
        // Every unit of work writes its own row, and the tables are only read.
        nonisolated(unsafe) let (base, light) = (pixels.baseAddress!, light)
        tools.workers.run(count: height) { y, _ in kernels.blurs.changeLight(base + y * stride, light, width) }
      }
    }
  }

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
        guard let base = pixels.baseAddress, let light = source.baseAddress else { return }
        // Every unit of work writes its own row.
        nonisolated(unsafe) let (target, added) = (base, light)
        tools.workers.run(count: image.bounds.height) { y, _ in
          let row = target + (y + image.bounds.minY - bounds.minY) * stride + image.bounds.minX - bounds.minX
          let start = added + y * image.bounds.width
          for x in 0..<image.bounds.width { row[x] = sum(row[x], start[x]) }
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
