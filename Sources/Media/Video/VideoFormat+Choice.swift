import CStarmineFFmpeg

extension VideoFormat {
  /// Formats that users request and that the libraries cannot write, with alternatives.
  package struct Refusal: Sendable {
    package let keys: [String]
    package let reason: String
    package let instead: [String]
  }

  package static let refused: [Refusal] = [
    Refusal(
      keys: ["av1-alpha"], reason: "libavcodec 59 has no AV1 encoder with alpha",
      instead: ["vp9-alpha", "webp"]),
    Refusal(
      keys: ["avif", "avif-alpha"], reason: "libavformat 59 writes no AVIF animations", instead: ["webp", "apng"]),
    Refusal(
      keys: ["hap", "hap-alpha"], reason: "this libavcodec has no HAP encoder", instead: ["png-mov", "prores4444"]),
    Refusal(keys: ["avi", "wmv", "flv"], reason: "the container cannot be written", instead: ["h264", "ffv1"]),
  ]

  /// Names of formats that support HDR.
  package static var keysWithHDR: [String] { all.filter(\.takesHDR).map(\.key) }

  /// Selects the format for a path and HDR: the named one, or the default format of the extension.
  ///
  /// Errors: those of a path without HDR, and `noHDR` for 8-bit formats and formats whose players do not support it.
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

  /// The format with a name, for `--format`.
  ///
  /// Errors: `unknownFormat`, `refusedFormat`.
  package init(named key: String) throws(VideoError) {
    let wanted = key.lowercased()
    guard let format = VideoFormat.all.first(where: { $0.key == wanted }) else {
      throw VideoFormat.refusal(wanted) ?? .unknownFormat(name: key, known: VideoFormat.keys)
    }
    self = format
  }

  /// Selects the format for a path: the named one, or that of the extension.
  /// - Parameter wantsAlpha: whether frames are transparent. A format of the extension with alpha is then preferred.
  ///
  /// Errors: `unknownExtension`, `unknownFormat`, `refusedFormat`, and `formatsAtOdds` if name and extension differ.
  package init(forPath path: String, named key: String? = nil, wantsAlpha: Bool = false) throws(VideoError) {
    let wanted = PathParts(path).pathExtension
    let rows = VideoFormat.all.filter { $0.extensions.contains(wanted) }
    if let key {
      let format = try VideoFormat(named: key)
      // A name without a known extension, such as that of a pipe, does not select a format.
      guard rows.isEmpty || format.extensions.contains(wanted) else {
        throw .formatsAtOdds(path: path, format: format.name, extensions: format.extensions.map { ".\($0)" })
      }
      self = format
      return
    }
    guard let first = rows.first else {
      throw VideoFormat.refusal(wanted) ?? .unknownExtension(path: path, known: VideoFormat.extensions.map { ".\($0)" })
    }
    // A layer of alpha is for Apple's players only, so it is never chosen for an extension.
    self = wantsAlpha ? rows.first { $0.hasAlpha && !$0.hasAlphaLayer } ?? first : first
  }

  private static func refusal(_ key: String) -> VideoError? {
    guard let row = refused.first(where: { $0.keys.contains(key) }) else { return nil }
    return .refusedFormat(name: key, reason: row.reason, instead: row.instead)
  }

  /// The nearest rate that the format can show exactly.
  package func suitableRate(for rate: Double) -> Double {
    guard let preferredRate, let maximumRate else { return rate }
    let ticks = 100 / rate
    return rate <= maximumRate && abs(ticks - ticks.rounded()) < 1e-6 ? rate : preferredRate
  }
}

extension VideoFormat {
  /// Description of quality and speed; nil for an encoder without options.
  package func quality(_ options: VideoOptions) -> String? {
    guard let quality = coding.quality else { return nil }
    let value = options.crf ?? quality.standard
    let range = "\(Int(quality.range.lowerBound)) to \(Int(quality.range.upperBound))"
    let speed = coding.speed.map { "; \($0.option) \(options.encoderPreset ?? $0.standard)" } ?? ""
    return "\(quality.option) \(value) of \(range)\(speed)"
  }
}
