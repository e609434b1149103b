import Foundation
import Starmine

/// Drawings of layers, kept in Tests/Golden/Drawings.
enum DrawingScene: String, CaseIterable, Sendable {
  case clips, gradients, modes, shadows, snapshot, strokes, tiles

  static let size = 240.0

  func makeRoot() -> CALayer {
    if self == .tiles { return Self.tileLayers }
    let root = PaintedLayer { context in
      switch self {
      case .clips: Self.cells(context, Self.clipCells)
      case .gradients: Self.drawGradients(context)
      case .modes: Self.drawModes(context)
      case .shadows: Self.cells(context, Self.shadowCells)
      case .snapshot: Self.drawSnapshots(context)
      case .strokes: Self.drawStrokes(context)
      case .tiles: break
      }
    }
    root.frame = CGRect(x: 0, y: 0, width: Self.size, height: Self.size)
    root.backgroundColor = CGColor(gray: 0.95, alpha: 1)
    root.setNeedsDisplay()
    return root
  }

  fileprivate static let ink = CGColor(red: 0.1, green: 0.25, blue: 0.6, alpha: 1)
  fileprivate static let orange = CGColor(red: 0.95, green: 0.6, blue: 0.2, alpha: 1)

  fileprivate static func star(_ x: Double, _ y: Double, _ radius: Double) -> CGPath {
    let path = CGMutablePath()
    path.addLines(
      between: (0..<5).map { index in
        let angle = Double(index * 2) * 2 * .pi / 5 - .pi / 2
        return CGPoint(x: x + radius * cos(angle), y: y + radius * sin(angle))
      })
    path.closeSubpath()
    return path
  }

  fileprivate static let rainbow = CGGradient(
    colorsSpace: nil,
    colors: [
      CGColor(red: 0.9, green: 0.1, blue: 0.2, alpha: 1), CGColor(red: 1, green: 0.8, blue: 0.1, alpha: 1),
      CGColor(red: 0.1, green: 0.6, blue: 0.9, alpha: 1),
    ] as CFArray, locations: [0, 0.3, 1])

  /// An asymmetric picture: a light corner at its top left.
  fileprivate static let picture: CGImage = {
    let side = 16
    let pixels = (0..<side * side).map { index -> UInt32 in
      let (x, y) = (UInt32(index % side), UInt32(index / side))
      return x < 6 && y < 6 ? 0xFFFF_FFE0 : 0xFF00_0000 | (x * 15) << 16 | (y * 15) << 8 | 0x60
    }
    return CGImage(width: side, height: side, pixels: pixels)
  }()

  /// Nine cells, each drawn in its own coordinates of 80 x 80.
  fileprivate static func cells(_ context: CGContext, _ drawings: [(CGContext) -> Void]) {
    for (index, draw) in drawings.enumerated() {
      context.saveGState()
      context.translateBy(x: CGFloat(index % 3) * 80, y: CGFloat(index / 3) * 80)
      draw(context)
      context.restoreGState()
    }
  }

  fileprivate static func stripes(_ context: CGContext) {
    for index in 0..<10 {
      context.setFillColor(index % 2 == 0 ? ink : orange)
      context.fill(CGRect(x: CGFloat(index) * 8, y: 0, width: 8, height: 80))
    }
  }
}

/// Tells tiles and levels apart: one colour per level, a frame and a dot in each tile, and a translucent disc over all,
/// which shows seams if there are any.
private final class Map: CATiledLayer {
  override func draw(in ctx: CGContext) {
    let (tile, density) = (ctx.boundingBoxOfClipPath, ctx.ctm.a)
    ctx.setFillColor(red: 0.3 + density / 3, green: 0.8, blue: 1.1 - density / 2, alpha: 1)
    ctx.fill(bounds)
    ctx.setStrokeColor(gray: 0.3, alpha: 1)
    ctx.stroke(tile.insetBy(dx: 1 / density, dy: 1 / density), width: 1 / density)
    ctx.setFillColor(red: 0.8, green: 0, blue: 0.2, alpha: 0.5)
    ctx.fillEllipse(in: bounds.insetBy(dx: 6, dy: 6))
  }
}

extension DrawingScene {
  /// Scales 1, 2 (on a level of its own), 0.5, and turned; tiles of 32 pixels, the last ones cut.
  fileprivate static var tileLayers: CALayer {
    let root = CALayer()
    root.frame = CGRect(x: 0, y: 0, width: size, height: size)
    root.backgroundColor = CGColor(gray: 0.95, alpha: 1)
    let turned = CGAffineTransform(rotationAngle: 0.4)
    let places: [(x: CGFloat, y: CGFloat, side: CGFloat, CGAffineTransform)] = [
      (60, 60, 100, .identity), (180, 60, 50, CGAffineTransform(scaleX: 2, y: 2)),
      (60, 180, 200, CGAffineTransform(scaleX: 0.5, y: 0.5)), (180, 180, 80, turned),
    ]
    for (x, y, side, transform) in places {
      let map = Map()
      map.bounds = CGRect(x: 0, y: 0, width: side, height: side)
      map.position = CGPoint(x: x, y: y)
      map.setAffineTransform(transform)
      (map.levelsOfDetail, map.levelsOfDetailBias, map.tileSize) = (2, 1, CGSize(width: 32, height: 32))
      map.setNeedsDisplay()
      root.addSublayer(map)
    }
    return root
  }
}

final class PaintedLayer: CALayer {
  private var paint: (CGContext) -> Void = { _ in }

  convenience init(_ paint: @escaping (CGContext) -> Void) {
    self.init()
    self.paint = paint
  }

  override func draw(in ctx: CGContext) { paint(ctx) }
}

extension DrawingScene {
  /// Above: a star by both rules, two rectangles. Middle: nested, turned, a mask. Below: a stroke, a layer, an image.
  fileprivate static var clipCells: [(CGContext) -> Void] {
    [
      {
        $0.addPath(star(40, 42, 36))
        $0.clip()
        stripes($0)
      },
      {
        $0.addPath(star(40, 42, 36))
        $0.clip(using: .evenOdd)
        stripes($0)
      },
      {
        $0.clip(to: [CGRect(x: 8, y: 8, width: 40, height: 40), CGRect(x: 40, y: 40, width: 30, height: 30)])
        stripes($0)
      },
      {
        $0.addEllipse(in: CGRect(x: 8, y: 8, width: 50, height: 64))
        $0.clip()
        $0.clip(to: CGRect(x: 20, y: 20, width: 60, height: 40))
        stripes($0)
      },
      {
        $0.translateBy(x: 40, y: 40)
        $0.rotate(by: 0.5)
        $0.clip(to: CGRect(x: -26, y: -16, width: 52, height: 32))
        $0.rotate(by: -0.5)
        $0.translateBy(x: -40, y: -40)
        stripes($0)
      },
      {
        $0.clip(
          to: CGRect(x: 8, y: 8, width: 64, height: 64),
          mask: CGImage(width: 2, height: 1, pixels: [0xFF00_0000, 0xFFFF_FFFF]))
        stripes($0)
      },
      {
        $0.setLineWidth(14)
        $0.setLineJoin(.round)
        $0.addPath(star(40, 42, 28))
        $0.replacePathWithStrokedPath()
        $0.clip()
        stripes($0)
      },
      {
        $0.setAlpha(0.5)
        $0.beginTransparencyLayer(auxiliaryInfo: nil)
        $0.addPath(star(40, 42, 36))
        $0.clip()
        stripes($0)
        $0.endTransparencyLayer()
      },
      {
        $0.addEllipse(in: CGRect(x: 8, y: 8, width: 64, height: 64))
        $0.clip()
        $0.draw(picture, in: CGRect(x: 8, y: 8, width: 64, height: 64))
      },
    ]
  }

  /// Lines with and without ends, discs, rings, cones, a turn.
  fileprivate static func drawGradients(_ context: CGContext) {
    guard let rainbow else { return }
    let both: CGGradientDrawingOptions = [.drawsBeforeStartLocation, .drawsAfterEndLocation]
    func line(_ options: CGGradientDrawingOptions) -> (CGContext) -> Void {
      { context in
        context.clip(to: CGRect(x: 4, y: 4, width: 72, height: 72))
        context.drawLinearGradient(
          rainbow, start: CGPoint(x: 24, y: 20), end: CGPoint(x: 56, y: 60), options: options)
      }
    }
    func circles(
      _ x: CGFloat, _ r: CGFloat, _ x1: CGFloat, _ r1: CGFloat, _ options: CGGradientDrawingOptions
    ) -> (CGContext) -> Void {
      { context in
        context.clip(to: CGRect(x: 4, y: 4, width: 72, height: 72))
        context.drawRadialGradient(
          rainbow, startCenter: CGPoint(x: x, y: 40), startRadius: r, endCenter: CGPoint(x: x1, y: 40), endRadius: r1,
          options: options)
      }
    }
    cells(
      context,
      [
        line([]), line(.drawsBeforeStartLocation), line(both), circles(40, 0, 40, 32, []), circles(40, 12, 40, 32, []),
        circles(30, 4, 40, 32, both), circles(20, 4, 56, 16, []), circles(20, 4, 56, 16, .drawsAfterEndLocation),
        { context in
          context.addPath(star(40, 42, 38))
          context.clip()
          context.drawConicGradient(rainbow, center: CGPoint(x: 40, y: 40), angle: -.pi / 2)
        },
      ])
  }

  /// A picture over stripes in nine modes, each cut to a disc.
  fileprivate static func drawModes(_ context: CGContext) {
    let modes: [CGBlendMode] = [
      .multiply, .screen, .difference, .clear, .copy, .destinationOver, .luminosity, .plusDarker, .xor,
    ]
    cells(
      context,
      modes.map { mode in
        { context in
          context.clip(to: CGRect(x: 4, y: 4, width: 72, height: 72))
          context.translateBy(x: 0, y: 40)
          stripes(context)
          context.translateBy(x: 0, y: -40)
          context.addEllipse(in: CGRect(x: 12, y: 12, width: 56, height: 56))
          context.clip()
          context.setBlendMode(mode)
          context.setAlpha(mode == .copy ? 0.5 : 1)
          context.draw(picture, in: CGRect(x: 10, y: 10, width: 60, height: 60))
        }
      })
  }

  /// Hard, soft, coloured; of strokes, of layers, under clips, of blended pieces, turned, of pictures.
  fileprivate static var shadowCells: [(CGContext) -> Void] {
    [
      {
        $0.setShadow(offset: offset, blur: 0)
        piece($0)
      },
      {
        $0.setShadow(offset: offset, blur: 8)
        piece($0)
      },
      {
        $0.setShadow(offset: .zero, blur: 16, color: CGColor(red: 0.8, green: 0, blue: 0.3, alpha: 0.9))
        piece($0)
      },
      {
        $0.setShadow(offset: offset, blur: 6)
        $0.setLineWidth(5)
        $0.addPath(star(38, 40, 30))
        $0.strokePath()
      },
      {
        $0.setShadow(offset: offset, blur: 8)
        $0.beginTransparencyLayer(auxiliaryInfo: nil)
        piece($0)
        $0.endTransparencyLayer()
      },
      {
        $0.addEllipse(in: CGRect(x: 8, y: 8, width: 60, height: 60))
        $0.clip()
        $0.setShadow(offset: offset, blur: 8)
        piece($0)
      },
      {
        stripes($0)
        $0.setShadow(offset: offset, blur: 8)
        $0.setBlendMode(.multiply)
        piece($0)
      },
      {
        $0.setShadow(offset: offset, blur: 8)
        $0.translateBy(x: 40, y: 40)
        $0.rotate(by: 0.6)
        $0.translateBy(x: -40, y: -40)
        piece($0)
      },
      {
        $0.setShadow(offset: offset, blur: 8)
        $0.draw(picture, in: CGRect(x: 14, y: 14, width: 44, height: 44))
      },
    ]
  }

  private static let offset = CGSize(width: 5, height: 6)

  private static func piece(_ context: CGContext) {
    context.setFillColor(orange)
    context.fillEllipse(in: CGRect(x: 14, y: 14, width: 36, height: 36))
    context.setFillColor(ink)
    context.fill(CGRect(x: 34, y: 30, width: 30, height: 30), cornerRadius: 6)
  }

  /// A layer rendered into bitmaps at two scales, and drawn again: magnified, turned, translucent.
  fileprivate static func drawSnapshots(_ context: CGContext) {
    let card = CALayer()
    card.bounds = CGRect(x: 0, y: 0, width: 64, height: 64)
    (card.backgroundColor, card.cornerRadius, card.borderWidth) = (orange, 12, 3)
    (card.shadowOpacity, card.shadowOffset) = (0.5, CGSize(width: 0, height: 4))
    let shape = CAShapeLayer()
    (shape.path, shape.fillColor) = (star(32, 34, 26), ink)
    card.addSublayer(shape)
    func image(scale: CGFloat) -> CGImage? {
      let bitmap = CGContext(size: CGSize(width: 80, height: 80), scale: scale)
      bitmap?.translateBy(x: 8, y: 8)
      if let bitmap { card.render(in: bitmap) }
      return bitmap?.makeImage()
    }
    guard let coarse = image(scale: 1), let fine = image(scale: 3) else { return }
    func upright(_ image: CGImage, _ rect: CGRect) {
      context.saveGState()
      context.translateBy(x: 0, y: rect.minY + rect.maxY)
      context.scaleBy(x: 1, y: -1)
      context.draw(image, in: rect)
      context.restoreGState()
    }
    upright(coarse, CGRect(x: 0, y: 0, width: 80, height: 80))
    upright(coarse, CGRect(x: 80, y: 0, width: 160, height: 160))
    upright(fine, CGRect(x: 0, y: 80, width: 80, height: 80))
    context.setAlpha(0.5)
    upright(fine, CGRect(x: 0, y: 160, width: 80, height: 80))
    context.translateBy(x: 160, y: 190)
    context.rotate(by: 0.4)
    upright(fine, CGRect(x: -40, y: -40, width: 80, height: 80))
  }

  /// Caps, joins, dashes, arcs, ellipses, the kinds of painting, under a transform that squeezes the pen.
  fileprivate static func drawStrokes(_ context: CGContext) {
    context.setStrokeColor(ink)
    context.setFillColor(orange)
    context.setLineWidth(6)
    cells(context, strokeCells)
  }

  private static var strokeCells: [(CGContext) -> Void] {
    [
      {
        $0.setLineJoin(.round)
        $0.stroke(CGRect(x: 12, y: 12, width: 56, height: 56))
      },
      {
        $0.setLineDash(phase: 2, lengths: [10, 5])
        $0.strokeEllipse(in: CGRect(x: 10, y: 18, width: 60, height: 44))
      },
      {
        $0.setLineCap(.round)
        $0.strokeLineSegments(between: [
          CGPoint(x: 12, y: 12), CGPoint(x: 68, y: 30), CGPoint(x: 12, y: 40), CGPoint(x: 68, y: 68),
        ])
      },
      {
        $0.addPath(star(40, 42, 32))
        $0.drawPath(using: .fillStroke)
      },
      {
        $0.addPath(star(40, 42, 32))
        $0.drawPath(using: .eoFillStroke)
      },
      {
        $0.addArc(center: CGPoint(x: 40, y: 40), radius: 28, startAngle: 0, endAngle: 4, clockwise: false)
        $0.strokePath()
      },
      {
        $0.move(to: CGPoint(x: 10, y: 70))
        $0.addArc(tangent1End: CGPoint(x: 10, y: 10), tangent2End: CGPoint(x: 70, y: 10), radius: 30)
        $0.addLine(to: CGPoint(x: 70, y: 10))
        $0.strokePath()
      },
      {
        $0.scaleBy(x: 1, y: 0.4)
        $0.strokeEllipse(in: CGRect(x: 12, y: 40, width: 56, height: 120))
      },
      {
        $0.translateBy(x: 40, y: 40)
        $0.rotate(by: 0.3)
        $0.fillEllipse(in: CGRect(x: -34, y: -16, width: 68, height: 32))
        $0.clear(CGRect(x: -10, y: -10, width: 20, height: 20))
      },
    ]
  }
}
