/// A picture with its size in points.
open class UIImage: NSObject {
  /// Nil for an image without pixels and for one that is a sequence.
  public let cgImage: CGImage?
  /// Pixels per point. Default 1.
  public let scale: CGFloat
  /// Images of a sequence, otherwise nil.
  public let images: [UIImage]?
  /// Length of a sequence, seconds; otherwise 0.
  public let duration: TimeInterval
  /// Whether the image is a picture, or a shape that takes the tint colour of the view that shows it.
  public private(set) var renderingMode = RenderingMode.automatic

  /// Raw values are UIKit's.
  public enum RenderingMode: Int, Sendable {
    /// A picture, except in buttons of the system's type.
    case automatic
    /// UIKit's names: its own colours, or the tint colour in its shape.
    case alwaysOriginal, alwaysTemplate
  }

  /// How a picture is turned for showing. Raw values are UIKit's. Images here are always up.
  public enum Orientation: Int, Sendable {
    /// UIKit's names: the side on which the top of the picture is, mirrored or not.
    case up, down, left, right, upMirrored, downMirrored, leftMirrored, rightMirrored
  }

  /// The same image for another use.
  open func withRenderingMode(_ renderingMode: RenderingMode) -> UIImage {
    let copy = images.map { UIImage($0, duration) } ?? cgImage.map { UIImage(cgImage: $0, scale: scale) } ?? UIImage()
    copy.renderingMode = renderingMode
    return copy
  }

  /// One colour in the image's shape.
  open func withTintColor(_ color: UIColor, renderingMode: RenderingMode = .automatic) -> UIImage {
    guard let cgImage else { return self }
    let image = UIImage(cgImage: cgImage.filled(with: color.cgColor), scale: scale)
    image.renderingMode = renderingMode
    return image
  }

  /// An image of a bitmap, with a scale in pixels per point: above 0; other values count as 1.
  public init(cgImage: CGImage, scale: CGFloat = 1) {
    (self.cgImage, self.scale, images, duration) = (cgImage, scale > 0 ? scale : 1, nil, 0)
  }

  /// There are no symbols of a system here: draw the shape, or read a picture of it with `UIImage(contentsOfFile:)`.
  @available(*, unavailable, message: "SF Symbols are Apple's alone: draw the shape, or read a picture of it")
  public convenience init?(systemName name: String) { return nil }

  /// An empty image.
  public override init() { (cgImage, scale, images, duration) = (nil, 1, nil, 0) }

  private init(_ images: [UIImage], _ duration: TimeInterval) {
    (self.images, cgImage, scale) = (images, images.first?.cgImage, images.first?.scale ?? 1)
    self.duration = duration > 0 ? duration : Double(images.count) / 30
  }

  /// A sequence, which an image view plays by itself; nil without images. All of them together take `duration` seconds;
  /// 0 stands for a thirtieth of a second each.
  open class func animatedImage(with images: [UIImage], duration: TimeInterval) -> UIImage? {
    images.isEmpty ? nil : UIImage(images, duration)
  }

  /// Points.
  open var size: CGSize {
    CGSize(width: CGFloat(cgImage?.width ?? 0) / scale, height: CGFloat(cgImage?.height ?? 0) / scale)
  }

  // MARK: Drawing

  /// Draws the image into the current context, its upper left corner at a point.
  open func draw(at point: CGPoint) { draw(in: CGRect(origin: point, size: size)) }

  /// Stretches the image over a rectangle of the current context.
  open func draw(in rect: CGRect) { draw(in: rect, blendMode: .normal, alpha: 1) }

  /// Draws it with its top left corner at a point, with a mode and an opacity.
  open func draw(at point: CGPoint, blendMode: CGBlendMode, alpha: CGFloat) {
    draw(in: CGRect(origin: point, size: size), blendMode: blendMode, alpha: alpha)
  }

  /// Draws it into a rectangle, with a mode and an opacity.
  open func draw(in rect: CGRect, blendMode: CGBlendMode, alpha: CGFloat) {
    guard let cgImage, let context = UIGraphicsGetCurrentContext() else { return }
    context.saveGState()
    context.setAlpha(alpha)
    context.setBlendMode(blendMode)
    // Core Graphics puts the first row where y is largest.
    context.translateBy(x: 0, y: rect.minY + rect.maxY)
    context.scaleBy(x: 1, y: -1)
    context.draw(cgImage, in: rect)
    context.restoreGState()
  }
}
