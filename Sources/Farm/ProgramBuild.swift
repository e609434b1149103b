/// Which build of the program runs: programs of one version may still draw differently.
package enum ProgramBuild {
  /// The number that the linker has given to the executable, in hexadecimal digits; empty where it gave none.
  package static let number: String = {
    // The tables lie at the beginning of the file.
    guard let file = FileHandle(forReadingAtPath: "/proc/self/exe"), let data = try? file.read(upToCount: 1 << 16)
    else {
      return ""
    }
    return number(inProgram: Array(data)) ?? ""
  }()

  /// Looks through the notes of an executable of 64 bits (ELF).
  static func number(inProgram bytes: [UInt8]) -> String? {
    guard bytes.count > 64, bytes.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2]) else { return nil }
    let (start, size, count) = (value(bytes, 32, 8), value(bytes, 54, 2), value(bytes, 56, 2))
    guard start < UInt64(bytes.count), size >= 56, start + size * count <= UInt64(bytes.count) else { return nil }
    for index in 0..<count {
      let header = Int(start + index * size)
      let (kind, offset, length) = (value(bytes, header, 4), value(bytes, header + 8, 8), value(bytes, header + 32, 8))
      // 4: notes.
      guard kind == 4, offset < UInt64(bytes.count), length <= UInt64(bytes.count) - offset else { continue }
      if let found = number(in: Array(bytes[Int(offset)..<Int(offset + length)])) { return found }
    }
    return nil
  }

  /// The contents of the note `GNU` of kind 3 (NT_GNU_BUILD_ID).
  static func number(in notes: [UInt8]) -> String? {
    var offset = 0
    while offset + 12 <= notes.count {
      let words = (0..<3).map { Int(value(notes, offset + $0 * 4, 4)) }
      let contents = offset + 12 + (words[0] + 3) / 4 * 4
      let end = contents + (words[1] + 3) / 4 * 4
      guard end <= notes.count else { return nil }
      if words[2] == 3, notes[(offset + 12)..<(offset + 12 + words[0])].elementsEqual("GNU\0".utf8) {
        return notes[contents..<contents + words[1]].map { byte in
          (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
      }
      offset = end
    }
    return nil
  }

  /// A number of some bytes, the lowest first.
  private static func value(_ bytes: [UInt8], _ offset: Int, _ count: Int) -> UInt64 {
    bytes[offset..<offset + count].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}
