/// Work of the shadows, filters and bitmaps of one frame, in pixels drawn once (around a nanosecond each).
///
/// Without a limit, nested effects outside the frame used all memory and took a minute for a few pixels. The cost of a
/// bitmap is its area plus its contents.
enum EffectBudget {
  /// Number of blurred bitmaps of the whole frame within the limit.
  private static let frames = 64
  /// Minimum for small frames: three bitmaps with the largest blur.
  private static let least = 3 << 29

  static func perFrame(_ viewport: Viewport) -> WorkBudget {
    WorkBudget(max(least, viewport.width * viewport.height * frames * (Cost.bitmap + Cost.blur)))
  }

  private static let mostPixels = 0x1p40

  /// Cost per pixel. That of a bitmap also limits memory.
  private enum Cost {
    static let bitmap = 32
    static let blur = 48
    static let colorMap = 8
    static let shadow = 24
    static let picture = 16
  }

  /// Cost of a filtered bitmap with its contents.
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

  /// Cost of an image that a layer creates for its scale. Cached images count too, because a frame must not depend on
  /// previous ones.
  static func cost(ofPicture pixels: Double) -> Int {
    pixels < mostPixels ? Int(max(pixels, 0)) * Cost.picture : Int(mostPixels) * Cost.picture
  }

  /// Cost of a shadow blurred in `target`.
  static func cost(ofShadow target: DeviceRect, drawing silhouette: some Collection<DrawCommand>) -> Int {
    target.area * Cost.shadow + silhouette.cost(in: target)
  }
}

extension Collection<DrawCommand> {
  fileprivate func cost(in bitmap: DeviceRect) -> Int { reduce(0) { $0 + $1.cost(in: bitmap) } }
}
