import Foundation
import StarmineGraphics
import StarmineLayers
import StarminePresets
import Testing

/// `animations` of layers in documents.
@Suite struct AnimationDocumentTests {
  private func scene(_ animations: String) throws -> CALayer {
    let text = """
      { "name": "test", "summary": "s", "movie": { "size": [100, 100], "duration": 1 },
        "layer": { "class": "CALayer", "animations": { \(animations) } } }
      """
    return try load(text).rootLayer
  }

  @Test func everyClassIsRead() throws {
    let layer = try scene(
      """
      "spin": { "class": "CABasicAnimation", "keyPath": "transform.rotation.z", "toValue": "360deg", "duration": 2,
                "repeatCount": "infinity", "timingFunction": "easeIn", "additive": true },
      "position": { "class": "CAKeyframeAnimation", "values": [[0, 0], [10, 20]], "keyTimes": [0, 1],
                    "timingFunctions": [[0.1, 0, 0.9, 1]], "calculationMode": "cubic" },
      "drop": { "class": "CASpringAnimation", "keyPath": "position.y", "fromValue": 5, "damping": 4 },
      "both": { "class": "CAAnimationGroup", "duration": 3, "animations": [
          { "keyPath": "opacity", "fromValue": 0 },
          { "keyPath": "transform", "valueFunction": "rotateZ", "fromValue": 0, "toValue": 3 } ] },
      "slide": { "class": "CATransition", "type": "push", "subtype": "fromRight", "duration": 2, "startProgress": 0.5 }
      """)
    #expect(layer.animationKeys() == ["spin", "position", "drop", "both", "transition"])
    let slide = try #require(layer.animation(forKey: "transition") as? CATransition)
    #expect(slide.type == .push && slide.subtype == .fromRight && slide.startProgress == 0.5 && slide.duration == 2)
    let spin = try #require(layer.animation(forKey: "spin") as? CABasicAnimation)
    #expect(abs(((spin.toValue as? NSNumber)?.doubleValue ?? 0) - 2 * Double.pi) < 1e-9)
    #expect(spin.repeatCount == .infinity && spin.isAdditive && spin.duration == 2)
    #expect((layer.animation(forKey: "position") as? CAKeyframeAnimation)?.values?.count == 2)
    #expect((layer.animation(forKey: "drop") as? CASpringAnimation)?.damping == 4)
    #expect((layer.animation(forKey: "both") as? CAAnimationGroup)?.animations?.count == 2)
  }

  @Test(arguments: [
    (#""a": { "keyPath": "opacty", "toValue": 1 }"#, "no property \"opacty\""),
    (#""opacity": { "toValu": 1 }"#, "toValue"),
    (#""opacity": { "class": "CABasicAnimatio" }"#, "CABasicAnimation"),
    (#""opacity": { "toValue": "left" }"#, "left"),
    (#""a": { "class": "CATransition", "type": "cube" }"#, "cube"),
    (#""a": { "class": "CATransition", "animations": [] }"#, "animations"),
    (#""opacity": { "toValue": 1, "timingFunction": "easy" }"#, "easeIn"),
  ])
  func mistakesAreNamed(animation: String, message: String) {
    do {
      _ = try scene(animation)
      Issue.record("accepted")
    } catch {
      #expect("\(error)".contains(message), "\(error)")
    }
  }
}
