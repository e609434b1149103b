import Foundation
import StarmineGraphics
import StarmineLayers
import StarmineScene
import Testing

/// Small scenes of layers, one per group of properties, drawn by `GoldenLookTests`.
enum LookScene: String, CaseIterable, CustomTestStringConvertible {
  case borders, contents, masks, shadows, blends

  var testDescription: String { rawValue }
  static let size = (width: 300, height: 200)

  func makeRoot() -> CALayer {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: Self.size.width, height: Self.size.height)
    root.position = CGPoint(x: 150, y: 100)
    root.backgroundColor = CGColor(red: 0.93, green: 0.94, blue: 0.96, alpha: 1)
    switch self {
    case .borders: Self.addBorders(to: root)
    case .contents: Self.addContents(to: root)
    case .masks: Self.addMasks(to: root)
    case .shadows: Self.addShadows(to: root)
    case .blends: Self.addBlends(to: root)
    }
    return root
  }

  private static let teal = CGColor(red: 0.1, green: 0.6, blue: 0.6, alpha: 1)
  private static let orange = CGColor(red: 1, green: 0.55, blue: 0.1, alpha: 1)

  /// A box in cell `index` of a grid of four columns.
  private static func box(_ index: Int, in root: CALayer, inset: CGFloat = 10) -> CALayer {
    let layer = CALayer()
    let cell = CGRect(x: CGFloat(index % 4) * 75, y: CGFloat(index / 4) * 66, width: 75, height: 66)
    layer.frame = cell.insetBy(dx: inset, dy: inset)
    layer.backgroundColor = teal
    root.addSublayer(layer)
    return layer
  }

  private static func addBorders(to root: CALayer) {
    for index in 0..<12 {
      let layer = box(index, in: root)
      layer.borderWidth = [1, 4, 7.5, 30][index % 4]
      layer.borderColor = orange
      layer.cornerRadius = [0, 16, 23][index / 4]
      if index / 4 == 1 { layer.cornerCurve = index % 2 == 0 ? .continuous : .circular }
      if index / 4 == 2 {
        layer.maskedCorners = [.layerMinXMinYCorner, .layerMaxXMaxYCorner]
        layer.setAffineTransform(CGAffineTransform(rotationAngle: 0.3 * CGFloat(index % 4)))
        layer.opacity = 0.7
      }
    }
  }

  /// Four colours and a frame: shows which way up an image is and where its edges are.
  static let picture = CGImage(
    width: 16, height: 12,
    pixels: (0..<192).map { index in
      let (x, y) = (index % 16, index / 16)
      if x == 0 || y == 0 || x == 15 || y == 11 { return 0xFF20_2020 }
      return y < 6 ? (x < 8 ? 0xFFE0_4040 : 0xFF40_B040) : (x < 8 ? 0xFF40_60E0 : 0xFFE0_C040)
    })

  private static func addContents(to root: CALayer) {
    let gravities: [CALayerContentsGravity] = [
      .resize, .resizeAspect, .resizeAspectFill, .center, .top, .bottomLeft, .right, .resize, .resize, .resize,
      .resizeAspectFill, .topRight,
    ]
    for (index, gravity) in gravities.enumerated() {
      let layer = box(index, in: root, inset: 8)
      (layer.contents, layer.contentsGravity) = (picture, gravity)
      if index == 2 || index >= 10 { (layer.masksToBounds, layer.cornerRadius) = (true, 14) }
      if index == 7 { layer.contentsRect = CGRect(x: 0.5, y: 0, width: 0.5, height: 1) }
      if index == 8 { layer.contentsCenter = CGRect(x: 0.25, y: 0.25, width: 0.5, height: 0.5) }
      if index == 9 { layer.magnificationFilter = .nearest }
      if index == 11 { layer.contentsScale = 0.25 }
    }
  }

  private static func addMasks(to root: CALayer) {
    for index in 0..<8 {
      let layer = box(index, in: root, inset: 6)
      layer.contents = picture
      let mask = CALayer()
      mask.frame = layer.bounds.insetBy(dx: 8, dy: 4)
      mask.backgroundColor = CGColor(gray: 1, alpha: index % 2 == 0 ? 1 : 0.5)
      mask.cornerRadius = 12
      if index > 1 { mask.setAffineTransform(CGAffineTransform(rotationAngle: 0.5)) }
      if index > 3 {
        let dot = CALayer()
        dot.frame = CGRect(x: 0, y: 0, width: 30, height: 30)
        (dot.cornerRadius, dot.backgroundColor) = (15, .white)
        mask.addSublayer(dot)
      }
      if index > 5 {
        let inner = CALayer()
        inner.frame = mask.bounds.insetBy(dx: 12, dy: 0)
        inner.backgroundColor = .white
        mask.mask = inner
      }
      layer.mask = mask
    }
  }

  private static func addShadows(to root: CALayer) {
    for index in 0..<12 {
      let layer = box(index, in: root, inset: 16)
      (layer.shadowOpacity, layer.cornerRadius) = (index % 4 == 1 ? 0.4 : 0.9, 8)
      layer.shadowRadius = [0, 3, 6, 10][index % 4]
      layer.shadowOffset = CGSize(width: 4, height: index < 4 ? -3 : 6)
      if index >= 4 {
        layer.backgroundColor = nil
        (layer.contents, layer.contentsGravity) = (picture, .resizeAspect)
        layer.setAffineTransform(CGAffineTransform(rotationAngle: 0.4))
      }
      if index == 6 {
        layer.shadowPath = CGPath(ellipseIn: layer.bounds.insetBy(dx: -6, dy: 4), transform: nil)
      }
      if index >= 8 {
        layer.shadowColor = orange
        (layer.opacity, layer.borderWidth) = (0.6, 2)
        layer.masksToBounds = index == 11
      }
    }
  }

  private static func addBlends(to root: CALayer) {
    let names = [
      "multiplyBlendMode", "screenBlendMode", "overlayBlendMode", "colorDodgeBlendMode", "softLightBlendMode",
      "differenceBlendMode", "hueBlendMode", "luminosityBlendMode", "sourceAtop", "destOut", "plusL", "xor",
    ]
    for (index, name) in names.enumerated() {
      let group = box(index, in: root, inset: 4)
      group.backgroundColor = nil
      // A full clip keeps the filter inside its cell.
      group.masksToBounds = true
      let (below, above) = (CALayer(), CALayer())
      below.frame = CGRect(x: 4, y: 4, width: 44, height: 36)
      below.contents = picture
      above.frame = CGRect(x: 20, y: 18, width: 44, height: 36)
      above.backgroundColor = CGColor(red: 0.9, green: 0.4, blue: 0.2, alpha: 0.9)
      above.cornerRadius = 10
      above.compositingFilter = name
      group.sublayers = [below, above]
    }
  }
}
