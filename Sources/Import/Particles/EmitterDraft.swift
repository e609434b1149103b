/// An emitter with one cell, as members in the order in which documents are written.
struct EmitterDraft {
  /// Limit of numbers: far beyond everything visible.
  private static let largest = 1e6

  var layer: [(String, DocumentValue?)] = []
  var cell: [(String, DocumentValue?)] = []

  /// Sets a number of the cell unless it is the default.
  mutating func set(_ key: String, _ value: Double, unless standard: Double = 0) {
    if value != standard { cell.append((key, .number(max(-Self.largest, min(Self.largest, value))))) }
  }

  func value(named name: String) -> DocumentValue { value(named: name, cells: [cell]) }

  /// The layer with several cells instead of its single cell.
  func value(named name: String, cells: [[(String, DocumentValue?)]]) -> DocumentValue {
    let cells = cells.enumerated().map { index, cell in
      DocumentValue.object([("name", .text(cells.count == 1 ? "particles" : "particles\(index + 1)"))] + cell)
    }
    return .object(
      [("class", .text("CAEmitterLayer")), ("name", .text(name))] + layer + [("emitterCells", .texts(cells))])
  }

  /// Sets where particles are born: at a point, along a line or in a rectangle.
  mutating func place(x: Double, y: Double, width: Double, height: Double) {
    layer.append(("emitterPosition", .list([x, y])))
    guard width != 0 || height != 0 else { return }
    layer.append(("emitterShape", .text("rectangle")))
    layer.append(("emitterMode", .text("surface")))
    layer.append(("emitterSize", .list([abs(width), abs(height)])))
  }

  /// Sets a range of directions: a variance of v spreads from -v to v.
  mutating func setFan(degrees: Double, variance: Double) {
    setFan(degrees.truncatingRemainder(dividingBy: 360) * .pi / 180, min(.pi, abs(variance) * .pi / 180))
  }

  /// The same in radians.
  mutating func setFan(_ angle: Double, _ variance: Double) {
    set("emissionLongitude", angle)
    set("emissionRange", 2 * variance)
    if variance != 0 { cell.append(("emissionIsFlat", DocumentValue(.boolean(true)))) }
  }

  /// Adds a value that changes linearly over each particle's life, or is added to the particle's value.
  mutating func addCurve(_ keyPath: String, from start: Double, to end: Double, isAdditive: Bool) {
    guard start != end else { return }
    addBehavior([
      ("type", .text("valueOverLife")), ("keyPath", .text(keyPath)),
      ("values", .list(isAdditive ? [0, end - start] : [start, end])),
      ("additive", isAdditive ? DocumentValue(.boolean(true)) : nil),
    ])
  }

  /// Adds a value over each particle's life that replaces its own value.
  mutating func addCurve(_ keyPath: String, _ values: [Double], at times: [Double]) {
    addBehavior([
      ("type", .text("valueOverLife")), ("keyPath", .text(keyPath)), ("values", .list(values)),
      ("locations", .list(times)),
    ])
  }

  mutating func addBehavior(_ members: [(String, DocumentValue?)]) {
    let behavior = DocumentValue.object(members)
    guard let index = cell.firstIndex(where: { $0.0 == "emitterBehaviors" }),
      case .array(let items)? = cell[index].1?.content
    else { return cell.append(("emitterBehaviors", .texts([behavior]))) }
    cell[index].1 = .texts(items + [behavior])
  }
}

/// Red, green, blue, alpha.
func colorValue(_ red: Double, _ green: Double, _ blue: Double, _ alpha: Double) -> DocumentValue {
  func bounded(_ part: Double) -> Double { max(-60, min(60, part)) }
  return .list([bounded(red), bounded(green), bounded(blue), bounded(alpha)])
}
