import Foundation
import StarmineGraphics
import StarmineLayers
import StarmineScene
import StarmineTestSupport
import Testing

/// Cases of contents and transitions.
@Suite struct ContentsCaseTests {
  let cases: ConformanceCases

  init() throws {
    cases = try ConformanceCases("core-animation")
  }

  private func check(_ kinds: [String], _ body: (ConformanceCases.Case) throws -> ConformanceCases.Outcome) {
    for kind in kinds { #expect(cases.check(kind, body).failures == [], "\(kind)") }
  }

  @Test func contentsChangeAsValues() {
    let images = ["A", "B", "C"].reduce(into: [String: CGImage]()) {
      $0[$1] = CGImage(width: 1, height: 1, pixels: [0xFF00_0000])
    }
    func shown(_ animation: CAAnimation, _ item: ConformanceCases.Case) -> ConformanceCases.Outcome {
      MediaClock.time = 1000
      let layer = CALayer()
      animation.duration = 1
      layer.add(animation, forKey: nil)
      _ = layer.committedTree()
      MediaClock.time = 1000 + (item.inputs["progress"].number ?? 0)
      let image = layer.presentation()?.contents as? CGImage
      let name = images.first { $0.value === image }?.key
      return name == item.expected.string ? .passed : .failed(name ?? "none")
    }
    check(["basicAnimation.contents"]) { item in
      let animation = CABasicAnimation(keyPath: "contents")
      animation.fromValue = images[item.inputs["from"].string ?? ""]
      animation.toValue = images[item.inputs["to"].string ?? ""]
      return shown(animation, item)
    }
    check(["keyframe.linear.contents", "keyframe.cubic.contents", "keyframe.discrete.contents"]) { item in
      let animation = CAKeyframeAnimation(keyPath: "contents")
      animation.values = item.inputs["values"].array?.compactMap { images[$0.string ?? ""] }
      animation.keyTimes = item.inputs["keyTimes"].numbers?.map { NSNumber(value: $0) }
      animation.calculationMode = .init(rawValue: String(item.kind.split(separator: ".")[1]))
      return shown(animation, item)
    }
  }

  @Test func progressOfTransitions() {
    check(["transition.progress"]) { item in
      MediaClock.time = 1000
      let layer = CALayer()
      let transition = CATransition()
      transition.startProgress = Float(item.inputs["startProgress"].number ?? 0)
      transition.endProgress = Float(item.inputs["endProgress"].number ?? 0)
      transition.duration = 2
      layer.add(transition, forKey: nil)
      let node = layer.committedTree().root
      let time = 1000 + 2 * (item.inputs["elapsedFraction"].number ?? 0)
      let progress = node.transition?.progress(at: time) ?? .nan
      return .compare([progress], [item.expected.number ?? 0], tolerance: 1e-9)
    }
  }
}
