import Glibc
import StarmineTestSupport
import Synchronization

/// A Swift or C file with comments and texts blanked out, line by line as in the original, so that what is searched
/// for is code.
struct SourceText {
  let path: String
  let lines: [String]
  /// As `lines`, with every character of comments and string literals replaced by a space.
  let code: [String]

  /// Files that were read: many tests look at all of them.
  private static let files = Mutex<[String: SourceText]>([:])

  init(path: String) throws {
    if let known = Self.files.withLock({ $0[path] }) {
      self = known
      return
    }
    self.init(path: path, text: try Checkout.text(of: path))
    let read = self
    Self.files.withLock { $0[path] = read }
  }

  init(path: String, text: String) {
    self.path = path
    lines = Self.split(text)
    var scanner = Blanking(characters: Array(text.unicodeScalars), isC: !path.hasSuffix(".swift"))
    scanner.scanCode(until: nil)
    code = Self.split(String(String.UnicodeScalarView(scanner.output)))
  }

  private static func split(_ text: String) -> [String] {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    return lines
  }
}

extension String {
  /// Whether a text occurs in it: a hundred times faster than a pattern, so it is asked first.
  func holds(_ sign: String) -> Bool { strstr(self, sign) != nil }

  func holdsOne(of signs: [String]) -> Bool { signs.contains { holds($0) } }
}

/// Copies code and writes spaces for the rest.
private struct Blanking {
  let characters: [Unicode.Scalar]
  let isC: Bool
  var index = 0
  var output: [Unicode.Scalar] = []

  init(characters: [Unicode.Scalar], isC: Bool) {
    self.characters = characters
    self.isC = isC
  }

  private func starts(with text: String) -> Bool {
    var next = index
    for wanted in text.unicodeScalars {
      guard next < characters.count, characters[next] == wanted else { return false }
      next += 1
    }
    return true
  }

  private mutating func keep() {
    output.append(characters[index])
    index += 1
  }

  private mutating func blank(_ count: Int = 1) {
    for _ in 0..<min(count, characters.count - index) {
      output.append(characters[index] == "\n" ? "\n" : " ")
      index += 1
    }
  }

  /// Copies up to `end` (a closing parenthesis of an interpolation, left to the caller), or to the end of the file.
  mutating func scanCode(until end: Unicode.Scalar?) {
    var depth = 0
    while index < characters.count {
      if starts(with: "//") {
        while index < characters.count, characters[index] != "\n" { blank() }
      } else if starts(with: "/*") {
        blankBlockComment()
      } else if characters[index] == "\"" || (!isC && startsRawString) {
        blankString()
      } else if isC && characters[index] == "'" {
        blankCharacter()
      } else {
        if characters[index] == "(" { depth += 1 }
        if characters[index] == ")" {
          if depth == 0 && end == ")" { return }
          depth -= 1
        }
        keep()
      }
    }
  }

  private mutating func blankBlockComment() {
    var depth = 0
    repeat {
      if starts(with: "/*") && (depth == 0 || !isC) {
        depth += 1
        blank(2)
      } else if starts(with: "*/") {
        depth -= 1
        blank(2)
      } else {
        blank()
      }
    } while depth > 0 && index < characters.count
  }

  private mutating func blankCharacter() {
    blank()
    while index < characters.count, characters[index] != "'", characters[index] != "\n" {
      blank(characters[index] == "\\" ? 2 : 1)
    }
    blank()
  }

  private var startsRawString: Bool {
    var next = index
    while next < characters.count, characters[next] == "#" { next += 1 }
    return next > index && next < characters.count && characters[next] == "\""
  }

  private mutating func blankString() {
    var hashes = 0
    while index + hashes < characters.count, characters[index + hashes] == "#" { hashes += 1 }
    blank(hashes)
    let mark = !isC && starts(with: "\"\"\"") ? "\"\"\"" : "\""
    blank(mark.count)
    let end = mark + String(repeating: "#", count: hashes)
    let escape = "\\" + String(repeating: "#", count: hashes)
    while index < characters.count, !starts(with: end) {
      if !isC && starts(with: escape + "(") {
        blank(escape.count + 1)
        let start = output.count
        scanCode(until: ")")
        // What an interpolation holds is code, but its braces and keywords are not the structure of the file.
        for i in start..<output.count where output[i] != "\n" { output[i] = " " }
        blank()
      } else {
        blank(starts(with: escape) ? escape.count + 1 : 1)
      }
    }
    blank(end.count)
  }
}
