struct CaptionPages {
  private let look: CaptionLook
  private let stage: CGSize
  private var layout: CaptionLayout
  /// Box padding relative to the font size, and the seconds that a page stays for its particles.
  private let (padding, linger): (Double, Double)
  /// Offset in seconds that keeps rounding from moving a word to the next frame.
  private static let early = 1e-5

  init(_ look: CaptionLook, _ stage: CGSize, isByWord: Bool) throws(ValueMismatchError) {
    (self.look, self.stage) = (look, stage)
    let size = try look.number("size", in: 0.01...0.5) * Double(min(stage.width, stage.height))
    let lines = try look.number("lines", in: 1...10), words = try look.number("mostWords", in: 1...100)
    layout = CaptionLayout(
      font: look.text("font"), size: size, width: Double(Self.safeArea(stage).width), mostLines: Int(lines),
      mostWords: Int(words), isByWord: isByWord)
    (padding, linger) = (try look.number("padding", in: 0...2), try look.number("linger", in: 0...10))
  }

  /// The area that players and apps leave free, by the stage's aspect ratio: wide, square or tall.
  static func safeArea(_ stage: CGSize) -> CGRect {
    let shape = stage.width / max(1, stage.height)
    let (side, top, bottom) = shape < 0.8 ? (0.1, 0.14, 0.26) : shape < 1.4 ? (0.07, 0.07, 0.1) : (0.1, 0.06, 0.07)
    return CGRect(
      x: stage.width * side, y: stage.height * top, width: stage.width * (1 - 2 * side),
      height: stage.height * (1 - top - bottom))
  }

  mutating func layer(_ cues: [CaptionCue]) throws(ValueMismatchError) -> DocumentValue {
    let position = look.text("position")
    guard let share = ["top": 0.0, "middle": 0.5, "bottom": 1.0][position] else {
      throw ValueMismatchError("position: expected top, middle or bottom, found \"\(position.excerpt())\"")
    }
    var pages: [DocumentValue] = []
    for page in layout.pages(cues) { pages.append(layer(page, share)) }
    return .object([
      ("class", .text("CALayer")), ("name", .text("captions")), ("role", .text("effect")),
      ("bounds", .list([0, 0, stage.width, stage.height])), ("position", .list([stage.width / 2, stage.height / 2])),
      ("sublayers", .list(pages)),
    ])
  }

  /// - Parameter share: Vertical position in the safe area: 0 is the top, 1 the bottom.
  private mutating func layer(_ page: CaptionPage, _ share: Double) -> DocumentValue {
    let (text, size, boxes) = layout.layout(page)
    let box = boxes.dropFirst().reduce(boxes[0]) { $0.union($1) }
    let (safe, start) = (Self.safeArea(stage), max(0, page.start - Self.early))
    let duration = page.end - Self.early - start
    let pad = padding * size
    let places = boxes + boxes.suffix(1)
    var values = keyframes(page, text, start, duration)
    let own: [String: DocumentValue] = [
      "text": .text(text), "fontSize": .number(size), "start": .number(start), "duration": .number(duration),
      "width": .number(safe.width), "height": .number(box.maxY),
      "box": Self.bounds(box, pad), "boxCenter": Self.center(box),
      "boxes": .list(places.map { Self.bounds($0, pad) }), "centers": .list(places.map(Self.center)),
      "sizes": .list(places.map { .list([Double($0.width), Double($0.height)]) }),
    ]
    values.merge(own) { $1 }
    let visible = DocumentValue.object([
      ("keyPath", .text("opacity")), ("fromValue", .number(1)), ("toValue", .number(1)), ("delay", .number(start)),
      ("duration", .number(duration + linger)),
    ])
    let (place, line) = (CaptionPlacement(page.settings), boxes.map(\.height).max() ?? 0)
    let left = place.left(of: box.width, in: safe, stage: stage.width)
    let x = left.map { $0 - box.minX + safe.width / 2 } ?? safe.midX
    let top = place.top(of: box.maxY, lineHeight: line, in: safe, stage: stage.height)
    let y = (top ?? safe.minY + (safe.height - box.maxY) * share) + box.maxY / 2
    return .object([
      ("class", .text("CALayer")), ("bounds", .list([0, 0, safe.width, box.maxY])),
      ("position", .list([x, y])), ("opacity", .number(0)), ("sublayers", .list(look.layers(values))),
      ("animations", .object([("page", visible)])),
    ])
  }

  /// Indexes of words and characters, with times 0...1. Repeats the last item, because animations need two values.
  private func keyframes(
    _ page: CaptionPage, _ text: String, _ start: Double, _ duration: Double
  ) -> [String: DocumentValue] {
    func time(_ seconds: Double) -> Double { max(0, min(1, (seconds - Self.early - start) / duration)) }
    var (letters, times, place, rest) = ([0.0], [0.0], 0, text[...])
    for word in page.words {
      letters += [Double(place), Double(place + word.text.count)]
      times += [time(word.start), time(word.end)]
      rest = rest.dropFirst(word.text.count)
      place += word.text.count + (rest.first == " " ? 1 : 0)
      rest = rest.dropFirst()
    }
    let words = page.words.indices.map { Double($0) }
    return [
      "letters": .list(letters + letters.suffix(1)), "letterTimes": .list(times + [1]),
      "words": .list(words + words.suffix(1)),
      "wordTimes": .list([0] + page.words.dropFirst().map { time($0.start) } + [1, 1]),
    ]
  }

  private static func bounds(_ box: CGRect, _ padding: Double) -> DocumentValue {
    .list([0, 0, Double(box.width) + 2 * padding, Double(box.height) + padding])
  }

  private static func center(_ box: CGRect) -> DocumentValue { .list([Double(box.midX), Double(box.midY)]) }
}
