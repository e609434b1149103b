public import Foundation
public import StarmineGraphics
import StarmineMedia

/// Number that identifies a track in its asset, from 1 on.
public typealias CMPersistentTrackID = Int32
/// Lets a composition choose the number of a new track.
public let kCMPersistentTrackID_Invalid: CMPersistentTrackID = 0

/// Kind of a track.
public enum AVMediaType: String, Sendable {
  /// Moving pictures.
  case video = "vide"
  /// Sound.
  case audio = "soun"
}

/// Why media could not be read, edited or exported.
public struct AVError: LocalizedError, CustomStringConvertible {
  /// A sentence: what is wrong, where, and what to do.
  public let description: String
  /// The same sentence.
  public var errorDescription: String? { description }

  init(_ description: String) { self.description = description }
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

/// What is known of a property that was loaded. Raw values are AVFoundation's.
public enum AVKeyValueStatus: Int, Sendable {
  /// The file was read, or it could not be read.
  case loaded = 2, failed
}

/// Media with tracks on one timeline.
open class AVAsset {
  /// Tracks in the order of their numbers; empty for a file that cannot be read (`load(.tracks)` throws why).
  open var tracks: [AVAssetTrack] { (try? opened.get()) ?? [] }
  private let opened: Result<[AVAssetTrack], AVError>

  /// Opens a file of pictures, sound, or both.
  public init(url: URL) {
    opened = Result { () throws(AVError) in try Self.open(url) }
  }

  init() { opened = .success([]) }

  /// Length: the end of the last track.
  public var duration: CMTime { tracks.map(\.timeRange.end).max() ?? .zero }

  /// Tracks of a kind.
  public func tracks(withMediaType type: AVMediaType) -> [AVAssetTrack] { tracks.filter { $0.mediaType == type } }

  /// Calls the handler at once: the file was read when the asset was made.
  public func loadValuesAsynchronously(forKeys keys: [String], completionHandler handler: (@Sendable () -> Void)? = nil)
  {
    handler?()
  }

  /// Whether the file could be read. The error is set if it could not.
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
    guard url.isFileURL else { throw AVError("\(url): only file URLs are supported") }
    var sources = ((try? SoundStream.all(path: url.path)) ?? []).map { sound in
      let duration = CMTime(seconds: sound.seconds, preferredTimescale: 48_000)
      return TrackSource(path: url.path, footage: nil, stream: sound.number, duration: duration)
    }
    do throws(FootageError) {
      let footage = try Footage(path: url.path)
      let duration = CMTime(value: footage.exactDuration.value, timescale: footage.exactDuration.timescale)
      sources.insert(TrackSource(path: url.path, footage: footage, stream: 0, duration: duration), at: 0)
    } catch {
      // The readers of clips do not know files that can only hold sound.
      switch error {
      case .noPictures where !sources.isEmpty, .unreadable where !sources.isEmpty: break
      default: throw AVError("\(error)")
      }
    }
    return zip(sources, 1...).map { AVAssetTrack($0, number: $1) }
  }
}

/// Key of an option of `AVURLAsset`: durations are exact in every case.
public let AVURLAssetPreferPreciseDurationAndTimingKey = "AVURLAssetPreferPreciseDurationAndTimingKey"

/// A media file.
public final class AVURLAsset: AVAsset {
  /// The file.
  public let url: URL

  /// Opens a file.
  ///
  /// - Parameter options: have no effect: durations of local files are always exact.
  public init(url: URL, options: [String: Any]? = nil) {
    self.url = url
    super.init(url: url)
  }
}

extension Footage {
  /// Maps a picture as it is stored to the picture as it is shown, y down.
  var turnTransform: CGAffineTransform {
    let (x, y) = (turns.mirrorsX ? -1.0 : 1, turns.mirrorsY ? -1.0 : 1)
    let (tx, ty) = (turns.mirrorsX ? Double(width) : 0, turns.mirrorsY ? Double(height) : 0)
    return turns.swapsSides ? CGAffineTransform(0, y, x, 0, tx, ty) : CGAffineTransform(x, 0, 0, y, tx, ty)
  }
}

/// Media in a file that a track shows.
struct TrackSource {
  let path: String
  /// Nil for sound.
  let footage: Footage?
  let stream: Int
  let duration: CMTime
}

/// A track of an asset.
open class AVAssetTrack {
  /// Kind of the track.
  public let mediaType: AVMediaType
  /// Number of the track in its asset.
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

  /// The first clip of the track.
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
