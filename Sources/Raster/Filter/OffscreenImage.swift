import StarmineGraphics
import StarmineScene

/// Pixels that are drawn before the tiles: an offscreen command or a filtered backdrop.
struct OffscreenImage: Sendable {
  /// Row by row, followed by `Surface.slack` spare pixels, because kernels read whole vectors.
  enum Pixels: Sendable {
    case words([UInt32])
    case floats([DeepPixel])
  }

  let bounds: DeviceRect
  /// In the pixel format of the target.
  private(set) var pixels: Pixels
  /// Requested pixels; those outside `bounds` are empty.
  var requested = DeviceRect.empty

  /// The same pixels as an image, if they are not drawn one to one. Retained here, because a frame's plan only points
  /// to images.
  private(set) var image: CGImage?

  init(bounds: DeviceRect, pixels: Pixels) { (self.bounds, self.pixels) = (bounds, pixels) }

  static let empty = OffscreenImage(bounds: .empty, pixels: .words([]))

  /// The image command, if the pixels are not drawn one to one.
  func imageCommand(_ command: OffscreenCommand) -> ImageCommand? {
    guard let placement = command.placement, let image else { return nil }
    return ImageCommand(
      bounds: command.bounds, image: image, destination: RoundedRect(bounds), transform: placement.transform,
      filter: placement.filter, alpha: 255)
  }

  /// Converts float pixels to 8 bits. Colour is limited to alpha, as in 8-bit pictures.
  mutating func makeWords() {
    guard case .floats(let floats) = pixels else { return }
    pixels = .words(floats.map { pointwiseMin($0, DeepPixel(repeating: $0.w)).word })
  }

  mutating func makeImage(keepsDepth: Bool) {
    let (bounds, area) = (bounds, bounds.width * bounds.height)
    var deep: DeepTexels?
    if keepsDepth, case .floats(let floats) = pixels {
      let texels = SharedBuffer(floats.prefix(area))
      deep = DeepTexels { DeepTexels.Level(width: bounds.width, height: bounds.height, texels: texels) }
    }
    makeWords()
    guard !bounds.isEmpty, case .words(let words) = pixels else { return }
    image = CGImage(
      width: bounds.width, height: bounds.height, slab: SharedBuffer(words.prefix(area)), deepTexels: deep)
  }

  /// Calls `body` with a function that returns the address of a pixel at device coordinates.
  func withPixels(_ body: ((_ x: Int, _ y: Int) -> UnsafeRawPointer) -> Void) {
    func call(_ base: UnsafeRawPointer?, _ form: PixelDepth) {
      guard let base else { return }
      body { x, y in form.place((y - bounds.minY) * bounds.width + x - bounds.minX, in: base) }
    }
    switch pixels {
    case .words(let words): words.withUnsafeBytes { call($0.baseAddress, .words) }
    case .floats(let floats): floats.withUnsafeBytes { call($0.baseAddress, .floats) }
    }
  }
}
