extension Movie {
  /// Largest number of pixels in a frame.
  public static let largestFrame = 64 << 20
  /// Largest number of particles in a frame.
  public static let particleLimit = StarmineScene.particleLimit

  /// The frame that the canvas is fitted into.
  package func viewport(for pixelSize: PixelSize?) throws(MovieError) -> Viewport {
    let (size, scale) = (settings.size, settings.scale)
    guard size.width > 0, size.height > 0, size.width.isFinite, size.height.isFinite, scale > 0, scale.isFinite else {
      throw .invalidSize("the canvas is \(size.width)x\(size.height) points at scale \(scale); all must be above 0")
    }
    let natural = (width: (size.width * scale).rounded(), height: (size.height * scale).rounded())
    guard natural.width * natural.height <= Double(Self.largestFrame), natural.width >= 1, natural.height >= 1 else {
      throw .invalidSize("the canvas comes to \(natural.width)x\(natural.height) pixels; the limit is 64 megapixels")
    }
    let pixels = pixelSize ?? PixelSize(width: Int(natural.width), height: Int(natural.height))
    guard pixels.width > 0, pixels.height > 0, pixels.width <= 16_384, pixels.height <= 16_384,
      pixels.width * pixels.height <= Self.largestFrame
    else {
      throw .invalidSize(
        "a frame of \(pixels.width)x\(pixels.height) pixels; the limits are 1 to 16384 per side and 64 megapixels")
    }
    let sides = (Double(pixels.width) / Double(size.width), Double(pixels.height) / Double(size.height))
    var viewport = Viewport(width: pixels.width, height: pixels.height, background: settings.background)
    viewport.dithersGradients = settings.dither == .on
    switch settings.fit {
    case .contain where (Double(pixels.width), Double(pixels.height)) == natural:
      // A part of a pixel is left over at the right and at the bottom, as in UIKit's windows.
      viewport.scale = scale
      return viewport
    case .contain: viewport.scale = min(sides.0, sides.1)
    case .cover, .reflow: viewport.scale = max(sides.0, sides.1)
    case .stretch:
      (viewport.scale, viewport.stretch) = (sides.0, sides.1 / sides.0)
      return viewport
    }
    viewport.offsetX = (Double(pixels.width) - Double(size.width) * viewport.scale) / 2
    viewport.offsetY = (Double(pixels.height) - Double(size.height) * viewport.scale) / 2
    return viewport
  }
}
