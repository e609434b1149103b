/// A segment of a track: a range of a file at a range of the track, or an empty range if there is no file.
struct TrackSegment {
  let source: TrackSource?
  let sourceRange: CMTimeRange
  let target: CMTimeRange

  /// Playback speed.
  var rate: Double { sourceRange.duration.seconds / target.duration.seconds }

  func part(_ range: CMTimeRange) -> TrackSegment {
    let offset = { (time: CMTime) in rate == 1 ? time : CMTimeMultiplyByFloat64(time, multiplier: rate) }
    let start = sourceRange.start + offset(range.start - target.start)
    return TrackSegment(
      source: source, sourceRange: CMTimeRange(start: start, duration: offset(range.duration)), target: range)
  }

  func moved(by time: CMTime) -> TrackSegment {
    let range = CMTimeRange(start: target.start + time, duration: target.duration)
    return TrackSegment(source: source, sourceRange: sourceRange, target: range)
  }

  static func empty(from start: CMTime, to end: CMTime) -> [TrackSegment] {
    let range = CMTimeRange(start: start, end: end)
    return range.duration > .zero ? [TrackSegment(source: nil, sourceRange: range, target: range)] : []
  }
}

extension [TrackSegment] {
  func within(_ range: CMTimeRange) -> [TrackSegment] {
    compactMap { segment in
      let common = segment.target.intersection(range)
      return common.isValid && !common.isEmpty ? segment.part(common) : nil
    }
  }
}

/// A track of a composition, assembled from parts of other tracks.
public final class AVMutableCompositionTrack: AVAssetTrack {
  /// Inserts a part of a track and moves later parts. If the track is shorter than the range, the rest stays empty.
  ///
  /// Throws if the media types differ, the range is outside the track, or the time is invalid.
  public func insertTimeRange(
    _ range: CMTimeRange, of track: AVAssetTrack, at start: CMTime
  ) throws(AVError) {
    guard track.mediaType == mediaType else {
      throw AVError(.invalidSourceMedia, "A track of another kind cannot be inserted. Use a track of the same kind.")
    }
    let found = track.segments.within(range).map { $0.moved(by: start - range.start) }
    guard let filled = found.last?.target.end else {
      throw AVError(
        .invalidCompositionTrackSegmentDuration,
        "The range from \(range.start.seconds) s to \(range.end.seconds) s is not in the track, which ends at "
          + "\(track.timeRange.end.seconds) s.")
    }
    guard range.duration.isNumeric, start.isNumeric, start >= .zero else {
      throw AVError(
        .invalidCompositionTrackSegmentDuration, "Insert a range with a duration at a time of 0 s or later.")
    }
    // The end of a track is that of its media.
    let rest = timeRange.end > start ? TrackSegment.empty(from: filled, to: start + range.duration) : []
    replace(
      CMTimeRange(start: start, duration: .zero),
      with: TrackSegment.empty(from: timeRange.end, to: start) + found + rest, lasting: range.duration)
  }

  /// Inserts an empty range. Later segments move back. No effect if the range begins at the end of the track or later
  /// (documented), or is not numeric.
  public func insertEmptyTimeRange(_ range: CMTimeRange) {
    guard range.start >= .zero, range.start < timeRange.end, range.duration.isNumeric else { return }
    replace(
      CMTimeRange(start: range.start, duration: .zero), with: TrackSegment.empty(from: range.start, to: range.end),
      lasting: range.duration)
  }

  private func replace(_ range: CMTimeRange, with parts: [TrackSegment], lasting duration: CMTime) {
    guard range.isValid else { return }
    let after = segments.within(CMTimeRange(start: range.end, end: .positiveInfinity))
    segments =
      segments.within(CMTimeRange(start: .zero, end: range.start)) + parts
      + after.map { $0.moved(by: duration - range.duration) }
  }

  /// Removes a range. Later segments move forward.
  public func removeTimeRange(_ range: CMTimeRange) { replace(range, with: [], lasting: .zero) }

  /// Changes the duration and speed of a range. Sound must keep its speed; otherwise the export throws.
  public func scaleTimeRange(_ range: CMTimeRange, toDuration duration: CMTime) {
    guard range.duration > .zero, duration > .zero else { return }
    let scaled = segments.within(range).map { part in
      let move = { (time: CMTime) in
        time == range.end
          ? range.start + duration
          : range.start
            + CMTimeMultiplyByFloat64(
              time - range.start, multiplier: duration.seconds / range.duration.seconds)
      }
      let target = CMTimeRange(start: move(part.target.start), end: move(part.target.end))
      return TrackSegment(source: part.source, sourceRange: part.sourceRange, target: target)
    }
    replace(range, with: scaled, lasting: duration)
  }
}

/// An asset that is assembled from parts of other assets.
public final class AVMutableComposition: AVAsset {
  private var parts: [AVMutableCompositionTrack] = []
  /// Size of exported frames. Default: the size of the first video track.
  public var naturalSize: CGSize {
    get { chosenSize ?? tracks(withMediaType: .video).first?.naturalSize ?? .zero }
    set { chosenSize = newValue }
  }
  private(set) var chosenSize: CGSize?

  /// Creates an empty composition.
  public override init() { super.init() }

  /// Tracks in the order in which they were added.
  public override var tracks: [AVAssetTrack] { parts }

  /// Adds an empty track. Returns nil if the ID is in use.
  public func addMutableTrack(
    withMediaType type: AVMediaType, preferredTrackID number: CMPersistentTrackID
  ) -> AVMutableCompositionTrack? {
    guard !parts.contains(where: { $0.trackID == number }) else { return nil }
    let free = (parts.map(\.trackID).max() ?? 0) + 1
    parts.append(AVMutableCompositionTrack(type, number: number == kCMPersistentTrackID_Invalid ? free : number))
    return parts.last
  }

  /// Inserts a part of all tracks of an asset, and adds tracks that are missing. Errors: those of a track.
  public func insertTimeRange(_ range: CMTimeRange, of asset: AVAsset, at start: CMTime) throws(AVError) {
    try asset.check()
    for type in [AVMediaType.video, .audio] {
      for (index, track) in asset.tracks(withMediaType: type).enumerated() {
        let mine = parts.filter { $0.mediaType == type }
        let target = index < mine.count ? mine[index] : addMutableTrack(withMediaType: type, preferredTrackID: 0)
        if target?.segments.isEmpty == true { target?.preferredTransform = track.preferredTransform }
        try target?.insertTimeRange(range, of: track, at: start)
      }
    }
  }

  /// Inserts an empty range in all tracks. Later segments move back.
  public func insertEmptyTimeRange(_ range: CMTimeRange) { parts.forEach { $0.insertEmptyTimeRange(range) } }
  /// Removes a range of all tracks.
  public func removeTimeRange(_ range: CMTimeRange) { parts.forEach { $0.removeTimeRange(range) } }
  /// Removes a track.
  public func removeTrack(_ track: AVMutableCompositionTrack) { parts.removeAll { $0 === track } }
  /// Changes the duration and speed of a range of all tracks. Sound must keep its speed; otherwise the export throws.
  public func scaleTimeRange(_ range: CMTimeRange, toDuration duration: CMTime) {
    parts.forEach { $0.scaleTimeRange(range, toDuration: duration) }
  }
}
