package struct SpriteReader {
  let members: [DocumentMember]
  let location: SourceLocation

  package static let keys = [
    "sprite", "size", "width", "height", "color", "softness", "blur", "seed", "sheet",
  ]

  func read() throws(ValueMismatchError) -> Sprite {
    if let stranger = members.first(where: { !Self.keys.contains($0.key) }) {
      let alternatives = stranger.key.alternatives(among: Self.keys)
      throw ValueMismatchError("a sprite has no \"\(stranger.key.excerpt())\"\(alternatives)", at: stranger.location)
    }
    var sprite = try shape()
    if let width = try number("width", in: 1...Double(Sprite.maximumSize)) { sprite.width = Int(width) }
    if let height = try number("height", in: 1...Double(Sprite.maximumSize)) { sprite.height = Int(height) }
    if let softness = try number("softness", in: 0...1) { sprite.softness = softness }
    if let blur = try number("blur", in: 0...0.15) { sprite.blur = blur }
    if let seed = try number("seed", in: 0...99) { sprite.seed = Int(seed) }
    if let sheet = try number("sheet", in: 1...4) { sprite.sheet = Int(sheet) }
    if let color = member("color") { sprite.color = try ColorReader.read(color) }
    return sprite
  }

  private func shape() throws(ValueMismatchError) -> Sprite {
    let names = Sprite.shapes.map(\.name)
    guard let value = member("sprite") else {
      throw ValueMismatchError("expected \"sprite\": one of \(names.joined(separator: ", "))", at: location)
    }
    let size = try number("size", in: 1...Double(Sprite.maximumSize)) ?? 64
    guard case .string(let name) = value.content, let sprite = Sprite(shape: name, size: Int(size)) else {
      throw ValueMismatchError(unknownSpelling(value, among: names), at: value.location)
    }
    return sprite
  }

  private func member(_ key: String) -> DocumentValue? { members.first { $0.key == key }?.value }

  private func number(_ key: String, in range: ClosedRange<Double>) throws(ValueMismatchError) -> Double? {
    guard let value = member(key) else { return nil }
    guard case .number(let number) = value.content, range.contains(number) else {
      throw ValueMismatchError(
        "\(key): expected \(range.lowerBound.shortText) to \(range.upperBound.shortText), found \(value.quoted)",
        at: value.location)
    }
    return number
  }
}
