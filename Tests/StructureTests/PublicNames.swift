/// The lines of a file that declare what users see: public declarations, cases of public enums, requirements of public
/// protocols.
struct PublicNames {
  /// Indices of lines, ascending.
  let declarations: [Int]
  /// Those of them that say `case`, or require something, without an access level of their own.
  let members: [Int]

  static let words = ["public", "open"]

  /// A variable may be called `open`.
  static var declaration: Regex<Substring> {
    /^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:public|open)\s+(?!import|extension|=)/
  }
  private static var block: Regex<(Substring, Substring)> {
    /^\s*(?:@\w+(?:\([^)]*\))?\s+)*public\s+(?:indirect\s+)?(enum|protocol)\s/
  }
  private static var enumCase: Regex<Substring> { /^\s*(?:indirect\s+)?case\s/ }
  private static var requirement: Regex<Substring> {
    /^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:mutating\s+|static\s+)*(?:var|func|init|subscript|associatedtype)\b/
  }

  init(_ source: SourceText) {
    var depth = 0
    var blocks: [(depth: Int, isProtocol: Bool)] = []
    var declarations: [Int] = []
    var members: [Int] = []
    for (index, line) in source.code.enumerated() {
      if line.holdsOne(of: Self.words), line.contains(Self.declaration) {
        declarations.append(index)
        if let match = line.firstMatch(of: Self.block) { blocks.append((depth, match.output.1 == "protocol")) }
      } else if let block = blocks.last, depth == block.depth + 1,
        line.contains(block.isProtocol ? Self.requirement : Self.enumCase)
      {
        members.append(index)
      }
      for unit in line.utf8 {
        if unit == UInt8(ascii: "{") { depth += 1 }
        if unit == UInt8(ascii: "}") { depth -= 1 }
      }
      while let block = blocks.last, depth <= block.depth { blocks.removeLast() }
    }
    (self.declarations, self.members) = (declarations, members)
  }
}

extension SourceText {
  /// Whether a doc comment stands right above a line, or above its attributes. An ordinary comment between them would
  /// take it away.
  func hasDocComment(above index: Int) -> Bool {
    var before = index - 1
    while before >= 0, lines[before].wholeMatch(of: /\s*@\w+(?:\(.*\))?\s*/) != nil { before -= 1 }
    return before >= 0 && lines[before].contains(/^\s*\/\/\//)
  }

  /// The doc comment above a line and its attributes.
  func docComment(above index: Int) -> String {
    lines[..<index].reversed().prefix { $0.contains(/^\s*(?:\/\/\/|@\w)/) }.reversed().joined(separator: "\n")
  }

  /// A declaration up to its body, at most eight lines.
  func signature(at index: Int) -> String {
    let rest = code[index...].prefix(8)
    let end = rest.firstIndex { $0.contains(/[{}]/) || !$0.contains(/[(,]\s*$|func|init/) } ?? rest.endIndex
    return code[index..<min(end + 1, rest.endIndex)].joined(separator: " ")
  }
}
