/// A shutter that stays open: moving things leave a trail, as in a film camera.
///
/// Every frame is the mean of the scene at several moments of its exposure. The mean is that of the colours as they are
/// shown, as editors do it and as layers are blended: linear light would make a white spark's trail brighter than its
/// layer is at the same opacity. Sums are exact; rounding happens once a frame.
public struct MotionBlur: Sendable, Equatable {
  /// How long the shutter is open: 360 degrees is the time from one frame to the next. 1 to 720; default 180.
  public var angle: Double
  /// When it opens, in degrees from the frame's time. -360 to 360; default -90, which puts the frame's own moment into
  /// the middle of 180 degrees.
  public var phase: Double
  /// Moments of each frame. 2 to 256; default 16.
  public var samples: Int

  /// Shutter angle in degrees, opening at `phase`, and the number of samples.
  public init(angle: Double = 180, phase: Double = -90, samples: Int = 16) {
    (self.angle, self.phase, self.samples) = (angle, phase, samples)
  }

  /// Reads `180`, `180:-90` or `180:-90:16`; nil for anything else and for values outside of their ranges.
  package init?(parsing text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    self.init()
    guard (1...3).contains(parts.count), let angle = Double(parts[0]) else { return nil }
    self.angle = angle
    // Half of what is left of the frame before its moment, unless it is said.
    phase = -angle / 2
    if parts.count > 1 {
      guard let phase = Double(parts[1]) else { return nil }
      self.phase = phase
    }
    if parts.count > 2 {
      guard let samples = Int(parts[2]) else { return nil }
      self.samples = samples
    }
    guard isUsable else { return nil }
  }

  /// As it is read.
  package var text: String {
    let parts = [angle, phase].map { $0 == $0.rounded() ? "\(Int($0))" : "\($0)" }
    return "\(parts[0]):\(parts[1]):\(samples)"
  }

  /// Whether all values are in their ranges.
  package var isUsable: Bool {
    (1...720).contains(angle) && (-360...360).contains(phase) && (2...256).contains(samples)
  }

  /// The moments of a frame, in frames from its time: middles of equal parts of the exposure.
  package var moments: [Double] {
    (0..<samples).map { (phase + angle * (Double($0) + 0.5) / Double(samples)) / 360 }
  }
}
