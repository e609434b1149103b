import ArgumentParser
import Foundation
import StarmineMedia
import StarminePresets

/// Where a movie goes, and what that place takes: format, size, rate and quality together. Whatever is given beside it
/// on the command line counts more.
struct DeliveryProfile: ExpressibleByArgument, Sendable {
  let name: String
  let use: String
  /// Names of formats, for frames that hide what is behind them and for those that do not.
  let opaque: String
  let clear: String
  var size: String?
  var framesPerSecond: Double?
  var quality: Double?
  /// Whether the background is transparent unless something else is asked for.
  var isOverlay = false

  static let all: [DeliveryProfile] = [
    DeliveryProfile(
      name: "overlay", use: "over other footage, in any editor", opaque: "prores4444", clear: "prores4444",
      isOverlay: true),
    DeliveryProfile(name: "premiere", use: "Adobe Premiere", opaque: "prores", clear: "prores4444"),
    DeliveryProfile(name: "finalcut", use: "Final Cut Pro", opaque: "prores", clear: "prores4444"),
    DeliveryProfile(name: "resolve", use: "DaVinci Resolve", opaque: "prores", clear: "prores4444"),
    DeliveryProfile(name: "aftereffects", use: "After Effects", opaque: "png-mov", clear: "png-mov"),
    DeliveryProfile(
      name: "obs", use: "an overlay in OBS", opaque: "h264", clear: "vp9-alpha", size: "1080p", framesPerSecond: 60,
      isOverlay: true),
    DeliveryProfile(
      name: "stinger", use: "a transition in OBS, below 5 MB", opaque: "h264", clear: "vp9-alpha", size: "1080p",
      framesPerSecond: 30, quality: 36, isOverlay: true),
    DeliveryProfile(name: "web", use: "a page", opaque: "h264", clear: "vp9-alpha", framesPerSecond: 30),
    DeliveryProfile(
      name: "slack", use: "a chat", opaque: "gif", clear: "gif", size: "480x", framesPerSecond: 20),
    DeliveryProfile(
      name: "instagram", use: "a post of 4:5", opaque: "h264", clear: "h264", size: "portrait", framesPerSecond: 30),
    DeliveryProfile(
      name: "story", use: "a story, reel or short of 9:16", opaque: "h264", clear: "h264", size: "story",
      framesPerSecond: 30),
    DeliveryProfile(
      name: "youtube", use: "an upload, which is encoded again", opaque: "h264", clear: "h264", size: "1080p",
      quality: 16),
    DeliveryProfile(name: "4k", use: "a television", opaque: "hevc-10", clear: "hevc-10", size: "4k"),
  ]

  static var names: [String] { all.map(\.name) }

  private init(
    name: String, use: String, opaque: String, clear: String, size: String? = nil, framesPerSecond: Double? = nil,
    quality: Double? = nil, isOverlay: Bool = false
  ) {
    (self.name, self.use, self.opaque, self.clear) = (name, use, opaque, clear)
    (self.size, self.framesPerSecond, self.quality) = (size, framesPerSecond, quality)
    self.isOverlay = isOverlay
  }

  init?(argument: String) {
    guard let row = Self.all.first(where: { $0.name == argument.lowercased() }) else { return nil }
    self = row
  }

  /// Each place on a line, with what it chooses.
  static var lines: [String] {
    all.map { $0.name.padding(toLength: 14, withPad: " ", startingAt: 0) + "\($0.use): \($0.choices)" }
  }

  /// As people read it: `H.264 or, with a transparent background, VP9; 1080p, 60 fps`.
  private var choices: String {
    func name(_ key: String) -> String { (try? VideoFormat(named: key))?.name ?? key }
    var formats = [name(clear)]
    if isOverlay {
      formats = ["\(name(clear)), the background transparent"]
    } else if opaque != clear {
      formats = [name(opaque), "\(name(clear)) with --background clear"]
    }
    let numbers = [
      size, framesPerSecond.map { "\(ValueText.text($0)) fps" }, quality.map { "--crf \(ValueText.text($0))" },
    ]
    return (formats + numbers.compactMap { $0 }).joined(separator: "; ")
  }

  static var allValueStrings: [String] { names }

  /// The format for a path: its extension's, where that is not the profile's own.
  func format(isClear: Bool, output: String?) -> String? {
    let key = isClear ? clear : opaque
    guard let output, (try? VideoFormat(forPath: output)) != nil else { return key }
    return (try? VideoFormat(forPath: output, named: key)) == nil ? nil : key
  }
}
