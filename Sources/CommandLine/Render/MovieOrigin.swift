import ArgumentParser
import Foundation
import Starmine
import StarmineGraphics
import StarmineMedia
import StarminePresets

/// The command that made a movie, as its comment, a manifest or a user says it.
struct MovieOrigin {
  /// Words of `starmine render`, of which several documents may be rendered.
  private struct Words: ParsableArguments {
    @Argument var presets: [String]
    @OptionGroup var edits: EditOptions
    @OptionGroup var settings: RenderSettings
    @OptionGroup var outputs: OutputOptions
  }

  private let words: Words
  private let preset: String
  /// A document that is known already, with the folder of its pictures.
  private var known: (document: RenderManifest.Document, folder: URL)?

  /// The document's name for messages.
  var name: String { PathName.last(of: preset) }

  /// - Parameter title: the movie's title, which names one of several documents.
  init(_ words: [String], title: String?) throws {
    let style = Log.style
    defer { Log.change { $0 = style } }
    do { self.words = try Words.parse(MovieWords.filter(words)) } catch {
      throw CommandError.usage("the words that made the movie cannot be read: \(Words.message(for: error))")
    }
    let presets = self.words.presets
    guard let chosen = presets.first(where: { PresetReference($0).outputName == title }) ?? presets.first,
      presets.count == 1 || PresetReference(chosen).outputName == title
    else { throw CommandError.usage("\(presets.joined(separator: ", ")): say which of them the movie shows") }
    preset = chosen
  }

  /// - Parameter path: of the manifest, beside which pictures are looked for.
  init(_ manifest: RenderManifest, beside path: String) throws {
    try self.init(manifest.words, title: PresetReference(manifest.preset).outputName)
    let folder = URL(fileURLWithPath: path.isEmpty ? "." : path).deletingLastPathComponent()
    known = (manifest.document, folder)
  }

  /// The words in a movie's comment.
  init(inFile path: String) throws {
    let metadata: [String: String]
    do throws(VideoError) { metadata = try VideoReader(path: path).description().metadata } catch {
      if case .notAsWritten(_, let reason) = error, NumberedPath(path) == nil,
        !FileManager.default.fileExists(atPath: path)
      {
        throw CommandError.usage("\(path): \(reason)")
      }
      metadata = [:]
    }
    let comment = metadata["comment"] ?? metadata["COMMENT"] ?? ""
    guard let match = comment.firstMatch(of: /seed \d+; starmine render (.*)/.dotMatchesNewlines()) else {
      throw CommandError.usage(
        "\(path): the file does not say how it was made; say it behind --, as in: verify \(path) -- snow --size square")
    }
    // Longer ones are cut when they are written.
    guard match.1.utf8.count < 960 else {
      throw CommandError.usage("\(path): its comment is cut off; say behind -- how it was made, or take a manifest")
    }
    try self.init(Self.split(String(match.1)), title: metadata["title"] ?? metadata["TITLE"])
  }

  /// Words of a shell's line, as `MovieWords.line` quotes them.
  static func split(_ line: String) -> [String] {
    var (words, word, isQuoted, isOpen): ([String], String, Bool, Bool) = ([], "", false, false)
    var rest = Substring(line)
    while let character = rest.popFirst() {
      switch character {
      case "'":
        (isQuoted, isOpen) = (!isQuoted, true)
      case "\\" where !isQuoted:
        if let next = rest.popFirst() { word.append(next) }
      case " " where !isQuoted:
        if isOpen || !word.isEmpty { words.append(word) }
        (word, isOpen) = ("", false)
      default: word.append(character)
      }
    }
    if isOpen || !word.isEmpty { words.append(word) }
    return words
  }

  /// The document: the one that is given, the manifest's, a preset, or a file here or beside the movie. What a file
  /// says may name no other.
  func source(given: String?, movie: String) throws -> PresetSource {
    if let given { return try PresetReference(given).source(Movie.presetLoader) }
    if let known {
      return PresetSource(
        bytes: Array(known.document.text.utf8), file: known.document.name, directory: known.folder,
        loader: Movie.presetLoader)
    }
    let reference = PresetReference(preset)
    guard reference.isFile else { return try reference.source(Movie.presetLoader) }
    guard preset != OutputPath.standard else {
      throw CommandError.usage("\(movie): its document came from standard input; name it: verify \(movie) DOCUMENT")
    }
    let folder = URL(fileURLWithPath: movie).deletingLastPathComponent()
    for root in [URL(fileURLWithPath: "."), folder] {
      let path = preset.hasPrefix("/") ? preset : root.appending(path: preset).path(percentEncoded: false)
      guard FileManager.default.fileExists(atPath: path) else { continue }
      let scope = FileScope(folder: root.path(percentEncoded: false))
      return try PresetReference(path).source(Movie.presetLoader, in: scope)
    }
    throw CommandError.usage(
      "\(movie): its document \(preset) is neither here nor beside it; name it: verify \(movie) DOCUMENT")
  }

  /// The movie to draw, as into a file of this name.
  func job(to path: String, threads: Int) -> RenderJob {
    var (edits, settings, outputs) = (words.edits, words.settings, words.outputs)
    outputs.apply(to: &edits, &settings, output: path)
    settings.threads = threads
    return RenderJob(
      preset: preset, path: path, edits: edits, settings: settings, outputs: outputs, isAlone: true, showsBar: false)
  }
}

extension RenderJob {
  /// The same into a file of another format; nil changes nothing.
  mutating func format(_ key: String?) {
    guard let key else { return }
    var outputs = outputs
    outputs.format = key
    self = RenderJob(
      preset: preset, path: path, edits: edits, settings: settings, outputs: outputs, footage: footage,
      isAlone: isAlone, showsBar: showsBar)
  }
}
