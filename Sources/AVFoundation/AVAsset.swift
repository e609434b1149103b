/// Number that identifies a track in its asset, from 1 on.
public typealias CMPersistentTrackID = Int32
/// Pass this as the track ID to let a composition choose the ID of a new track.
public let kCMPersistentTrackID_Invalid: CMPersistentTrackID = 0

/// Kind of a track.
public struct AVMediaType: RawRepresentable, Hashable, Sendable {
  /// Name of the kind in files.
  public let rawValue: String
  /// Creates a kind from its name in files.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Video.
  public static let video = AVMediaType(rawValue: "vide")
  /// Sound.
  public static let audio = AVMediaType(rawValue: "soun")
}

/// A property that `load` reads.
public struct AVAsyncProperty<Root, Value> {
  let path: KeyPath<Root, Value>
}

extension AVAsset {
  /// Reads properties. Errors: a file that cannot be read.
  nonisolated(nonsending) public func load<each Value>(
    _ property: repeat AVAsyncProperty<AVAsset, each Value>
  ) async throws(AVError) -> (repeat each Value) {
    try check()
    return (repeat self[keyPath: (each property).path])
  }
}

extension AVAssetTrack {
  /// Reads properties.
  nonisolated(nonsending) public func load<each Value>(
    _ property: repeat AVAsyncProperty<AVAssetTrack, each Value>
  ) async throws(AVError) -> (repeat each Value) {
    (repeat self[keyPath: (each property).path])
  }
}

extension AVAsyncProperty where Root == AVAsset {
  /// Length of the asset.
  public static var duration: AVAsyncProperty<Root, CMTime> { .init(path: \.duration) }
  /// Tracks of the asset.
  public static var tracks: AVAsyncProperty<Root, [AVAssetTrack]> { .init(path: \.tracks) }
}

extension AVAsyncProperty where Root == AVAssetTrack {
  /// Size of the frames before `preferredTransform`.
  public static var naturalSize: AVAsyncProperty<Root, CGSize> { .init(path: \.naturalSize) }
  /// Turns the frames as they are meant to be seen.
  public static var preferredTransform: AVAsyncProperty<Root, CGAffineTransform> { .init(path: \.preferredTransform) }
  /// Frames per second.
  public static var nominalFrameRate: AVAsyncProperty<Root, Float> { .init(path: \.nominalFrameRate) }
  /// Time range of the track in its asset.
  public static var timeRange: AVAsyncProperty<Root, CMTimeRange> { .init(path: \.timeRange) }
}

/// Loading status of a property. Raw values match AVFoundation's.
public enum AVKeyValueStatus: Int, Sendable {
  /// The file was read (`loaded`), or it could not be read (`failed`).
  case loaded = 2, failed
}

/// Media with tracks on one timeline.
open class AVAsset {
  /// Tracks in the order of their IDs. Empty if the file cannot be read; `load(.tracks)` throws the reason.
  open var tracks: [AVAssetTrack] { (try? opened.get()) ?? [] }
  private let opened: Result<[AVAssetTrack], AVError>

  /// Creates an asset from a media file.
  public init(url: URL) {
    opened = Result { () throws(AVError) in try Self.open(url) }
  }

  init() { opened = .success([]) }

  /// Duration of the asset: the end of its last track.
  public var duration: CMTime { tracks.map(\.timeRange.end).max() ?? .zero }

  /// Tracks of a media type.
  public func tracks(withMediaType type: AVMediaType) -> [AVAssetTrack] { tracks.filter { $0.mediaType == type } }

  /// Calls the handler immediately: the file was read when the asset was created.
  public func loadValuesAsynchronously(forKeys keys: [String], completionHandler handler: (@Sendable () -> Void)? = nil)
  {
    handler?()
  }

  /// Whether the file could be read. If not, `error` is set to the reason.
  public func statusOfValue(forKey key: String, error: UnsafeMutablePointer<NSError?>?) -> AVKeyValueStatus {
    guard case .failure(let reason) = opened else { return .loaded }
    error?.pointee = reason as NSError
    return .failed
  }

  /// Tracks of a kind. Errors: a file that cannot be read.
  nonisolated(nonsending) public func loadTracks(
    withMediaType type: AVMediaType
  ) async throws(AVError) -> [AVAssetTrack] {
    try check()
    return tracks(withMediaType: type)
  }

  func check() throws(AVError) { _ = try opened.get() }

  private static func open(_ url: URL) throws(AVError) -> [AVAssetTrack] {
    guard url.isFileURL else { throw AVError(.invalidSourceMedia, "\(url): only file URLs are supported") }
    var sources = ((try? SoundStream.all(path: url.path)) ?? []).map { sound in
      let duration = CMTime(seconds: sound.seconds, preferredTimescale: 48_000)
      return TrackSource(path: url.path, footage: nil, stream: sound.number, duration: duration)
    }
    do throws(FootageError) {
      let footage = try Footage(path: url.path)
      let duration = CMTime(value: footage.exactDuration.value, timescale: footage.exactDuration.timescale)
      sources.insert(TrackSource(path: url.path, footage: footage, stream: 0, duration: duration), at: 0)
    } catch {
      // Clip readers do not support files that contain only sound.
      switch error {
      case .noPictures where !sources.isEmpty, .unreadable where !sources.isEmpty: break
      default: throw AVError(.invalidSourceMedia, "\(error)")
      }
    }
    return zip(sources, 1...).map { AVAssetTrack($0, number: $1) }
  }
}

/// Option of `AVURLAsset` that requests exact durations. They are always exact.
public let AVURLAssetPreferPreciseDurationAndTimingKey = "AVURLAssetPreferPreciseDurationAndTimingKey"

/// An asset of a media file.
public final class AVURLAsset: AVAsset {
  /// URL of the file.
  public let url: URL

  /// Creates an asset from a media file.
  ///
  /// - Parameter options: No effect. Durations of local files are always exact.
  public init(url: URL, options: [String: Any]? = nil) {
    self.url = url
    super.init(url: url)
  }
}

extension Footage {
  /// Maps a stored picture to the displayed picture, y down.
  var turnTransform: CGAffineTransform {
    let (x, y) = (turns.mirrorsX ? -1.0 : 1, turns.mirrorsY ? -1.0 : 1)
    let (tx, ty) = (turns.mirrorsX ? Double(width) : 0, turns.mirrorsY ? Double(height) : 0)
    return turns.swapsSides ? CGAffineTransform(0, y, x, 0, tx, ty) : CGAffineTransform(x, 0, 0, y, tx, ty)
  }
}

struct TrackSource {
  let path: String
  /// Nil for sound.
  let footage: Footage?
  let stream: Int
  let duration: CMTime
}

/// A track of an asset.
open class AVAssetTrack {
  /// Media type of the track.
  public let mediaType: AVMediaType
  /// ID of the track in its asset.
  public let trackID: CMPersistentTrackID
  /// Turns the frames as they are meant to be seen.
  public var preferredTransform = CGAffineTransform.identity
  var segments: [TrackSegment] = []

  init(_ source: TrackSource, number: CMPersistentTrackID) {
    (mediaType, trackID) = (source.footage == nil ? .audio : .video, number)
    preferredTransform = source.footage?.turnTransform ?? .identity
    let range = CMTimeRange(start: .zero, duration: source.duration)
    segments = [TrackSegment(source: source, sourceRange: range, target: range)]
  }

  init(_ type: AVMediaType, number: CMPersistentTrackID) { (mediaType, trackID) = (type, number) }

  var footage: Footage? { segments.lazy.compactMap { $0.source?.footage }.first }
  /// Size of the frames before `preferredTransform`, in square pixels; zero for sound.
  public var naturalSize: CGSize {
    footage.map { CGSize(width: $0.storedSize.width, height: $0.storedSize.height) } ?? .zero
  }
  /// Frames per second; 0 for sound.
  public var nominalFrameRate: Float { Float(footage?.framesPerSecond ?? 0) }
  /// Time range of the track in its asset.
  public var timeRange: CMTimeRange { CMTimeRange(start: .zero, end: segments.last?.target.end ?? .zero) }
}
