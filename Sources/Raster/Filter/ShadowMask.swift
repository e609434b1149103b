import StarmineScene

/// A shadow's alpha, to be filled with its colour.
struct ShadowMask: Sendable {
  let bounds: DeviceRect
  let alpha: [UInt8]
  /// Requested pixels; those outside `bounds` are empty.
  var requested = DeviceRect.empty

  static let empty = ShadowMask(bounds: .empty, alpha: [])
}

extension Renderer {
  /// The masks of a list's shadows, in order. Each is completed before any tile is drawn, so all tiles use the same
  /// pixels.
  func shadowMasks(_ list: DisplayList, _ cache: OffscreenCache, workers: Workers) -> [ShadowMask] {
    let shadows = list.commands.compactMap { if case .shadow(let shadow) = $0 { shadow } else { nil } }
    if shadows.isEmpty { return [] }
    return [ShadowMask](unsafeUninitializedCapacity: shadows.count) { buffer, initialized in
      buffer.initialize(repeating: .empty)
      // Each unit of work writes its own element.
      nonisolated(unsafe) let masks = buffer
      workers.run(count: shadows.count) { index, _ in
        if workers.isCancelled { return }
        let shadow = shadows[index]
        masks[index] = cache.mask(of: shadow) { self.shadows.mask(of: shadow) { shadowMask(shadow, cache) } }
      }
      initialized = shadows.count
    }
  }

  private func shadowMask(_ shadow: ShadowCommand, _ cache: OffscreenCache) -> ShadowMask {
    let source = shadow.silhouetteBounds
    guard !source.isEmpty, !shadow.bounds.isEmpty else { return .empty }
    var list = DisplayList(width: source.width, height: source.height, commands: shadow.silhouette)
    (list.originX, list.originY) = (source.minX, source.minY)
    var drawn = PixelBuffer(width: list.width, height: list.height)
    draw(list, cache, into: &drawn, workers: Workers(count: 1))
    let scratch = takeBlurScratch()
    defer { giveBack(scratch) }
    return ShadowMask(shadow, silhouette: drawn, scratch: scratch, kernels(.words).blurs)
  }
}

extension ShadowMask {
  /// The silhouette, shifted, blurred and clipped to the shadow's bounds.
  fileprivate init(
    _ shadow: ShadowCommand, silhouette: borrowing PixelBuffer, scratch: BlurScratch, _ kernels: KernelTable.Blurs
  ) {
    let across = BlurAxis(sigma: shadow.sigmaX, offset: shadow.offsetX)
    let down = BlurAxis(sigma: shadow.sigmaY, offset: shadow.offsetY)
    let blur = BlurPlane.Blur(across: across, down: down, margin: (across.margin, down.margin), kernels: kernels)
    let plane = BlurPlane(silhouette, component: 3, blur, scratch)
    let minX = shadow.silhouetteBounds.minX - across.margin + across.whole
    let minY = shadow.silhouetteBounds.minY - down.margin + down.whole
    let whole = DeviceRect(minX: minX, minY: minY, maxX: minX + plane.width, maxY: minY + plane.height)
    bounds = shadow.bounds.intersection(whole)
    alpha = plane.bytes(in: bounds, originX: minX, originY: minY)
  }
}
