import StarmineLayers
import StarminePresets

/// A part of a scene for comparing: the stage, a layer, a cell, an animation, a state, an event.
struct DifferenceNode {
  /// Its class, or a word for what has none.
  let kind: String
  /// Counterparts are found by it.
  var name: String?
  package var values: [Value] = []
  var lists: [List] = []
  /// Where it is in a tree of layers; nil elsewhere.
  var place: Place?

  struct Value {
    let key: String
    let text: String
    /// As documents spell it, or its text.
    let document: DocumentValue
    var isDefault = false
    /// Whether `--set` takes it.
    var isSettable = true
    /// Tells pictures of one origin apart.
    var fingerprint: UInt64 = 0

    func isEqual(to other: Value) -> Bool {
      text == other.text && document == other.document && fingerprint == other.fingerprint
    }
  }

  struct List {
    let key: String
    var nodes: [DifferenceNode] = []
    /// Whether the order of the elements means something.
    var isOrdered = true
    /// Whether elements without a name that have nothing in common are those of one place.
    var isByPlace = true
  }

  struct Place {
    let layer: CALayer
    /// From the layer.
    var steps: [(list: String, index: Int)] = []
    /// For an animation its key, and the way to a child of a group.
    var animation: String?
  }

  subscript(list key: String) -> [DifferenceNode] { lists.first { $0.key == key }?.nodes ?? [] }

  /// Everything that it says beyond the defaults, as documents spell it.
  var document: DocumentValue {
    let own = values.filter { !$0.isDefault }.map { DocumentMember($0.key, $0.document) }
    let elements = lists.filter { !$0.nodes.isEmpty }.map { list in
      DocumentMember(list.key, DocumentValue(.array(list.nodes.map(\.document))))
    }
    return DocumentValue(.object([DocumentMember("class", DocumentValue(.string(kind)))] + own + elements))
  }

  /// Equal for nodes that are the same.
  var signature: String { document.line() + fingerprints }

  private var fingerprints: String {
    values.filter { $0.fingerprint != 0 }.map { " \($0.key) \($0.fingerprint)" }.joined()
      + lists.flatMap(\.nodes).map(\.fingerprints).joined()
  }

  /// Everything beyond the defaults, one text each, to count what two have in common.
  var features: Set<String> {
    let own = values.filter { !$0.isDefault && !Self.names.contains($0.key) }.map { "\($0.key) \($0.document.line())" }
    return Set(own + lists.flatMap { list in list.nodes.map { "\(list.key) \($0.kind) \($0.name ?? "")" } })
  }

  /// Keys by which paths lead to an element.
  static let names = ["name", "id"]

  /// Whether a counterpart may have another name: where the name is one of the values, that is a difference.
  var mayBeRenamed: Bool { name == nil || values.contains { Self.names.contains($0.key) } }

  /// In one line: `CAEmitterCell birthRate = 10 1/s, lifetime = 2 seconds`.
  var summary: String {
    let own = values.filter { !$0.isDefault && !Self.names.contains($0.key) }.map { "\($0.key) = \($0.text)" }
    let inside = lists.filter { !$0.nodes.isEmpty }.map { list in
      "\(list.key) \(list.nodes.map { $0.name ?? $0.kind }.joined(separator: " "))"
    }
    return ([kind] + [(own + inside).joined(separator: ", ")]).filter { !$0.isEmpty }.joined(separator: " ")
  }
}

/// Which elements of two lists are counterparts: those of one name; those that are equal; those that have half of what
/// they say in common, as after a new name; and what is left of one kind, by its place.
struct ListMatch {
  /// For each element of the first list, the index of its counterpart in the second one.
  private(set) var partners: [Int?]
  /// Elements of the second list without a counterpart.
  private(set) var added: [Int]

  /// Comparisons of what two elements have in common.
  private static let mostCompared = 100_000

  init(_ first: [DifferenceNode], _ second: [DifferenceNode], isByPlace: Bool) {
    (partners, added) = (first.map { _ in nil }, Array(second.indices))
    pair(by: first.map(\.name), second.map(\.name))
    func signature(_ node: DifferenceNode) -> String? { node.mayBeRenamed ? node.signature : nil }
    pair(by: first.map(signature), second.map(signature))
    pairAlike(first, second)
    guard isByPlace else { return }
    pair(by: first.map { $0.name == nil ? $0.kind : nil }, second.map { $0.name == nil ? $0.kind : nil })
  }

  private var open: [Int] { partners.indices.filter { partners[$0] == nil } }

  /// Pairs what has one key, in the order of the lists.
  private mutating func pair(by first: @autoclosure () -> [String?], _ second: @autoclosure () -> [String?]) {
    guard !added.isEmpty, !open.isEmpty else { return }
    let (first, second) = (first(), second())
    var free: [String: [Int]] = [:]
    for index in added.reversed() { if let key = second[index] { free[key, default: []].append(index) } }
    for index in open {
      if let key = first[index], let partner = free[key]?.popLast() { partners[index] = partner }
    }
    forgetPartners()
  }

  private mutating func forgetPartners() {
    let taken = Set(partners.compactMap { $0 })
    added.removeAll { taken.contains($0) }
  }

  private mutating func pairAlike(_ first: [DifferenceNode], _ second: [DifferenceNode]) {
    guard !added.isEmpty, open.count * added.count <= Self.mostCompared else { return }
    let (left, right) = (first.map(\.features), second.map(\.features))
    for index in open where first[index].mayBeRenamed {
      let scores = added.map { other -> (index: Int, count: Int) in
        let most = max(left[index].count, right[other].count)
        let count = left[index].intersection(right[other]).count
        let isAlike = first[index].kind == second[other].kind && count * 2 >= most && second[other].mayBeRenamed
        return (other, isAlike ? count : 0)
      }
      guard let best = scores.max(by: { ($0.count, -$0.index) < ($1.count, -$1.index) }), best.count > 0 else {
        continue
      }
      partners[index] = best.index
      forgetPartners()
    }
  }

  /// Whether the counterparts come in another order.
  var isReordered: Bool {
    let order = partners.compactMap { $0 }
    return order != order.sorted()
  }
}
