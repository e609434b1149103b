import Foundation
import Starmine
import StarmineImport
import StarmineLayers
import StarminePresets
import Testing
import StarmineExport

/// Properties that are written are those that Apple's headers declare: everything else goes by key-value coding.
struct DeclaredKeyTests {
  /// Properties of Apple's documentation, by class, as key-value coding spells them.
  private static let declared: [String: String] = [
    "CALayer": """
    bounds position zPosition anchorPoint anchorPointZ transform frame hidden doubleSided geometryFlipped sublayers
    sublayerTransform mask masksToBounds contents contentsRect contentsGravity contentsScale contentsCenter
    contentsFormat minificationFilter magnificationFilter minificationFilterBias opaque needsDisplayOnBoundsChange
    drawsAsynchronously edgeAntialiasingMask allowsEdgeAntialiasing backgroundColor cornerRadius maskedCorners
    cornerCurve borderWidth borderColor opacity allowsGroupOpacity compositingFilter filters backgroundFilters
    shouldRasterize rasterizationScale shadowColor shadowOpacity shadowOffset shadowRadius shadowPath
    autoresizingMask name wantsExtendedDynamicRangeContent toneMapMode preferredDynamicRange contentsHeadroom
    beginTime duration speed timeOffset repeatCount repeatDuration autoreverses fillMode
    """,
    "CAEmitterLayer": """
    emitterCells birthRate lifetime emitterPosition emitterZPosition emitterSize emitterDepth emitterShape emitterMode
    renderMode preservesDepth velocity scale spin seed
    """,
    "CAEmitterCell": """
    name enabled birthRate lifetime lifetimeRange emissionLatitude emissionLongitude emissionRange velocity
    velocityRange xAcceleration yAcceleration zAcceleration scale scaleRange scaleSpeed spin spinRange color redRange
    greenRange blueRange alphaRange redSpeed greenSpeed blueSpeed alphaSpeed contents contentsRect contentsScale
    minificationFilter magnificationFilter minificationFilterBias emitterCells
    beginTime duration speed timeOffset repeatCount repeatDuration autoreverses fillMode
    """,
    "CAGradientLayer": "colors locations startPoint endPoint type",
    "CAReplicatorLayer": """
    instanceCount preservesDepth instanceDelay instanceTransform instanceColor instanceRedOffset instanceGreenOffset
    instanceBlueOffset instanceAlphaOffset
    """,
    "CAScrollLayer": "scrollMode",
    "CAShapeLayer": """
    path fillColor fillRule strokeColor strokeStart strokeEnd lineWidth miterLimit lineCap lineJoin lineDashPhase
    lineDashPattern
    """,
    "CATextLayer": """
    string font fontSize foregroundColor wrapped truncationMode alignmentMode allowsFontSubpixelQuantization
    """,
    "CATiledLayer": "levelsOfDetail levelsOfDetailBias tileSize",
    "CATransformLayer": "",
  ]

  private static func declared(_ name: String) -> Set<String> {
    let inherited = name == "CAEmitterCell" ? "" : declared["CALayer"] ?? ""
    return Set((inherited + " " + (declared[name] ?? "")).split { $0.isWhitespace }.map(String.init))
  }

  @Test(arguments: PropertyClasses.all.map(\.className))
  func undeclaredKeysGoByKeyValueCoding(_ name: String) throws {
    let object = try #require(PropertyClasses.all.first { $0.className == name })
    let declared = Self.declared(name)
    for info in object.keys.compactMap({ object.info(forKey: $0) }) where info.origin != .hint {
      #expect((info.origin == .declared) == declared.contains(info.key), "\(name).\(info.key)")
    }
  }

  /// Keys of ours and private ones with values of every kind.
  @Test func undeclaredValuesKeepTheirKinds() throws {
    let folder = try Folder([
      "t.json": """
      { name: "t", movie: { size: [80, 60] }, layer: { class: "CAEmitterLayer", emitterShape: "image",
        emitterImage: { sprite: "glow", size: 8 }, emitterUsesImageColors: true, emitterText: "a",
        emitterFontSize: 20, emitterPath: "M 0 0 L 10 0", emitterRects: [0, 0, 4, 4], emitterCells: [ {
          name: "a", birthRate: 1, lifetime: 1, contents: { sprite: "glow", size: 8 }, emissionIsFlat: true,
          particleType: "plane", massRange: 0.5, emitterCells: [ { name: "b", emissionMoment: "death",
            birthRateOverLife: [1, 0.5] } ] } ] } }
      """
    ])
    let document = SwiftWriter.document(of: try folder.scene("t.json"), named: "t")
    guard case .text(let text)? = document.files.first?.content else { throw CancellationError() }
    let lines = [
      "setValue(true, forKey: \"emissionIsFlat\")", "setValue(true, forKey: \"emitterUsesImageColors\")",
      "setValue(\"plane\", forKey: \"particleType\")", "setValue(0.5, forKey: \"massRange\")",
      "setValue(\"death\", forKey: \"emissionMoment\")", "setValue([1, 0.5], forKey: \"birthRateOverLife\")",
      "setValue(\"a\", forKey: \"emitterText\")", "setValue(20, forKey: \"emitterFontSize\")",
      "setValue([0, 0, 4, 4], forKey: \"emitterRects\")", ", in: pictures), forKey: \"emitterImage\")",
      "}(), forKey: \"emitterPath\")",
    ]
    for line in lines { #expect(text.contains(line), "\(line) in \(text)") }
    #expect(document.lost.contains("emissionIsFlat") && !document.lost.contains("massRange"))
    let cell = CAEmitterCell()
    cell.setValue([1, 0.5], forKey: "birthRateOverLife")
    cell.setValue(true, forKey: "emissionIsFlat")
    #expect(cell.birthRateOverLife == [1, 0.5] && cell.emissionIsFlat)
  }
}
