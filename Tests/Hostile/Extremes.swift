import StarmineGraphics
import StarmineLayers
import StarminePresets
import StarmineTestSupport

/// Documents whose properties have unexpected values: every property of every class, one by one and together.
enum Extremes {
  /// Zero, tiny, huge, both signs; limits of integers and of floats; what counts years in seconds.
  private static let numbers = [
    "0", "-0", "1", "-1", "0.5", "2", "1e-30", "-1e-30", "1e-7", "100", "-100", "4096", "65536", "1e6", "-1e6", "1e9",
    "-1e9", "2147483647", "2147483648", "4294967295", "4294967296", "9007199254740993", "1e15", "9.3e18", "-9.3e18",
    "1e19", "2e19", "1e30", "-1e30", "3.4e38", "-3.4e38", "0.9999999", "1.0000001", "0.333",
  ]

  static func number(_ random: inout SplitMix64) -> String { numbers.randomElement(using: &random) ?? "0" }

  private static func list(_ count: Int, _ random: inout SplitMix64) -> String {
    "[\((0..<count).map { _ in number(&random) }.joined(separator: ","))]"
  }

  /// A value of the same kind as another.
  static func value(like value: DocumentValue, _ random: inout SplitMix64) -> String {
    switch value.content {
    case .number: number(&random)
    case .boolean: Bool.random(using: &random) ? "true" : "false"
    case .array(let items): list(items.count, &random)
    case .string: text(&random)
    case .null, .object: number(&random)
    }
  }

  private static func text(_ random: inout SplitMix64) -> String {
    let texts = [
      "", " ", "\\u0000", "a", String(repeating: "a", count: 500), "M 0 0 L 1e38 1e38",
      "M 0 0 A 1e30 1e-30 7 1 1 3 3 Z",
      "now", "now + 1e30s", "-1e30deg", "1e38turn", "scale(1e30) rotate(1e30)", "perspective(1e-30)", "scale(0)",
      "rotate3d(1)", "#fff", "#ffffffff", "\\u202E\\u0301\\uD83D\\uDE00", "infinity",
    ]
    return "\"\(texts.randomElement(using: &random) ?? "")\""
  }

  /// A value for a property, fitting more often than not.
  private static func value(_ info: PropertyInfo, _ random: inout SplitMix64) -> String {
    if Int.random(in: 0..<12, using: &random) == 0 {
      return ["null", "[]", "{}", "true"].randomElement(using: &random) ?? ""
    }
    switch info.kind {
    case .number, .integer: return number(&random)
    case .boolean: return Bool.random(using: &random) ? "true" : "false"
    case .point, .size: return list(2, &random)
    case .rect: return list(4, &random)
    case .color: return list(Bool.random(using: &random) ? 3 : 4, &random)
    case .colors:
      return "[\((0..<Int.random(in: 0...40, using: &random)).map { _ in "\"#f80c\"" }.joined(separator: ","))]"
    case .numbers: return list(Int.random(in: 0...12, using: &random), &random)
    case .transform: return Bool.random(using: &random) ? list(16, &random) : text(&random)
    case .enumeration(let names): return "\"\(names.randomElement(using: &random) ?? "")\""
    case .image, .contents: return "{sprite:\"glow\",size:\(Int.random(in: 1...64, using: &random))}"
    case .path, .string: return text(&random)
    case .cells: return "[\(cell(&random)),\(cell(&random))]"
    case .layers: return "[{bounds:[0,0,9,9],backgroundColor:\"#f00\"}]"
    case .layer: return "{bounds:[0,0,9,9],backgroundColor:\"#f00\"}"
    case .filters: return "[{type:\"gaussianBlur\",inputRadius:\(number(&random))}]"
    case .behaviors:
      return "[{type:\"drag\",drag:\(number(&random))},{type:\"attractor\",stiffness:\(number(&random))}]"
    case .animators:
      return "[{end:\(number(&random)),scale:\(number(&random)),tracking:\(number(&random)),blur:\(number(&random))}]"
    }
  }

  private static func cell(_ random: inout SplitMix64) -> String {
    "{name:\"c\",birthRate:\(number(&random)),lifetime:\(number(&random)),velocity:30,contents:{sprite:\"dot\",size:4}}"
  }

  // MARK: Documents

  /// Values that make a layer of a class show something.
  private static func content(of name: String) -> [String: String] {
    var members = [
      "class": "\"\(name)\"", "name": "\"l\"", "bounds": "[0,0,50,30]", "position": "[32,18]",
      "backgroundColor": "\"#48f\"",
    ]
    switch name {
    case "CAEmitterLayer":
      members["emitterCells"] = "[{name:\"c\",birthRate:30,lifetime:1,velocity:20,contents:{sprite:\"dot\",size:4}}]"
    case "CAShapeLayer":
      (members["path"], members["strokeColor"]) = ("\"M 0 0 C 9 40 30 -9 50 30 L 3 9 Z\"", "\"#fff\"")
    case "CATextLayer":
      (members["string"], members["animators"]) = ("\"Words in a row\"", "[{name:\"a\",end:0.6,scale:2,blur:1}]")
    case "CAGradientLayer": members["colors"] = "[\"#f00\",\"#0f0\",\"#00f8\"]"
    case "CAReplicatorLayer":
      (members["instanceCount"], members["sublayers"]) = ("3", "[{bounds:[0,0,9,9],backgroundColor:\"#f80\"}]")
    default: members["sublayers"] = "[{bounds:[0,0,9,9],position:[9,9],backgroundColor:\"#f80\"}]"
    }
    return members
  }

  private static func object(_ members: [String: String]) -> String {
    "{\(members.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ","))}"
  }

  private static func document(_ layer: String) -> String {
    "{movie:{size:[64,36],duration:8,fps:30},layer:{sublayers:[\(layer)]}}"
  }

  /// An animation of a property between two extremes.
  private static func animation(_ info: PropertyInfo, _ random: inout SplitMix64) -> String {
    var members = [
      "class": ["\"CABasicAnimation\"", "\"CASpringAnimation\""].randomElement(using: &random) ?? "",
      "fromValue": value(info, &random), "toValue": value(info, &random), "duration": number(&random),
    ]
    for key in ["beginTime", "timeOffset", "speed", "repeatCount", "repeatDuration", "damping", "stiffness", "mass"]
    where Int.random(in: 0..<5, using: &random) == 0 {
      members[key] = number(&random)
    }
    return object(members)
  }

  /// One property of one class at an extreme, set or animated.
  static func document(_ random: inout SplitMix64) -> String {
    guard let container = PropertyClasses.all.randomElement(using: &random),
      let key = container.allKeys.sorted().randomElement(using: &random), let info = container.info(forKey: key)
    else { return "{}" }
    let isCell = container is CAEmitterCell
    var members = content(of: isCell ? "CAEmitterLayer" : container.className)
    if isCell {
      let cell =
        "name:\"c\",birthRate:30,lifetime:2,contents:{sprite:\"dot\",size:4},\"\(key)\":\(value(info, &random))"
      members["emitterCells"] = "[{\(cell)}]"
    } else {
      members[key] = value(info, &random)
    }
    if info.isAnimatable, Bool.random(using: &random) {
      members["animations"] = "{\"\(isCell ? "emitterCells.c.\(key)" : key)\":\(animation(info, &random))}"
    }
    return document(object(members))
  }

  /// A tree of layers with several properties each at an extreme.
  static func combination(_ random: inout SplitMix64) -> String {
    document(layer(depth: Int.random(in: 1...4, using: &random), &random))
  }

  private static func layer(depth: Int, _ random: inout SplitMix64) -> String {
    let containers = PropertyClasses.all.filter { $0 is CALayer }
    guard let container = containers.randomElement(using: &random) else { return "{}" }
    var members = content(of: container.className)
    let keys = container.keys.sorted()
    for key in keys where Int.random(in: 0..<keys.count, using: &random) < 4 {
      if let info = container.info(forKey: key) { members[key] = value(info, &random) }
    }
    if depth > 1 {
      let layers = (0..<Int.random(in: 1...3, using: &random)).map { _ in layer(depth: depth - 1, &random) }
      members["sublayers"] = "[\(layers.joined(separator: ","))]"
    }
    return object(members)
  }
}
