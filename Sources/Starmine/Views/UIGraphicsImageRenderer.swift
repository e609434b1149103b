public import Foundation
import StarmineGraphics
import StarmineLayers
import StarmineRaster
public import StarmineScene
public import StarmineViews

/// The picture of the bitmap's context that is the current one; nil without one.
public func UIGraphicsGetImageFromCurrentImageContext() -> UIImage? {
  guard let context = UIGraphicsGetCurrentContext() else { return nil }
  return UIImage(drawnIn: context)
}

extension UIImage {
  fileprivate convenience init?(drawnIn context: CGContext) {
    guard let image = context.makeImage() else { return nil }
    // Of the context that it started with, whatever it has been scaled by since.
    let scale = context.userSpaceToDeviceSpaceTransform.a / (context.ctm.a == 0 ? 1 : context.ctm.a)
    self.init(cgImage: image, scale: abs(scale))
  }
}

/// Format of a renderer's images.
open class UIGraphicsImageRendererFormat {
  /// Pixels per point. Default 1.
  open var scale: CGFloat = 1
  /// Starts black instead of transparent. Default false.
  open var opaque = false

  /// Scale 1, with alpha.
  public init() {}

  /// A format of the screen's scale, which is 1 here.
  open class func `default`() -> UIGraphicsImageRendererFormat { UIGraphicsImageRendererFormat() }
  /// As `default()`.
  open class func preferred() -> UIGraphicsImageRendererFormat { UIGraphicsImageRendererFormat() }
}

/// Context that a renderer draws with.
open class UIGraphicsImageRendererContext {
  /// Draws into the image.
  public let cgContext: CGContext
  /// Scale and opacity of the image.
  public let format: UIGraphicsImageRendererFormat

  init(_ context: CGContext, _ format: UIGraphicsImageRendererFormat) { (cgContext, self.format) = (context, format) }

  /// Image of everything drawn so far.
  open var currentImage: UIImage { UIImage(drawnIn: cgContext) ?? UIImage() }

  /// Fills with the current colour.
  open func fill(_ rect: CGRect) { cgContext.fill(rect) }
  /// Fills with the current colour and a mode of its own.
  open func fill(_ rect: CGRect, blendMode: CGBlendMode) { blend(blendMode) { fill(rect) } }
  /// Draws the frame of a rectangle with a mode of its own.
  open func stroke(_ rect: CGRect, blendMode: CGBlendMode) { blend(blendMode) { stroke(rect) } }

  private func blend(_ mode: CGBlendMode, _ draw: () -> Void) {
    cgContext.saveGState()
    cgContext.setBlendMode(mode)
    draw()
    cgContext.restoreGState()
  }

  /// Draws the frame of a rectangle, one point wide, inside it.
  open func stroke(_ rect: CGRect) {
    cgContext.setLineWidth(1)
    cgContext.stroke(rect.insetBy(dx: 0.5, dy: 0.5))
  }
  /// Shows what is drawn from here on in a rectangle only.
  open func clip(to rect: CGRect) { cgContext.clip(to: rect) }
}

/// Draws images.
open class UIGraphicsImageRenderer {
  private let bounds: CGRect
  /// Scale and opacity of the image.
  public let format: UIGraphicsImageRendererFormat

  /// Images of a part of the plane, points.
  public init(bounds: CGRect, format: UIGraphicsImageRendererFormat = UIGraphicsImageRendererFormat()) {
    (self.bounds, self.format) = (bounds, format)
  }

  /// The bytes of a PNG file of what the actions draw; empty beyond the limits of bitmaps.
  open func pngData(actions: (UIGraphicsImageRendererContext) -> Void) -> Data {
    image(actions: actions).pngData() ?? Data()
  }

  /// Images of a size in points, from the origin on.
  public convenience init(size: CGSize, format: UIGraphicsImageRendererFormat = UIGraphicsImageRendererFormat()) {
    self.init(bounds: CGRect(origin: .zero, size: size), format: format)
  }

  /// The image that the actions draw; the context is the current one meanwhile. Beyond the limits of bitmaps it is an
  /// empty image.
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
