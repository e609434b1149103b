package import CStarminePixelKernels
package import StarmineGraphics
import StarmineScene
import Synchronization

/// Reused memory for the last steps of a frame.
final class LightScratch: @unchecked Sendable {  // One drawing at a time takes it; each worker has its own rows.
  fileprivate let rows: [LightRows]
  /// The drawn frame, if a glow needs the whole frame.
  fileprivate var frame: DeepBuffer?

  fileprivate init(workers: Int) { rows = (0..<workers).map { _ in LightRows() } }

  fileprivate func takeFrame(_ width: Int, _ height: Int) -> DeepBuffer {
    if let kept = frame.take(), kept.width == width, kept.height == height { return kept }
    return DeepBuffer(unfilledWidth: width, height: height)
  }
}

private final class LightRows {
  let finished = ScratchBuffer<DeepPixel>()
  let words = ScratchBuffer<UInt32>()
  /// Two rows of glow blocks as pixels: the even row and the odd row.
  let glow = ScratchBuffer<DeepPixel>()
}

/// The last steps of a frame: a glow is added, highlights roll off toward white, and a table grades the colours.
private struct LightFinish: ~Copyable, Sendable {
  private let light: FrameLight
  private let glow: BlurredBlocks<DeepPixel>?
  private let kernels: KernelTable.Blurs
  /// Whether 8-bit pixels are dithered.
  private let dithers: Bool

  init(
    _ light: FrameLight, glow: consuming BlurredBlocks<DeepPixel>? = nil, dithers: Bool, _ kernels: KernelTable.Blurs
  ) {
    (self.light, self.dithers, self.kernels) = (light, dithers, kernels)
    self.glow = glow
  }

  /// Finishes float pixels.
  /// - Returns: The pixels in the target format, in the rows' memory.
  func finish<P: Pixel>(_: P.Type, _ drawn: Surface, _ rows: LightRows) -> Surface {
    let bounds = drawn.bounds
    var result = drawn
    result.form = P.form
    result.stride = (bounds.width + 15) & ~15
    let count = result.stride * bounds.height
    let isDeep = P.form == .floats
    result.base =
      isDeep
      ? UnsafeMutableRawPointer(rows.finished.reserve(count)) : UnsafeMutableRawPointer(rows.words.reserve(count))
    let thresholds = dithers ? DitherPattern.thresholds : DitherPattern.halves
    thresholds.withUnsafeBufferPointer { thresholds in
      var (finish, kept) = (PixelLight(isFilmic: light.isFilmic), SIMD2(-1, -1))
      for y in bounds.minY..<bounds.maxY {
        let steps = isDeep ? nil : thresholds.baseAddress.map { $0 + DitherPattern.start(bounds.minX, y) }
        let (row, source) = (result.pointer(bounds.minX, y), drawn.pointer(bounds.minX, y))
        setGlow(&finish, bounds, y, rows, &kept)
        if let lut = light.lut {
          grade(lut, source, &finish, into: row, steps, rows, bounds.width)
        } else {
          finish.thresholds = steps
          kernels.finishLight(row, source, &finish, bounds.width)
        }
      }
    }
    return result
  }

  /// Finishes a row and grades it with a table.
  private func grade(
    _ lut: ColorLUT, _ source: UnsafeRawPointer, _ finish: inout PixelLight, into row: UnsafeMutableRawPointer,
    _ steps: UnsafePointer<Float>?, _ rows: LightRows, _ count: Int
  ) {
    let pixels = steps == nil ? row : UnsafeMutableRawPointer(rows.finished.reserve(count + Surface.slack))
    kernels.finishLight(pixels, source, &finish, count)
    lut.withTable { pixel_apply_lut(pixels, pixels, $0, count) }
    if let steps { pixel_words_of_deep(row.assumingMemoryBound(to: UInt32.self), pixels, steps, count) }
  }

  /// Sets the glow of a row of pixels. A row of blocks is enlarged once for all rows of pixels that it covers.
  /// - Parameter kept: numbers of the even and the odd row of blocks in memory.
  private func setGlow(
    _ finish: inout PixelLight, _ bounds: DeviceRect, _ y: Int, _ rows: LightRows, _ kept: inout SIMD2<Int>
  ) {
    guard let place = glow?.rows(y: y), let bloom = light.bloom else { return }
    let width = (bounds.width + 15) & ~15
    let memory = rows.glow.reserve(2 * width + Surface.slack)
    for row in place.near...place.far where kept[row & 1] != row {
      glow?.write(blocks: row, x: bounds.minX, into: memory + (row & 1) * width, count: width, kernels)
      kept[row & 1] = row
    }
    let (intensity, share) = (Float(bloom.intensity), place.share)
    finish.near_glow = UnsafeRawPointer(memory + (place.near & 1) * width)
    finish.far_glow = UnsafeRawPointer(memory + (place.far & 1) * width)
    (finish.near_share, finish.far_share) = (intensity * (1 - share), intensity * share)
    (finish.near_cover, finish.far_cover) = (min(1, intensity) * (1 - share), min(1, intensity) * share)
  }
}

extension ColorLUT {
  /// Calls a closure with the table in the format of the kernel.
  package func withTable(_ body: (UnsafePointer<PixelLUT>) -> Void) {
    let (low, scale) = (domain.low, Float(size - 1) / (domain.high - domain.low))
    values.withUnsafeBufferPointer { values in
      guard let base = values.baseAddress else { return }
      var table = PixelLUT(
        values: base, size: Int32(size), is_cube: isCube ? 1 : 0, low: (low.x, low.y, low.z),
        scale: (scale.x, scale.y, scale.z))
      body(&table)
    }
  }
}

extension Renderer {
  /// Draws a list and applies the last steps.
  func draw<P: Pixel>(
    _ list: DisplayList, _ light: FrameLight, into buffer: inout PixelFrame<P>, workers: Workers,
    didFinish: (Preparation) -> Void
  ) {
    let (stride, kernels) = (buffer.stride, kernels(.floats))
    buffer.withMutablePixels { pixels in
      nonisolated(unsafe) let base = UnsafeMutableRawPointer(pixels.baseAddress!)  // Each unit has its rectangle.
      finish(P.self, list, light, workers: workers, didFinish: didFinish) { surface in
        let first = (surface.bounds.minY - list.originY) * stride + surface.bounds.minX - list.originX
        let words = P.form.words
        kernels.copyRows(
          P.form.place(first, in: base), stride * words, surface.base, surface.stride * words,
          surface.bounds.width * words, surface.bounds.height)
      }
    }
  }

  func draw<P: Pixel>(_ list: DisplayList, _ light: FrameLight, eachTile body: (PixelTile<P>) -> Void) {
    withoutActuallyEscaping(body) { body in
      nonisolated(unsafe) let body = body  // One worker calls back, on this thread.
      finish(P.self, list, light, workers: Workers(count: 1)) { body(PixelTile($0, in: list.frame)) }
    }
  }

  /// Draws in float and calls `body` with finished rectangles that fill the frame, on the workers' threads.
  private func finish<P: Pixel>(
    _: P.Type, _ list: DisplayList, _ light: FrameLight, workers: Workers,
    didFinish: (Preparation) -> Void = { _ in }, _ body: @Sendable (Surface) -> Void
  ) {
    let scratch = idleLights.withLock { $0.popLast() } ?? LightScratch(workers: self.workers.count)
    defer { idleLights.withLock { $0.append(scratch) } }
    if let bloom = light.bloom {
      finishFrame(P.self, list, light, bloom, scratch, workers, didFinish, body)
    } else {
      finishTiles(P.self, list, light, scratch, workers, didFinish, body)
    }
  }

  /// Finishes each tile while it is in the cache.
  private func finishTiles<P: Pixel>(
    _: P.Type, _ list: DisplayList, _ light: FrameLight, _ memory: LightScratch, _ workers: Workers,
    _ didFinish: (Preparation) -> Void, _ body: @Sendable (Surface) -> Void
  ) {
    let (shadows, offscreens) = effects(of: list, .floats, OffscreenCache(), workers: workers)
    didFinish(.effects)
    let kernels = kernels(.floats)
    let finish = LightFinish(light, dithers: list.dithersGradients, kernels.blurs)
    withPlan(list, kernels, shadows: shadows, offscreens: offscreens, workers: workers) { scratch in
      didFinish(.binning)
      workers.run(count: scratch.plan.grid.count) { tile, worker in
        if workers.isCancelled { return }
        scratch.withPainter(worker: worker, kernels) { painter in
          let drawn = painter.paint(tile: tile, background: list.background)
          body(finish.finish(P.self, drawn, memory.rows[worker]))
        }
      }
    }
  }

  /// Rows that are finished together. They fit into the second-level cache, and few rows of blocks are enlarged twice.
  private static let band = 16

  /// A glow needs the whole frame. Its block means are computed while each tile is in the cache.
  private func finishFrame<P: Pixel>(
    _: P.Type, _ list: DisplayList, _ light: FrameLight, _ bloom: FrameLight.Bloom, _ memory: LightScratch,
    _ workers: Workers, _ didFinish: (Preparation) -> Void, _ body: @Sendable (Surface) -> Void
  ) {
    let grid = BlockGrid(glow: bloom)
    let (kernels, blocks) = (kernels(.floats).blurs, grid.blocks(list.frame))
    var frame = memory.takeFrame(list.width, list.height)
    var means = DeepBuffer(unfilledWidth: blocks.width, height: blocks.height)
    let target = means.stride
    means.withMutablePixels { pixels in
      nonisolated(unsafe) let base = pixels.baseAddress!  // Tiles have their own blocks.
      draw(list, OffscreenCache(), into: &frame, workers: workers, didFinish: didFinish) {
        grid.reduce($0, into: base, stride: target, blocks, kernels)
      }
    }
    let blurs = takeBlurScratch()
    let tools = FilterTools(workers: workers, kernels: kernels, scratch: blurs, repeatsEdges: true)
    let finish = LightFinish(
      light, glow: BlurredBlocks(glow: means, list.frame, grid, tools), dithers: list.dithersGradients, kernels)
    giveBack(blurs)
    let stride = frame.stride
    frame.withMutablePixels { pixels in
      nonisolated(unsafe) let base = UnsafeMutableRawPointer(pixels.baseAddress!)  // Only read.
      let bands = (list.height + Self.band - 1) / Self.band
      workers.run(count: bands) { index, worker in
        if workers.isCancelled { return }
        let (top, bottom) = (index * Self.band, min((index + 1) * Self.band, list.height))
        let bounds = DeviceRect(
          minX: list.originX, minY: list.originY + top, maxX: list.originX + list.width, maxY: list.originY + bottom)
        let drawn = Surface(
          base: PixelDepth.floats.place(top * stride, in: base), stride: stride, bounds: bounds, form: .floats)
        body(finish.finish(P.self, drawn, memory.rows[worker]))
      }
    }
    memory.frame = consume frame
  }
}
