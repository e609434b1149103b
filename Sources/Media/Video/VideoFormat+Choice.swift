import CStarmineFFmpeg

extension VideoFormat {
  /// Formats that people ask for and the libraries cannot write, with what works instead.
  package struct Refusal: Sendable {
    package let keys: [String]
    package let reason: String
    package let instead: [String]
  }

  package static let refused: [Refusal] = [
    Refusal(
      keys: ["av1-alpha"], reason: "no encoder of libavcodec 59 writes AV1 with alpha; it would come out opaque",
      instead: ["vp9-alpha", "webp"]),
    Refusal(
      keys: ["avif", "avif-alpha"], reason: "libavformat 59 writes no AVIF animations", instead: ["webp", "apng"]),
    Refusal(
      keys: ["hap", "hap-alpha"], reason: "this libavcodec has no HAP encoder", instead: ["png-mov", "prores4444"]),
    Refusal(keys: ["avi", "wmv", "flv"], reason: "it is not a container for new files", instead: ["h264", "ffv1"]),
  ]

  /// Keys of those that keep light beyond white as video does.
  package static var keysWithHDR: [String] { all.filter(\.takesHDR).map(\.key) }

  /// The format for a path and light beyond white: the one that is named, else of those that the extension may mean
  /// the usual one.
  ///
  /// Errors: beside those of a path without it, `noHDR` for formats of 8 bits and those whose players expect none.
  package init(
    forPath path: String, named key: String?, wantsAlpha: Bool, keeping hdr: HighDynamicRange
  ) throws(VideoError) {
    let format = try VideoFormat(forPath: path, named: key, wantsAlpha: wantsAlpha)
    if format.takesHDR {
      self = format.keeping(hdr)
      return
    }
    let rows = VideoFormat.all.filter { $0.takesHDR && $0.extensions.contains(PathParts(path).pathExtension) }
    let suitable = rows.first { $0.hasAlpha == wantsAlpha } ?? rows.first
    guard key == nil, let suitable else {
      throw .noHDR(format: format.name, depth: format.depth, instead: VideoFormat.keysWithHDR)
    }
    self = suitable.keeping(hdr)
  }

  package static var extensions: [String] {
    all.flatMap(\.extensions).reduce(into: []) { list, name in if !list.contains(name) { list.append(name) } }
  }

  package static var keys: [String] { all.map(\.key) }

  /// The format of a name, as `--format` takes it.
  ///
  /// Errors: `unknownFormat`, `refusedFormat`.
  package init(named key: String) throws(VideoError) {
    let wanted = key.lowercased()
    guard let format = VideoFormat.all.first(where: { $0.key == wanted }) else {
      throw VideoFormat.refusal(wanted) ?? .unknownFormat(name: key, known: VideoFormat.keys)
    }
    self = format
  }

  /// The format for a path: the one that is named, else what the extension means.
  ///
  /// - Parameter wantsAlpha: whether frames are transparent; of the formats of one extension, one with alpha is then
  ///   taken where there is one.
  ///
  /// Errors: `unknownExtension`, `unknownFormat`, `refusedFormat`, and `formatsAtOdds` where name and extension differ.
  package init(forPath path: String, named key: String? = nil, wantsAlpha: Bool = false) throws(VideoError) {
    let wanted = PathParts(path).pathExtension
    let rows = VideoFormat.all.filter { $0.extensions.contains(wanted) }
    if let key {
      let format = try VideoFormat(named: key)
      // A name without a known extension says nothing, as that of a pipe.
      guard rows.isEmpty || format.extensions.contains(wanted) else {
        throw .formatsAtOdds(path: path, format: format.name, extensions: format.extensions.map { ".\($0)" })
      }
      self = format
      return
    }
    guard let first = rows.first else {
      throw VideoFormat.refusal(wanted)
        ?? .unknownExtension(path: path, known: VideoFormat.extensions.map { ".\($0)" })
    }
    // A layer of alpha is for Apple's players only, so it is never chosen for an extension.
    self = wantsAlpha ? rows.first { $0.hasAlpha && !$0.hasAlphaLayer } ?? first : first
  }

  private static func refusal(_ key: String) -> VideoError? {
    guard let row = refused.first(where: { $0.keys.contains(key) }) else { return nil }
    return .refusedFormat(name: key, reason: row.reason, instead: row.instead)
  }

  /// The nearest rate that the format shows as it is, for a movie of another rate.
  package func suitableRate(for rate: Double) -> Double {
    guard let preferredRate, let maximumRate else { return rate }
    // Its clock ticks in hundredths of a second.
    let ticks = 100 / rate
    return rate <= maximumRate && abs(ticks - ticks.rounded()) < 1e-6 ? rate : preferredRate
  }
}

extension VideoFormat {
  /// Quality and speed of the encoder in words; nil for one that has no choice.
  package func quality(_ options: VideoOptions) -> String? {
    guard let quality = coding.quality else { return nil }
    let value = options.crf ?? quality.standard
    let range = "\(Int(quality.range.lowerBound)) to \(Int(quality.range.upperBound))"
    let speed = coding.speed.map { "; \($0.option) \(options.encoderPreset ?? $0.standard)" } ?? ""
    return "\(quality.option) \(value) of \(range)\(speed)"
  }
}
