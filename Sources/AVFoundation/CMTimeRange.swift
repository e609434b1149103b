/// A range of time from `start` up to, but not including, `end`.
public struct CMTimeRange: Hashable, Sendable, BitwiseCopyable {
  /// Start of the range.
  public var start: CMTime
  /// Duration of the range, 0 or more.
  public var duration: CMTime

  /// Creates an invalid range.
  public init() { self.init(start: .invalid, duration: .invalid) }
  /// Creates a range from its start and duration.
  public init(start: CMTime, duration: CMTime) { (self.start, self.duration) = (start, duration) }
  /// Creates a range from its start and end.
  public init(start: CMTime, end: CMTime) { self.init(start: start, duration: end - start) }

  /// The empty range at 0 s.
  public static let zero = CMTimeRange(start: .zero, duration: .zero)
  /// An invalid range.
  public static let invalid = CMTimeRange()

  /// End of the range, which is not part of it.
  public var end: CMTime { start + duration }
  /// Whether start and duration are valid, and the duration is not negative and has epoch 0.
  public var isValid: Bool { start.isValid && duration.isValid && duration.epoch == 0 && duration >= .zero }
  /// Whether start or duration are indefinite.
  public var isIndefinite: Bool { isValid && (start.isIndefinite || duration.isIndefinite) }
  /// Whether the range is valid and has no duration.
  public var isEmpty: Bool { isValid && duration == .zero }

  /// Whether the range contains a time.
  public func containsTime(_ time: CMTime) -> Bool { isValid && time.isValid && time >= start && time < end }
  /// Whether the range contains another range.
  public func containsTimeRange(_ other: CMTimeRange) -> Bool {
    isValid && other.isValid && other.start >= start && other.end <= end
  }
  /// The times that are in both ranges; empty if they do not overlap.
  public func intersection(_ other: CMTimeRange) -> CMTimeRange {
    guard isValid, other.isValid else { return .invalid }
    let (first, last) = (max(start, other.start), min(end, other.end))
    return first < last ? CMTimeRange(start: first, end: last) : .zero
  }
  /// The smallest range that contains both.
  public func union(_ other: CMTimeRange) -> CMTimeRange {
    guard isValid, other.isValid else { return .invalid }
    return CMTimeRange(start: min(start, other.start), end: max(end, other.end))
  }
}

/// Creates a range from its start and duration.
public func CMTimeRangeMake(start: CMTime, duration: CMTime) -> CMTimeRange {
  CMTimeRange(start: start, duration: duration)
}
/// Returns the times that are in both ranges.
public func CMTimeRangeGetIntersection(_ range: CMTimeRange, otherRange: CMTimeRange) -> CMTimeRange {
  range.intersection(otherRange)
}
/// Returns the smallest range that contains both.
public func CMTimeRangeGetUnion(_ range: CMTimeRange, otherRange: CMTimeRange) -> CMTimeRange {
  range.union(otherRange)
}
/// Returns the end of a range.
public func CMTimeRangeGetEnd(_ range: CMTimeRange) -> CMTime { range.end }
/// Returns whether a range contains a time.
public func CMTimeRangeContainsTime(_ range: CMTimeRange, time: CMTime) -> Bool { range.containsTime(time) }
/// Creates a range from its start and end.
public func CMTimeRangeFromTimeToTime(start: CMTime, end: CMTime) -> CMTimeRange { CMTimeRange(start: start, end: end) }
