extension CGContext {
  /// The pixels that a context is made for.
  struct Bitmap {
    var width: Int
    var height: Int
    /// From starting coordinates to pixels, y down.
    var base: CGAffineTransform
    /// Premultiplied `0xAARRGGBB` that it starts with.
    var background: UInt32
    /// How bytes lie in images and in memory.
    var info = CGBitmapInfo.ofDrawings
    /// The same; nil for a layout of which no bytes can be read.
    var layout = PixelLayout(.ofDrawings)

    static let longestSide = 16_384
    static let mostPixels = 64 << 20

    static func fits(_ width: Int, _ height: Int) -> Bool {
      width > 0 && height > 0 && width <= longestSide && height <= longestSide && width * height <= mostPixels
    }
  }

  /// A context of a bitmap for `init(data:…)`: coordinates are pixels from the lower left corner, y up.
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

  /// A context of a bitmap with the coordinates of views: points from the upper left corner, y down (ours; what
  /// `UIGraphicsBeginImageContextWithOptions` makes).
  ///
  /// Nil where the pixels exceed the limits of the other bitmaps; a part of a pixel counts as one.
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

  /// Pixels; 0 if the context is not one of a bitmap.
  public var width: Int { bitmap?.width ?? 0 }
  /// Pixels; 0 for a context that records vectors.
  public var height: Int { bitmap?.height ?? 0 }

  /// How bytes lie in the context's images and memory.
  public var bitmapInfo: CGBitmapInfo { bitmap?.info ?? [] }
  /// The same; nil where no bytes can be read.
  package var layout: PixelLayout? { bitmap?.layout }

  /// From the coordinates of what is drawn to pixels, y down.
  public var userSpaceToDeviceSpaceTransform: CGAffineTransform { ctm.concatenating(bitmap?.base ?? .identity) }

  /// Pixels per unit of the coordinates of what is drawn, along the denser axis; 1 where that does not help.
  package var pixelsPerPoint: Double {
    let t = userSpaceToDeviceSpaceTransform
    let scale = max(Double.hypot(t.a, t.b), Double.hypot(t.c, t.d))
    return scale > 1e-3 && scale < 1e3 ? scale : 1
  }

  /// Everything that a bitmap's context has drawn so far, for the renderer; nil for other contexts.
  package var displayList: DisplayList? {
    guard let bitmap else { return nil }
    let frame = DeviceRect(minX: 0, minY: 0, maxX: bitmap.width, maxY: bitmap.height)
    return DisplayList(
      width: bitmap.width, height: bitmap.height, background: bitmap.background,
      commands: recorded().placed(by: PlaneTransform(bitmap.base), within: frame))
  }

  /// What has been drawn below transparency layers, which the context then forgets: over a picture of the bitmap's
  /// size, or where there is none, over what the bitmap starts with.
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

/// Memory that holds a bitmap's pixels while it is drawn.
package protocol ContextMemory: AnyObject {
  /// Called after each drawing, at the end of transparency layers.
  func update(_ context: CGContext)
}
