/// Work of the shadows, filters and bitmaps of one frame, in pixels drawn once (around a nanosecond each).
///
/// Without a limit, nested effects that reach beyond the frame took all of the memory there is, and a minute for a few
/// pixels. Bitmaps are charged by their area, and with what is drawn into them.
enum EffectBudget {
  /// Blurred bitmaps of the whole frame that there is room for, over one thing each.
  private static let frames = 64
  /// Small frames may have large effects all the same: three bitmaps blurred as far as blurs go.
  private static let least = 3 << 29

  /// Budget of a frame.
  static func perFrame(_ viewport: Viewport) -> WorkBudget {
    WorkBudget(max(least, viewport.width * viewport.height * frames * (Cost.bitmap + Cost.blur)))
  }

  /// More than any frame may have.
  private static let mostPixels = 0x1p40

  /// Pixels drawn per pixel. A bitmap's own keeps memory in bounds as well.
  private enum Cost {
    static let bitmap = 32
    static let blur = 48
    static let colorMap = 8
    static let shadow = 24
    static let picture = 16
  }

  /// Cost of a bitmap that goes through filters, with everything drawn into it.
  static func cost(
    of bitmap: DeviceRect, through filters: [PixelFilter], drawing commands: some Collection<DrawCommand>
  ) -> Int {
    let perPixel = filters.reduce(Cost.bitmap) { sum, filter in
      switch filter {
      case .blur, .bloom: sum + Cost.blur
      case .color: sum + Cost.colorMap
      }
    }
    return bitmap.area * perPixel + commands.cost(in: bitmap)
  }

  /// Cost of a picture that a layer makes for its scale, remembered or not: a frame may not depend on those before.
  static func cost(ofPicture pixels: Double) -> Int {
    pixels < mostPixels ? Int(max(pixels, 0)) * Cost.picture : Int(mostPixels) * Cost.picture
  }

  /// Cost of a shadow that is blurred in `target`.
  static func cost(ofShadow target: DeviceRect, drawing silhouette: some Collection<DrawCommand>) -> Int {
    target.area * Cost.shadow + silhouette.cost(in: target)
  }
}

extension Collection<DrawCommand> {
  /// Cost of drawing the commands into a bitmap.
  fileprivate func cost(in bitmap: DeviceRect) -> Int { reduce(0) { $0 + $1.cost(in: bitmap) } }
}
