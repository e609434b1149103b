/// Changes colours of all cells or of named cells: `hue+20`, `saturation*1.2`, `spark.brightness*0.8`, `palette=gold`.
struct ColorOperation {
  private enum Part: String, CaseIterable {
    case hue, saturation, brightness, palette
  }

  private let part: Part
  private let names: [Substring]
  private let change: PropertyOverride

  init?(_ change: PropertyOverride) {
    let parts = change.path.split(separator: ".")
    guard let part = parts.last.flatMap({ Part(rawValue: String($0)) }) else { return nil }
    (self.part, names, self.change) = (part, parts.dropLast().filter { $0 != "emitterCells" }, change)
  }

  package typealias Step = (found: LayerLookup.Found, value: DocumentValue)

  /// The values that it sets: colours of cells and of their sprites.
  ///
  /// Errors: no such cells, an invalid value.
  func edits(in scene: PresetScene, _ lookup: LayerLookup) throws(ValueMismatchError) -> [SceneEdit] {
    var edits: [SceneEdit] = []
    for (found, value) in try steps(in: scene, lookup) {
      edits.append(.property(found, try scene.values.read(value, for: found.info), spelled: value))
    }
    return edits
  }

  private func steps(in scene: PresetScene, _ lookup: LayerLookup) throws(ValueMismatchError) -> [Step] {
    let cells = lookup.nodes.filter { node in
      !node.steps.isEmpty && node.found("color") != nil && node.found("contents") != nil && node.answers(to: names[...])
    }
    let hasVariables = part == .palette && scene.variables.contains { $0.kind == .color }
    guard !cells.isEmpty || hasVariables else { throw ValueMismatchError("no emitter cell has a colour") }
    if part == .palette { return try painted(cells, scene) }
    let edit = try edit()
    return cells.flatMap { steps(of: $0, in: scene, edit) }
  }

  private func edit() throws(ValueMismatchError) -> (inout HueColor) -> Void {
    let factor = change.operation == .multiply
    let number =
      part == .hue && !factor
      ? try NumberText.parse(change.value, unit: .degrees) : try NumberText.parse(change.value, unit: .none)
    let operation = change.operation
    func changed(_ value: Double) -> Double {
      switch operation {
      case .assign: number
      case .add: value + number
      case .multiply: value * number
      }
    }
    switch part {
    case .hue:
      return {
        $0.hue = (changed($0.hue).truncatingRemainder(dividingBy: 360) + 360).truncatingRemainder(dividingBy: 360)
      }
    case .saturation: return { $0.saturation = min(1, max(0, changed($0.saturation))) }
    case .brightness, .palette: return { $0.brightness = min(1, max(0, changed($0.brightness))) }
    }
  }

  /// The colours of the cell and its sprite. Their product is visible, so brightness changes only the cell's colour.
  private func steps(of node: LookupNode, in scene: PresetScene, _ edit: (inout HueColor) -> Void) -> [Step] {
    var steps: [Step] = []
    if let found = node.found("color"), let color = found.value as? CGColor {
      var hue = HueColor(color)
      edit(&hue)
      append(hue.color, unless: color, found, to: &steps)
    }
    if part != .brightness, let found = node.found("contents"), var sprite = scene.sprite(found.value) {
      var hue = HueColor(sprite.color)
      edit(&hue)
      if hue.color.hexText != sprite.color.hexText {
        sprite.color = hue.color
        steps.append((found, sprite.document))
      }
    }
    return steps
  }

  private func append(_ new: CGColor, unless old: CGColor, _ found: LayerLookup.Found, to steps: inout [Step]) {
    guard new != old, let value = ValueSpelling.document(new, .color) else { return }
    steps.append((found, value))
  }

  private func painted(_ cells: [LookupNode], _ scene: PresetScene) throws(ValueMismatchError) -> [Step] {
    guard change.operation == .assign else { throw ValueMismatchError("use = for a palette, as in palette=gold") }
    var painting = PalettePainting(try Palette.parse(change.value), cells, scene)
    return painting.steps()
  }
}

package enum Palette {
  package static let all: [(name: String, colors: [UInt32])] = [
    ("gold", [0xffc94d, 0xffe7a3, 0xe08a1e, 0xfff4d6]), ("fire", [0xff5a1f, 0xffb03a, 0xffe08a, 0xd92b0b]),
    ("ice", [0xbfe6ff, 0x7ac7ff, 0xe9f8ff, 0x4a90e2]), ("ocean", [0x1fb6c9, 0x2a6fdb, 0x6fe3d2, 0x16407a]),
    ("forest", [0x5fbf5a, 0xa8d86b, 0x2f7d4f, 0xd9e8a0]), ("pastel", [0xffb3c7, 0xb3d9ff, 0xc9f2c7, 0xfff0b3]),
    ("neon", [0xff2bd6, 0x22e0ff, 0x9dff3c, 0xffe83c]), ("rose", [0xff5c8a, 0xffa3b8, 0xd92b63, 0xffd9e2]),
    ("violet", [0xa56bff, 0xd3a6ff, 0x6a3be0, 0xf0dcff]), ("silver", [0xe6ebf2, 0xb8c2cf, 0xffffff, 0x8d99a8]),
    ("rainbow", [0xff4d4d, 0xffa23a, 0xffe24d, 0x57d76a, 0x4d9dff, 0xb266ff]),
  ]

  /// A name, or colours in document form separated by commas, semicolons or spaces. Errors: neither.
  package static func parse(_ text: String) throws(ValueMismatchError) -> [CGColor] {
    if let row = all.first(where: { $0.name == text.lowercased() }) {
      return row.colors.map { value in
        let parts = [value >> 16, value >> 8, value].map { Double($0 & 255) / 255 }
        return CGColor(red: parts[0], green: parts[1], blue: parts[2], alpha: 1)
      }
    }
    let colors = try colors(of: text)
    if !colors.isEmpty { return colors }
    throw ValueMismatchError("expected \(all.map(\.name).joined(separator: ", ")), or comma-separated colours")
  }

  private static func colors(of text: String) throws(ValueMismatchError) -> [CGColor] {
    var colors: [CGColor] = []
    for item in items(of: text).prefix(64) {
      do throws(ValueMismatchError) {
        colors.append(try ColorReader.read(DocumentValue(argument: item, kind: .color)))
      } catch {
        if item.contains(/[({\[#]/) { throw error }
        throw ValueMismatchError(
          "no palette is called \"\(text.prefix(40))\"\(text.alternatives(among: all.map(\.name))), or colours such as "
            + "#ff8800,gold,color(display-p3 1 0.5 0)")
      }
    }
    return colors
  }

  /// Items separated by commas, semicolons or spaces outside parentheses.
  private static func items(of text: String) -> [String] {
    var (items, item, depth): ([String], String, Int) = ([], "", 0)
    // There may be a space before an opening parenthesis.
    for character in text.replacing(/\s+\(/, with: "(") {
      if "([{".contains(character) { depth += 1 }
      if ")]}".contains(character) { depth -= 1 }
      if depth > 0 || !",; \t\n".contains(character) {
        item.append(character)
      } else if !item.isEmpty {
        items.append(item)
        item = ""
      }
    }
    return item.isEmpty ? items : items + [item]
  }
}
