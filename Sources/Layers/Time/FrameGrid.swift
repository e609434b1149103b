/// The media times of frames: `origin + n / framesPerSecond`.
package struct FrameGrid: Equatable {
  package var origin = 1000.0
  package var framesPerSecond = 60.0

  package init(origin: Double = 1000, framesPerSecond: Double = 60) {
    (self.origin, self.framesPerSecond) = (origin, framesPerSecond)
  }

  package func time(ofFrame number: Int) -> Double { origin + Double(number) / framesPerSecond }

  /// Number of the first frame at `time` or later.
  package func frame(atOrAfter time: Double) -> Int {
    let frames = (time - origin) * framesPerSecond
    let nearest = frames.isNaN ? 0 : Int(min(max(frames, -1e15), 1e15).rounded())
    // Rounding may have gone either way.
    return (nearest - 1...nearest).first { self.time(ofFrame: $0) >= time } ?? nearest + 1
  }

  package func frame(after time: Double) -> Int { frame(atOrAfter: time.nextUp) }
}
