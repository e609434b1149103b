import Starmine
import StarmineTestSupport

/// The objects of one case of `Tests/Conformance/quartzcore.json`, made and asked by the words of its steps.
final class CaseWorld {
  /// What a word does: an answer, or nil.
  typealias Word = @Sendable (Step) throws -> Any?

  /// A step with the world that it runs in.
  struct Step {
    let world: CaseWorld
    let arguments: [JSONValue]
  }

  struct UnknownError: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
  }

  /// Every word of the file's vocabulary that its cases use.
  private static let words: [String: Word] = [
    objectWords, propertyWords, classWords, treeWords, geometryWords, layoutWords, animationWords, transactionWords,
    transformWords, canvasWords, pictureWords, calculationWords,
  ].reduce(into: [:]) { $0.merge($1) { first, _ in first } }

  var objects: [String: Any] = [:]
  var canvases: [String: CaseCanvas] = [:]
  /// Calls of completion blocks, by their name.
  var counts: [String: Int] = [:]
  /// Delegates that nothing else holds.
  var delegates: [CaseDelegate] = []
  /// The stage of what needs a clock, with seconds that have passed on it.
  lazy var movie = Movie(rootLayer: CALayer(), size: CGSize(width: 100, height: 100))
  var passed = 0.0

  /// Runs the steps of a case and compares the answer of the last.
  static func check(_ item: ConformanceCases.Case) throws -> ConformanceCases.Outcome {
    let world = CaseWorld()
    defer { world.end() }
    var answer: Any?
    for step in item.fields["steps"].array ?? [] { answer = try world.ask(step) }
    let given = world.plain(answer)
    // A case without a tolerance asks for the same number; our components of colours are Floats on the way.
    let agrees = matches(given, item.expected, tolerance: item.fields["tolerance"].number ?? 0)
    return agrees ? .passed : .failed("\(given.text) instead of \(item.expected.text)")
  }

  /// Leaves the thread as a fresh one: cases may end inside of a transaction.
  private func end() {
    while counts["open", default: 0] > 0 {
      CATransaction.commit()
      counts["open", default: 0] -= 1
    }
    CATransaction.flush()
  }

  func ask(_ step: JSONValue) throws -> Any? {
    guard let parts = step.array, let name = parts.first?.string, let word = Self.words[name] else {
      throw UnknownError("there is no word for \(step.text)")
    }
    return try word(Step(world: self, arguments: Array(parts.dropFirst())))
  }

  /// One pass of the run loop, 0.3 s.
  func turn() {
    passed += 0.3
    _ = movie.snapshot(at: passed)
  }
}

extension CaseWorld.Step {
  func json(_ index: Int) -> JSONValue { arguments.indices.contains(index) ? arguments[index] : .null }

  func text(_ index: Int) throws -> String {
    guard let text = json(index).string else { throw CaseWorld.UnknownError("\(json(index).text) is not a text") }
    return text
  }

  func number(_ index: Int) throws -> Double {
    guard let number = json(index).number else { throw CaseWorld.UnknownError("\(json(index).text) is not a number") }
    return number
  }

  func numbers(_ index: Int) throws -> [Double] {
    guard let numbers = json(index).numbers else { throw CaseWorld.UnknownError("\(json(index).text): not numbers") }
    return numbers
  }

  func point(_ index: Int) throws -> CGPoint {
    let numbers = try numbers(index)
    return CGPoint(x: numbers[0], y: numbers[1])
  }

  func rect(_ index: Int) throws -> CGRect {
    let numbers = try numbers(index)
    return CGRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }

  /// The object of a name, as what it is asked for.
  func object<Kind>(_ index: Int, _ kind: Kind.Type = Kind.self) throws -> Kind {
    guard let object = try world.objects[text(index)] as? Kind else {
      throw CaseWorld.UnknownError("\(json(index).text) is not a \(kind)")
    }
    return object
  }

  func layer(_ index: Int) throws -> CALayer { try object(index) }

  /// Nil for null.
  func optionalLayer(_ index: Int) throws -> CALayer? { json(index).isNull ? nil : try layer(index) }

  func layers(_ index: Int) throws -> [CALayer]? {
    try json(index).array?.map { name in
      guard let layer = world.objects[name.string ?? ""] as? CALayer else {
        throw CaseWorld.UnknownError("\(name.text) is not a layer")
      }
      return layer
    }
  }

  /// The value that an argument describes.
  func value(_ index: Int) throws -> Any? { try world.value(json(index)) }

  /// The answer of a question that an argument is.
  func answer(_ index: Int) throws -> JSONValue { world.plain(try world.ask(json(index))) }

  func answers() throws -> [JSONValue] { try arguments.indices.map(answer) }
}
