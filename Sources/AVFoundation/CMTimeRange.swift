/// A stretch of time from `start` up to, but not including, `end`.
public struct CMTimeRange: Hashable, Sendable {
  /// First time of the range.
  public var start: CMTime
  /// Length of the range, 0 or more.
  public var duration: CMTime

  /// An invalid range.
  public init() { self.init(start: .invalid, duration: .invalid) }
  /// A range from its start and length.
  public init(start: CMTime, duration: CMTime) { (self.start, self.duration) = (start, duration) }
  /// A range from its start and end.
  public init(start: CMTime, end: CMTime) { self.init(start: start, duration: end - start) }

  /// The empty range at 0 s.
  public static let zero = CMTimeRange(start: .zero, duration: .zero)
  /// No range.
  public static let invalid = CMTimeRange()

  /// Time at which the range ends.
  public var end: CMTime { start + duration }
  /// Whether start and duration are valid and the duration is not negative.
  public var isValid: Bool { start.isValid && duration.isValid && duration >= .zero }
  /// Whether the range is valid and has no length.
  public var isEmpty: Bool { isValid && duration == .zero }

  /// Whether a time is in the range.
  public func containsTime(_ time: CMTime) -> Bool { isValid && time.isValid && time >= start && time < end }
  /// Whether a whole range is in this one.
  public func containsTimeRange(_ other: CMTimeRange) -> Bool {
    isValid && other.isValid && other.start >= start && other.end <= end
  }
  /// The times that are in both ranges; empty where there are none.
  public func intersection(_ other: CMTimeRange) -> CMTimeRange {
    guard isValid, other.isValid else { return .invalid }
    let (first, last) = (max(start, other.start), min(end, other.end))
    return first < last ? CMTimeRange(start: first, end: last) : .zero
  }
  /// The smallest range that has both.
  public func union(_ other: CMTimeRange) -> CMTimeRange {
    guard isValid, other.isValid else { return .invalid }
    return CMTimeRange(start: min(start, other.start), end: max(end, other.end))
  }
}

/// A range from its start and length.
public func CMTimeRangeMake(start: CMTime, duration: CMTime) -> CMTimeRange {
  CMTimeRange(start: start, duration: duration)
}
/// The times that both ranges have.
public func CMTimeRangeGetIntersection(_ range: CMTimeRange, otherRange: CMTimeRange) -> CMTimeRange {
  range.intersection(otherRange)
}
/// A range from its start and end.
public func CMTimeRangeFromTimeToTime(start: CMTime, end: CMTime) -> CMTimeRange { CMTimeRange(start: start, end: end) }
