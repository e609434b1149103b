package import StarmineScene
import Synchronization

/// Draws display lists into pixel buffers.
///
/// The result is identical for every tile size, number of workers and kernel level. The buffer determines the pixel
/// format; lists with final light processing (`FrameLight`) are always drawn in float. Shadow masks have 8 bits.
/// `render` may be called from several threads at once; each call uses its own scratch memory, which is kept for later
/// calls.
package final class Renderer: Sendable {
  private let fixedTileSize: Int?
  /// Threads that draw the tiles of a frame. `evaluate` uses them too.
  package let workers: Workers
  /// For 8-bit pixels.
  private let kernels: KernelTable
  private let deepKernels: KernelTable
  /// 8-bit kernels for lists with dithered gradients.
  private let ditheringKernels: KernelTable
  let shadows = ShadowCache()
  private let outlineCache = OutlineCache()
  private let idleBlurs = Mutex<[BlurScratch]>([])
  let idleLights = Mutex<[LightScratch]>([])
  private let idle = Mutex<[FrameScratch]>([])

  /// - Parameters:
  ///   - tileSize: Pixels, at least 1; nil to choose the fastest size for the frame and the workers.
  ///   - workers: Number of tiles that are drawn concurrently, at least 1.
  ///   - kernels: Implementation of the pixel loops for 8 bits per component.
  ///   - deepKernels: Implementation for float pixels.
  package init(
    tileSize: Int? = nil, workers: Int = 1, kernels: KernelTable = .fast, deepKernels: KernelTable = .deep
  ) {
    precondition(tileSize ?? 1 > 0, "Renderer: a tile has at least one pixel")
    fixedTileSize = tileSize
    self.workers = Workers(count: workers)
    (self.kernels, self.deepKernels) = (kernels, deepKernels)
    ditheringKernels = kernels.ditheringGradients()
  }

  func kernels(_ form: PixelDepth, dithersGradients: Bool = false) -> KernelTable {
    if form != .words { return deepKernels }
    return dithersGradients ? ditheringKernels : kernels
  }

  /// For simple lists, bands of whole rows, because memory is written fastest sequentially. Otherwise squares, whose
  /// part of the frame stays in the worker's cache; particles are sorted into squares only.
  private func grid(_ list: DisplayList, _ form: PixelDepth, workers: Int) -> TileGrid {
    let isShort = list.commands.count <= 32
    guard isShort, fixedTileSize == nil, !list.commands.contains(where: { $0.isBatch }) else {
      let size = fixedTileSize ?? tileSize(list, form, workers: workers)
      // A glow's block must be within one tile.
      let side = list.light?.bloom == nil ? 1 : BlockGrid.largestSide
      return TileGrid(list.frame, size: (size + side - 1) / side * side)
    }
    // Enough bands that all workers end together; each starts in a row at which a conversion to video can start.
    let height = max(8, min(64 / form.words, list.height / (10 * workers)) & ~7)
    return TileGrid(list.frame, tileWidth: list.width, tileHeight: height)
  }

  /// Pixels. Measured on one core, relative to 128: 256 takes 0.93 to 0.97 for particles and layers, because fewer of
  /// them cross borders, and 384 the same or more. A tile of 256 takes 256 KiB, which stays in the second-level cache;
  /// for float pixels one of 128 does. Tiles are smaller if there would be too few for all workers to end together.
  private func tileSize(_ list: DisplayList, _ form: PixelDepth, workers: Int) -> Int {
    let tiles = { (size: Int) in ((list.width + size - 1) / size) * ((list.height + size - 1) / size) }
    if form != .words { return workers == 1 || tiles(128) >= 4 * workers ? 128 : 64 }
    if workers == 1 || tiles(256) >= 10 * workers { return 256 }
    return tiles(128) >= 4 * workers ? 128 : 64
  }

  func takeBlurScratch() -> BlurScratch { idleBlurs.withLock { $0.popLast() } ?? BlurScratch() }
  func giveBack(_ scratch: BlurScratch) { idleBlurs.withLock { $0.append(scratch) } }

  package var keptShadows: Int { shadows.count }
  /// Number of cached outlines of path areas, and how often one was computed.
  package var keptOutlines: Int { outlineCache.count }
  package var outlineSweeps: Int { outlineCache.sweeps }

  /// Replaces every pixel of the buffer with the drawn list.
  ///
  /// - Precondition: The list and the buffer have the same size.
  /// - Parameter cancellation: If it is requested, pixels are missing.
  package func render<P: Pixel>(
    _ list: DisplayList, into buffer: inout PixelFrame<P>, unless cancellation: Cancellation? = nil
  ) {
    precondition(list.width == buffer.width && list.height == buffer.height, "Renderer: list and buffer differ in size")
    outlineCache.beginFrame()
    let workers = Workers(count: workers.count, cancellation: cancellation)
    drawFinished(list, into: &buffer, workers: workers) { _ in }
  }

  /// Steps before the tiles are painted, in order.
  package enum Preparation {
    /// Shadow masks and filters.
    case effects
    case binning
  }

  /// The same, for measurements: calls back after each preparation.
  package func render<P: Pixel>(
    _ list: DisplayList, into buffer: inout PixelFrame<P>, didFinish: (Preparation) -> Void
  ) {
    precondition(list.width == buffer.width && list.height == buffer.height, "Renderer: list and buffer differ in size")
    outlineCache.beginFrame()
    drawFinished(list, into: &buffer, workers: workers, didFinish: didFinish)
  }

  private func drawFinished<P: Pixel>(
    _ list: DisplayList, into buffer: inout PixelFrame<P>, workers: Workers, didFinish: (Preparation) -> Void
  ) {
    if let light = list.light {
      draw(list, light, into: &buffer, workers: workers, didFinish: didFinish)
    } else {
      draw(list, OffscreenCache(), into: &buffer, workers: workers, didFinish: didFinish)
    }
  }

  /// Draws without a frame: calls `body` on the calling thread with each tile while its pixels are in the cache, in
  /// rows of tiles from the top, each from the left. Together they equal the result of `render(_:into:)`.
  package func render<P: Pixel>(_ list: DisplayList, eachTile body: (PixelTile<P>) -> Void) {
    outlineCache.beginFrame()
    if let light = list.light { return draw(list, light, eachTile: body) }
    let (cache, workers) = (OffscreenCache(), Workers(count: 1))
    let kernels = kernels(P.form, dithersGradients: list.dithersGradients)
    let (shadows, offscreens) = effects(of: list, P.form, cache, workers: workers)
    withPlan(list, kernels, shadows: shadows, offscreens: offscreens, workers: workers) { scratch in
      scratch.withPainter(worker: 0, kernels) { painter in
        for tile in 0..<scratch.plan.grid.count {
          let surface = painter.paint(tile: tile, background: list.background)
          body(PixelTile(surface, in: scratch.plan.grid.frame))
        }
      }
    }
  }

  func draw<P: Pixel>(
    _ list: DisplayList, _ cache: OffscreenCache, into buffer: inout PixelFrame<P>, workers: Workers,
    didFinish: (Preparation) -> Void = { _ in }, didDraw: @Sendable (Surface) -> Void = { _ in }
  ) {
    let (shadows, offscreens) = effects(of: list, P.form, cache, workers: workers)
    didFinish(.effects)
    draw(
      list, shadows: shadows, offscreens: offscreens, into: &buffer, workers: workers, didFinish: didFinish,
      didDraw: didDraw)
  }

  /// Draws all pixels that tiles depend on.
  func effects(
    of list: DisplayList, _ form: PixelDepth, _ cache: OffscreenCache, workers: Workers
  ) -> (shadows: [ShadowMask], offscreens: [OffscreenImage]) {
    guard list.commands.haveEffects else { return ([], []) }
    let shadows = shadowMasks(list, cache, workers: workers)
    return (shadows, offscreens(list, form, shadows: shadows, cache, workers: workers))
  }

  /// Draws with existing shadows and offscreens.
  /// - Parameter didDraw: Called with each tile while its pixels are in the cache.
  func draw<P: Pixel>(
    _ list: DisplayList, shadows: [ShadowMask], offscreens: [OffscreenImage], into buffer: inout PixelFrame<P>,
    workers: Workers, didFinish: (Preparation) -> Void = { _ in }, didDraw: @Sendable (Surface) -> Void = { _ in }
  ) {
    let (stride, kernels) = (buffer.stride, kernels(P.form, dithersGradients: list.dithersGradients))
    withPlan(list, kernels, shadows: shadows, offscreens: offscreens, workers: workers) { scratch in
      didFinish(.binning)
      buffer.withMutablePixels { pixels in
        nonisolated(unsafe) let base = UnsafeMutableRawPointer(pixels.baseAddress!)  // Tiles do not overlap.
        if let color = scratch.plan.onlyColor(background: list.background, P.form) {
          let target = Surface(base: base, stride: stride, bounds: scratch.plan.grid.frame, form: P.form)
          return fill(target, color, scratch.plan.grid, workers, kernels, didDraw)
        }
        // A float frame is larger than most caches: drawing in place would load all of it first.
        let isAlone = workers.count == 1 && P.form == .words
        workers.run(count: scratch.plan.grid.count) { index, worker in
          if workers.isCancelled { return }
          let tile = scratch.plan.tile(index)
          scratch.withPainter(worker: worker, kernels) {
            didDraw($0.draw(tile: tile, background: list.background, frame: base, stride: stride, isAlone: isAlone))
          }
        }
      }
    }
  }

  private func fill(
    _ target: Surface, _ color: UInt32, _ grid: TileGrid, _ workers: Workers, _ kernels: KernelTable,
    _ didDraw: @Sendable (Surface) -> Void
  ) {
    nonisolated(unsafe) let target = target  // Rows do not overlap.
    workers.run(count: grid.rows) { row, _ in
      var rows = target
      rows.bounds.minY += row * grid.tileHeight
      rows.bounds.maxY = min(rows.bounds.minY + grid.tileHeight, target.bounds.maxY)
      rows.base = target.pointer(rows.bounds.minX, rows.bounds.minY)
      kernels.fill(rows.base, rows.stride, color, rows.bounds.width, rows.bounds.height)
      didDraw(rows)
    }
  }

  func withPlan(
    _ list: DisplayList, _ kernels: KernelTable, shadows: [ShadowMask], offscreens: [OffscreenImage], workers: Workers,
    _ body: (FrameScratch) -> Void
  ) {
    let scratch = idle.withLock { $0.popLast() } ?? FrameScratch(workers: self.workers.count, outlineCache)
    scratch.plan.prepare(
      list, shadows: shadows, offscreens: offscreens, grid: grid(list, kernels.form, workers: workers.count),
      workers: workers, kernels: kernels)
    body(scratch)
    idle.withLock { $0.append(scratch) }
  }
}

/// Memory of one `render` call; between calls it stays unused in the renderer.
// Crosses threads: `plan` is only read while workers run, and each worker has its own element of `tiles`.
final class FrameScratch: @unchecked Sendable {
  let plan: FramePlan
  let tiles: [TileScratch]

  fileprivate init(workers: Int, _ outlineCache: OutlineCache) {
    plan = FramePlan(outlineCache: outlineCache)
    tiles = (0..<workers).map { _ in TileScratch() }
  }

  func withPainter(worker: Int, _ kernels: KernelTable, _ body: (TilePainter) -> Void) {
    plan.shapes.withTables {
      body(TilePainter(plan: plan, kernels: kernels, scratch: tiles[worker], shapes: $0, gradients: $1))
    }
  }
}

extension DrawCommand {
  fileprivate var isBatch: Bool {
    switch self {
    case .particles, .rects: true
    default: false
    }
  }
}
