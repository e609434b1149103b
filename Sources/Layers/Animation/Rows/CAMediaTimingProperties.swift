extension Property where Root == Timing {
  /// Properties of `CAMediaTiming` (behavior.md 1.2), shared by layers and emitter cells.
  static let timing: [Property<Timing>] = [
    Property(
      "beginTime", \.beginTime, unit: .seconds, range: 0...2000, animatable: false,
      "Start in the parent's time. The clock of a movie starts at 1000 s: now+2s is 2 s after its start."),
    Property(
      "timeOffset", \.timeOffset, unit: .seconds, range: 0...60, animatable: false, "Offset added to the local time."),
    Property(
      "speed", \.speed, range: 0...4, animatable: false, "Local seconds per second of the parent; 0 pauses."),
    Property(
      "duration", \.duration, unit: .seconds, range: 0...60, animatable: false,
      "Simple duration; infinite by default."),
    Property(
      "repeatCount", \.repeatCount, range: 0...100, animatable: false, "Number of repetitions; may be fractional."),
    Property(
      "repeatDuration", \.repeatDuration, unit: .seconds, range: 0...60, animatable: false,
      "Duration of the repetitions; overrides repeatCount."),
    Property("autoreverses", \.autoreverses, animatable: false, "Every other repetition runs backward."),
    Property("fillMode", \.fillMode, animatable: false, "Values before and after the active duration."),
  ]
}
