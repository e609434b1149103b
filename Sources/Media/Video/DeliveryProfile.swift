import Foundation
package import StarmineGraphics

/// Delivery preset: format, size, frame rate and quality (`--for`). Explicit options override it.
package struct DeliveryProfile: Sendable {
  package let name: String
  package let use: String
  /// Names of formats for opaque and for transparent frames.
  private let opaque: String
  private let clear: String
  /// Name of the format of a second file with the same frames; nil: one file.
  package let companion: String?
  package let size: RequestedSize?
  package let framesPerSecond: Double?
  package let quality: Double?
  package let hdr: HDRTransfer?
  /// Whether the background is transparent by default.
  package let isOverlay: Bool

  package static let all = [
    DeliveryProfile(
      "overlay", "over other footage, in any editor", "prores4444", clear: "prores4444", isOverlay: true),
    DeliveryProfile("premiere", "Adobe Premiere", "prores", clear: "prores4444"),
    DeliveryProfile("finalcut", "Final Cut Pro", "prores", clear: "prores4444"),
    DeliveryProfile("resolve", "DaVinci Resolve", "prores", clear: "prores4444"),
    DeliveryProfile("aftereffects", "After Effects", "png-mov", clear: "png-mov"),
    DeliveryProfile(
      "obs", "an overlay in OBS", "h264", clear: "vp9-alpha", "1080p", framesPerSecond: 60, isOverlay: true),
    DeliveryProfile(
      "stinger", "a transition in OBS, below 5 MB", "h264", clear: "vp9-alpha", "1080p", framesPerSecond: 30,
      quality: 36, isOverlay: true),
    DeliveryProfile("web", "a page", "h264", clear: "vp9-alpha", framesPerSecond: 30),
    DeliveryProfile(
      "iphone-overlay", "transparent in Safari and on an iPhone", "hevc-alpha", clear: "hevc-alpha", isOverlay: true),
    DeliveryProfile(
      "web-overlay", "transparent in all browsers, two files", "hevc-alpha", clear: "hevc-alpha",
      companion: "vp9-alpha", isOverlay: true),
    DeliveryProfile("slack", "a chat", "gif", clear: "gif", "480x", framesPerSecond: 20),
    DeliveryProfile("instagram", "a post of 4:5", "h264", clear: "h264", "portrait", framesPerSecond: 30),
    DeliveryProfile("story", "a story, reel or short of 9:16", "h264", clear: "h264", "story", framesPerSecond: 30),
    DeliveryProfile("youtube", "an upload, which is encoded again", "h264", clear: "h264", "1080p", quality: 16),
    DeliveryProfile("4k", "a television", "hevc-10", clear: "hevc-10", "4k"),
    DeliveryProfile("hdr10", "an HDR television", "hevc-10", clear: "hevc-10", hdr: .pq),
    DeliveryProfile("youtube-hdr", "an upload in HDR", "hevc-10", clear: "hevc-10", "1080p", quality: 16, hdr: .pq),
    DeliveryProfile("iphone-hdr", "photos of a phone, in HDR", "hevc-10-mov", clear: "hevc-10-mov", hdr: .hlg),
  ]

  private init(
    _ name: String, _ use: String, _ opaque: String, clear: String, companion: String? = nil, _ size: String? = nil,
    framesPerSecond: Double? = nil, quality: Double? = nil, hdr: HDRTransfer? = nil,
    isOverlay: Bool = false
  ) {
    (self.name, self.use, self.opaque, self.clear, self.companion) = (name, use, opaque, clear, companion)
    self.size = size.flatMap { RequestedSize(parsing: $0) }
    (self.framesPerSecond, self.quality) = (framesPerSecond, quality)
    (self.hdr, self.isOverlay) = (hdr, isOverlay)
  }

  package init?(named name: String) {
    guard let row = Self.all.first(where: { $0.name == name }) else { return nil }
    self = row
  }

  package func format(isClear: Bool) -> String { isClear ? clear : opaque }

  /// The name of the format for a path; nil if its extension requires another format.
  package func format(isClear: Bool, path: String?) -> String? {
    let key = format(isClear: isClear)
    guard let path, (try? VideoFormat(forPath: path)) != nil else { return key }
    return (try? VideoFormat(forPath: path, named: key)) == nil ? nil : key
  }

  package static var lines: [String] {
    let width = 16
    return all.map { $0.name + String(repeating: " ", count: width - $0.name.count) + "\($0.use): \($0.choices)" }
  }

  /// A description: `H.264 or, with a transparent background, VP9; 1080p, 60 fps`.
  private var choices: String {
    func name(_ key: String) -> String { (try? VideoFormat(named: key))?.name ?? key }
    var formats = [name(clear)]
    if isOverlay {
      formats = [([clear] + [companion].compactMap { $0 }).map(name).joined(separator: " and ")]
      formats[0] += ", the background transparent"
    } else if opaque != clear {
      formats = [name(opaque), "\(name(clear)) with --background clear"]
    }
    let numbers = [
      size?.text, framesPerSecond.map { String(format: "%.6g fps", $0) },
      quality.map { String(format: "--crf %.6g", $0) }, hdr.map { "--hdr \($0.rawValue)" },
    ]
    return (formats + numbers.compactMap { $0 }).joined(separator: "; ")
  }
}
