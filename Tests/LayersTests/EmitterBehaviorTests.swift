import Foundation
import StarmineGraphics
import StarmineLayers
import StarmineScene
import Testing

/// `CAEmitterBehavior` on layers and cells: its class, key paths, animations.
@Suite struct EmitterBehaviorTests {
  private func emitter() -> CAEmitterLayer {
    MediaClock.time = 1000
    let cell = CAEmitterCell()
    (cell.name, cell.birthRate, cell.lifetime, cell.velocity) = ("dot", 10, 5, 100)
    cell.contents = CGImage(width: 2, height: 2, pixels: [UInt32](repeating: .max, count: 4))
    let layer = CAEmitterLayer()
    (layer.emitterCells, layer.emitterPosition) = ([cell], CGPoint(x: 20, y: 20))
    (layer.beginTime, layer.renderMode) = (1000, .oldestFirst)
    return layer
  }

  private func drag(_ value: Double, name: String = "air") -> CAEmitterBehavior {
    let behavior = CAEmitterBehavior(type: "drag")
    behavior.name = name
    behavior.setValue(value, forKey: "drag")
    return behavior
  }

  private func x(_ layer: CAEmitterLayer, at time: Double) -> [Float] {
    let list = evaluate(layer.committedTree(), at: time, in: Viewport(width: 2000, height: 40))
    for case .particles(let batch) in list.commands { return batch.x }
    return []
  }

  /// The letters of a text, around the emitter's position.
  @Test func textsEmit() {
    let layer = emitter()
    (layer.emitterShape, layer.emitterMode, layer.emitterText, layer.emitterFontSize) = (.text, .surface, "II", 100)
    (layer.emitterFont, layer.emitterPosition) = ("DejaVu Sans", CGPoint(x: 500, y: 20))
    layer.emitterCells?[0].velocity = 0
    layer.emitterCells?[0].birthRate = 400
    let places = x(layer, at: 1001)
    #expect(places.count > 100 && places.allSatisfy { abs($0 - 500) < 40 })
    // Two bars with nothing between them.
    #expect(!places.contains { abs($0 - 500) < 4 } && places.contains { $0 < 490 } && places.contains { $0 > 510 })
    layer.setValue([0, 0, 10, 10, 100, 0, 10, 10], forKey: "emitterRects")
    #expect(
      layer.emitterRects == [CGRect(x: 0, y: 0, width: 10, height: 10), CGRect(x: 100, y: 0, width: 10, height: 10)])
  }

  @Test func theClassNamesItsTypesAndKeys() throws {
    #expect(CAEmitterBehavior.behaviorTypes().contains("valueOverLife"))
    let wave = CAEmitterBehavior.behavior(withType: "wave")
    #expect(wave.type == "wave" && wave.isEnabled && wave.name == nil)
    #expect(wave.inputKeys == ["force", "frequency"])
    let attributes = try #require(wave.attributes(forKeyPath: "frequency"))
    #expect(attributes["unit"] as? String == "1/s" && attributes["default"] as? NSNumber == 0)
    #expect(wave.attributes(forKeyPath: "frequncy") == nil)
    wave.setValue([1, 2, 3], forKey: "force")
    let copy = try #require(wave.copy() as? CAEmitterBehavior)
    #expect(copy == wave && copy !== wave && copy.value(forKey: "force") as? [NSNumber] == [1, 2, 3])
  }

  @Test func everyTypeHasKeysThatReadAndWrite() throws {
    for type in CAEmitterBehavior.behaviorTypes() {
      let behavior = CAEmitterBehavior(type: type)
      #expect(!behavior.inputKeys.isEmpty, "\(type)")
      for key in behavior.inputKeys {
        #expect(behavior.attributes(forKeyPath: key)?["description"] as? String != "", "\(type).\(key)")
        #expect(behavior.writeProperty(behavior.readProperty(key), key), "\(type).\(key)")
      }
    }
  }

  @Test func keyPathsReachLivingParticles() {
    let layer = emitter()
    layer.setValue([drag(0)], forKey: "emitterBehaviors")
    let before = x(layer, at: 1004)
    layer.setValue(2, forKeyPath: "emitterBehaviors.air.drag")
    #expect(layer.value(forKeyPath: "emitterBehaviors.air.drag") as? NSNumber == 2)
    let after = x(layer, at: 1004)
    #expect(before.count == 40 && after.count == 40 && after[0] < before[0] - 100)
    layer.setValue(false, forKeyPath: "emitterBehaviors.air.enabled")
    #expect(layer.emitterBehaviors?[0].isEnabled == false)
  }

  @Test func cellsHaveBehavioursOfTheirOwn() {
    let layer = emitter()
    layer.emitterCells?[0].emitterBehaviors = [drag(1)]
    let slow = x(layer, at: 1004)
    layer.setValue(0, forKeyPath: "emitterCells.dot.emitterBehaviors.air.drag")
    #expect(layer.value(forKeyPath: "emitterCells.dot.emitterBehaviors.air.drag") as? NSNumber == 0)
    MediaClock.time = 1003
    #expect(x(layer, at: 1006).max() ?? 0 > slow.max() ?? 0)
  }

  @Test func valuesAreAnimated() {
    let layer = emitter()
    layer.emitterBehaviors = [drag(0)]
    let still = x(layer, at: 1003)
    let keyframes = CAKeyframeAnimation(keyPath: "emitterBehaviors.air.drag")
    (keyframes.values, keyframes.duration, keyframes.fillMode) = ([0, 4], 0.5, .forwards)
    keyframes.isRemovedOnCompletion = false
    layer.add(keyframes, forKey: nil)
    let slowed = x(layer, at: 1003)
    #expect(layer.animationProblemsAreNone && slowed[0] < still[0] - 50)
  }

  @Test func mistakesAreNamed() {
    let layer = emitter()
    layer.emitterBehaviors = [drag(1)]
    let animation = CABasicAnimation(keyPath: "emitterBehaviors.wind.drag")
    animation.toValue = 1
    #expect("\(layer.problems(with: animation, forKey: nil))".contains("no 'wind'"))
    animation.keyPath = "emitterBehaviors.air.drg"
    #expect("\(layer.problems(with: animation, forKey: nil))".contains("drag"))
  }
}

extension CALayer {
  fileprivate var animationProblemsAreNone: Bool { animationProblems.isEmpty }
}
