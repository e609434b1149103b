import StarmineDocument

/// What a document may cost: asked before anything is built, since a few bytes can ask for millions of layers.
struct LottieBudget {
  /// Layers of ours that a document may become.
  static let mostLayers = 100_000
  /// Numbers in these layers; eight characters of a text count as one.
  static let mostNumbers = 5_000_000
  /// Numbers that are computed on the way, most of which are not kept.
  static let mostSteps = 200_000_000
  /// Layers inside of each other: our documents hold few more.
  static let mostDepth = 40
  /// Modifiers, merges and copies that act on one path.
  static let mostModifiers = 50
  /// Numbers of one property at all moments at which it is looked at.
  static let mostSamples = 8_000_000

  private var (layers, numbers, steps) = (0, 0, 0)
  /// Layers around the one that is being built.
  var depth = 0

  /// Whether there is room for more. Afterwards `excess` names what there is too much of.
  mutating func spend(layers: Int, numbers: Int, steps: Int) -> Bool {
    self.layers = Self.sum(self.layers, layers)
    self.numbers = Self.sum(self.numbers, numbers)
    self.steps = Self.sum(self.steps, Self.sum(steps, numbers))
    return excess == nil
  }

  private static func sum(_ a: Int, _ b: Int) -> Int {
    let (sum, overflows) = a.addingReportingOverflow(b)
    return overflows ? .max : sum
  }

  /// Why the document is refused; nil while it is within its limits.
  var excess: String? {
    if layers > Self.mostLayers { return "it becomes more than \(Self.mostLayers) layers, which is the limit" }
    if numbers > Self.mostNumbers { return "its layers have more than \(Self.mostNumbers) numbers, which is the limit" }
    if steps > Self.mostSteps { return "it takes more than \(Self.mostSteps) steps to compute, which is the limit" }
    return nil
  }
}

extension LottieWriter {
  /// Whether there is room for more of what a document becomes; what comes after that is left out.
  func spend(layers: Int = 0, numbers: Int = 0, steps: Int = 0) -> Bool {
    budget.spend(layers: layers, numbers: numbers, steps: steps)
  }

  /// Builds what lies inside of an item; nil, and a note, where that is too deep.
  ///
  /// - Parameters:
  ///   - levels: layers of ours that the item adds around it.
  ///   - key: the member that says so.
  func nested<Result>(_ item: LottieObject, _ key: String, levels: Int = 1, _ build: () -> Result?) -> Result? {
    guard budget.depth + levels <= LottieBudget.mostDepth else {
      item.keys.lose(key, "it is nested deeper than \(LottieBudget.mostDepth) layers")
      return nil
    }
    budget.depth += levels
    defer { budget.depth -= levels }
    return build()
  }
}

extension LottieObject {
  /// Layers of ours around what a layer or a group holds.
  var levels: Int { 1 + (has("tm") ? 1 : 0) + (whole("tt") > 0 ? 1 : 0) + (whole("bm") > 0 ? 1 : 0) }
}

extension [DocumentValue] {
  /// Layers in a list and below it, numbers of all of them, and layers inside of each other.
  var extent: (layers: Int, numbers: Int, depth: Int) {
    var (pending, size) = (map { ($0, 1) }, (layers: count, numbers: 0, depth: 0))
    while let (value, depth) = pending.popLast() {
      size.numbers += 1
      size.depth = Swift.max(size.depth, depth)
      switch value.content {
      case .string(let text): size.numbers += text.utf8.count / 8
      case .array(let items): pending += items.map { ($0, depth) }
      case .object(let members):
        for member in members {
          let isInside = member.key == "sublayers" || member.key == "mask"
          if isInside, case .array(let items) = member.value.content { size.layers += items.count }
          if isInside, case .object = member.value.content { size.layers += 1 }
          pending.append((member.value, isInside ? depth + 1 : depth))
        }
      default: break
      }
    }
    return size
  }
}
