import Foundation
package import StarmineGraphics
import StarmineLayers

/// The presets that come with the program. Their documents lie in `presets/` and are compiled into the executable.
public enum PresetLibrary {
  /// One row per document; a test compares them with the folder.
  private static let documents: [(name: String, bytes: [UInt8])] = [
    ("animation-gallery", PackageResources.animation_gallery_json),
    ("autumn-leaves", PackageResources.autumn_leaves_json),
    ("balloons", PackageResources.balloons_json),
    ("bokeh", PackageResources.bokeh_json),
    ("bubbles", PackageResources.bubbles_json),
    ("burst-title", PackageResources.burst_title_json),
    ("clock", PackageResources.clock_json),
    ("comet", PackageResources.comet_json),
    ("confetti", PackageResources.confetti_json),
    ("countdown", PackageResources.countdown_json),
    ("cube", PackageResources.cube_json),
    ("dust-motes", PackageResources.dust_motes_json),
    ("embers", PackageResources.embers_json),
    ("explosion", PackageResources.explosion_json),
    ("falling-title", PackageResources.falling_title_json),
    ("fire", PackageResources.fire_json),
    ("fireworks", PackageResources.fireworks_json),
    ("fireworks-overlay", PackageResources.fireworks_overlay_json),
    ("fireworks-show", PackageResources.fireworks_show_json),
    ("fog", PackageResources.fog_json),
    ("galaxy", PackageResources.galaxy_json),
    ("glitter-title", PackageResources.glitter_title_json),
    ("hearts", PackageResources.hearts_json),
    ("imessage-confetti", PackageResources.imessage_confetti_json),
    ("layers-gallery", PackageResources.layers_gallery_json),
    ("lightning", PackageResources.lightning_json),
    ("listings", PackageResources.listings_json),
    ("logo-reveal", PackageResources.logo_reveal_json),
    ("logo-to-dust", PackageResources.logo_to_dust_json),
    ("magic", PackageResources.magic_json),
    ("petals", PackageResources.petals_json),
    ("photo-to-dust", PackageResources.photo_to_dust_json),
    ("rain", PackageResources.rain_json),
    ("rain-overlay", PackageResources.rain_overlay_json),
    ("smoke", PackageResources.smoke_json),
    ("snow", PackageResources.snow_json),
    ("snow-deep", PackageResources.snow_deep_json),
    ("snow-overlay", PackageResources.snow_overlay_json),
    ("sparks-on-floor", PackageResources.sparks_on_floor_json),
    ("spotlight-confetti", PackageResources.spotlight_confetti_json),
    ("stinger", PackageResources.stinger_json),
    ("text-to-dust", PackageResources.text_to_dust_json),
    ("typewriter", PackageResources.typewriter_json),
    ("warp-stars", PackageResources.warp_stars_json),
  ]

  /// Sorted.
  public static var names: [String] { documents.map(\.name) }

  /// The text of a bundled preset, nil if there is none of that name.
  public static func document(named name: String) -> [UInt8]? {
    documents.first { $0.name == name }?.bytes
  }
}

/// A user's name for a preset: a bundled name, or the path of a document.
public struct PresetReference: Sendable {
  /// As the user wrote it.
  public let text: String

  /// A name as a user writes it; nothing is read yet.
  public init(_ text: String) {
    self.text = text
  }

  /// Why nothing was read.
  public enum LookupError: Error, CustomStringConvertible {
    /// Neither a bundled name nor a file; `name` is what to look for among the presets.
    case unknown(text: String, name: String)
    /// A file that is there and cannot be read.
    case unreadable(path: String, reason: String)
    /// A document of another program that was not understood.
    case foreign(reason: String)

    /// A sentence for people, with the nearest names.
    public var description: String {
      switch self {
      case .unknown(let text, let name):
        return "no preset and no file is called \"\(text)\"\(name.alternatives(among: PresetLibrary.names))"
      case .unreadable(let path, let reason):
        return "\(path) cannot be read: \(reason)"
      case .foreign(let reason): return reason
      }
    }
  }

  /// A text with a slash or an ending is a path; a name that is not bundled may still be a file here.
  package var isPath: Bool { text.contains("/") || text.hasSuffix(".json") || text.hasSuffix(".json5") }

  /// Whether the text leads to a file, by its form or because no preset is called so.
  package var isFile: Bool { isPath || PresetLibrary.document(named: text) == nil }

  /// Reads and decodes the document.
  public func load(_ loader: PresetLoader) throws -> PresetScene {
    try source(loader).scene()
  }

  /// Reads the document without decoding it. Errors: neither a preset nor a file, a file that cannot be read.
  ///
  /// - Parameter scope: where the file must be, a regular one; nil: anywhere, and it may be a pipe.
  package func source(_ loader: PresetLoader, in scope: FileScope? = nil) throws(LookupError) -> PresetSource {
    if text == "-" {
      return PresetSource(
        bytes: try StandardInput.bytes, file: "standard input", directory: URL(fileURLWithPath: "."), loader: loader)
    }
    if !isPath, let bytes = PresetLibrary.document(named: text) {
      return PresetSource(
        bytes: bytes, file: "\(text).json", directory: URL(fileURLWithPath: "."), isBundled: true, loader: loader)
    }
    let url = URL(fileURLWithPath: text)
    if let translated = try translated(url, in: scope ?? .everywhere, loader) {
      return PresetSource(
        bytes: translated.bytes, file: "\(text) as imported", directory: translated.directory, loader: loader,
        translated: translated)
    }
    return PresetSource(
      bytes: try bytes(of: url, in: scope), file: text, directory: url.deletingLastPathComponent(), loader: loader)
  }

  /// The document of another program at a place; nil for one of ours, and for nothing.
  private func translated(
    _ url: URL, in scope: FileScope, _ loader: PresetLoader
  ) throws(LookupError) -> TranslatedDocument? {
    guard FileManager.default.fileExists(atPath: url.path) else { return nil }
    do {
      return try loader.translate(url, scope, text)
    } catch {
      throw .foreign(reason: "\(error)")
    }
  }

  private func bytes(of url: URL, in scope: FileScope?) throws(LookupError) -> [UInt8] {
    var isDirectory: ObjCBool = false
    guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isDirectory) else {
      throw .unknown(text: text, name: isPath ? url.deletingPathExtension().lastPathComponent : text)
    }
    if isDirectory.boolValue { throw .unreadable(path: text, reason: "it is a folder") }
    // A text takes several times its size when it is read.
    let limit = DocumentMemory.standardLimit / 4
    do throws(InputFileError) {
      if let scope { return try InputFile.bytes(of: url.path, in: scope, atMost: limit) }
      return try InputFile.bytes(ofAny: url.path, atMost: limit)
    } catch {
      throw .unreadable(path: text, reason: error.reason)
    }
  }
}

/// The document on standard input, read once and only as far as a document may reach.
private enum StandardInput {
  /// As of files.
  static let limit = DocumentMemory.standardLimit / 4
  private static let document = Result { () throws(InputFileError) in
    try InputFile.bytes(ofStream: STDIN_FILENO, named: "standard input", atMost: limit)
  }

  static var bytes: [UInt8] {
    get throws(PresetReference.LookupError) {
      do throws(InputFileError) { return try document.get() } catch {
        throw .unreadable(path: error.path, reason: error.reason)
      }
    }
  }
}

/// What a preset is for; lists of presets are in this order.
public enum PresetGroup: String, CaseIterable, Sendable {
  /// A subject of its own, over any picture.
  case effects
  /// A text, a sign or a change of scene.
  case titles
  /// Made to lie over a clip.
  case overlays
  /// A whole picture with its surroundings.
  case scenes
  /// What the engine can do, card by card, and published scenes with their numbers.
  case references
}
