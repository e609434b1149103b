package import CStarminePixelKernels
package import StarmineGraphics
import StarmineScene
import Synchronization

/// Memory in which the light of a frame is finished; kept between frames.
final class LightScratch: @unchecked Sendable {  // One drawing at a time takes it; each worker has its own rows.
  fileprivate let rows: [LightRows]
  /// A drawn frame, where a glow is made of it as a whole.
  fileprivate var frame: DeepBuffer?

  fileprivate init(workers: Int) { rows = (0..<workers).map { _ in LightRows() } }

  fileprivate func takeFrame(_ width: Int, _ height: Int) -> DeepBuffer {
    if let kept = frame.take(), kept.width == width, kept.height == height { return kept }
    return DeepBuffer(width: width, height: height)
  }
}

/// Memory of one worker.
private final class LightRows {
  let finished = ScratchBuffer<DeepPixel>()
  let words = ScratchBuffer<UInt32>()
  let glow = ScratchBuffer<DeepPixel>()
}

/// The light of a frame once everything is drawn: a glow is added, what is bright fades out toward white, and a table
/// grades the colours.
private struct LightFinish: ~Copyable, Sendable {
  private let light: FrameLight
  private let glow: BlurredBlocks<DeepPixel>?
  private let kernels: KernelTable.Blurs
  /// Whether steps are broken up where pixels get 8 bits.
  private let dithers: Bool

  init(
    _ light: FrameLight, glow: consuming BlurredBlocks<DeepPixel>? = nil, dithers: Bool, _ kernels: KernelTable.Blurs
  ) {
    (self.light, self.dithers, self.kernels) = (light, dithers, kernels)
    self.glow = glow
  }

  /// Pixels that go through all steps together: their glow and what comes of them stay in the first cache.
  private static let together = 256

  /// Finishes pixels of floats.
  ///
  /// - Returns: them in a form, in the rows' memory.
  func finish<P: Pixel>(_: P.Type, _ drawn: Surface, _ rows: LightRows) -> Surface {
    var result = drawn
    result.form = P.form
    result.stride = (drawn.bounds.width + 15) & ~15
    let count = result.stride * drawn.bounds.height
    let isDeep = P.form == .floats
    result.base =
      isDeep
      ? UnsafeMutableRawPointer(rows.finished.reserve(count)) : UnsafeMutableRawPointer(rows.words.reserve(count))
    let part = isDeep ? nil : UnsafeMutableRawPointer(rows.finished.reserve(Self.together))
    withKernel { finish in
      for y in drawn.bounds.minY..<drawn.bounds.maxY {
        for x in stride(from: drawn.bounds.minX, to: drawn.bounds.maxX, by: Self.together) {
          let count = min(Self.together, drawn.bounds.maxX - x)
          let target = result.pointer(x, y)
          finish(part ?? target, drawn.pointer(x, y), glow(x, y, count, rows), count)
          if let part { round(part, into: target.assumingMemoryBound(to: UInt32.self), x, y, count) }
        }
      }
    }
    return result
  }

  /// Floats as words.
  private func round(
    _ pixels: UnsafeRawPointer, into words: UnsafeMutablePointer<UInt32>, _ x: Int, _ y: Int, _ count: Int
  ) {
    let thresholds = dithers ? DitherPattern.thresholds : DitherPattern.halves
    thresholds.withUnsafeBufferPointer { thresholds in
      guard let first = thresholds.baseAddress else { return }
      pixel_words_of_deep(words, pixels, first + DitherPattern.start(x, y), count)
    }
  }

  private func glow(_ x: Int, _ y: Int, _ count: Int, _ rows: LightRows) -> UnsafeRawPointer? {
    guard glow != nil else { return nil }
    let row = rows.glow.reserve(Self.together + Surface.slack)
    glow?.write(x: x, y: y, into: row, count: count, kernels)
    return UnsafeRawPointer(row)
  }

  private func withKernel(
    _ body: ((UnsafeMutableRawPointer, UnsafeRawPointer, UnsafeRawPointer?, Int) -> Void) -> Void
  ) {
    let intensity = Float(light.bloom?.intensity ?? 0)
    LinearLight.table.withUnsafeBufferPointer { linear in
      LinearLight.encodedTable.withUnsafeBufferPointer { encoded in
        var finish = PixelLight(
          linear: light.isFilmic ? linear.baseAddress : nil, encoded: encoded.baseAddress, knee: LinearLight.knee,
          linear_knee: LinearLight.of(LinearLight.knee), intensity: intensity, cover: min(1, intensity))
        guard let lut = light.lut else { return body { kernels.finishLight($0, $1, $2, &finish, $3) } }
        lut.withTable { table in
          body { target, pixels, glow, count in
            kernels.finishLight(target, pixels, glow, &finish, count)
            pixel_apply_lut(target, target, table, count)
          }
        }
      }
    }
  }
}

extension ColorLUT {
  /// Calls a closure with the table as its kernel takes it.
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
  /// Draws a list and finishes its light.
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

  /// The same without a frame.
  func draw<P: Pixel>(_ list: DisplayList, _ light: FrameLight, eachTile body: (PixelTile<P>) -> Void) {
    withoutActuallyEscaping(body) { body in
      nonisolated(unsafe) let body = body  // One worker calls back, on this thread.
      finish(P.self, list, light, workers: Workers(count: 1)) { body(PixelTile($0, in: list.frame)) }
    }
  }

  /// Draws in floats and calls back with finished rectangles that fill the frame, on the workers' threads.
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

  /// While each tile lies in the cache.
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

  /// Rows that are finished together.
  private static let band = 8

  /// A glow needs the whole frame: of its blocks means are made while each tile lies in the cache.
  private func finishFrame<P: Pixel>(
    _: P.Type, _ list: DisplayList, _ light: FrameLight, _ bloom: FrameLight.Bloom, _ memory: LightScratch,
    _ workers: Workers, _ didFinish: (Preparation) -> Void, _ body: @Sendable (Surface) -> Void
  ) {
    let grid = BlockGrid(glow: bloom)
    let (kernels, blocks) = (kernels(.floats).blurs, grid.blocks(list.frame))
    var frame = memory.takeFrame(list.width, list.height)
    var means = DeepBuffer(width: blocks.width, height: blocks.height)
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
      light, glow: BlurredBlocks(means, list.frame, grid, tools), dithers: list.dithersGradients, kernels)
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
