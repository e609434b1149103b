/// Motion blur of an open shutter, as in a film camera.
///
/// Every frame is the mean of the scene at several moments of its exposure. The mean uses encoded colours, as in video
/// editors and in layer blending. With linear light, the trail of a white spark would be brighter than a layer of the
/// same opacity. Sums are exact and rounded once per frame.
public struct MotionBlur: Sendable, Equatable {
  /// Shutter angle in degrees, 1...720. 360 is the time from one frame to the next. Default 180.
  public var angle: Double
  /// Start of the exposure in degrees from the time of the frame, -360...360. At -90, the time of the frame is the
  /// middle of 180 degrees. Default -90.
  public var phase: Double
  /// Number of moments per frame, 2...256. Default 16.
  public var samples: Int

  /// Creates motion blur with an angle and a phase in degrees, and a number of samples.
  public init(angle: Double = 180, phase: Double = -90, samples: Int = 16) {
    (self.angle, self.phase, self.samples) = (angle, phase, samples)
  }

  /// Reads `180`, `180:-90` or `180:-90:16`; nil for other strings and for values out of range.
  package init?(parsing text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    self.init()
    guard (1...3).contains(parts.count), let angle = Double(parts[0]) else { return nil }
    self.angle = angle
    // The default phase centres the exposure at the time of the frame.
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

  package var text: String {
    let parts = [angle, phase].map { $0 == $0.rounded() ? "\(Int($0))" : "\($0)" }
    return "\(parts[0]):\(parts[1]):\(samples)"
  }

  package var isUsable: Bool {
    (1...720).contains(angle) && (-360...360).contains(phase) && (2...256).contains(samples)
  }

  /// Moments of a frame relative to its time, in frames: the middles of equal parts of the exposure.
  package var moments: [Double] { (0..<samples).map { (phase + angle * (Double($0) + 0.5) / Double(samples)) / 360 } }
}
