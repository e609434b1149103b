import ArgumentParser
import Foundation
import Starmine
import StarmineGraphics
import StarmineMedia
import StarminePresets

/// The command that made a movie, as its comment, a manifest or a user says it.
struct MovieOrigin {
  private let words: MovieArguments
  private let preset: String
  /// A document that is known already, with the folder of its pictures.
  private var known: (document: RenderManifest.Document, folder: String)?
  /// Folders outside of which the words open nothing, since a file says them. Nil for a user's own words.
  private var folders: [String]?

  /// The document's name for messages.
  var name: String { URL(fileURLWithPath: preset).lastPathComponent }

  /// - Parameter title: the movie's title, which names one of several documents.
  init(_ words: [String], title: String?) throws {
    do { self.words = try MovieArguments.read(MovieWords.filter(words)) } catch {
      let reason = MovieArguments.message(for: error)
      throw CommandError.usage("the words that made the movie cannot be read: \(reason)")
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
    let folder = Self.folder(of: path)
    (known, folders) = ((manifest.document, folder), [".", folder])
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
    guard let match = comment.firstMatch(of: /seed \d+; (starmine render (.*))/.dotMatchesNewlines()) else {
      throw CommandError.usage(
        "\(path): the file does not say how it was made; say it behind --, as in: verify \(path) -- snow --size square")
    }
    guard match.1.count < MovieWords.mostCharacters else {
      throw CommandError.usage("\(path): its comment is cut off; say behind -- how it was made, or take a manifest")
    }
    try self.init(Self.split(String(match.2)), title: metadata["title"] ?? metadata["TITLE"])
    folders = [".", Self.folder(of: path)]
  }

  private static func folder(of path: String) -> String { URL(fileURLWithPath: path).deletingLastPathComponent().path }

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
  /// says may name no other, and pictures, clips and cues nowhere else.
  func source(given: String?, movie: String) throws -> PresetSource {
    var loader = Movie.presetLoader
    if let folders { loader.files = FileScope(folders: folders) }
    if let given { return try source(given, loader) }
    if let known {
      return PresetSource(
        bytes: Array(known.document.text.utf8), file: known.document.name,
        directory: URL(fileURLWithPath: known.folder), loader: loader)
    }
    let reference = PresetReference(preset)
    guard reference.isFile else { return try reference.source(loader) }
    guard preset != OutputPath.standard else {
      throw CommandError.usage("\(movie): its document came from standard input; name it: verify \(movie) DOCUMENT")
    }
    for folder in [".", Self.folder(of: movie)] {
      let path = path(of: preset, in: folder)
      guard FileManager.default.fileExists(atPath: path) else { continue }
      return try PresetReference(path).source(loader, in: FileScope(folder: folder))
    }
    throw CommandError.usage(
      "\(movie): its document \(preset) is neither here nor beside it; name it: verify \(movie) DOCUMENT")
  }

  /// A document that the user names may name files anywhere; the words of a file reach those, and its folder.
  private func source(_ given: String, _ loader: PresetLoader) throws -> PresetSource {
    let source = try PresetReference(given).source(Movie.presetLoader)
    guard let folders else { return source }
    // What is wrong with it is said when it is loaded with the words.
    _ = try? source.scene()
    var loader = loader
    loader.files = FileScope(folders: folders + [source.directory.path], and: source.namedFiles)
    return source.text.source(loader)
  }

  private func path(of name: String, in folder: String) -> String {
    name.hasPrefix("/") ? name : URL(fileURLWithPath: folder).appending(path: name).path(percentEncoded: false)
  }

  /// The movie to draw, as into a file of this name.
  ///
  /// - Parameter format: key of another format than the words mean.
  func job(to path: String, format: String?, threads: Int) -> RenderJob {
    words.job(preset, to: path, format: format, threads: threads)
  }
}
