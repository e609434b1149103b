/// Values of the first header of an OpenEXR file that libavcodec ignores. The file may be damaged.
struct EXRHeader {
  /// x and y of red, green, blue and white; nil: those of sRGB.
  private(set) var chromaticities: [Double]?
  private var compression = UInt8.max

  private static let mostAttributes = 1_000

  init?(_ file: FileBytes) {
    guard file.number(0, 4, isLittle: true) == 20_000_630 else { return nil }
    var place = 8
    for _ in 0..<Self.mostAttributes {
      guard let name = file.word(place), !name.isEmpty, let type = file.word(place + name.utf8.count + 1)
      else { return }
      place += name.utf8.count + type.utf8.count + 2
      guard let size = file.number(place, 4, isLittle: true), let content = file.part(place + 4, size) else { return }
      take(name, content)
      place += 4 + size
    }
  }

  private mutating func take(_ name: String, _ content: FileBytes) {
    if name == "compression" { compression = content[0] ?? compression }
    guard name == "chromaticities", content.count == 32 else { return }
    let values = (0..<8).compactMap { content.number(4 * $0, 4, isLittle: true) }
    chromaticities = values.map { Double(Float(bitPattern: UInt32($0))) }
  }

  /// Maximum number of pixels per byte of the file, by compression.
  var pixelsPerByte: Int {
    switch compression {
    case 0: 1
    case 1: 64
    case 2, 3, 5: 1032
    case 6, 7: 8
    case 4, 8: 8192
    default: 65_536
    }
  }
}

extension FileBytes {
  fileprivate func word(_ start: Int) -> String? {
    guard let end = (start..<start + 256).first(where: { self[$0] == nil || self[$0] == 0 }), self[end] == 0 else {
      return nil
    }
    return part(start, end - start).map { String(decoding: $0.array, as: UTF8.self) }
  }
}
