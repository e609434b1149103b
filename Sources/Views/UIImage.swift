/// An image with its size in points.
open class UIImage: NSObject {
  /// The bitmap. Nil for an empty image and for a sequence.
  public let cgImage: CGImage?
  /// Pixels per point. Default 1.
  public let scale: CGFloat
  /// Images of a sequence; otherwise nil.
  public let images: [UIImage]?
  /// Duration of a sequence in seconds; otherwise 0.
  public let duration: TimeInterval
  /// Whether the image is drawn with its colours, or as a template with the tint colour.
  public private(set) var renderingMode = RenderingMode.automatic

  /// Rendering mode of an image. Raw values are those of UIKit.
  public enum RenderingMode: Int, Sendable {
    /// Original colours, except in buttons of the system type.
    case automatic
    /// Original colours, or a template with the tint colour.
    case alwaysOriginal, alwaysTemplate
  }

  /// Orientation of an image. Raw values are those of UIKit.
  public enum Orientation: Int, Sendable {
    /// The side where the top of the image is, mirrored or not.
    case up, down, left, right, upMirrored, downMirrored, leftMirrored, rightMirrored
  }

  /// Returns the image with another rendering mode.
  open func withRenderingMode(_ renderingMode: RenderingMode) -> UIImage {
    let copy = images.map { UIImage($0, duration) } ?? cgImage.map { UIImage(cgImage: $0, scale: scale) } ?? UIImage()
    copy.renderingMode = renderingMode
    return copy
  }

  /// Returns the shape of the image in one colour.
  open func withTintColor(_ color: UIColor, renderingMode: RenderingMode = .automatic) -> UIImage {
    guard let cgImage else { return self }
    let image = UIImage(cgImage: cgImage.filled(with: color.cgColor), scale: scale)
    image.renderingMode = renderingMode
    return image
  }

  /// Creates an image from a bitmap with a scale in pixels per point. A scale that is not above 0 means 1.
  public init(cgImage: CGImage, scale: CGFloat = 1) {
    (self.cgImage, self.scale, images, duration) = (cgImage, scale > 0 ? scale : 1, nil, 0)
  }

  /// Creates an image from a bitmap that is stored in an orientation. The bitmap is rotated and mirrored to `up`, with
  /// 8 bits per component unless it is stored as `up`. A scale that is not above 0 means 1.
  public convenience init(cgImage: CGImage, scale: CGFloat, orientation: Orientation) {
    guard orientation != .up else {
      self.init(cgImage: cgImage, scale: scale)
      return
    }
    let swapsSides = [Orientation.left, .right, .leftMirrored, .rightMirrored].contains(orientation)
    let mirrorsX = [Orientation.down, .right, .upMirrored, .rightMirrored].contains(orientation)
    let mirrorsY = [Orientation.down, .left, .downMirrored, .rightMirrored].contains(orientation)
    let (width, height) = swapsSides ? (cgImage.height, cgImage.width) : (cgImage.width, cgImage.height)
    let pixels = (0..<width * height).map { index in
      let (column, row) = (index % width, index / width)
      let (x, y) = (mirrorsX ? width - 1 - column : column, mirrorsY ? height - 1 - row : row)
      return swapsSides ? cgImage[y, x] : cgImage[x, y]
    }
    self.init(cgImage: CGImage(width: width, height: height, pixels: pixels), scale: scale)
  }

  /// Always `up`, because the initializer rotates other bitmaps.
  public var imageOrientation: Orientation { .up }

  /// Not available: there are no system symbols. Draw the shape, or read an image with `UIImage(contentsOfFile:)`.
  @available(*, unavailable, message: "SF Symbols exist only on Apple's systems. Draw the shape, or load a picture")
  public convenience init?(systemName name: String) { return nil }

  /// Creates an empty image.
  public override init() { (cgImage, scale, images, duration) = (nil, 1, nil, 0) }

  private init(_ images: [UIImage], _ duration: TimeInterval) {
    (self.images, cgImage, scale) = (images, images.first?.cgImage, images.first?.scale ?? 1)
    self.duration = duration > 0 ? duration : Double(images.count) / 30
  }

  /// Creates a sequence of images, or nil without images. An image view plays it automatically in `duration` seconds. A
  /// duration of 0 means 1/30 s per image.
  open class func animatedImage(with images: [UIImage], duration: TimeInterval) -> UIImage? {
    images.isEmpty ? nil : UIImage(images, duration)
  }

  /// Size in points.
  open var size: CGSize {
    CGSize(width: CGFloat(cgImage?.width ?? 0) / scale, height: CGFloat(cgImage?.height ?? 0) / scale)
  }

  // MARK: Drawing

  /// Draws the image in the current context with its top left corner at a point.
  open func draw(at point: CGPoint) { draw(in: CGRect(origin: point, size: size)) }

  /// Draws the image in the current context, stretched to a rectangle.
  open func draw(in rect: CGRect) { draw(in: rect, blendMode: .normal, alpha: 1) }

  /// Draws the image with its top left corner at a point, with a blend mode and an opacity.
  open func draw(at point: CGPoint, blendMode: CGBlendMode, alpha: CGFloat) {
    draw(in: CGRect(origin: point, size: size), blendMode: blendMode, alpha: alpha)
  }

  /// Draws the image in a rectangle, with a blend mode and an opacity.
  open func draw(in rect: CGRect, blendMode: CGBlendMode, alpha: CGFloat) {
    guard let cgImage, let context = UIGraphicsGetCurrentContext() else { return }
    context.saveGState()
    context.setAlpha(alpha)
    context.setBlendMode(blendMode)
    // In Core Graphics, the first row is at the largest y.
    context.translateBy(x: 0, y: rect.minY + rect.maxY)
    context.scaleBy(x: 1, y: -1)
    context.draw(cgImage, in: rect)
    context.restoreGState()
  }
}
