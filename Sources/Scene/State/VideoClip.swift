/// A stretch of a video file as a layer's contents: `layer.contents = try VideoClip(contentsOf: url)`.
///
/// It runs in the layer's own time, so the layer's `speed`, `timeOffset` and `beginTime` hold for it. It begins with
/// the commit that first has it, or with the layer if that begins later; set again, it begins again. A frame is found
/// for any time in any order.
public final class VideoClip: Sendable {
  /// The file, as it was named.
  public let name: String
  /// Seconds from the file's first frame to the first one that shows. Default 0.
  public let start: Double
  /// Seconds from the file's first frame at which the stretch ends, above `start`. Default the file's end.
  public let end: Double
  /// Seconds of the file in a second of the layer, above 0 and up to 1000. Default 1.
  public let rate: Double
  /// Whether the stretch begins again at its end; otherwise its last frame stays. Default false.
  public let loops: Bool
  package let source: any FrameSource
  /// The layer's time at which `start` shows; nil before the commit.
  package let beginTime: Double?
  /// Whether no end was given.
  package let isToTheEnd: Bool
  private let firstFrame: Int
  private let lastFrame: Int

  /// Largest rate.
  private static let fastest = 1000.0
  /// Seconds that sums of times may be off.
  private static let tolerance = 1e-6

  /// Errors: `value`.
  /// - Parameter end: nil, or beyond the file's end: there.
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
    // A frame that begins at the end is the first one after the stretch.
    let isBeyond = last > firstFrame && source.time(ofFrame: last) >= stop - Self.tolerance
    lastFrame = isBeyond ? last - 1 : last
  }

  private init(_ clip: VideoClip, beginTime: Double) {
    (source, name, start, end, rate, loops) = (clip.source, clip.name, clip.start, clip.end, clip.rate, clip.loops)
    (isToTheEnd, firstFrame, lastFrame) = (clip.isToTheEnd, clip.firstFrame, clip.lastFrame)
    self.beginTime = beginTime
  }

  /// The clip with its beginning at a time of the layer, unless it has begun.
  package func begun(at time: Double) -> VideoClip { beginTime == nil ? VideoClip(self, beginTime: time) : self }

  /// Between the two, in the layer's time, frames change; nil before the commit, and where the layer's clock has no
  /// numbers.
  var span: (begin: Double, end: Double)? {
    guard let beginTime, beginTime.isFinite else { return nil }
    return (beginTime, loops ? .infinity : beginTime + (end - start) / rate)
  }

  /// The number in the file of the frame that shows at a time of the layer: the first one before the beginning.
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
  /// Whether both are the same stretch of one opened file with the same beginning.
  public static func == (left: VideoClip, right: VideoClip) -> Bool {
    left === right
      || left.source === right.source && left.name == right.name && left.start == right.start && left.end == right.end
        && left.rate == right.rate && left.loops == right.loops && left.beginTime == right.beginTime
  }
}

/// The frames of a video file by their numbers and times: a pure function, whatever was asked for before.
package protocol FrameSource: AnyObject, Sendable {
  /// Seconds from the beginning of the first frame to the end of the last one, above 0.
  var duration: Double { get }
  /// The frame that is seen at a time, in seconds from the first one: the nearest one outside of the file.
  func frame(at seconds: Double) -> Int
  /// Seconds from the first frame to another one.
  func time(ofFrame number: Int) -> Double
  /// Sentences about properties of the file that its pictures do not show.
  var remarks: [String] { get }
  /// Errors: `frame`.
  func picture(ofFrame number: Int) throws(VideoClipError) -> CGImage
}

extension FrameSource {
  package var remarks: [String] { [] }
}

/// Why a clip cannot be shown.
package enum VideoClipError: Error, Equatable, Sendable {
  /// A value that does not fit the file, by its key in documents.
  case value(key: String, _ reason: String)
  /// A frame that cannot be had; the sentence names file and time.
  case frame(reason: String)

  /// A sentence for people.
  package var reason: String {
    switch self {
    case .value(let key, let reason): "\(key): \(reason)"
    case .frame(let reason): reason
    }
  }
}
