/// Volume of a sound track over time.
public final class AVMutableAudioMixInputParameters {
  /// ID of the track.
  public var trackID: CMPersistentTrackID
  private var ramps: [Ramp<Float>] = []

  /// Creates parameters for a track.
  public init(track: AVAssetTrack?) { trackID = track?.trackID ?? kCMPersistentTrackID_Invalid }

  /// Sets the volume from a time on: 0 is silence, 1 the volume of the file. Default 1.
  public func setVolume(_ volume: Float, at time: CMTime) {
    setVolumeRamp(fromStartVolume: volume, toEndVolume: volume, timeRange: CMTimeRange(start: time, duration: .zero))
  }
  /// Changes the volume linearly over a time range. The end volume is kept after the range.
  public func setVolumeRamp(fromStartVolume start: Float, toEndVolume end: Float, timeRange: CMTimeRange) {
    ramps.append(Ramp(range: timeRange, from: start, to: end))
  }

  /// Volume points with times in seconds relative to a time.
  func points(after start: Double) -> [Soundtrack.VolumePoint] {
    var points: [Soundtrack.VolumePoint] = []
    for ramp in ramps.sorted(by: { $0.range.start < $1.range.start }) {
      let begin = ramp.range.start.seconds
      points.append(.init(time: begin - start, gain: points.last?.gain ?? (begin > 0 ? 1 : Double(ramp.from))))
      points.append(.init(time: begin - start, gain: Double(ramp.from)))
      points.append(.init(time: ramp.range.end.seconds - start, gain: Double(ramp.to)))
    }
    return points
  }
}

/// Volumes of the sound tracks of an export.
public final class AVMutableAudioMix {
  /// Parameters by track. Other tracks keep their volume. Default empty.
  public var inputParameters: [AVMutableAudioMixInputParameters] = []
  /// Creates a mix that changes nothing.
  public init() {}
}

extension AVAsset {
  /// The sound tracks for a movie's mixer. Throws if a track changes its speed.
  func soundtracks(_ mix: AVMutableAudioMix?) throws(AVError) -> [Soundtrack] {
    var result: [Soundtrack] = []
    for track in tracks(withMediaType: .audio) {
      let parameters = mix?.inputParameters.last { $0.trackID == track.trackID }
      for part in track.segments {
        guard let source = part.source else { continue }
        guard abs(part.rate - 1) < 1e-6 else {
          throw AVError(.invalidSourceMedia, "Sound of another speed is not supported. Scale the video track only.")
        }
        var sound = Soundtrack(path: source.path)
        (sound.at, sound.stream) = (part.target.start.seconds, source.stream)
        (sound.start, sound.length) = (part.sourceRange.start.seconds, part.sourceRange.duration.seconds)
        sound.volume = parameters?.points(after: sound.at) ?? []
        result.append(sound)
      }
    }
    return result
  }
}
