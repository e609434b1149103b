extension CGContext {
  struct Bitmap {
    var width: Int
    var height: Int
    /// From user coordinates to pixels, with y down.
    var base: CGAffineTransform
    /// Initial pixel, premultiplied `0xAARRGGBB`.
    var background: UInt32
    var info = CGBitmapInfo.ofDrawings
    /// The same layout; nil if its bytes cannot be read.
    var layout = PixelLayout(.ofDrawings)

    static let longestSide = 16_384
    static let mostPixels = 64 << 20

    static func fits(_ width: Int, _ height: Int) -> Bool {
      width > 0 && height > 0 && width <= longestSide && height <= longestSide && width * height <= mostPixels
    }
  }

  /// Creates a bitmap context for `init(data:…)`: coordinates are pixels from the lower left corner, with y up.
  package convenience init?(width: Int, height: Int, bitsPerComponent: Int, info: CGBitmapInfo, space: CGColorSpace) {
    guard bitsPerComponent == 8, Bitmap.fits(width, height) else { return nil }
    let base = CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: CGFloat(height))
    let isGrey = space.model == .monochrome && info.alphaInfo == .none
    self.init(
      bounds: CGRect(x: 0, y: 0, width: width, height: height),
      bitmap: Bitmap(
        width: width, height: height, base: base, background: info.isOpaque ? 0xFF00_0000 : 0, info: info,
        layout: PixelLayout(info, bits: isGrey ? 8 : 32, model: isGrey ? .monochrome : .rgb)))
  }

  /// Creates a bitmap context with the coordinates of views: points from the top left corner, with y down (ours;
  /// `UIGraphicsBeginImageContextWithOptions` uses it).
  ///
  /// Nil if the size exceeds the limits of bitmaps. Sizes are rounded up to whole pixels.
  public convenience init?(size: CGSize, scale: CGFloat, isOpaque: Bool = false) {
    let (width, height) = ((size.width * scale).rounded(.up), (size.height * scale).rounded(.up))
    guard scale > 0, let columns = Int(exactly: width), let rows = Int(exactly: height), Bitmap.fits(columns, rows)
    else { return nil }
    self.init(
      bounds: CGRect(origin: .zero, size: size),
      bitmap: Bitmap(
        width: columns, height: rows, base: CGAffineTransform(scaleX: scale, y: scale),
        background: isOpaque ? 0xFF00_0000 : 0))
  }

  /// Width in pixels. 0 if the context has no bitmap.
  public var width: Int { bitmap?.width ?? 0 }
  /// Height in pixels. 0 if the context has no bitmap.
  public var height: Int { bitmap?.height ?? 0 }

  /// Pixel layout of the context's images and memory.
  public var bitmapInfo: CGBitmapInfo { bitmap?.info ?? [] }
  package var layout: PixelLayout? { bitmap?.layout }

  /// Transform from user coordinates to pixels, with y down.
  public var userSpaceToDeviceSpaceTransform: CGAffineTransform { ctm.concatenating(bitmap?.base ?? .identity) }

  /// Pixels per user unit along the denser axis; 1 if that is not useful.
  package var pixelsPerPoint: Double {
    let t = userSpaceToDeviceSpaceTransform
    let scale = max(Double.hypot(t.a, t.b), Double.hypot(t.c, t.d))
    return scale > 1e-3 && scale < 1e3 ? scale : 1
  }

  /// Everything drawn in a bitmap context so far, for the renderer; nil for other contexts.
  package var displayList: DisplayList? {
    guard let bitmap else { return nil }
    let frame = DeviceRect(minX: 0, minY: 0, maxX: bitmap.width, maxY: bitmap.height)
    return DisplayList(
      width: bitmap.width, height: bitmap.height, background: bitmap.background,
      commands: recorded().placed(by: PlaneTransform(bitmap.base), within: frame))
  }

  /// Removes and returns the drawing below transparency layers. It is placed over an image of the bitmap's size, or
  /// over the initial pixels.
  package func takeDisplayList(over image: CGImage? = nil) -> DisplayList? {
    guard let bitmap else { return nil }
    let frame = CGRect(x: 0, y: 0, width: bitmap.width, height: bitmap.height)
    let below = image.map { image in
      DrawCommand.image(
        ImageCommand(
          bounds: .empty, image: image, destination: RoundedRect(frame),
          transform: PlaneTransform(bitmap.base.inverted()), filter: .nearest, alpha: 255))
    }
    let device = DeviceRect(minX: 0, minY: 0, maxX: bitmap.width, maxY: bitmap.height)
    return DisplayList(
      width: bitmap.width, height: bitmap.height, background: image == nil ? bitmap.background : 0,
      commands: ([below].compactMap(\.self) + takeRecorded()).placed(by: PlaneTransform(bitmap.base), within: device))
  }
}

/// Memory with the pixels of a bitmap during drawing.
package protocol ContextMemory: AnyObject {
  /// Called after each drawing and at the end of transparency layers.
  func update(_ context: CGContext)
}
