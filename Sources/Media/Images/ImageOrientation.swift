/// The orientation of a camera in an image file (Exif orientation 1 to 8).
enum ImageOrientation {
  /// The rotation of an image file. No rotation without a valid value.
  static func read(_ bytes: [UInt8], _ format: ImageFormat) -> ImageRotation {
    let file = FileBytes(bytes)
    let notes: FileBytes?
    if format.isAVIF { return AVIFPicture(file)?.turn ?? .none }
    switch format.name {
    case "JPEG": notes = jpegNotes(file)
    case "PNG", "APNG": notes = pngNotes(file)
    case "WebP": notes = webPNotes(file)
    case "TIFF": notes = file
    default: notes = nil
    }
    return notes.flatMap(orientation).flatMap(turn) ?? .none
  }

  /// In the order of the values: which side of the image is at the top and the left.
  private static func turn(_ orientation: Int) -> ImageRotation? {
    switch orientation {
    case 2: ImageRotation(mirrorsX: true)
    case 3: ImageRotation(mirrorsX: true, mirrorsY: true)
    case 4: ImageRotation(mirrorsY: true)
    case 5: ImageRotation(swapsSides: true)
    case 6: ImageRotation(swapsSides: true, mirrorsX: true)
    case 7: ImageRotation(swapsSides: true, mirrorsX: true, mirrorsY: true)
    case 8: ImageRotation(swapsSides: true, mirrorsY: true)
    default: nil
    }
  }

  // MARK: Location in files

  private static let signature = Array("Exif\0\0".utf8)

  private static func jpegNotes(_ file: FileBytes) -> FileBytes? {
    var place = 2
    while file[place] == 0xFF, let marker = file[place + 1], marker != 0xDA, let length = file.number(place + 2, 2),
      length >= 2
    {
      let content = file.part(place + 4, length - 2)
      if marker == 0xE1, let content, content.starts(with: signature) { return content.part(from: signature.count) }
      place += 2 + length
    }
    return nil
  }

  private static func pngNotes(_ file: FileBytes) -> FileBytes? {
    var place = 8
    while let length = file.number(place, 4), let kind = file.part(place + 4, 4) {
      if kind.starts(with: Array("eXIf".utf8)) { return file.part(place + 8, length) }
      place += 12 + length
    }
    return nil
  }

  private static func webPNotes(_ file: FileBytes) -> FileBytes? {
    var place = 12
    while let length = file.number(place + 4, 4, isLittle: true), let kind = file.part(place, 4) {
      if kind.starts(with: Array("EXIF".utf8)) {
        let content = file.part(place + 8, length)
        // Some programs write JPEG's signature first.
        return content.flatMap { $0.starts(with: signature) ? $0.part(from: signature.count) : $0 }
      }
      place += 8 + length + length & 1
    }
    return nil
  }

  private static func orientation(_ notes: FileBytes) -> Int? { notes.tiffTag(0x0112) }
}

/// Bytes of a file with bounds-checked access.
struct FileBytes {
  private let bytes: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { self.init(bytes[...]) }

  private init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  var count: Int { bytes.count }
  var array: [UInt8] { Array(bytes) }

  subscript(place: Int) -> UInt8? { (0..<bytes.count).contains(place) ? bytes[bytes.startIndex + place] : nil }

  func part(_ start: Int, _ count: Int) -> FileBytes? {
    guard start >= 0, count >= 0, start <= bytes.count, count <= bytes.count - start else { return nil }
    return FileBytes(bytes.dropFirst(start).prefix(count))
  }

  func part(from start: Int) -> FileBytes? { part(start, bytes.count - start) }

  func starts(with signature: [UInt8]) -> Bool { bytes.starts(with: signature) }

  /// An unsigned integer of up to 4 bytes.
  func number(_ start: Int, _ size: Int, isLittle: Bool = false) -> Int? {
    guard let part = part(start, size) else { return nil }
    let ordered = isLittle ? Array(part.bytes.reversed()) : Array(part.bytes)
    return ordered.reduce(0) { $0 << 8 | Int($1) }
  }

  func fixed(_ start: Int) -> Double? {
    number(start, 4).map { Double(Int32(truncatingIfNeeded: $0)) / 65536 }
  }

  /// Printable text, cut at a length.
  func text(_ start: Int, _ length: Int, atMost most: Int = 60) -> String? {
    guard let part = part(start, min(length, most)) else { return nil }
    return String(decoding: part.bytes.filter { (32..<127).contains($0) }, as: UTF8.self)
  }

  /// The first value of a tag in the first directory of a TIFF structure, or nil.
  func tiffTag(_ wanted: Int) -> Int? {
    let isLittle = starts(with: Array("II*\0".utf8))
    guard isLittle || starts(with: Array("MM\0*".utf8)), let directory = number(4, 4, isLittle: isLittle),
      let count = number(directory, 2, isLittle: isLittle)
    else { return nil }
    for index in 0..<count {
      let entry = directory + 2 + 12 * index
      guard let tag = number(entry, 2, isLittle: isLittle), let values = number(entry + 4, 4, isLittle: isLittle)
      else { return nil }
      guard tag == wanted else { continue }
      // More than two 16-bit numbers are stored elsewhere.
      return number(values > 2 ? number(entry + 8, 4, isLittle: isLittle) ?? .max : entry + 8, 2, isLittle: isLittle)
    }
    return nil
  }
}
