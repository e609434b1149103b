import StarmineScene

extension Renderer {
  /// The images of a list's offscreen commands and backdrops, in order. Each is made as a whole before any tile, so
  /// tiles cannot differ.
  func offscreens(_ list: DisplayList, shadows: [ShadowMask], _ cache: OffscreenCache, workers: Workers)
    -> [OffscreenImage]
  {
    var result: [OffscreenImage] = []
    var scene: BackdropScene?
    for (index, command) in list.commands.enumerated() {
      switch command {
      case .offscreen where workers.isCancelled, .backdrop where workers.isCancelled: result.append(.empty)
      case .offscreen(let offscreen):
        result.append(cache.image(of: offscreen) { self.image(of: offscreen, of: list, cache, workers: workers) })
      case .backdrop(let backdrop):
        if scene == nil { scene = BackdropScene(list) }
        let below = scene?.below(index, isBelowGroup: backdrop.isBelowGroup)
        result.append(
          below.map { self.backdrop(backdrop, of: $0, shadows, result, workers: workers) } ?? .empty)
      default: break
      }
    }
    return result
  }

  private func image(
    of offscreen: OffscreenCommand, of all: DisplayList, _ cache: OffscreenCache, workers: Workers
  ) -> OffscreenImage {
    let source = offscreen.source
    guard !source.isEmpty, !offscreen.bounds.isEmpty else { return .empty }
    let drawn = cache.bitmap(of: offscreen) {
      var list = DisplayList(width: source.width, height: source.height, commands: offscreen.commands)
      (list.originX, list.originY, list.dithersGradients) = (source.minX, source.minY, all.dithersGradients)
      var drawn = PixelBuffer(width: list.width, height: list.height)
      draw(list, cache, into: &drawn, workers: workers)
      return drawn
    }
    let scratch = takeBlurScratch()
    defer { giveBack(scratch) }
    var filtered = FilterImage(
      consume drawn, bounds: source, tools(scratch, repeatsEdges: offscreen.repeatsEdges, workers))
    filtered.apply(offscreen.filters)
    guard offscreen.placement != nil else { return filtered.image(in: offscreen.bounds) }
    var result = filtered.image(in: filtered.bounds)
    result.makeImage()
    return result
  }

  private func tools(_ scratch: BlurScratch, repeatsEdges: Bool, _ workers: Workers) -> FilterImage.Tools {
    FilterImage.Tools(workers: workers, kernels: kernels, scratch: scratch, repeatsEdges: repeatsEdges)
  }

  /// - Parameter offscreens: of the commands before this one.
  private func backdrop(
    _ backdrop: BackdropCommand, of below: BackdropScene.Below, _ shadows: [ShadowMask], _ offscreens: [OffscreenImage],
    workers: Workers
  ) -> OffscreenImage {
    let bounds = backdrop.bounds.intersection(below.bounds)
    guard !bounds.isEmpty else { return .empty }
    let source = bounds.grown(by: backdrop.reach).intersection(below.bounds)
    var list = below.list
    (list.width, list.height) = (source.width, source.height)
    (list.originX, list.originY) = (source.minX, source.minY)
    var drawn = PixelBuffer(width: list.width, height: list.height)
    draw(
      list, shadows: Array(shadows[below.shadows]), offscreens: Array(offscreens[below.offscreens]), into: &drawn,
      workers: workers)
    let scratch = takeBlurScratch()
    defer { giveBack(scratch) }
    var filtered = FilterImage(consume drawn, bounds: source, tools(scratch, repeatsEdges: true, workers))
    filtered.apply(backdrop.filters)
    return filtered.image(in: bounds)
  }
}
