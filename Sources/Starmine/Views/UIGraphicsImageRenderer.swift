public import Foundation
import StarmineGraphics
import StarmineLayers
import StarmineRaster
public import StarmineScene
public import StarmineViews

/// Returns the image of the current bitmap context, or nil if there is none.
public func UIGraphicsGetImageFromCurrentImageContext() -> UIImage? {
  guard let context = UIGraphicsGetCurrentContext() else { return nil }
  return UIImage(drawnIn: context)
}

extension UIImage {
  fileprivate convenience init?(drawnIn context: CGContext) {
    guard let image = context.makeImage() else { return nil }
    // The scale of the context's base, without later scaling.
    let scale = context.userSpaceToDeviceSpaceTransform.a / (context.ctm.a == 0 ? 1 : context.ctm.a)
    self.init(cgImage: image, scale: abs(scale))
  }
}

/// Format of the images of a renderer.
open class UIGraphicsImageRendererFormat {
  /// Pixels per point. Default 1.
  open var scale: CGFloat = 1
  /// Whether images start black instead of transparent. Default false.
  open var opaque = false

  /// Creates a format with a scale of 1 and alpha.
  public init() {}

  /// Returns a format with the scale of the screen, which is 1.
  open class func `default`() -> UIGraphicsImageRendererFormat { UIGraphicsImageRendererFormat() }
  /// Returns a format with the scale of the screen, which is 1.
  open class func preferred() -> UIGraphicsImageRendererFormat { UIGraphicsImageRendererFormat() }
}

/// The context of an image renderer.
open class UIGraphicsImageRendererContext {
  /// The drawing context of the image.
  public let cgContext: CGContext
  /// Scale and opacity of the image.
  public let format: UIGraphicsImageRendererFormat

  init(_ context: CGContext, _ format: UIGraphicsImageRendererFormat) { (cgContext, self.format) = (context, format) }

  /// The image of everything drawn so far.
  open var currentImage: UIImage { UIImage(drawnIn: cgContext) ?? UIImage() }

  /// Fills a rectangle with the current colour.
  open func fill(_ rect: CGRect) { cgContext.fill(rect) }
  /// Fills a rectangle with the current colour and a blend mode.
  open func fill(_ rect: CGRect, blendMode: CGBlendMode) { blend(blendMode) { fill(rect) } }
  /// Strokes a rectangle with a blend mode.
  open func stroke(_ rect: CGRect, blendMode: CGBlendMode) { blend(blendMode) { stroke(rect) } }

  private func blend(_ mode: CGBlendMode, _ draw: () -> Void) {
    cgContext.saveGState()
    cgContext.setBlendMode(mode)
    draw()
    cgContext.restoreGState()
  }

  /// Strokes a rectangle inside its edges, one point wide.
  open func stroke(_ rect: CGRect) {
    cgContext.setLineWidth(1)
    cgContext.stroke(rect.insetBy(dx: 0.5, dy: 0.5))
  }
  /// Clips subsequent drawing to a rectangle.
  open func clip(to rect: CGRect) { cgContext.clip(to: rect) }
}

/// A renderer for images.
open class UIGraphicsImageRenderer {
  private let bounds: CGRect
  /// Scale and opacity of the image.
  public let format: UIGraphicsImageRendererFormat

  /// Creates a renderer for an area in points.
  public init(bounds: CGRect, format: UIGraphicsImageRendererFormat = UIGraphicsImageRendererFormat()) {
    (self.bounds, self.format) = (bounds, format)
  }

  /// Returns the bytes of a PNG file drawn by the actions. Empty above the limits of bitmaps.
  open func pngData(actions: (UIGraphicsImageRendererContext) -> Void) -> Data {
    image(actions: actions).pngData() ?? Data()
  }

  /// Creates a renderer for images of a size in points, from the origin.
  public convenience init(size: CGSize, format: UIGraphicsImageRendererFormat = UIGraphicsImageRendererFormat()) {
    self.init(bounds: CGRect(origin: .zero, size: size), format: format)
  }

  /// Returns the image drawn by the actions, which can use the current context. Above the limits of bitmaps, the image
  /// is empty.
  open func image(actions: (UIGraphicsImageRendererContext) -> Void) -> UIImage {
    UIGraphicsBeginImageContextWithOptions(bounds.size, format.opaque, format.scale)
    defer { UIGraphicsEndImageContext() }
    guard let context = UIGraphicsGetCurrentContext() else { return UIImage() }
    context.translateBy(x: -bounds.minX, y: -bounds.minY)
    actions(UIGraphicsImageRendererContext(context, format))
    guard let image = context.makeImage() else { return UIImage() }
    return UIImage(cgImage: image, scale: format.scale)
  }
}
