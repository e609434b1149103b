import Foundation
package import StarmineDocument
import StarmineGraphics

/// Builds the layer of captions from a file, or from words in a document.
package enum Captions {
  /// Names of all looks, sorted.
  package static var looks: [String] { CaptionLook.names }

  /// Bytes of a file.
  static let mostBytes = 16 << 20

  /// A layer with a sublayer for each page. Errors: a file that cannot be read (`ImportError`), an option that does not
  /// fit (`ValueMismatchError`).
  package static func layer(_ source: CaptionSource) throws -> DocumentValue {
    let cues: [CaptionCue]
    var isByWord = source.options[key: "pages"]?.text != "cues"
    if let file = source.file {
      let bytes = try Importer.bytes(of: file, in: source.scope, named: file.path, atMost: mostBytes)
      let read = ImportSource(bytes: bytes, url: file, record: ImportRecord(file: file.path))
      (cues, isByWord) = try self.cues(read)
    } else {
      cues = try TranscriptReader.cues(source.options, file: "captions")
    }
    guard !cues.isEmpty else { throw ValueMismatchError("there are no captions in the file or document") }
    let name = source.look ?? source.options[key: "look"]?.text ?? (isByWord ? "pop" : "subtitle")
    var pages = try CaptionPages(CaptionLook(name, source.options), source, isByWord: isByWord)
    return try pages.layer(cues)
  }

  /// The cues of a file, and whether words have times of their own.
  static func cues(_ source: ImportSource) throws(ImportError) -> (cues: [CaptionCue], isByWord: Bool) {
    guard source.bytes.count <= mostBytes else { throw source.error("The file is larger than 16 MB.") }
    if source.url.pathExtension.lowercased() != "json" { return (try SubtitleReader.cues(source), false) }
    do {
      let document = try JSON5Parser.parse(source.bytes)
      return (try TranscriptReader.cues(document, file: source.record.file), document.hasWordTimes)
    } catch let error as JSON5Error {
      throw source.error(error.message, at: error.location)
    } catch let error as ImportError { throw error } catch { throw source.error("\(error)") }
  }

  /// A document with the captions of a file and nothing else.
  static func scene(_ source: ImportSource) throws(ImportError) -> ForeignScene {
    let (cues, isByWord) = try cues(source)
    guard let end = cues.map(\.end).max() else { throw source.error("There are no captions in the file.") }
    var scene = ForeignScene()
    (scene.size, scene.duration) = (CGSize(width: 1920, height: 1080), max(0.1, end))
    (scene.framesPerSecond, scene.background) = (30, .text("#14161a"))
    scene.captions = .object([
      ("look", .text(isByWord ? "pop" : "subtitle")), ("pages", .text(isByWord ? "words" : "cues")),
      ("segments", .list(cues.map { $0.document })),
    ])
    return scene
  }
}

extension DocumentValue {
  /// Whether a transcript has times of words.
  fileprivate var hasWordTimes: Bool {
    guard let segments = self[key: "segments"] else { return true }
    return segments.items.contains { $0.has(key: "words") }
  }
}

extension CaptionCue {
  /// As a segment of a document.
  fileprivate var document: DocumentValue {
    let list = words.map { word in
      DocumentValue.object([
        ("text", .text(word.text)), ("start", .number(word.start)), ("end", .number(word.end)),
      ])
    }
    let text = words.map { ($0.breaksLine ? "\n" : " ") + $0.text }.joined().dropFirst()
    return .object([
      ("start", .number(start)), ("end", .number(end)), ("text", .text(String(text))),
      ("words", isTimed ? .list(list) : nil),
    ])
  }
}
