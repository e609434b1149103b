import Foundation
import StarmineGraphics
import StarmineRaster
import StarmineScene
import StarmineTestSupport
import Testing

/// Output of drawing contexts, read back as images. Our own expectations from Core Graphics' documentation.
@Suite struct ContextTests {
  private static let red = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
  private static let blue = CGColor(red: 0, green: 0, blue: 1, alpha: 1)

  /// The rows of a picture of `width` x `height` points from the top, y down.
  private func draw(
    _ width: Int = 8, _ height: Int = 8, scale: CGFloat = 1, _ body: (CGContext) -> Void
  ) throws -> CGImage {
    let context = try #require(CGContext(size: CGSize(width: width, height: height), scale: scale))
    body(context)
    return try #require(context.makeImage())
  }

  private func bitmap(_ width: Int, _ height: Int, _ info: CGImageAlphaInfo = .premultipliedFirst) -> CGContext? {
    CGContext(
      data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 0,
      space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: info.rawValue)
  }

  // MARK: Bitmaps

  @Test func bitmapsStartAtTheLowerLeft() throws {
    let context = try #require(bitmap(4, 3))
    context.setFillColor(Self.red)
    context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
    let image = try #require(context.makeImage())
    #expect(image.width == 4 && image.height == 3 && image[0, 2] == 0xFFFF_0000 && image[0, 0] == 0)
    // An image keeps its top at the side of the largest y, so drawn on another bitmap it stays as it is.
    let copy = try #require(bitmap(4, 3))
    copy.draw(image, in: CGRect(x: 0, y: 0, width: 4, height: 3))
    #expect(try #require(copy.makeImage()).base.pixels == image.base.pixels)
  }

  @Test func bitmapsWithoutAlphaStartBlack() throws {
    #expect(try #require(bitmap(1, 1, .noneSkipFirst)?.makeImage())[0, 0] == 0xFF00_0000)
    #expect(try #require(bitmap(1, 1)?.makeImage())[0, 0] == 0)
  }

  @Test func limitsOfBitmaps() {
    #expect(bitmap(0, 1) == nil && bitmap(-1, 1) == nil && bitmap(16_385, 1) == nil && bitmap(16_384, 16_384) == nil)
    #expect(CGContext(size: CGSize(width: CGFloat.nan, height: 1), scale: 1) == nil)
    #expect(CGContext(size: CGSize(width: 1, height: 1), scale: 0) == nil)
    #expect(CGContext(bounds: CGRect(x: 0, y: 0, width: 9, height: 9)).makeImage() == nil)
  }

  @Test func imagesLeaveTheContextAsItIs() throws {
    let context = try #require(CGContext(size: CGSize(width: 4, height: 1), scale: 1))
    context.saveGState()
    context.clip(to: CGRect(x: 0, y: 0, width: 2, height: 1))
    context.beginTransparencyLayer()
    context.setFillColor(Self.red)
    context.fill(CGRect(x: 0, y: 0, width: 9, height: 1))
    let first = try #require(context.makeImage()).base.pixels
    #expect(first == [0xFFFF_0000, 0xFFFF_0000, 0, 0])
    #expect(try #require(context.makeImage()).base.pixels == first)
    context.endTransparencyLayer()
    context.restoreGState()
    context.fill(CGRect(x: 3, y: 0, width: 1, height: 1))
    #expect(try #require(context.makeImage()).base.pixels == [0xFFFF_0000, 0xFFFF_0000, 0, 0xFF00_0000])
  }

  // MARK: Clips

  @Test func clipsFollowTheRule() throws {
    for (rule, inside) in [(CGPathFillRule.winding, UInt32(0xFFFF_0000)), (.evenOdd, 0)] {
      let image = try draw { context in
        context.addRects([CGRect(x: 0, y: 0, width: 8, height: 8), CGRect(x: 2, y: 2, width: 4, height: 4)])
        context.clip(using: rule)
        context.setFillColor(Self.red)
        context.fill(CGRect(x: 0, y: 0, width: 8, height: 8))
      }
      #expect(image[0, 0] == 0xFFFF_0000 && image[4, 4] == inside, "\(rule)")
    }
  }

  @Test func clipsIntersectAndAreRestored() throws {
    let image = try draw(6, 1) { context in
      context.setFillColor(Self.red)
      context.clip(to: CGRect(x: 0, y: 0, width: 5, height: 1))
      context.saveGState()
      context.addEllipse(in: CGRect(x: 2, y: -5, width: 20, height: 11))
      context.clip()
      context.clip(to: [CGRect(x: 0, y: 0, width: 1, height: 1), CGRect(x: 4, y: 0, width: 2, height: 1)])
      context.fill(CGRect(x: 0, y: 0, width: 6, height: 1))
      context.restoreGState()
      context.setFillColor(Self.blue)
      context.fill(CGRect(x: 0, y: 0, width: 2, height: 1))
    }
    #expect(image.base.pixels == [0xFF00_00FF, 0xFF00_00FF, 0, 0, 0xFFFF_0000, 0])
  }

  @Test func emptyPathsClipToNothing() throws {
    let image = try draw { context in
      context.clip()
      context.fill(CGRect(x: 0, y: 0, width: 8, height: 8))
    }
    #expect(image.base.pixels.allSatisfy { $0 == 0 })
  }

  @Test func masksMultiply() throws {
    let grey = CGImage(width: 2, height: 1, pixels: [0xFF80_8080, 0xFFFF_FFFF])
    let clear = CGImage(width: 2, height: 1, pixels: [0x4000_0000, 0])
    for (mask, expected) in [(grey, [UInt32(0x80), 0xFF]), (clear, [0x40, 0])] {
      let image = try draw(4, 2) { context in
        context.interpolationQuality = .none
        context.clip(to: CGRect(x: 0, y: 0, width: 4, height: 1), mask: mask)
        context.fill(CGRect(x: 0, y: 0, width: 4, height: 2))
      }
      #expect([image[0, 0], image[3, 0], image[1, 1]].map { $0 >> 24 } == expected + [0])
    }
  }

  // MARK: Blending

  /// Red over one half of a blue square: pixels of blue alone, both, red alone, neither.
  private func blended(_ mode: CGBlendMode, clipped: Bool, alpha: CGFloat = 1) throws -> [UInt32] {
    let image = try draw(4, 1) { context in
      context.setFillColor(Self.blue)
      context.fill(CGRect(x: 0, y: 0, width: 2, height: 1))
      if clipped { context.clip(to: CGRect(x: 1, y: 0, width: 2, height: 1)) }
      context.setBlendMode(mode)
      context.setFillColor(Self.red.copy(alpha: alpha) ?? .clear)
      context.fill(CGRect(x: 1, y: 0, width: clipped ? 9 : 2, height: 1))
    }
    return Array(image.base.pixels)
  }

  @Test(arguments: [false, true]) func modesActOnTheDrawnAreaAlone(clipped: Bool) throws {
    let (blue, red, none): (UInt32, UInt32, UInt32) = (0xFF00_00FF, 0xFFFF_0000, 0)
    let expected: [(CGBlendMode, UInt32, UInt32)] = [
      (.normal, red, red), (.multiply, 0xFF00_0000, red), (.screen, 0xFFFF_00FF, red), (.clear, none, none),
      (.copy, red, red), (.sourceIn, red, none), (.sourceOut, none, red), (.sourceAtop, red, none),
      (.destinationOver, blue, red), (.destinationIn, blue, none), (.destinationOut, none, none),
      (.destinationAtop, blue, red), (.xor, none, red), (.plusLighter, 0xFFFF_00FF, red),
    ]
    for (mode, both, alone) in expected {
      #expect(try blended(mode, clipped: clipped) == [blue, both, alone, none], "\(mode)")
    }
  }

  @Test func translucentCopies() throws {
    #expect(try blended(.copy, clipped: true, alpha: 0.5) == [0xFF00_00FF, 0x8080_0000, 0x8080_0000, 0])
    #expect(try blended(.destinationIn, clipped: true, alpha: 0.5) == [0xFF00_00FF, 0x8000_0080, 0, 0])
  }

  @Test func everyModeDrawsSomethingElse() throws {
    var seen: [[UInt32]: [CGBlendMode]] = [:]
    for mode in CGBlendMode.allCases {
      let image = try draw(2, 1) { context in
        context.setFillColor(red: 0.2, green: 0.55, blue: 0.8, alpha: 0.75)
        context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
        context.setBlendMode(mode)
        context.setFillColor(red: 0.9, green: 0.35, blue: 0.6, alpha: 0.9)
        context.fill(CGRect(x: 0, y: 0, width: 2, height: 1))
      }
      seen[Array(image.base.pixels), default: []].append(mode)
    }
    let same = seen.values.filter { $0.count > 1 }.map(Set.init)
    #expect(Set(same) == [[.sourceIn, .sourceAtop], [.sourceOut, .xor], [.destinationOver, .destinationAtop]])
  }

  @Test func clearsWithoutRegardToTheState() throws {
    let image = try draw(3, 1) { context in
      context.fill(CGRect(x: 0, y: 0, width: 3, height: 1))
      context.setAlpha(0)
      context.setBlendMode(.multiply)
      context.clear(CGRect(x: 1, y: 0, width: 1, height: 1))
    }
    #expect(image.base.pixels == [0xFF00_0000, 0, 0xFF00_0000])
  }

  @Test func transparencyLayersAreOnePicture() throws {
    let image = try draw(2, 1) { context in
      context.setAlpha(0.5)
      context.beginTransparencyLayer(auxiliaryInfo: nil)
      context.setFillColor(Self.blue)
      context.fill(CGRect(x: 0, y: 0, width: 2, height: 1))
      context.setFillColor(Self.red)
      context.fill(CGRect(x: 1, y: 0, width: 1, height: 1))
      context.endTransparencyLayer()
    }
    #expect(image.base.pixels == [0x8000_0080, 0x8080_0000])
  }

  // MARK: Shadows

  @Test func shadowsDoNotFollowTheTransform() throws {
    let image = try draw(8, 8) { context in
      context.setShadow(offset: CGSize(width: 4, height: 2), blur: 0, color: Self.blue)
      context.scaleBy(x: 2, y: 2)
      context.setFillColor(Self.red)
      context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
    }
    #expect(image[0, 0] == 0xFFFF_0000 && image[4, 2] == 0xFF00_00FF && image[5, 3] == 0xFF00_00FF)
    #expect(image.base.pixels.count { $0 == 0xFF00_00FF } == 4)
  }

  @Test func layersThrowOneShadow() throws {
    func ink(_ asLayer: Bool) throws -> UInt32 {
      let image = try draw(8, 2) { context in
        context.setShadow(offset: CGSize(width: 4, height: 0), blur: 0)
        if asLayer { context.beginTransparencyLayer() }
        for _ in 0..<2 { context.fill(CGRect(x: 0, y: 0, width: 2, height: 2)) }
        if asLayer { context.endTransparencyLayer() }
      }
      return image[4, 0] >> 24
    }
    #expect(try ink(true) == 85)
    #expect(try ink(false) > 120)
  }

  // MARK: Shapes, images, gradients

  @Test func strokesOfRectanglesAndEllipses() throws {
    let image = try draw(8, 8) { context in
      context.stroke(CGRect(x: 1, y: 1, width: 6, height: 6), width: 2)
    }
    #expect(image.base.pixels.count { $0 == 0xFF00_0000 } == 64 - 16)
    let ring = try draw(20, 20) { context in
      context.setLineWidth(2)
      context.strokeEllipse(in: CGRect(x: 2, y: 2, width: 16, height: 16))
    }
    let area = ring.base.pixels.reduce(0.0) { $0 + Double($1 >> 24) / 255 }
    #expect(abs(area - .pi * (81 - 49)) < 0.2)
  }

  @Test func pathsAreFilledStrokedAndReplaced() throws {
    let square = CGRect(x: 2, y: 2, width: 4, height: 4)
    func covered(_ body: (CGContext) -> Void) throws -> Int {
      try draw { context in
        context.setLineWidth(2)
        context.addRect(square)
        body(context)
      }.base.pixels.count { $0 >> 24 == 255 }
    }
    #expect(try covered { $0.drawPath(using: .fill) } == 16)
    #expect(try covered { $0.drawPath(using: .stroke) } == 32)
    #expect(try covered { $0.drawPath(using: .fillStroke) } == 36)
    #expect(
      try covered {
        $0.replacePathWithStrokedPath()
        $0.fillPath()
      } == 32)
    let context = CGContext(bounds: square)
    context.scaleBy(x: 2, y: 2)
    context.addRect(square)
    #expect(context.path?.boundingBox == square && context.boundingBoxOfPath == square && !context.isPathEmpty)
    #expect(context.pathContains(CGPoint(x: 3, y: 3), mode: .fill))
    #expect(!context.pathContains(CGPoint(x: 3, y: 3), mode: .stroke))
    #expect(context.pathContains(CGPoint(x: 2.2, y: 1.8), mode: .stroke))
  }

  @Test func imagesTileTheClip() throws {
    let tile = CGImage(width: 2, height: 1, pixels: [0xFFFF_0000, 0xFF00_00FF])
    let image = try draw(5, 1) { context in
      context.interpolationQuality = .none
      context.draw(tile, in: CGRect(x: 1, y: 0, width: 2, height: 1), byTiling: true)
    }
    #expect(image.base.pixels == [0xFF00_00FF, 0xFFFF_0000, 0xFF00_00FF, 0xFFFF_0000, 0xFF00_00FF])
  }

  private let ramp = CGGradient(
    colorsSpace: nil, colors: [CGColor(gray: 0, alpha: 1), CGColor(gray: 1, alpha: 1)] as CFArray, locations: nil)

  @Test func linearGradientsEndAtTheirEnds() throws {
    let ramp = try #require(ramp)
    func row(_ options: CGGradientDrawingOptions) throws -> [UInt32] {
      let image = try draw(8, 1) { context in
        context.drawLinearGradient(
          ramp, start: CGPoint(x: 2, y: 0), end: CGPoint(x: 6, y: 0), options: options)
      }
      return Array(image.base.pixels)
    }
    // Centres of pixels lie at eighths.
    let inside: [UInt32] = [0xFF20_2020, 0xFF60_6060, 0xFF9F_9F9F, 0xFFDF_DFDF]
    #expect(try row([]) == [0, 0] + inside + [0, 0])
    #expect(try row(.drawsBeforeStartLocation) == [0xFF00_0000, 0xFF00_0000] + inside + [0, 0])
    #expect(try row(.drawsAfterEndLocation) == [0, 0] + inside + [.max, .max])
  }

  @Test func radialGradientsAreDiscsRingsAndCones() throws {
    let ramp = try #require(ramp)
    func image(
      _ from: (x: CGFloat, radius: CGFloat), _ to: (x: CGFloat, radius: CGFloat), _ options: CGGradientDrawingOptions
    ) throws -> CGImage {
      try draw(41, 41) { context in
        context.drawRadialGradient(
          ramp, startCenter: CGPoint(x: from.x, y: 20.5), startRadius: from.radius,
          endCenter: CGPoint(x: to.x, y: 20.5), endRadius: to.radius, options: options)
      }
    }
    func area(_ image: CGImage) -> Double { image.base.pixels.reduce(0) { $0 + Double($1 >> 24) / 255 } }
    let disc = try image((20.5, 0), (20.5, 16), [])
    #expect(abs(area(disc) - .pi * 256) < 4 && disc[20, 20] == 0xFF00_0000)
    #expect(disc[28, 20] == 0xFF80_8080 && disc[20, 28] == 0xFF80_8080)
    let ring = try image((20.5, 8), (20.5, 16), [])
    #expect(abs(area(ring) - .pi * 192) < 4 && ring[20, 20] == 0)
    #expect(try image((20.5, 8), (20.5, 16), [.drawsBeforeStartLocation, .drawsAfterEndLocation])[0, 0] == .max)
    // Two circles apart: a cone between them and nothing beside it.
    let cone = try image((8, 4), (32, 4), [])
    #expect(cone[20, 20] >> 24 == 255 && cone[20, 10] == 0 && cone[0, 20] == 0)
    #expect(cone[8, 18] & 255 < cone[24, 18] & 255)
  }

  @Test func conicGradientsTurn() throws {
    let ramp = try #require(ramp)
    let image = try draw(9, 9) { $0.drawConicGradient(ramp, center: CGPoint(x: 4.5, y: 4.5), angle: 0) }
    #expect([image[4, 8], image[0, 4], image[4, 0]].map { $0 & 255 } == [64, 128, 191])
  }

  @Test func gradientsNeedColors() {
    #expect(CGGradient(colorsSpace: nil, colors: [], locations: nil) == nil)
    #expect(CGGradient(colorsSpace: nil, colors: ["red"], locations: nil) == nil)
    let given = CGGradient(colorsSpace: nil, colors: [Self.red, Self.blue, Self.red], locations: [0.5, 0.25, 2])
    #expect(given?.locations == [0.5, 0.5, 1])
  }

  // MARK: Odd numbers

  @Test func oddNumbersDoNoHarm() throws {
    var random = SplitMix64(seed: 5)
    for _ in 0..<200 {
      let image = try draw(16, 16) { context in
        for _ in 0..<12 { drawAnything(context, &random) }
      }
      let isPremultiplied = image.base.pixels.allSatisfy { pixel in
        let alpha = pixel >> 24
        return pixel >> 16 & 255 <= alpha && pixel >> 8 & 255 <= alpha && pixel & 255 <= alpha
      }
      #expect(isPremultiplied)
    }
  }

  private static let picture = CGImage(width: 2, height: 1, pixels: [0x8080_0000, 0xFF00_00FF])

  private func drawAnything(_ context: CGContext, _ random: inout SplitMix64) {
    let odd: [CGFloat] = [0, -1, 1e-12, 1e9, -1e300, .infinity, .nan, .greatestFiniteMagnitude]
    func number() -> CGFloat {
      Int.random(in: 0..<9, using: &random) == 0
        ? odd.randomElement(using: &random) ?? 0 : CGFloat.random(in: -4...20, using: &random)
    }
    func point() -> CGPoint { CGPoint(x: number(), y: number()) }
    func rect() -> CGRect { CGRect(x: number(), y: number(), width: number(), height: number()) }
    func color() -> CGColor { CGColor(red: number(), green: 0.5, blue: 0.2, alpha: number()) }
    let options = CGGradientDrawingOptions(rawValue: UInt32.random(in: 0..<4, using: &random))
    switch Int.random(in: 0..<20, using: &random) {
    case 0: context.fill(rect())
    case 1: context.stroke(rect(), width: number())
    case 2: context.clip(to: rect())
    case 3: context.clip(to: rect(), mask: Self.picture)
    case 4: context.draw(Self.picture, in: rect(), byTiling: true)
    case 5: context.concatenate(CGAffineTransform(a: number(), b: 0.1, c: 0, d: number(), tx: number(), ty: 0))
    case 6: context.setShadow(offset: CGSize(width: number(), height: number()), blur: number(), color: color())
    case 7: context.setBlendMode(CGBlendMode.allCases.randomElement(using: &random) ?? .normal)
    case 8: context.saveGState()
    case 9: context.restoreGState()
    case 10: context.beginTransparencyLayer()
    case 11: context.endTransparencyLayer()
    case 12: context.addArc(center: point(), radius: number(), startAngle: 0, endAngle: number(), clockwise: false)
    case 13: context.addLines(between: [point(), point(), point()])
    case 14: context.drawPath(using: .eoFillStroke)
    case 15: context.clip(using: .evenOdd)
    case 16: context.replacePathWithStrokedPath()
    case 17: if let ramp { context.drawLinearGradient(ramp, start: point(), end: point(), options: options) }
    case 18:
      if let ramp {
        context.drawRadialGradient(
          ramp, startCenter: point(), startRadius: number(), endCenter: point(), endRadius: number(), options: options)
      }
    default:
      context.setFillColor(color())
      context.setAlpha(number())
      context.setLineDash(phase: number(), lengths: [number(), number()])
    }
  }

  @Test func scalesSharpen() throws {
    let image = try draw(2, 1, scale: 4) { $0.fillEllipse(in: CGRect(x: 0, y: 0, width: 1, height: 1)) }
    #expect(image.width == 8 && image[1, 1] == 0xFF00_0000 && image[0, 0] >> 24 < 128)
  }
}
