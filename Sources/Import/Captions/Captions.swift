/// Builds caption layers from a file, or from words in a document.
package enum Captions {
  package static var looks: [String] { CaptionLook.names }

  /// A layer with a sublayer for each page. Errors: a file that cannot be read (`ImportError`), an invalid option
  /// (`ValueMismatchError`).
  package static func layer(
    _ options: DocumentValue, _ file: URL?, _ scope: FileScope, _ stage: CGSize
  ) throws -> DocumentValue {
    let words: (cues: [CaptionCue], isByWord: Bool)
    if let file {
      let bytes = try Importer.bytes(of: file, in: scope, named: file.path)
      words = try cues(ImportSource(bytes: bytes, url: file, record: ImportRecord(file: file.path)))
    } else {
      words = (try TranscriptReader(options, file: "captions").cues, options[key: "pages"]?.text != "cues")
    }
    guard !words.cues.isEmpty else { throw ValueMismatchError("there are no captions in the file or document") }
    let look = try CaptionLook(options[key: "look"]?.text ?? look(words.isByWord), options)
    var pages = try CaptionPages(look, stage, isByWord: words.isByWord)
    return try pages.layer(words.cues)
  }

  private static func look(_ isByWord: Bool) -> String { isByWord ? "pop" : "subtitle" }

  private static func cues(_ source: ImportSource) throws(ImportError) -> (cues: [CaptionCue], isByWord: Bool) {
    guard source.bytes.count <= 16 << 20 else { throw source.error("The file is larger than 16 MB.") }
    if source.url.pathExtension.lowercased() != "json" { return (try SubtitleReader(source).cues, false) }
    let document: DocumentValue
    do { document = try JSON5Parser.parse(source.bytes) } catch {
      throw source.error(error.message, at: error.location)
    }
    let hasTimes = document[key: "segments"]?.items.contains { $0.has(key: "words") } ?? true
    return (try TranscriptReader(document, file: source.record.file).cues, hasTimes)
  }

  static func scene(_ source: ImportSource) throws(ImportError) -> ForeignScene {
    let (cues, isByWord) = try cues(source)
    guard let end = cues.map(\.end).max() else { throw source.error("There are no captions in the file.") }
    var scene = ForeignScene()
    (scene.size, scene.duration) = (CGSize(width: 1920, height: 1080), max(0.1, end))
    (scene.framesPerSecond, scene.background) = (30, .text("#14161a"))
    scene.captions = .object([
      ("look", .text(look(isByWord))), ("pages", .text(isByWord ? "words" : "cues")),
      ("segments", .list(cues.map(\.document))),
    ])
    return scene
  }
}

extension CaptionCue {
  fileprivate var document: DocumentValue {
    let list = words.map { word in
      DocumentValue.fields([("text", .text(word.text)), ("start", .number(word.start)), ("end", .number(word.end))])
    }
    let text = words.map { ($0.breaksLine ? "\n" : " ") + $0.text }.joined().dropFirst()
    return .object([
      ("start", .number(start)), ("end", .number(end)), ("text", .text(String(text))),
      ("words", isTimed ? .list(list) : nil), ("settings", settings.isEmpty ? nil : .text(settings)),
    ])
  }
}
