import Foundation
import StarmineGraphics
import StarmineLayers
import StarmineScene
import StarmineTestSupport
import Testing

/// Every way in which Apple's bridging lets a structure be given, to every kind of key: by key-value coding, in both
/// classes of animations, along a path, and when it is read.
@Suite struct BridgedValueTests {
  struct Row: Sendable {
    let keys: [String]
    let values: @Sendable () -> [Any]
    let numbers: [Double]
    /// Whether a path can be followed.
    var isPlace = false
  }

  static let rows = [
    Row(
      keys: [
        "transform.translation", "transform.translation.xy", "position", "anchorPoint", "bounds.origin", "bounds.size",
      ],
      values: {
        [
          CGPoint(x: 30, y: 40), CGSize(width: 30, height: 40), NSValue(cgPoint: CGPoint(x: 30, y: 40)),
          NSValue(cgSize: CGSize(width: 30, height: 40)), [30, 40], [NSNumber(value: 30), NSNumber(value: 40)],
        ]
      }, numbers: [30, 40], isPlace: true),
    Row(
      keys: ["transform.scale", "transform.scale.xy"],
      values: {
        let scale = CATransform3DMakeScale(0.5, 0.5, 0.5)
        return [0.5, NSNumber(value: 0.5), scale, NSValue(caTransform3D: scale)]
      }, numbers: [0.5]),
    Row(
      keys: ["transform.scale", "transform.scale.x", "opacity", "zPosition", "transform.rotation.z"],
      values: { [0.5, CGFloat(0.5), Float(0.5), NSNumber(value: 0.5)] }, numbers: [0.5]),
    Row(
      keys: ["bounds", "contentsRect"],
      values: {
        let rect = CGRect(x: 1, y: 2, width: 3, height: 4)
        return [rect, NSValue(cgRect: rect), [1, 2, 3, 4]]
      }, numbers: [1, 2, 3, 4]),
    Row(
      keys: ["transform", "sublayerTransform"],
      values: {
        let move = CATransform3DMakeTranslation(5, 6, 7)
        return [move, NSValue(caTransform3D: move), [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 5, 6, 7, 1]]
      }, numbers: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 5, 6, 7, 1]),
  ]

  @Test func keyValueCoding() {
    for row in Self.rows {
      for (key, value) in row.keys.flatMap({ key in row.values().map { (key, $0) } }) {
        let layer = CALayer()
        layer.setValue(value, forKeyPath: key)
        #expect(near(layer.value(forKeyPath: key), row.numbers), "\(key) = \(value)")
      }
    }
    let emitter = CAEmitterLayer()
    emitter.setValue([3, 4], forKey: "emitterPosition")
    emitter.setValue([5, 6], forKey: "emitterSize")
    #expect(emitter.emitterPosition == CGPoint(x: 3, y: 4) && emitter.emitterSize == CGSize(width: 5, height: 6))
  }

  @Test func readAsEither() {
    let layer = CALayer()
    layer.setValue(CGPoint(x: 30, y: 40), forKeyPath: "transform.translation")
    let read = layer.value(forKeyPath: "transform.translation")
    #expect(read as? CGPoint == CGPoint(x: 30, y: 40) && read as? CGSize == CGSize(width: 30, height: 40))
    #expect((read as? NSValue)?.cgPointValue == CGPoint(x: 30, y: 40))
    #expect((read as? NSValue)?.cgSizeValue == CGSize(width: 30, height: 40))
  }

  /// The factors stay apart, in the model and on the way; numbers mix with them.
  @Test func transformsForScales() throws {
    let layer = CALayer()
    layer.setValue(CATransform3DMakeScale(2, 3, 1), forKeyPath: "transform.scale")
    #expect(layer.value(forKeyPath: "transform.scale.y") as? Double == 3)
    #expect(layer.value(forKeyPath: "transform.scale") as? Double == 2)
    let animation = CABasicAnimation(keyPath: "transform.scale")
    (animation.fromValue, animation.toValue) = (1, CATransform3DMakeScale(2, 3, 1))
    #expect(near(try shown(animation, "transform.scale.y"), [3]))
    #expect(near(try shown(animation, "transform.scale.z"), [1]))
  }

  @Test func animationsEndAtWhatTheyAreGiven() throws {
    for row in Self.rows {
      for (key, value) in row.keys.flatMap({ key in row.values().map { (key, $0) } }) {
        let basic = CABasicAnimation(keyPath: key)
        (basic.fromValue, basic.toValue) = (value, value)
        let frames = CAKeyframeAnimation(keyPath: key)
        frames.values = [value, value]
        for animation in [basic, frames] {
          #expect(near(try shown(animation, key), row.numbers), "\(type(of: animation)) \(key) = \(value)")
        }
      }
      for key in row.keys where row.isPlace {
        let along = CAKeyframeAnimation(keyPath: key)
        let path = CGMutablePath()
        path.move(to: .zero)
        path.addLine(to: CGPoint(x: row.numbers[0], y: row.numbers[1]))
        along.path = path
        #expect(near(try shown(along, key), row.numbers), "\(key) along a path")
      }
    }
  }

  private func near(_ value: Any?, _ numbers: [Double]) -> Bool {
    let read = CaseValues.numbers(value)
    return read.count == numbers.count && zip(read, numbers).allSatisfy { abs($0 - $1) < 1e-6 }
  }

  /// What shows at the end of an animation of one second.
  private func shown(_ animation: CAAnimation, _ key: String) throws -> Any? {
    MediaClock.time = 1000
    let layer = CALayer()
    _ = layer.committedTree()
    (animation.duration, animation.fillMode, animation.isRemovedOnCompletion) = (1, .both, false)
    layer.add(animation, forKey: nil)
    _ = layer.committedTree()
    #expect(layer.animationProblems.isEmpty)
    MediaClock.advance(to: 1001)
    return try #require(layer.presentation()).value(forKeyPath: key)
  }
}
