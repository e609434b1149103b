import StarmineScene

extension Renderer {
  /// The images of a list's offscreen commands and backdrops, in order. Each is completed before any tile is drawn, so
  /// all tiles use the same pixels.
  /// - Parameter form: The pixel format of the list's target.
  func offscreens(
    _ list: DisplayList, _ form: PixelDepth, shadows: [ShadowMask], _ cache: OffscreenCache, workers: Workers
  ) -> [OffscreenImage] {
    var result: [OffscreenImage] = []
    var scene: BackdropScene?
    for (index, command) in list.commands.enumerated() {
      switch command {
      case .offscreen where workers.isCancelled, .backdrop where workers.isCancelled: result.append(.empty)
      case .offscreen(let offscreen):
        result.append(
          cache.image(of: offscreen, form) {
            self.image(of: offscreen, form, list.dithersGradients, cache, workers: workers)
          })
      case .backdrop(let backdrop):
        if scene == nil { scene = BackdropScene(list) }
        let below = scene?.below(index, isBelowGroup: backdrop.isBelowGroup)
        result.append(below.map { self.backdrop(backdrop, of: $0, form, shadows, result, workers: workers) } ?? .empty)
      default: break
      }
    }
    return result
  }

  private func image(
    of offscreen: OffscreenCommand, _ form: PixelDepth, _ dithersGradients: Bool, _ cache: OffscreenCache,
    workers: Workers
  ) -> OffscreenImage {
    if offscreen.source.isEmpty || offscreen.bounds.isEmpty { return .empty }
    var image =
      offscreen.isDeep(in: form == .floats)
      ? self.image(DeepPixel.self, of: offscreen, dithersGradients, cache, workers: workers)
      : self.image(UInt32.self, of: offscreen, dithersGradients, cache, workers: workers)
    if offscreen.placement != nil {
      image.makeImage(keepsDepth: offscreen.keepsDepth && form == .floats)
    } else if form == .words {
      image.makeWords()
    }
    return image
  }

  private func image<P: FilterPixel>(
    _: P.Type, of offscreen: OffscreenCommand, _ dithersGradients: Bool, _ cache: OffscreenCache, workers: Workers
  ) -> OffscreenImage {
    let source = offscreen.source
    var list = DisplayList(width: source.width, height: source.height, commands: offscreen.commands)
    (list.originX, list.originY, list.dithersGradients) = (source.minX, source.minY, dithersGradients)
    var drawn = PixelFrame<P>(width: list.width, height: list.height)
    draw(list, cache, into: &drawn, workers: workers)
    return filtered(
      drawn, source, offscreen.filters, in: offscreen.placement == nil ? offscreen.bounds : nil, repeatsEdges: false,
      workers)
  }

  /// The pixels of a rectangle after filters, or all pixels if nil.
  private func filtered<P: FilterPixel>(
    _ drawn: consuming PixelFrame<P>, _ source: DeviceRect, _ filters: [PixelFilter], in bounds: DeviceRect?,
    repeatsEdges: Bool, _ workers: Workers
  ) -> OffscreenImage {
    let scratch = takeBlurScratch()
    defer { giveBack(scratch) }
    let tools = FilterTools(
      workers: workers, kernels: kernels(P.form).blurs, scratch: scratch, repeatsEdges: repeatsEdges)
    var filtered = FilterImage(drawn, bounds: source, tools)
    filtered.apply(filters)
    return filtered.image(in: bounds ?? filtered.bounds)
  }

  private func backdrop(
    _ backdrop: BackdropCommand, of below: BackdropScene.Below, _ form: PixelDepth, _ shadows: [ShadowMask],
    _ offscreens: [OffscreenImage], workers: Workers
  ) -> OffscreenImage {
    let bounds = backdrop.bounds.intersection(below.bounds)
    guard !bounds.isEmpty else { return .empty }
    let source = bounds.grown(by: backdrop.reach).intersection(below.bounds)
    func image<P: FilterPixel>(_: P.Type) -> OffscreenImage {
      var list = below.list
      (list.width, list.height) = (source.width, source.height)
      (list.originX, list.originY) = (source.minX, source.minY)
      var drawn = PixelFrame<P>(width: list.width, height: list.height)
      draw(
        list, shadows: Array(shadows[below.shadows]), offscreens: Array(offscreens[below.offscreens]), into: &drawn,
        workers: workers)
      return filtered(drawn, source, backdrop.filters, in: bounds, repeatsEdges: true, workers)
    }
    return form == .words ? image(UInt32.self) : image(DeepPixel.self)
  }
}
