import Foundation
import StarmineGraphics
import StarmineLayers
import StarminePop
import StarmineTestSupport

/// Drives one animation on one object by hand, at times that the test chooses, and notes what it tells.
final class Harness: POPAnimationDelegate {
  static let startTime = 1000.0

  let animator = POPAnimator()
  let object: NSObject
  /// Seconds since `startTime`.
  private(set) var now = 0.0

  private(set) var starts = 0
  private(set) var stops: [Bool] = []
  /// Seconds from the start before.
  private(set) var stopTimes: [Double] = []
  private(set) var reached: [[Double]] = []
  private(set) var applied = 0
  private var startedAt = 0.0

  init(_ object: NSObject) {
    self.object = object
    animator.disableDisplayLink = true
  }

  func add(_ animation: POPAnimation, key: String? = "key") {
    animation.delegate = self
    animation.tracer.start()
    animator.add(animation, for: object, key: key)
  }

  func render(at time: Double) {
    now = time
    animator.renderTime(Self.startTime + time)
  }

  /// Frames from `begin` on, as long as they are not later than `duration` after it; their times add up, as in the
  /// suite from which the cases come.
  func render(from begin: Double = 0, duration: Double, step: Double) {
    var time = 0.0
    while time <= duration {
      render(at: begin + time)
      time += step
    }
  }

  /// Forgets what has been told so far.
  func forget(_ animation: POPAnimation) {
    (starts, stops, stopTimes, reached, applied) = (0, [], [], [], 0)
    animation.tracer.reset()
  }

  func pop_animationDidStart(_ anim: POPAnimation!) {
    starts += 1
    startedAt = now
  }

  func pop_animationDidStop(_ anim: POPAnimation!, finished: Bool) {
    stops.append(finished)
    stopTimes.append(now - startedAt)
  }

  func pop_animationDidReach(toValue anim: POPAnimation!) {
    if let animation = anim as? POPPropertyAnimation { reached.append(numbers(animation.currentValue)) }
  }

  func pop_animationDidApply(_ anim: POPAnimation!) { applied += 1 }
}

/// An object with a property of its own.
final class Disc: NSObject {
  var radius = 0.0
  private(set) var writes: [Double] = []

  init(radius: Double = 0) { self.radius = radius }

  func write(_ value: Double) {
    radius = value
    writes.append(value)
  }

  static let radiusProperty: @Sendable () -> POPAnimatableProperty = {
    POPAnimatableProperty.property(withName: "disc.radius") { property in
      property?.readBlock = { object, values in
        guard let disc = object as? Disc, let values else { return }
        values[0] = CGFloat(disc.radius)
      }
      property?.writeBlock = { object, values in
        guard let disc = object as? Disc, let values else { return }
        disc.write(Double(values[0]))
      }
      property?.threshold = 0.01
    }
  }
}

/// The numbers of a value as POP takes and gives it.
func numbers(_ value: Any?) -> [Double] {
  switch value {
  case let point as CGPoint: [point.x, point.y].map(Double.init)
  case let size as CGSize: [size.width, size.height].map(Double.init)
  case let rect as CGRect: [rect.origin.x, rect.origin.y, rect.width, rect.height].map(Double.init)
  case let color as CGColor: [color.red, color.green, color.blue, color.alpha].map(Double.init)
  case let number as NSNumber: [number.doubleValue]
  default: []
  }
}

/// A value of one, two or four numbers.
func popValue(_ json: JSONValue, color: Bool = false) -> Any? {
  if let number = json.number { return NSNumber(value: number) }
  guard let n = json.numbers?.map({ CGFloat($0) }) else { return nil }
  switch n.count {
  case 2: return CGPoint(x: n[0], y: n[1])
  case 4 where color: return CGColor(red: n[0], green: n[1], blue: n[2], alpha: n[3])
  case 4: return CGRect(x: n[0], y: n[1], width: n[2], height: n[3])
  default: return nil
  }
}

/// Seconds between the frames of a case.
func step(_ input: JSONValue) -> Double {
  input["step"].number ?? 1.0 / 60
}

/// The first difference between numbers, in words; nil if there is none.
func difference(_ what: String, _ actual: [Double], _ expected: [Double], within tolerance: Double) -> String? {
  let agrees =
    actual.count == expected.count
    && zip(actual, expected).allSatisfy { abs($0 - $1) <= tolerance * max(1, abs($1)) }
  return agrees ? nil : "\(what) \(actual) instead of \(expected)"
}
