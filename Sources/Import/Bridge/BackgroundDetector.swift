/// Guesses the backgrounds of an imported document, because other formats do not mark them.
///
/// A background covers the stage, is opaque and is behind emitters. If such a layer contains the emitters, only its own
/// background gets the role: its sublayers are effects.
struct BackgroundDetector {
  private(set) var names: [String] = []
  /// Limit of nesting levels that are searched.
  private static let mostDepth = 8
  private static let mostNamed = 8

  /// A message about the guess; nil if nothing was guessed.
  var sentence: String? {
    guard !names.isEmpty else { return nil }
    let more = names.count > Self.mostNamed ? " and \(names.count - Self.mostNamed) more" : ""
    let list = names.prefix(Self.mostNamed).map { $0.onOneLine(60) }.joined(separator: ", ")
    return "treated as scenery: \(list)\(more); if this is wrong, remove role"
  }

  mutating func mark(_ layers: [DocumentValue], size: CGSize) -> [DocumentValue] {
    marked(layers, size: size, emittersFollow: false, depth: 0)
  }

  private mutating func marked(
    _ layers: [DocumentValue], size: CGSize, emittersFollow: Bool, depth: Int
  ) -> [DocumentValue] {
    var (result, emittersFollow) = (layers, emittersFollow)
    for index in layers.indices.reversed() {
      let layer = layers[index]
      result[index] = marked(layer, size: size, emittersFollow: emittersFollow, depth: depth)
      emittersFollow = emittersFollow || layer.holdsEmitter
    }
    return result
  }

  private mutating func marked(
    _ layer: DocumentValue, size: CGSize, emittersFollow: Bool, depth: Int
  ) -> DocumentValue {
    let holdsEmitter = layer.holdsEmitter
    guard emittersFollow || holdsEmitter, depth < Self.mostDepth, layer.role == nil, layer.covers(size) else {
      return layer
    }
    var layer = layer
    let isScenery = layer.isOpaque && layer.member("class")?.string != "CAEmitterLayer"
    if isScenery {
      names.append(layer.member("name")?.string ?? layer.member("id")?.string ?? "a layer without a name")
      layer.set("role", .text("scenery"))
    }
    guard holdsEmitter, case .array(let sublayers)? = layer.member("sublayers")?.content else { return layer }
    let inner = marked(sublayers, size: size, emittersFollow: emittersFollow, depth: depth + 1)
    layer.set("sublayers", .texts(inner.map { isScenery ? $0.asEffect : $0 }))
    return layer
  }
}

extension DocumentValue {
  fileprivate var string: String? { if case .string(let text) = content { text } else { nil } }

  fileprivate var numbers: [Double]? {
    guard case .array(let items) = content else { return nil }
    return items.compactMap { if case .number(let number) = $0.content { number } else { nil } }
  }

  fileprivate var role: DocumentValue? { member("role") }

  fileprivate var asEffect: DocumentValue {
    var layer = self
    if role == nil { layer.set("role", .text("effect")) }
    return layer
  }

  fileprivate var holdsEmitter: Bool {
    if member("class")?.string == "CAEmitterLayer" { return true }
    guard case .array(let items)? = member("sublayers")?.content else { return false }
    return items.contains(where: \.holdsEmitter)
  }

  /// Whether a layer without rotation covers a stage in whose coordinates it is placed.
  fileprivate func covers(_ size: CGSize) -> Bool {
    let placing = ["transform", "anchorPoint", "sublayerTransform", "mask", "hidden"]
    guard !placing.contains(where: { member($0) != nil }), let bounds = member("bounds")?.numbers, bounds.count == 4,
      bounds[0] == 0, bounds[1] == 0, let place = member("position")?.numbers, place.count == 2
    else { return false }
    // Documents round their numbers.
    let slack = 1.0
    return abs(place[0] - size.width / 2) * 2 <= bounds[2] - size.width + slack
      && abs(place[1] - size.height / 2) * 2 <= bounds[3] - size.height + slack
  }

  /// Whether the layer's background colour, gradient or picture is opaque.
  fileprivate var isOpaque: Bool {
    if case .number(let opacity)? = member("opacity")?.content, opacity < 1 { return false }
    if member("compositingFilter") != nil { return false }
    if member("contents") != nil || member("backgroundColor")?.isOpaqueColor == true { return true }
    guard case .array(let colors)? = member("colors")?.content, !colors.isEmpty else { return false }
    return colors.allSatisfy(\.isOpaqueColor)
  }

  /// In the format that importers write.
  private var isOpaqueColor: Bool {
    guard let numbers else { return false }
    return numbers.count == 3 || numbers.count == 4 && numbers[3] >= 1
  }

  fileprivate mutating func set(_ key: String, _ value: DocumentValue) {
    guard case .object(var members) = content else { return }
    if let index = members.firstIndex(where: { $0.key == key }) {
      members[index] = DocumentMember(key, value)
    } else {
      members.append(DocumentMember(key, value))
    }
    self = DocumentValue(.object(members))
  }
}
