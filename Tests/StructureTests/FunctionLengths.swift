/// A function, initialiser, computed variable or named closure found in a file, with its body.
struct FunctionLength: Equatable {
  var name: String
  /// From 1.
  var line: Int
  /// From the line with the keyword (in C: the line with the parameter list's end) to the closing brace.
  var count: Int
}

extension SourceText {
  var functions: [FunctionLength] {
    path.hasSuffix(".swift") ? swiftFunctions : cFunctions
  }

  private var swiftFunctions: [FunctionLength] {
    var result: [FunctionLength] = []
    for (number, line) in code.enumerated() {
      guard line.holdsOne(of: ["func", "init", "subscript", "let", "var"]) else { continue }
      for match in line.matches(of: /(?:^|[^.\w`])(func\s+([^\s(<]+)|init\b|deinit\b|subscript\b)/) {
        let name = match.output.2.map(String.init) ?? String(match.output.1)
        let after = line.distance(from: line.startIndex, to: match.range.upperBound)
        guard let end = bodyEnd(line: number, column: after) else { continue }
        result.append(FunctionLength(name: name, line: number + 1, count: end - number + 1))
      }
      if let named = namedBody(number: number, line: line) { result.append(named) }
    }
    return result
  }

  /// A computed variable (`var a: Int {`) or a closure with a name (`let a: () -> Int = {`). Observers count as well.
  private func namedBody(number: Int, line: String) -> FunctionLength? {
    let pattern = /(?:^|[^.\w`])(?:var\s+(\w+)\s*:[^={]*|(?:let|var)\s+(\w+)[^={]*=\s*)(?=\{)/
    guard line.holds("{"), let match = line.firstMatch(of: pattern), let name = match.output.1 ?? match.output.2
    else { return nil }
    let column = line.distance(from: line.startIndex, to: match.range.upperBound)
    guard let end = bodyEnd(line: number, column: column) else { return nil }
    return FunctionLength(name: String(name), line: number + 1, count: end - number + 1)
  }

  private static let declarations = ["func", "var", "let", "init", "case", "subscript"]

  /// The index of the line that closes the body which follows a declaration's keyword; nil where none follows, as in a
  /// protocol or for a call.
  private func bodyEnd(line: Int, column: Int) -> Int? {
    var parentheses = 0
    var braces = 0
    for number in line..<code.count {
      let text = number == line ? code[number].dropFirst(column) : Substring(code[number])
      // Without a body, the next declaration comes first.
      if number > line, braces == 0, parentheses == 0, code[number].holdsOne(of: Self.declarations),
        text.contains(/^\s*(\w+\s+)*(func|var|let|init|case|subscript)\b/)
      {
        return nil
      }
      for character in text {
        switch character {
        case "(", "[": parentheses += 1
        case ")", "]": parentheses -= 1
        case "{" where parentheses == 0: braces += 1
        case "}" where parentheses == 0:
          braces -= 1
          if braces < 0 { return nil }
          if braces == 0 { return number }
        default: break
        }
        if parentheses < 0 { return nil }
      }
    }
    return nil
  }

  /// A body at the outermost level that follows a parameter list.
  private var cFunctions: [FunctionLength] {
    var result: [FunctionLength] = []
    var braces = 0
    var start: Int?
    var previous: Character = " "
    for (number, line) in code.enumerated() {
      for character in line where !character.isWhitespace {
        if character == "{" {
          if braces == 0 && previous == ")" { start = number }
          braces += 1
        } else if character == "}" {
          braces -= 1
          if braces == 0, let first = start {
            result.append(FunctionLength(name: lines[first], line: first + 1, count: number - first + 1))
            start = nil
          }
        }
        previous = character
      }
    }
    return result
  }
}
