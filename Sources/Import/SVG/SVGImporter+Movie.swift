struct SVGMotion {
  /// Elements whose layers change.
  private(set) var moving: Set<ObjectIdentifier> = []
  private var keys: [ObjectIdentifier: Set<String>] = [:]
  /// Cached layers of elements that do not move.
  var fixed: [ObjectIdentifier: [DocumentValue]] = [:]

  private static let places: Set = ["transform", "motion"]

  init(_ timeline: SVGTimeline, _ root: SVGNode) {
    for (node, key) in timeline.targets {
      keys[ObjectIdentifier(node), default: []].insert(key)
      insert(node)
    }
    // References are drawn at each time, because their targets can move.
    for node in root.everything
    where node.target != nil || node.declared.values.contains(where: { $0.contains("url(") }) {
      insert(node)
    }
  }

  /// Whether only position or opacity of an element is animated, or something else.
  func isPlaced(_ node: SVGNode) -> Bool { !Self.places.isDisjoint(with: keys[ObjectIdentifier(node)] ?? []) }
  func isFading(_ node: SVGNode) -> Bool { keys[ObjectIdentifier(node)]?.contains("opacity") ?? false }
  func isChanging(_ node: SVGNode) -> Bool { !Self.places.isSuperset(of: keys[ObjectIdentifier(node)] ?? []) }

  private mutating func insert(_ node: SVGNode) {
    var outer: SVGNode? = node
    while let item = outer, moving.insert(ObjectIdentifier(item)).inserted { outer = item.parent }
  }
}

extension SVGImporter {
  private static let movieSteps = 1_000_000
  private static let mostPictures = 4000

  /// Draws a moving document at many times and merges the results to layers with animations.
  func movie(_ timeline: SVGTimeline, _ draw: () -> [DocumentValue]) -> [DocumentValue] {
    motion = SVGMotion(timeline, root)
    func picture(_ time: Double) -> [DocumentValue] {
      guard budget.excess == nil else { return [] }
      budget = SVGBudget()
      timeline.apply(at: time)
      return draw()
    }
    // The second picture measures the cost of moving content; the first one has drawn the rest.
    for time in [0, timeline.duration / 2] { _ = picture(time) }
    let most = min(Self.mostPictures, Self.movieSteps / max(1, budget.total + timeline.cost))
    let times = timeline.times(most: most)
    return SVGLayerMerger(times: times).merged(times.map(picture))
  }

  /// An element's layers with a mark that identifies them at other times.
  func marked(_ node: SVGNode, _ outer: SVGContext, _ draw: (SVGContext) -> [DocumentValue]) -> [DocumentValue] {
    guard let motion else { return draw(outer) }
    let id = ObjectIdentifier(node)
    let isFixed = !outer.isMoving && active.isEmpty && !motion.moving.contains(id)
    if isFixed, let known = motion.fixed[id] { return known }
    var inner = outer
    if motion.isChanging(node) { inner.isMoving = true }
    if isFixed { self.motion = nil }
    let layers = draw(inner).map { $0.marked("\(node.location)\(isFixed ? "!" : "")") }
    if isFixed {
      self.motion = motion
      self.motion?.fixed[id] = layers
    }
    return layers
  }
}

extension DocumentValue {
  static let mark = "mark"

  fileprivate func marked(_ text: String) -> DocumentValue {
    guard case .object(let members) = content, members.first?.key != Self.mark else { return self }
    return DocumentValue(.object([DocumentMember(Self.mark, .text(text))] + members))
  }
}

/// Merges pictures of several times into one with animations.
struct SVGLayerMerger {
  private let times: [Double]

  init(times: [Double]) { self.times = times }

  /// Optional members of layers, with their default values.
  private static let optional: [String: DocumentValue] = [
    "transform": .list([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]), "opacity": .number(1),
    "focus": .list([0, 0]),
  ]

  /// - Parameter lists: Layers at each time, from back to front.
  func merged(_ lists: [[DocumentValue]]) -> [DocumentValue] {
    var (order, layers): ([String], [String: [Int: DocumentValue]]) = ([], [:])
    for (index, list) in lists.enumerated() {
      var (counts, place): ([String: Int], Int) = ([:], 0)
      for layer in list {
        let kind = identity(layer)
        counts[kind, default: 0] += 1
        let id = "\(kind) \(counts[kind] ?? 0)"
        if layers[id] == nil {
          order.insert(id, at: place)
        } else if place >= order.count || order[place] != id {
          place = order.firstIndex(of: id) ?? place
        }
        layers[id, default: [:]][index] = layer
        place += 1
      }
    }
    return order.compactMap { id in layers[id].flatMap { layer($0) } }
  }

  /// Members that must be equal for two layers to be the same one.
  private func identity(_ layer: DocumentValue) -> String {
    let mark = layer.member(DocumentValue.mark)?.text ?? ""
    if mark.hasSuffix("!") { return mark }
    return layer.members.reduce(into: mark) { text, member in
      guard Self.optional[member.key] == nil, member.key != DocumentValue.mark else { return }
      text += " " + member.key
      switch (member.key, member.value.content) {
      case ("path", _), ("sublayers", _), ("mask", _): break
      case (_, .string(let value)): text += value
      case (_, .null), (_, .boolean), (_, .object): text += member.value.pretty()
      case ("filters", .array(let items)):
        for item in items { text += item.members.map { $0.key + ($0.value.text ?? "") }.joined() }
      case (_, .array(let items)): text += "\(items.count)"
      default: break
      }
    }
  }

  /// Merges the states of a layer at some of the times.
  private func layer(_ looks: [Int: DocumentValue]) -> DocumentValue? {
    guard let start = looks.keys.min(), let first = looks[start] else { return nil }
    let plain = first.members.filter { $0.key != DocumentValue.mark }
    if first.member(DocumentValue.mark)?.text?.hasSuffix("!") ?? false { return DocumentValue(.object(plain)) }
    var last = first
    let all = times.indices.map { index in
      last = looks[index] ?? last
      return last
    }
    var (members, animations) = (plain, [DocumentValue]())
    for (key, standard) in Self.optional where !plain.contains(where: { $0.key == key }) {
      if all.contains(where: { $0.member(key) != nil }) { members.append(DocumentMember(key, standard)) }
    }
    for (place, member) in members.enumerated() {
      let values = all.map { $0.member(member.key) ?? Self.optional[member.key] ?? member.value }
      switch member.key {
      case "sublayers": members[place].value = .texts(merged(values.map(\.items)))
      case "mask":
        guard let mask = merged(values.map { [$0] }).first else { continue }
        members[place].value = mask
      case "filters": members[place].value = filters(values, &animations)
      default: if let track = track(member.key, values) { animations.append(track) }
      }
    }
    let hidden = times.indices.map { DocumentValue(.boolean(looks[$0] == nil)) }
    if let track = track("hidden", hidden) { animations.append(track) }
    guard !animations.isEmpty else { return DocumentValue(.object(members)) }
    let named = animations.enumerated().map { DocumentMember("a\($0)", $1) }
    return DocumentValue(.object(members + [DocumentMember("animations", DocumentValue(.object(named)))]))
  }

  private func filters(_ values: [DocumentValue], _ animations: inout [DocumentValue]) -> DocumentValue {
    let items = values[0].items.enumerated().map { index, filter in
      let tracks = filter.members.compactMap { member in
        track("filters.f\(index).\(member.key)", values.map { $0.items[index].member(member.key) ?? member.value })
      }
      animations += tracks
      guard !tracks.isEmpty else { return filter }
      return DocumentValue(.object(filter.members + [DocumentMember("name", .text("f\(index)"))]))
    }
    return .texts(items)
  }

  /// Keys are slightly early, because a movie's clock can be slightly before the exact time of a frame.
  private func moment(_ time: Double) -> Double { max(0, time - 1e-5) }

  /// An animation of a member; nil if it does not change.
  private func track(_ keyPath: String, _ values: [DocumentValue]) -> DocumentValue? {
    var templates: [[Int]: DocumentValue] = [:]
    let line = zip(times, values).compactMap { time, value -> LottieImporter.Moment? in
      var sample = LottieSample([])
      guard value.flatten(into: &sample) else { return nil }
      templates[sample.layout] = value
      return LottieImporter.Moment(time: moment(time), value: sample)
    }
    guard line.count == times.count, line.contains(where: { $0.value != line[0].value }) else { return nil }
    let rule = LottieRule(
      keyPath: keyPath, tolerance: keyPath == "path" ? 0.01 : 0.0002,
      spell: { sample in
        var rest = sample.numbers[...]
        return templates[sample.layout]?.filled(from: &rest) ?? .list(sample.numbers)
      }, make: { LottieSample($0[0]) })
    return LottieImporter.animation(rule, rule.simplified(line))
  }
}

extension DocumentValue {
  /// Adds the numbers of a value and its other parts. Returns false if it cannot be animated.
  fileprivate func flatten(into sample: inout LottieSample) -> Bool {
    switch content {
    case .number(let number):
      sample.numbers.append((number.bounded * 1e6).rounded() / 1e6)
      return true
    case .array(let items):
      sample.layout.append(items.count)
      return items.allSatisfy { $0.flatten(into: &sample) }
    case .string(let text):
      guard text.first == "M" else { return false }
      for word in text.split(separator: " ") {
        let number = Double(word)?.bounded
        if let number {
          sample.numbers.append(number)
        } else {
          sample.layout.append(Int(exactly: word.utf8.first ?? 0) ?? 0)
        }
      }
      return true
    case .boolean(let flag):
      sample.layout.append(flag ? 1 : 0)
      return true
    case .null, .object: return false
    }
  }

  fileprivate func filled(from numbers: inout ArraySlice<Double>) -> DocumentValue {
    switch content {
    case .number: return .number(numbers.popFirst() ?? 0)
    case .array(let items): return .texts(items.map { $0.filled(from: &numbers) })
    case .string(let text):
      let words = text.split(separator: " ").map { word in
        Double(word) == nil ? String(word) : ValueText.text(((numbers.popFirst() ?? 0) * 1e4).rounded() / 1e4)
      }
      return .text(words.joined(separator: " "))
    case .null, .boolean, .object: return self
    }
  }
}
