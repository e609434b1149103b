/// The clock of a composition: its frames as seconds from 1,000 s of a layer's clock, where movies begin.
struct LottieTime {
  /// Seconds of a frame; below 0 where a composition runs backwards.
  var perFrame: Double
  /// Seconds of frame 0.
  var origin: Double
  /// Seconds that are ever shown.
  var range: ClosedRange<Double>

  /// What a movie's clock shows when it begins.
  static let start = 1000.0

  func seconds(_ frame: Double) -> Double { origin + frame * perFrame }
  func frame(_ seconds: Double) -> Double { (seconds - origin) / perFrame }

  /// The clock of a composition that is shown in this one.
  ///
  /// - Parameters:
  ///   - start: the frame at which its frame 0 is shown.
  ///   - stretch: frames for one of its own; not 0.
  func inside(start: Double, stretch: Double) -> LottieTime {
    LottieTime(perFrame: perFrame * stretch, origin: origin + start * perFrame, range: range)
  }
}
