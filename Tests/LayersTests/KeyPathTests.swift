import Foundation
import StarmineGraphics
import StarmineLayers
import Testing

@Suite struct KeyPathTests {
  /// root > sky (an emitter) > rocket > spark
  private func scene() -> (root: CALayer, sky: CAEmitterLayer) {
    let (spark, rocket, unnamed) = (CAEmitterCell(), CAEmitterCell(), CAEmitterCell())
    (spark.name, rocket.name) = ("spark", "rocket")
    rocket.emitterCells = [spark]
    let sky = CAEmitterLayer()
    sky.name = "sky"
    sky.emitterCells = [unnamed, rocket]
    let root = CALayer()
    root.addSublayer(sky)
    return (root, sky)
  }

  @Test func numbersOfEveryTypeAreAccepted() {
    let layer = CALayer()
    let values: [Any] = [
      NSNumber(value: 1), 1, 1.0, Float(1), CGFloat(1), true, Int32(1), UInt8(1), NSNumber(value: true),
    ]
    for value in values {
      layer.opacity = 0.5
      layer.isHidden = false
      layer.setValue(value, forKey: "opacity")
      layer.setValue(value, forKey: "hidden")
      layer.setValue(value, forKeyPath: "position.x")
      #expect(layer.opacity == 1 && layer.isHidden && layer.position.x == 1, "\(type(of: value))")
    }
    #expect(layer.value(forKey: "opacity") is NSNumber)
    #expect((layer.value(forKeyPath: "position.x") as? NSNumber)?.doubleValue == 1)
  }

  /// Key paths that real documents and code use besides those of Apple's list (behavior.md 2.9).
  @Test func partsOfTransformsInThePlane() throws {
    let layer = CALayer()
    layer.transform = CATransform3DMakeScale(2, 4, 3)
    #expect(layer.value(forKeyPath: "transform.scale.xy") as? CGFloat == 3)
    layer.setValue(0.5, forKeyPath: "transform.scale.xy")
    #expect(layer.transform == CATransform3DMakeScale(0.5, 0.5, 3))
    layer.setValue(CGSize(width: 7, height: 8), forKeyPath: "transform.translation.xy")
    #expect(layer.transform.m41 == 7 && layer.transform.m42 == 8)
    #expect(layer.value(forKeyPath: "transform.translation.xy") as? CGSize == CGSize(width: 7, height: 8))
    layer.transform = CATransform3DIdentity
    layer.setValue(0.5, forKeyPath: "transform.shear.x")
    #expect(layer.affineTransform() == CGAffineTransform(a: 1, b: 0, c: 0.5, d: 1, tx: 0, ty: 0))
    layer.transform = CATransform3DIdentity
    layer.setValue(0.5, forKeyPath: "transform.shear.y")
    #expect(layer.affineTransform() == CGAffineTransform(a: 1, b: 0.5, c: 0, d: 1, tx: 0, ty: 0))
    #expect(layer.value(forKeyPath: "transform.shear.y") as? CGFloat == 0.5)
    layer.transform = CATransform3DMakeRotation(0.7, 0, 0, 1)
    for key in ["x", "y"] {
      let shear = try #require(layer.value(forKeyPath: "transform.shear.\(key)") as? CGFloat)
      #expect(abs(shear) < 1e-12)
    }
  }

  @Test func transformComponentsAnimate() throws {
    MediaClock.time = 1000
    let layer = CALayer()
    let animation = CABasicAnimation(keyPath: "transform.scale.xy")
    (animation.fromValue, animation.toValue, animation.duration) = (0, 1, 1)
    layer.add(animation, forKey: nil)
    _ = layer.committedTree()
    #expect(layer.animationProblems == [])
    MediaClock.time = 1000.5
    #expect(try #require(layer.presentation()).transform == CATransform3DMakeScale(0.5, 0.5, 1))
  }

  /// What every layer does that pops up: it is nothing at first, and its scale is animated part by part.
  @Test func scalesAnimateOverAModelOfNothing() throws {
    MediaClock.time = 1000
    for model in [CATransform3DMakeScale(0, 0, 1), CATransform3DMakeScale(0, 0, 0), CATransform3DMakeScale(1, 0, 1)] {
      for isSpring in [false, true] {
        let layer = CALayer()
        layer.transform = model
        for key in ["transform.scale.x", "transform.scale.y"] {
          let animation = isSpring ? CASpringAnimation(keyPath: key) : CABasicAnimation(keyPath: key)
          (animation.fromValue, animation.toValue, animation.duration) = (0.5, 0.5, 1)
          layer.add(animation, forKey: key)
        }
        _ = layer.committedTree()
        let shown = try #require(layer.presentation()).transform
        #expect(shown.m11 == 0.5 && shown.m12 == 0 && shown.m21 == 0 && shown.m22 == 0.5)
      }
    }
  }

  /// One factor after the other may mirror and become nothing: the other one is found again.
  @Test func mirroredFactorsAreFoundAgain() {
    for (x, y) in [(-1, 2), (2, -1), (-1, -2), (0, -1), (-1, 0), (0, 2)] as [(CGFloat, CGFloat)] {
      let layer = CALayer()
      for keys in [["x", "y"], ["y", "x"]] {
        layer.transform = CATransform3DIdentity
        for key in keys { layer.setValue(key == "x" ? x : y, forKeyPath: "transform.scale.\(key)") }
        #expect(areClose(layer.transform, CATransform3DMakeScale(x, y, 1)), "\(x) \(y)")
      }
    }
  }

  @Test func mirroredLayersTurnInThePlane() {
    for (x, y) in [(-1, 2), (2, -1)] as [(CGFloat, CGFloat)] {
      let layer = CALayer()
      layer.transform = CATransform3DMakeScale(x, y, 1)
      layer.setValue(0.6, forKeyPath: "transform.rotation.z")
      let turn = CATransform3DMakeRotation(0.6, 0, 0, 1)
      #expect(areClose(layer.transform, CATransform3DConcat(CATransform3DMakeScale(x, y, 1), turn)))
      let factor = layer.value(forKeyPath: "transform.scale.x") as? CGFloat ?? 0
      #expect(abs(factor - x) < 1e-9)
      #expect(layer.value(forKeyPath: "transform.rotation.x") as? CGFloat == 0)
    }
  }

  private func areClose(_ a: CATransform3D, _ b: CATransform3D) -> Bool {
    [(a.m11, b.m11), (a.m12, b.m12), (a.m21, b.m21), (a.m22, b.m22)].allSatisfy { abs($0 - $1) < 1e-9 }
  }

  @Test func undefinedKeysAreStored() {
    let (layer, cell) = (CALayer(), CAEmitterCell())
    layer.setValue([1, 2], forKey: "mine")
    cell.setValue("x", forKey: "mine")
    layer.style = ["opacity": 0.5]
    #expect(layer.value(forKey: "mine") as? [Int] == [1, 2])
    #expect(cell.value(forKey: "mine") as? String == "x")
    #expect(layer.value(forKey: "style") as? [String: Double] == ["opacity": 0.5])
    layer.setValue(nil, forKey: "mine")
    #expect(layer.value(forKey: "mine") == nil)
  }

  @Test func componentsOfValues() {
    let layer = CAEmitterLayer()
    layer.setValue(5, forKeyPath: "bounds.size.width")
    layer.setValue(CGPoint(x: 1, y: 2), forKeyPath: "bounds.origin")
    layer.setValue(9, forKeyPath: "emitterPosition.y")
    layer.setValue(8, forKeyPath: "emitterSize.width")
    layer.setValue(7, forKeyPath: "frame.origin.x")
    #expect(layer.bounds == CGRect(x: 1, y: 2, width: 5, height: 0))
    #expect(layer.emitterPosition == CGPoint(x: 0, y: 9) && layer.emitterSize.width == 8)
    #expect(layer.position.x == 9.5)
    layer.setValue(0.5, forKeyPath: "transform.scale")
    #expect(layer.transform == CATransform3DMakeScale(0.5, 0.5, 0.5))
    #expect(layer.value(forKeyPath: "transform.translation") as? CGSize == .zero)
  }

  @Test func partsOfAColourNeedAColour() {
    let layer = CALayer()
    #expect(layer.value(forKeyPath: "backgroundColor.red") == nil)
    #expect(throws: PropertyError.self) { try layer.set(1, atKeyPath: "backgroundColor.red") }
    layer.backgroundColor = .black
    layer.setValue(0.5, forKeyPath: "backgroundColor.red")
    #expect(layer.backgroundColor == CGColor(red: 0.5, green: 0, blue: 0, alpha: 1))
  }

  @Test func throughCellsAndSublayers() {
    let (root, sky) = scene()
    let path = "sublayers.sky.emitterCells.rocket.emitterCells.spark.birthRate"
    root.setValue(400, forKeyPath: path)
    #expect(sky.emitterCells?[1].emitterCells?[0].birthRate == 400)
    #expect((root.value(forKeyPath: path) as? NSNumber)?.floatValue == 400)
    #expect(root.value(forKeyPath: "sublayers.sky") as? CALayer === sky)
    _ = root.committedTree()
    #expect(sky.value(forKeyPath: "emitterCells.rocket") as? CAEmitterCell === sky.emitterCells?[1])
    #expect((root.value(forKeyPath: path) as? NSNumber)?.floatValue == 400)
    #expect((sky.value(forKey: "emitterCells") as? [CAEmitterCell])?.count == 2)
    #expect(root.value(forKeyPath: "sublayers.moon.opacity") == nil)
    root.setValue(1, forKeyPath: "sublayers.moon.opacity")
    sky.emitterCells?[1].setValue(3, forKeyPath: "emitterCells.spark.scale")
    #expect(sky.emitterCells?[1].emitterCells?[0].scale == 3)
  }

  @Test func ofDuplicateNamesTheFirstIsReached() {
    let (first, second, layer) = (CAEmitterCell(), CAEmitterCell(), CAEmitterLayer())
    (first.name, second.name) = ("dot", "dot")
    layer.emitterCells = [first, second]
    layer.setValue(5, forKeyPath: "emitterCells.dot.velocity")
    #expect(first.velocity == 5 && second.velocity == 0)
    #expect(layer.allProperties.filter { $0.keyPath == "emitterCells.dot.velocity" }.count == 1)
  }

  @Test func wrongKindsEndTheProgramAndUnknownSpellingsDoNot() async {
    let layer = CAEmitterLayer()
    layer.emitterMode = .outline
    layer.setValue("unordered", forKey: "emitterMode")
    #expect(layer.emitterMode == .volume)
    layer.setValue(CAEmitterLayerEmitterMode.surface, forKey: "emitterMode")
    #expect(layer.emitterMode == .surface)
    // Apple raises an exception: neither has a number.
    await #expect(processExitsWith: .failure) { CALayer().setValue(NSObject(), forKey: "opacity") }
    await #expect(processExitsWith: .failure) { CALayer().setValue([1, 2, 3], forKey: "position") }
  }
}

/// The form for tools: every mistake is an error that says where and what instead.
@Suite struct PropertyErrorTests {
  private func error(_ keyPath: String, _ value: Any? = 1) -> PropertyError? {
    let (spark, rocket) = (CAEmitterCell(), CAEmitterCell())
    (spark.name, rocket.name) = ("spark", "rocket")
    let layer = CAEmitterLayer()
    layer.emitterCells = [spark, rocket, CAEmitterCell()]
    do throws(PropertyError) {
      try layer.set(value, atKeyPath: keyPath)
      return nil
    } catch {
      return error
    }
  }

  @Test func unknownKeys() {
    #expect(
      error("emitterCells.spark.birthrat")?.reason
        == .unknownKey(key: "birthrat", owner: "CAEmitterCell", nearest: "birthRate"))
    #expect(error("isHidden")?.reason == .unknownKey(key: "isHidden", owner: "CAEmitterLayer", nearest: "hidden"))
    #expect(error("positon.x")?.reason == .unknownKey(key: "positon.x", owner: "CAEmitterLayer", nearest: "position.x"))
    #expect(error("xyzzy")?.reason == .unknownKey(key: "xyzzy", owner: "CAEmitterLayer", nearest: nil))
    #expect(error("")?.reason == .unknownKey(key: "", owner: "CAEmitterLayer", nearest: nil))
    #expect(error("..")?.keyPath == "..")
    #expect(
      error("emitterCells.spark.birthrat")?.description
        == "emitterCells.spark.birthrat: CAEmitterCell has no property 'birthrat'; did you mean 'birthRate'?")
  }

  @Test func unknownNames() {
    #expect(
      error("emitterCells.spork.scale")?.reason
        == .noSuchName(name: "spork", relation: "emitterCells", names: ["spark", "rocket"]))
    #expect(
      error("emitterCells.spark.emitterCells.x.scale")?.description
        == "emitterCells.spark.emitterCells.x.scale: no 'x' in emitterCells; there are no named emitterCells")
    #expect(error("sublayers.x.opacity")?.reason == .noSuchName(name: "x", relation: "sublayers", names: []))
    #expect(error("emitterCells.spark")?.reason == .notAProperty(owner: "CAEmitterCell"))
  }

  @Test func wrongKinds() {
    #expect(error("opacity", "half")?.reason == .wrongKind(expected: .number, given: "'half' (String)"))
    #expect(error("opacity", Double.nan)?.description == "opacity: expected a number, not 'nan' (Double)")
    #expect(error("opacity", nil)?.reason == .wrongKind(expected: .number, given: "nothing"))
    #expect(error("emitterShape", "cube")?.description.contains("one of point, line, rectangle") == true)
    #expect(error("position", [1, 2, 3]) != nil)
    #expect(error("seed", -1) != nil)
    #expect(error("emitterCells", [1]) != nil)
    #expect(error("sublayers", "none") != nil)
    #expect(error("seed", 12.0) == nil)
    #expect(error("position", [1, 2]) == nil)
    #expect(error("emitterCells.spark.color", [1, 0.5, 0]) == nil)
    #expect(error("emitterCells.spark.contentsFrameCount", 1e300) != nil)
  }

  @Test func readsRowAndValue() throws {
    let layer = CAEmitterLayer()
    layer.emitterSize = CGSize(width: 30, height: 2)
    let found = try layer.property(atKeyPath: "emitterSize.width")
    #expect(found.info.key == "emitterSize.width" && found.info.unit == .points)
    #expect((found.value as? NSNumber)?.doubleValue == 30)
    #expect(layer.defaultProperty("lifetime") as? NSNumber == 1)
  }

  @Test func listsWhatCanBeTuned() {
    let (cell, inner) = (CAEmitterCell(), CAEmitterCell())
    (cell.name, inner.name) = ("snow", "trail")
    cell.emitterCells = [inner, CAEmitterCell()]
    let (root, layer) = (CALayer(), CAEmitterLayer())
    layer.name = "sky"
    layer.emitterCells = [cell]
    root.addSublayer(layer)
    let paths = root.allProperties.map(\.keyPath)
    #expect(paths.contains("opacity"))
    #expect(paths.contains("sublayers.sky.emitterCells.snow.emitterCells.trail.scaleSpeed"))
    #expect(!paths.contains { $0.hasSuffix("frame") || $0.hasSuffix("emitterCells") })
    let perCell = CAEmitterCell.properties.count { $0.info.kind != .behaviors }
    let perLayer = (CALayer.properties + CAEmitterLayer.properties).count { !$0.isDerived }
    #expect(paths.count == perLayer + 2 * perCell)
    for path in paths { #expect(throws: Never.self) { try root.property(atKeyPath: path) } }
  }

  @Test(arguments: [("birthrate", "birthRate"), ("Scale", "scale"), ("colour", "color"), ("zzz", nil)])
  func nearest(word: String, key: String?) {
    #expect(word.nearest(in: CAEmitterCell.properties.map(\.key)) == key)
  }

  @Test func registry() throws {
    var registry = LayerRegistry()
    #expect(registry.names.contains("CAEmitterLayer") && registry.names.contains("CALayer"))
    #expect(registry.names == registry.names.sorted())
    let entry = try #require(registry["CAEmitterLayer"])
    #expect(entry.make() is CAEmitterLayer && entry.properties.count > CALayer.properties.count)
    #expect(registry["CASnowLayer"] == nil)
    registry.register(Banner.self) { Banner() }
    #expect(try #require(registry["Banner"]).make() is Banner)
  }
}

private final class Banner: CALayer {}
