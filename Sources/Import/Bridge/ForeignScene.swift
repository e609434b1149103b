/// Result of every reader, and the only conversion to this program's documents.
struct ForeignScene {
  var name = ""
  /// Points.
  var size = CGSize(width: 640, height: 640)
  /// Pixels per point.
  var scale = 1.0
  /// Seconds.
  var duration = 6.0
  /// Nil if the document does not specify it.
  var framesPerSecond: Double?
  var background: DocumentValue?
  /// Whether emitters start with the movie instead of running before it.
  var startsClean = true
  /// Whether y points up in the document.
  var isFlipped = false
  var layers: [DocumentValue] = []
  /// States by name, and the transitions between them.
  var states: [(String, DocumentValue)] = []
  var transitions: [DocumentValue] = []
  /// Named times in seconds from the start.
  var cues: [PresetCue] = []
  /// Words with times.
  var captions: DocumentValue?
  /// Values of the foreign document that can be replaced, as `vars` of a document.
  var variables: [(String, DocumentValue)] = []
  var usedNames = Set<String>()

  var document: DocumentValue {
    let movie = DocumentValue.object([
      ("size", .list([size.width, size.height])), ("scale", scale == 1 ? nil : .number(scale)),
      ("fps", framesPerSecond.map { .number($0) }),
      ("duration", .number(duration)), ("background", background), ("start", .text(startsClean ? "clean" : "steady")),
      ("fit", captions.map { _ in .text("reflow") }),
    ])
    let layer = DocumentValue.object([
      ("class", .text("CALayer")), ("geometryFlipped", isFlipped ? DocumentValue(.boolean(true)) : nil),
      ("sublayers", DocumentValue(.array(layers))),
    ])
    let marks = cues.map { DocumentValue.object([("name", .text($0.name)), ("at", .number($0.time))]) }
    return .object([
      ("name", .text(name)), ("movie", movie), ("layer", layer),
      ("states", states.isEmpty ? nil : .object(states)),
      ("stateTransitions", transitions.isEmpty ? nil : DocumentValue(.array(transitions))),
      ("cues", cues.isEmpty ? nil : .texts(marks)), ("captions", captions),
    ])
  }

  /// Adds a comment for each key that is not supported.
  func translated(folder: URL, _ record: ImportRecord, format: String) -> TranslatedDocument {
    let file = URL(fileURLWithPath: record.file).lastPathComponent.excerpt(100)
    let counts = (used: record.used, idle: record.idle, lost: record.lost)
    var (scene, guess) = (self, BackgroundDetector())
    scene.layers = guess.mark(layers, size: size)
    var translated = TranslatedDocument(
      scene.document, directory: folder, format: format, counts: counts, notes: record.notes, guess: guess.sentence)
    var text = "// From \(file) (\(format)): \(translated.summary).\n"
    if let guess = translated.guess { text += "// \(guess)\n" }
    for note in record.notes {
      let place = note.path.isEmpty ? "" : note.path + ": "
      text += "// not kept, \(note.location): \(place)\(note.message)\n"
    }
    if record.lost > record.notes.count { text += "// and \(record.lost - record.notes.count) more\n" }
    translated.heading = text
    return translated
  }
}

extension DocumentValue {
  /// An object of the members that have a value.
  static func object(_ members: [(String, DocumentValue?)]) -> DocumentValue {
    DocumentValue(.object(members.compactMap { key, value in value.map { DocumentMember(key, $0) } }))
  }

  static func text(_ text: String) -> DocumentValue { DocumentValue(.string(text)) }
  /// Documents cannot store non-finite numbers, so they become 0.
  static func number(_ number: Double) -> DocumentValue { DocumentValue(.number(number.isFinite ? number : 0)) }
  static func list(_ numbers: [Double]) -> DocumentValue { DocumentValue(.array(numbers.map(DocumentValue.number))) }
  static func texts(_ items: [DocumentValue]) -> DocumentValue { DocumentValue(.array(items)) }

  func member(_ key: String) -> DocumentValue? {
    guard case .object(let members) = content else { return nil }
    return members.first { $0.key == key }?.value
  }
}
