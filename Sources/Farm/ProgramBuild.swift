import Foundation

/// Which build of the program runs: programs of one version may still draw differently.
package enum ProgramBuild {
  /// The number that the linker has given to the executable, in hexadecimal digits; empty where it gave none.
  package static let number: String = {
    // The tables lie at the beginning of the file.
    guard let file = FileHandle(forReadingAtPath: "/proc/self/exe"), let data = try? file.read(upToCount: 1 << 16)
    else {
      return ""
    }
    return unsafe Array(data).withUnsafeBytes { unsafe number(inProgram: $0) } ?? ""
  }()

  /// Looks through the notes of an executable of 64 bits (ELF).
  static func number(inProgram bytes: UnsafeRawBufferPointer) -> String? {
    guard bytes.count > 64, unsafe bytes.prefix(5).elementsEqual([0x7F, 0x45, 0x4C, 0x46, 2]) else { return nil }
    let start = unsafe bytes.loadUnaligned(fromByteOffset: 32, as: UInt64.self)
    let size = unsafe UInt64(bytes.loadUnaligned(fromByteOffset: 54, as: UInt16.self))
    let count = unsafe UInt64(bytes.loadUnaligned(fromByteOffset: 56, as: UInt16.self))
    guard start < UInt64(bytes.count), size >= 56, start + size * count <= UInt64(bytes.count) else { return nil }
    for index in 0..<count {
      let header = Int(start + index * size)
      let kind = unsafe bytes.loadUnaligned(fromByteOffset: header, as: UInt32.self)
      let offset = unsafe bytes.loadUnaligned(fromByteOffset: header + 8, as: UInt64.self)
      let length = unsafe bytes.loadUnaligned(fromByteOffset: header + 32, as: UInt64.self)
      // 4: notes.
      guard kind == 4, offset < UInt64(bytes.count), length <= UInt64(bytes.count) - offset else { continue }
      let notes = unsafe UnsafeRawBufferPointer(rebasing: bytes[Int(offset)..<Int(offset + length)])
      if let found = unsafe number(in: notes) { return found }
    }
    return nil
  }

  /// The contents of the note `GNU` of kind 3 (NT_GNU_BUILD_ID).
  static func number(in notes: UnsafeRawBufferPointer) -> String? {
    var offset = 0
    while offset + 12 <= notes.count {
      let words = (0..<3).map { unsafe Int(notes.loadUnaligned(fromByteOffset: offset + $0 * 4, as: UInt32.self)) }
      let contents = offset + 12 + (words[0] + 3) / 4 * 4
      let end = contents + (words[1] + 3) / 4 * 4
      guard end <= notes.count else { return nil }
      if words[2] == 3, unsafe notes[(offset + 12)..<(offset + 12 + words[0])].elementsEqual("GNU\0".utf8) {
        return unsafe notes[contents..<contents + words[1]].map { byte in
          (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
      }
      offset = end
    }
    return nil
  }
}
