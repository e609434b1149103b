import Foundation
import StarmineDocument
import StarmineGraphics
import StarmineLayers
import Testing

/// Filters and texts of SVG documents.
@Suite struct SVGDrawingTests {
  /// The shapes of a red square after a filter of one primitive.
  static func filtered(_ step: String) throws -> [CAShapeLayer] {
    let filter = "<filter id='f' color-interpolation-filters='sRGB'>\(step)</filter>"
    let shapes = try SVGTests.shapes(filter + "<rect width='20' height='20' fill='red' filter='url(#f)'/>")
    // Black shapes are masks.
    return shapes.filter { $0.fillColor != CGColor(red: 0, green: 0, blue: 0, alpha: 1) }
  }

  static func box(_ text: String) throws -> CGRect {
    try SVGTests.shapes(text).reduce(CGRect.null) { box, shape in
      let transform = CATransform3DGetAffineTransform(shape.transform)
      return box.union((shape.path?.boundingBox ?? .null).applying(transform))
    }
  }

  @Test(arguments: [
    "<feConvolveMatrix order='0' kernelMatrix='1'/>", "<feConvolveMatrix kernelMatrix='1 2'/>",
    "<feTurbulence baseFrequency='-1'/>", "<feTurbulence numOctaves='-1'/>",
    "<feSpecularLighting specularExponent='0'><feDistantLight/></feSpecularLighting>",
  ])
  func primitivesWithFaultyValuesAreTransparent(_ step: String) throws {
    #expect(try Self.filtered(step).isEmpty)
  }

  @Test func unsupportedInputsAreTheElement() throws {
    #expect(try Self.filtered("<feOffset in='FillPaint'/>").count == 1)
  }

  @Test func twoDeviationsStretchTheBlur() throws {
    let filter = "<filter id='f'><feGaussianBlur stdDeviation='2 8'/></filter>"
    let layers = try SVGTests.layers(filter + "<rect width='9' height='9' filter='url(#f)'/>")
    let blurred = try #require(layers.first { $0.filters?.isEmpty == false })
    #expect((blurred.filters?.first as? CAFilter)?.value(forKey: "inputRadius") as? Double == 8)
    #expect([blurred.transform.m11, blurred.transform.m22] == [0.25, 1])
  }

  @Test func unitsOfTheBoxKeepTheRegion() throws {
    let filter = "<filter id='f' primitiveUnits='objectBoundingBox'><feFlood flood-color='lime' width='0.5'/></filter>"
    let shapes = try SVGTests.shapes(filter + "<rect x='20' width='20' height='20' filter='url(#f)'/>")
    let flood = try #require(shapes.first { $0.fillColor == CGColor(red: 0, green: 1, blue: 0, alpha: 1) })
    #expect(flood.path?.boundingBox == CGRect(x: 18, y: -2, width: 10, height: 24))
  }

  @Test func lightFallsOnAFlatSurface() throws {
    let step = "<feDiffuseLighting lighting-color='white'><feDistantLight elevation='30'/></feDiffuseLighting>"
    let color = try #require(try Self.filtered(step).first?.fillColor)
    #expect(abs(color.red - 0.5) < 1e-6 && color.alpha == 1)
  }

  @Test func arithmeticCompositesAddTheirParts() throws {
    let step = "<feFlood flood-color='blue'/><feComposite operator='arithmetic' in2='SourceGraphic' k2='1' k4='0.5'/>"
    #expect(try Self.filtered(step).count == 2)
  }

  @Test func turbulenceIsAPictureOfItsRegion() throws {
    let body = "<filter id='f' x='0' y='0' width='1' height='1'><feTurbulence baseFrequency='0.1'/></filter>"
    let document = try SVGTests.translated(body + "<rect x='5' width='20' height='10' filter='url(#f)'/>")
    let text = String(decoding: document.bytes, as: UTF8.self)
    #expect(text.contains("data:image/tiff;base64,") && text.contains("[0, 0, 40, 20]"))
  }

  @Test func aStartCircleLargerThanTheEndIsTheOuterOne() throws {
    let stops = "<stop offset='0' stop-color='red'/><stop offset='1' stop-color='lime'/>"
    let body = "<radialGradient id='g' fr='0.7'>\(stops)</radialGradient><rect width='9' height='9' fill='url(#g)'/>"
    let gradient = try #require(try SVGTests.layers(body).compactMap { $0 as? CAGradientLayer }.first)
    #expect(gradient.colors?.last as? CGColor == CGColor(red: 1, green: 0, blue: 0, alpha: 1))
  }

  // MARK: Text

  @Test func verticalTextRunsDownward() throws {
    let box = try Self.box("<text x='50' y='5' font-size='10' writing-mode='tb'>nnnn</text>")
    #expect(box.height > 2 * box.width && box.minY >= 5 && abs(box.midX - 50) < 4)
  }

  @Test func smallFontsAreSetAsLargeOnes() throws {
    let (small, large) = try (Self.box("<text font-size='0.1'>Ag</text>"), Self.box("<text font-size='10'>Ag</text>"))
    #expect(abs(small.width * 100 - large.width) < 0.01 * large.width)
  }

  @Test func theGapAfterTheLastLetterDoesNotMoveTheText() throws {
    let box = try Self.box("<text x='90' y='20' font-size='10' text-anchor='end' letter-spacing='20'>H</text>")
    #expect(box.maxX > 80)
  }

  @Test func linesOfAGroupAreUnderItsTexts() throws {
    let body = "<g fill='lime' text-decoration='underline'><text y='20' fill='red'>A</text></g>"
    #expect(try SVGTests.shapes(body).first?.fillColor == CGColor(red: 0, green: 1, blue: 0, alpha: 1))
  }

  @Test func weightsAboveAThousandAreIgnored() throws {
    let weights = try ["1500", "400", "700"].map { try Self.box("<text font-weight='\($0)'>mm</text>") }
    #expect(weights[0] == weights[1])
  }
}
