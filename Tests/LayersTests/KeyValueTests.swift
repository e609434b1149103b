import Foundation
import StarmineGraphics
import StarmineLayers
import StarmineScene
import Testing

/// Key-value coding as code written for Apple's platforms uses it (behavior.md 1.18).
@Suite struct KeyValueTests {
  @Test func valuesCastAsOnApple() {
    let layer = CAShapeLayer()
    (layer.lineWidth, layer.lineCap, layer.opacity) = (3, .round, 0.5)
    #expect(layer.value(forKey: "lineWidth") as? CGFloat == 3)
    #expect(layer.value(forKeyPath: "position.x") as? CGFloat == 0)
    #expect(layer.value(forKey: "opacity") as? Float == 0.5 && layer.value(forKey: "hidden") as? Bool == false)
    #expect(layer.value(forKey: "lineCap") as? CAShapeLayerLineCap == .round)
    #expect(layer.value(forKey: "lineCap") as? String == "round")
    #expect(layer.value(forKey: "fillMode") as? CAMediaTimingFillMode == .removed)
    #expect(layer.value(forKey: "maskedCorners") as? CACornerMask == .all)
    #expect(layer.value(forKey: "contentsFormat") as? CALayerContentsFormat == .rgba8)
    #expect((layer.value(forKey: "transform") as? NSValue)?.caTransform3DValue == CATransform3DIdentity)
    #expect(layer.value(forKey: "lineDashPattern") as? [NSNumber] == nil)
    layer.lineDashPattern = [1, 2]
    #expect(layer.value(forKey: "lineDashPattern") as? [NSNumber] == [1, 2])
    #expect(CALayer.defaultValue(forKey: "edgeAntialiasingMask") as? CAEdgeAntialiasingMask == .all)
    #expect(CALayer.defaultValue(forKey: "cornerCurve") as? CALayerCornerCurve == .circular)
    #expect(CATransition().value(forKey: "type") as? CATransitionType == .fade)
    #expect(CAEmitterLayer.defaultValue(forKey: "emitterShape") as? CAEmitterLayerEmitterShape == .point)
  }

  @Test func measuredDefaults() {
    #expect(CALayer.defaultValue(forKey: "contentsHeadroom") as? CGFloat == 0)
    #expect(CASpringAnimation.defaultValue(forKey: "allowsOverdamping") as? Bool == false)
    #expect(CASpringAnimation.defaultValue(forKey: "initialVelocity") == nil)
    #expect(CALayer.defaultValue(forKey: "opacity") as? Float == 1)
  }

  @Test func textsBecomeNumbers() {
    let layer = CALayer()
    layer.setValue("0.5", forKey: "opacity")
    layer.setValue("YES", forKey: "hidden")
    layer.setValue("12", forKeyPath: "position.x")
    #expect(layer.opacity == 0.5 && layer.isHidden && layer.position.x == 12)
    let tiled = CATiledLayer()
    tiled.setValue("3", forKey: "levelsOfDetail")
    #expect(tiled.levelsOfDetail == 3)
    let animation = CABasicAnimation()
    animation.setValue("2.5", forKey: "duration")
    #expect(animation.duration == 2.5)
  }

  @Test func integersStayInTheirRange() {
    let tiled = CATiledLayer()
    tiled.setValue(1e30, forKey: "levelsOfDetail")
    #expect(tiled.levelsOfDetail == .max)
    tiled.setValue(-Double.infinity, forKey: "levelsOfDetail")
    #expect(tiled.levelsOfDetail == .min)
    let emitter = CAEmitterLayer()
    emitter.setValue(-1, forKey: "seed")
    #expect(emitter.seed == .max)
    emitter.setValue(Double.nan, forKey: "seed")
    #expect(emitter.seed == 0)
  }

  /// A program may store it; a document, whose numbers go another way, may not.
  @Test func notANumberIsStored() {
    let layer = CALayer()
    for key in ["opacity", "cornerRadius", "zPosition", "transform.scale.x"] {
      layer.setValue(Double.nan, forKeyPath: key)
      #expect(throws: PropertyError.self) { try layer.set(Double.nan, atKeyPath: key) }
    }
    #expect(layer.opacity.isNaN && layer.cornerRadius.isNaN)
    #expect(throws: PropertyError.self) { try layer.set([0, Double.nan], atKeyPath: "position") }
    let filter = CAFilter(type: "gaussianBlur")
    filter.setValue(Double.nan, forKey: "inputRadius")
    #expect((filter.value(forKey: "inputRadius") as? CGFloat)?.isNaN == true)
  }

  /// Whatever is stored, committing and evaluating it does not trap.
  @Test(arguments: LayerRegistry().names) func anyNumberCanBeCommitted(name: String) throws {
    let entry = try #require(LayerRegistry()[name])
    for number in [Double.nan, .infinity, -.infinity, 1e300, -1e300, Double.leastNonzeroMagnitude] {
      for row in entry.properties {
        for key in [row.key] + row.components.map(\.key) where row.info.kind.isNumeric {
          let (root, layer) = (CALayer(), entry.make())
          root.bounds = CGRect(x: 0, y: 0, width: 20, height: 20)
          layer.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
          layer.backgroundColor = .white
          root.addSublayer(layer)
          layer.setValue(row.info.kind == .number || key != row.key ? number : [number, 1], forKeyPath: key)
          let list = evaluate(root.committedTree(), at: 1000, in: Viewport(width: 20, height: 20))
          #expect(list.commands.count < 100)
        }
      }
    }
  }

  @Test func nothingMeansTheDefault() {
    let layer = CALayer()
    (layer.opacity, layer.isHidden, layer.position) = (0.25, true, CGPoint(x: 1, y: 2))
    for key in ["opacity", "hidden", "position"] { layer.setValue(nil, forKey: key) }
    #expect(layer.opacity == 1 && !layer.isHidden && layer.position == .zero)
    layer.backgroundColor = .white
    layer.setValue(NSNull(), forKey: "backgroundColor")
    #expect(layer.backgroundColor == nil)
  }

  @Test func boxesAndForeignObjects() {
    let layer = CALayer()
    layer.setValue(NSValue(cgPoint: CGPoint(x: 3, y: 4)), forKey: "position")
    layer.setValue(NSValue(caTransform3D: CATransform3DMakeScale(2, 2, 2)), forKey: "transform")
    #expect(layer.position == CGPoint(x: 3, y: 4) && layer.transform == CATransform3DMakeScale(2, 2, 2))
    layer.setValue(CACornerMask([.layerMinXMinYCorner]), forKey: "maskedCorners")
    #expect(layer.maskedCorners == .layerMinXMinYCorner)
    // An object of another class shows nothing.
    layer.backgroundColor = .white
    layer.setValue(Date(), forKey: "backgroundColor")
    #expect(layer.backgroundColor == nil)
    layer.setValue(5, forKey: "contentsGravity")
    #expect(layer.contentsGravity == .resize)
  }

  @Test func contentsOfAnyClassAreKept() throws {
    let layer = CALayer()
    let object = NSObject()
    layer.contents = object
    #expect(layer.contents as? NSObject === object && layer.value(forKey: "contents") as? NSObject === object)
    _ = layer.committedTree()
    #expect(layer.presentation()?.contents as? NSObject === object && layer.shouldArchiveValue(forKey: "contents"))
    let image = CGImage(width: 1, height: 1, pixels: [0xFFFF_FFFF])
    layer.setValue(image, forKey: "contents")
    #expect(layer.contents as? CGImage === image)
    layer.contents = nil
    #expect(layer.contents == nil)
  }

  @Test func aLayerCannotMaskItself() {
    let (layer, inside) = (CALayer(), CALayer())
    layer.addSublayer(inside)
    layer.mask = layer
    inside.mask = layer
    layer.setValue(layer, forKey: "mask")
    #expect(layer.mask == nil && inside.mask == nil && inside.superlayer === layer)
  }

  /// A value that cannot be converted ends the program, and says why.
  @Test func mistakesSayWhatTheyAre() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      CALayer().setValue(NSObject(), forKey: "position")
    }
    let text = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(text.contains("position: expected a point (x, y)"))
  }
}

extension ValueKind {
  fileprivate var isNumeric: Bool { [.number, .point, .size].contains(self) }
}
