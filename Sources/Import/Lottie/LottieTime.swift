/// Converts frames of a composition to seconds from 1,000 s of a layer's clock, where movies begin.
struct LottieTime {
  /// Seconds per frame; negative if a composition runs backwards.
  var perFrame: Double
  /// Seconds of frame 0.
  var origin: Double
  /// Times that can be shown, in seconds.
  var range: ClosedRange<Double>

  /// Time of a movie's clock at its beginning.
  static let start = 1000.0

  func seconds(_ frame: Double) -> Double { origin + frame * perFrame }
  func frame(_ seconds: Double) -> Double { (seconds - origin) / perFrame }

  /// The clock of a nested composition.
  /// - Parameters:
  ///   - start: The frame at which its frame 0 is shown.
  ///   - stretch: Frames per frame of the composition; not 0.
  func inside(start: Double, stretch: Double) -> LottieTime {
    LottieTime(perFrame: perFrame * stretch, origin: origin + start * perFrame, range: range)
  }
}
