/// Result of every reader: the one bridge to documents of ours.
struct ForeignScene {
  var name = ""
  /// Points.
  var size = CGSize(width: 640, height: 640)
  /// Pixels per point.
  var scale = 1.0
  /// Seconds.
  var duration = 6.0
  /// Frames a second; nil where the document leaves it open.
  var framesPerSecond: Double?
  var background: DocumentValue?
  /// Whether emitters begin with the movie instead of running already.
  var startsClean = true
  /// Whether y points up in the document.
  var isFlipped = false
  var layers: [DocumentValue] = []
  /// States by name, and what animates between them; none without.
  var states: [(String, DocumentValue)] = []
  var transitions: [DocumentValue] = []
  /// Moments with names, in seconds from the start.
  var cues: [PresetCue] = []
  /// Words with times; nil without.
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

  /// With a comment for each key that is not kept.
  func translated(folder: URL, _ record: ImportRecord, format: String) -> TranslatedDocument {
    let file = URL(fileURLWithPath: record.file).lastPathComponent.excerpt(100)
    let counts = (used: record.used, idle: record.idle, lost: record.lost)
    var (scene, guess) = (self, SceneryGuess())
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
  /// An object without the members that have no value.
  static func object(_ members: [(String, DocumentValue?)]) -> DocumentValue {
    DocumentValue(.object(members.compactMap { key, value in value.map { DocumentMember(key, $0) } }))
  }

  static func text(_ text: String) -> DocumentValue { DocumentValue(.string(text)) }
  /// Numbers that are not finite become 0: documents have none.
  static func number(_ number: Double) -> DocumentValue { DocumentValue(.number(number.isFinite ? number : 0)) }
  static func list(_ numbers: [Double]) -> DocumentValue { DocumentValue(.array(numbers.map(DocumentValue.number))) }
  static func texts(_ items: [DocumentValue]) -> DocumentValue { DocumentValue(.array(items)) }

  /// The member of an object; nil for other values.
  func member(_ key: String) -> DocumentValue? {
    guard case .object(let members) = content else { return nil }
    return members.first { $0.key == key }?.value
  }
}
