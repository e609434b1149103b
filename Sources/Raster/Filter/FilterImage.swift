import StarmineGraphics
import StarmineScene

struct FilterTools {
  let workers: Workers
  let kernels: KernelTable.Blurs
  let scratch: BlurScratch
  /// Whether pixels outside repeat the nearest ones; otherwise they are transparent.
  let repeatsEdges: Bool
}

struct FilterImage<P: FilterPixel>: ~Copyable {
  private(set) var bounds: DeviceRect
  private var buffer: PixelFrame<P>
  private let tools: FilterTools

  init(_ buffer: consuming PixelFrame<P>, bounds: DeviceRect, _ tools: FilterTools) {
    self.buffer = buffer
    self.bounds = bounds
    self.tools = tools
  }

  fileprivate consuming func takeBuffer() -> PixelFrame<P> { buffer }

  mutating func apply(_ filters: [PixelFilter]) {
    for filter in filters {
      switch filter {
      case .blur(let x, let y): blur(x, y)
      case .color(let matrix): change(matrix)
      case .bloom(let x, let y, let intensity):
        let place = bounds
        let below = PixelFrame(copying: buffer)
        blur(x, y)
        addGlow(to: below, in: place, Float(intensity))
      }
    }
  }

  func image(in wanted: DeviceRect) -> OffscreenImage {
    let area = wanted.intersection(bounds)
    guard !area.isEmpty else { return .empty }
    let (stride, origin) = (buffer.stride, bounds)
    let count = area.width * area.height
    let pixels = [P](unsafeUninitializedCapacity: count + Surface.slack) { target, initialized in
      buffer.withPixels { source in
        guard let base = source.baseAddress, let out = target.baseAddress else { return }
        nonisolated(unsafe) let (first, rows) = (base, out)  // Every unit of work writes its own row.
        tools.workers.run(count: area.height) { y, _ in
          let start = (area.minY + y - origin.minY) * stride + area.minX - origin.minX
          (rows + y * area.width).initialize(from: first + start, count: area.width)
        }
      }
      for index in count..<count + Surface.slack { target[index] = .transparent }
      initialized = count + Surface.slack
    }
    return OffscreenImage(bounds: area, pixels: P.kept(pixels))
  }

  /// The shadow blur, applied to each component. Every pass is a weighted sum with equal weights for all components,
  /// and rounding is monotonic, so no colour exceeds its alpha.
  private mutating func blur(_ sigmaX: Double, _ sigmaY: Double) {
    let grid = BlockGrid(sigmaX: sigmaX, sigmaY: sigmaY)
    guard !grid.isFine else { return blurPixels(sigmaX, sigmaY) }
    let reach = bounds.grown(by: PixelFilter.blur(sigmaX: sigmaX, sigmaY: sigmaY).reach)
    let blocks = BlurredBlocks(grid.reduced(buffer, bounds, tools), bounds, grid, tools)
    enlarge(blocks, to: reach.intersection(blocks.reach))
  }

  fileprivate mutating func enlarge(_ blocks: borrowing BlurredBlocks<P>, to bounds: DeviceRect) {
    var result = PixelFrame<P>(unfilledWidth: bounds.width, height: bounds.height)
    let (stride, kernels) = (result.stride, tools.kernels)
    result.withMutablePixels { pixels in
      nonisolated(unsafe) let base = pixels.baseAddress!  // Every unit of work writes its own row.
      tools.workers.run(count: bounds.height) { row, _ in
        blocks.write(x: bounds.minX, y: bounds.minY + row, into: base + row * stride, count: bounds.width, kernels)
      }
    }
    buffer = result
    self.bounds = bounds
  }

  fileprivate mutating func blurPixels(_ sigmaX: Double, _ sigmaY: Double) {
    let (across, down) = (BlurAxis(sigma: sigmaX, offset: 0), BlurAxis(sigma: sigmaY, offset: 0))
    let margin = (x: across.isBlur ? across.margin : 0, y: down.isBlur ? down.margin : 0)
    let blur = BlurPlane.Blur(
      across: across, down: down, margin: margin, repeatsEdges: tools.repeatsEdges, kernels: tools.kernels)
    let blurred = bounds.grown(by: margin)
    var result = PixelFrame<P>(width: blurred.width, height: blurred.height)
    P.blur(buffer, blur, into: &result, tools)
    buffer = result
    bounds = blurred
  }

  private mutating func change(_ matrix: ColorMatrix) {
    let (width, height, stride) = (buffer.width, buffer.height, buffer.stride)
    buffer.withMutablePixels { pixels in
      nonisolated(unsafe) let base = pixels.baseAddress!  // Every unit of work writes its own row.
      tools.workers.run(count: height) { y, _ in P.filter(base + y * stride, count: width, by: matrix) }
    }
  }
}

extension FilterImage {
  /// Creates a glow from the blurred pixels and adds it to the original ones.
  /// - Parameter place: The rectangle of the original pixels, inside the bounds.
  private mutating func addGlow(to below: borrowing PixelFrame<P>, in place: DeviceRect, _ intensity: Float) {
    let (stride, step, bounds) = (buffer.stride, below.stride, bounds)
    buffer.withMutablePixels { pixels in
      below.withPixels { source in
        guard let base = pixels.baseAddress, let light = source.baseAddress else { return }
        nonisolated(unsafe) let (target, first) = (base, light)  // Every unit of work writes its own row.
        tools.workers.run(count: bounds.height) { line, _ in
          let (row, y) = (target + line * stride, line + bounds.minY)
          let below = y < place.minY || y >= place.maxY ? nil : first + (y - place.minY) * step
          for x in 0..<bounds.width {
            let column = x + bounds.minX - place.minX
            let pixel = column < 0 || column >= place.width ? nil : below.map { $0[column] }
            row[x] = (pixel ?? .transparent).plusGlow(row[x], intensity)
          }
        }
      }
    }
  }
}

/// A blurred picture whose pixels are computed row by row. Wide blurs are interpolated from a grid of blocks.
struct BlurredBlocks<P: FilterPixel>: ~Copyable, Sendable {
  private let grid: BlockGrid
  private let buffer: PixelFrame<P>
  /// The buffer's rectangle on the grid.
  private let blocks: DeviceRect

  /// - Parameters:
  ///   - means: The blocks of the grid that cover a picture.
  ///   - bounds: The picture's bounds in pixels.
  init(_ means: consuming PixelFrame<P>, _ bounds: DeviceRect, _ grid: BlockGrid, _ tools: FilterTools) {
    var coarse = FilterImage(means, bounds: grid.blocks(bounds), tools)
    coarse.blurPixels(grid.sigmaX, grid.sigmaY)
    self.init(grid, coarse)
  }

  private init(_ grid: BlockGrid, _ blurred: consuming FilterImage<P>) {
    self.grid = grid
    blocks = blurred.bounds
    buffer = blurred.takeBuffer()
  }

  var reach: DeviceRect { grid.pixels(blocks) }

  /// The two rows of blocks around a row of pixels, and the weight of the far one.
  func rows(y: Int) -> (near: Int, far: Int, share: Float) { grid.rows(y: y, blocks) }

  /// Writes part of a row of blocks as pixels, starting at the device pixel x.
  func write(blocks row: Int, x: Int, into out: UnsafeMutablePointer<P>, count: Int, _ kernels: KernelTable.Blurs) {
    buffer.withPixels { pixels in
      guard let base = pixels.baseAddress else { return }
      let row = base + row * buffer.stride
      grid.enlarge(row, row, 0, blocks, x: x, into: out, count: count, kernels)
    }
  }

  /// Writes part of a row, from the device pixel (x, y) on.
  func write(x: Int, y: Int, into out: UnsafeMutablePointer<P>, count: Int, _ kernels: KernelTable.Blurs) {
    buffer.withPixels { pixels in
      guard let base = pixels.baseAddress else { return }
      grid.enlarge(base, stride: buffer.stride, blocks, x: x, y: y, into: out, count: count, kernels)
    }
  }
}

extension BlurredBlocks where P == DeepPixel {
  /// Blurs the blocks of a frame for its glow (`movie.bloom`), with repeated edges. Wide blurs are computed at half the
  /// resolution, where their error is small.
  init(glow means: consuming DeepBuffer, _ bounds: DeviceRect, _ grid: BlockGrid, _ tools: FilterTools) {
    guard let half = grid.halved else {
      self.init(means, bounds, grid, tools)
      return
    }
    let blocks = grid.blocks(bounds)
    let halved = means.halved(blocks, to: half.blocks(blocks), tools.workers)
    var coarse = FilterImage(means, bounds: blocks, tools)
    coarse.enlarge(BlurredBlocks(halved, blocks, half, tools), to: blocks)
    self.init(grid, coarse)
  }
}
