import Foundation
import StarmineMedia
package import StarmineRaster
package import StarmineScene

extension Movie {
  /// Most pixels of one frame.
  public static let largestFrame = 64 << 20
  /// Most particles of all emitters together in one frame.
  public static let particleLimit = StarmineScene.particleLimit

  /// Draws the frame that is seen at a time, in seconds from the movie's start.
  ///
  /// - Parameters:
  ///   - pixelSize: the scene is scaled to fit and centred. Nil: the movie's size times its scale.
  ///   - workers: threads; 0 is one per core. The picture does not depend on it.
  ///   - paintsAboveWhite: whether what lies above white is painted magenta, and nothing fades out toward white.
  package func still(
    at time: Double, pixelSize: PixelSize? = nil, workers: Int = 0, paintsAboveWhite: Bool = false
  ) throws(MovieError) -> PixelBuffer {
    var viewport = try viewport(for: pixelSize)
    viewport.isDeep = depth == .float || paintsAboveWhite
    try RenderMemory.check(picture: viewport)
    let renderer = Renderer(workers: workers > 0 ? workers : ProcessInfo.processInfo.activeProcessorCount)
    let tree = snapshot(at: time, for: paintsAboveWhite ? .video : .screen)
    let list = evaluate(tree, at: Self.startTime + time, in: viewport, workers: renderer.workers)
    let frame = Int(time * framesPerSecond)
    if let error = list.shortage(inFrame: frame) { throw error }
    let bytes = try EffectMemory.take(for: list, frame: frame)
    defer { EffectMemory.giveBack(bytes) }
    var buffer = PixelBuffer(width: viewport.width, height: viewport.height)
    if paintsAboveWhite {
      let words = DeepWords(dithers: false)
      var paint = AboveWhite()
      renderer.render(list) { (tile: DeepTile) in paint.withPainted(tile) { words.write($0, to: &buffer) } }
      return buffer
    }
    switch depth {
    case .auto, .bytes: renderer.render(list, into: &buffer)
    case .float:
      let words = DeepWords(dithers: dither != .off)
      renderer.render(list) { (tile: DeepTile) in words.write(tile, to: &buffer) }
    }
    return buffer
  }

  /// The frame that the canvas is fitted into.
  package func viewport(for pixelSize: PixelSize?) throws(MovieError) -> Viewport {
    guard size.width > 0, size.height > 0, size.width.isFinite, size.height.isFinite, scale > 0, scale.isFinite else {
      throw .invalidSize("the canvas is \(size.width)x\(size.height) points at scale \(scale); all must be above 0")
    }
    let natural = (width: Double(size.width * scale).rounded(), height: Double(size.height * scale).rounded())
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
    var viewport = Viewport(width: pixels.width, height: pixels.height, background: background)
    viewport.dithersGradients = dither == .on
    switch self.fit {
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
