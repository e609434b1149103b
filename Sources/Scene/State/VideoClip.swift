/// A part of a video file as a layer's contents: `layer.contents = try VideoClip(contentsOf: url)`.
///
/// It plays in the layer's own time, so `speed`, `timeOffset` and `beginTime` of the layer apply. It starts at the
/// first commit with it, or at the begin time of the layer if that is later. Setting it again restarts it. Frames can
/// be requested for any time in any order.
public final class VideoClip: Sendable {
  /// Name of the file as given.
  public let name: String
  /// Seconds from the first frame of the file to the first visible one. Default 0.
  public let start: Double
  /// Seconds from the first frame of the file to the end of the part, above `start`. Default the end of the file.
  public let end: Double
  /// Seconds of the file per second of the layer, above 0 and up to 1000. Default 1.
  public let rate: Double
  /// Whether the part repeats. Otherwise its last frame stays. Default false.
  public let loops: Bool
  package let source: any FrameSource
  /// The layer's time at `start`; nil before the commit.
  package let beginTime: Double?
  package let isToTheEnd: Bool
  private let firstFrame: Int
  private let lastFrame: Int

  private static let fastest = 1000.0
  /// Tolerance of sums of times in seconds.
  private static let tolerance = 1e-6

  /// Errors: `value`.
  /// - Parameter end: nil or a time after the file's end: the file's end.
  package init(
    _ source: any FrameSource, name: String, start: Double = 0, end: Double? = nil, rate: Double = 1,
    loops: Bool = false
  ) throws(VideoClipError) {
    let duration = source.duration
    guard start >= 0, start < duration else {
      let length = (duration * 1000).rounded() / 1000
      throw .value(key: "start", "expected seconds from 0 to below \(length), the clip's length, found \(start)")
    }
    let stop = min(end ?? duration, duration)
    guard stop > start else {
      throw .value(key: "end", "expected seconds above start, which is \(start), found \(stop)")
    }
    guard rate > 0, rate <= Self.fastest else {
      throw .value(key: "rate", "expected a number above 0 and up to 1000, found \(rate)")
    }
    (self.source, self.name, self.start, self.rate, self.loops) = (source, name, start, rate, loops)
    (self.end, isToTheEnd, beginTime) = (stop, end == nil, nil)
    firstFrame = source.frame(at: start)
    let last = source.frame(at: stop)
    // A frame that begins at the end is not part of it.
    let isBeyond = last > firstFrame && source.time(ofFrame: last) >= stop - Self.tolerance
    lastFrame = isBeyond ? last - 1 : last
  }

  private init(_ clip: VideoClip, beginTime: Double) {
    (source, name, start, end, rate, loops) = (clip.source, clip.name, clip.start, clip.end, clip.rate, clip.loops)
    (isToTheEnd, firstFrame, lastFrame) = (clip.isToTheEnd, clip.firstFrame, clip.lastFrame)
    self.beginTime = beginTime
  }

  /// The video started at a time of the layer, unless it has started.
  package func begun(at time: Double) -> VideoClip { beginTime == nil ? VideoClip(self, beginTime: time) : self }

  /// Interval in the layer's time in which frames change; nil before the commit, and if the clock is not finite.
  var span: (begin: Double, end: Double)? {
    guard let beginTime, beginTime.isFinite else { return nil }
    return (beginTime, loops ? .infinity : beginTime + (end - start) / rate)
  }

  /// Number of the frame in the file at a time of the layer. Before the start, the first one.
  package func frame(at time: Double) -> Int {
    var place = beginTime.map { (time - $0) * rate } ?? 0
    let length = end - start
    if loops, place.isFinite {
      place -= (place / length).rounded(.down) * length
      if length - place < Self.tolerance { place = 0 }
    }
    return min(max(source.frame(at: start + place), firstFrame), lastFrame)
  }
}

extension VideoClip: Equatable {
  /// Parts of the same opened file with equal values and begin times are equal.
  public static func == (left: VideoClip, right: VideoClip) -> Bool {
    left === right
      || left.source === right.source && left.name == right.name && left.start == right.start && left.end == right.end
        && left.rate == right.rate && left.loops == right.loops && left.beginTime == right.beginTime
  }
}

/// Frames of a video file by number and time: a pure function, independent of previous requests.
package protocol FrameSource: AnyObject, Sendable {
  var duration: Double { get }
  /// The frame at a time in seconds from the first one. Outside the file, the nearest one.
  func frame(at seconds: Double) -> Int
  func time(ofFrame number: Int) -> Double
  /// Notes on properties of the file that its images do not show.
  var remarks: [String] { get }
  func picture(ofFrame number: Int) throws(VideoClipError) -> CGImage
}

extension FrameSource {
  package var remarks: [String] { [] }
}

package enum VideoClipError: Error, Equatable, Sendable {
  /// A value that is invalid for the file, with its key in documents.
  case value(key: String, _ reason: String)
  /// A frame that cannot be decoded. The reason names the file and the time.
  case frame(reason: String)

  package var reason: String {
    switch self {
    case .value(let key, let reason): "\(key): \(reason)"
    case .frame(let reason): reason
    }
  }
}
