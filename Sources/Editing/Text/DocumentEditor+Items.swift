/// Items: elements of lists and members of objects. They are added, removed and moved with their comments. Other items
/// do not change.
extension DocumentEditor {
  /// The text of an item, including the key of a member. Its first line has no indent.
  struct Item {
    let text: String

    init(text: String) { self.text = text }

    init(_ value: DocumentValue, key: String? = nil, quotingKeys: Bool) {
      let name = key.map { "\($0.keyText(quoted: quotingKeys)): " } ?? ""
      text = name + value.pretty(quotingKeys: quotingKeys)
    }

    func indented(by indent: String) -> String { text.replacing("\n", with: "\n\(indent)") }
  }

  var quotesKeys: Bool { usesQuotes([]) }

  /// Bytes of each item of a list or object, without separators; nil for other values.
  func spans(at path: [DocumentStep]) -> [Range<Int>]? {
    switch self[path]?.content {
    case .array(let items): items.map(\.span)
    case .object(let members): members.map { $0.start..<$0.value.span.upperBound }
    default: nil
    }
  }

  /// - Parameter key: replaces the key of a member.
  func item(_ index: Int, at path: [DocumentStep], key: String? = nil) -> Item? {
    guard let spans = spans(at: path), spans.indices.contains(index) else { return nil }
    var text = bytes[begin(spans[index].lowerBound)..<spans[index].upperBound]
    let indent = indent(at: text.startIndex)
    if let key, let members = self[path]?.members {
      text.replaceSubrange(keySpan(members[index]), with: key.keyText(quoted: usesQuotes(members)).utf8)
    }
    let lines = String(decoding: text, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    let moved = lines.enumerated().map { $0 > 0 && $1.hasPrefix(indent) ? $1.dropFirst(indent.count) : $1 }
    return Item(text: comment(behind: spans[index].upperBound) + moved.joined(separator: "\n"))
  }

  /// Adds an item before an index, or at the end. Creates a missing list or object.
  ///
  /// Returns false if the path refers to another value.
  mutating func insert(
    _ item: Item, at index: Int, into path: [DocumentStep], isMember: Bool
  ) throws(JSON5Error) -> Bool {
    if self[path] == nil {
      guard try set(DocumentValue(isMember ? .object([]) : .array([])), at: path) else { return false }
    }
    guard let owner = self[path], let spans = spans(at: path) else { return false }
    if spans.isEmpty {
      let end = owner.span.upperBound - 1
      let outer = indent(at: owner.span.lowerBound)
      // An item with several lines starts on its own line.
      let isLong = item.text.contains("\n") || item.text.utf8.count > 70
      let own = "\n\(outer)  \(item.indented(by: outer + "  "))\n\(outer)"
      try replace(end..<end, with: isLong ? own : isMember ? " \(item.text) " : item.text)
    } else if index < spans.count {
      let start = begin(spans[max(0, index)].lowerBound)
      let indent = indent(at: start)
      try replace(start..<start, with: item.indented(by: indent) + (isAlone(start) ? ",\n\(indent)" : ", "))
    } else if let last = spans.last {
      try append(item, behind: last)
    }
    return true
  }

  mutating func append(_ item: Item, behind last: Range<Int>) throws(JSON5Error) {
    let text = item.indented(by: indent(at: last.lowerBound))
    let end = last.upperBound
    let comma = comma(after: end)
    guard isAlone(last.lowerBound) else {
      let position = comma.map { $0 + 1 } ?? end
      return try replace(position..<position, with: comma == nil ? ", \(text)" : " \(text),")
    }
    let line = lineEnd(comma ?? end)
    let indent = indent(at: last.lowerBound)
    guard comma == nil else { return try replace(line..<line, with: "\n\(indent)\(text),") }
    // A comment may be between the item and the end of its line.
    try replace(end..<end, with: ",")
    try replace(line + 1..<line + 1, with: "\n\(indent)\(text)")
  }

  /// Removes an item with the comment after it.
  /// - Parameter takesComments: whether to remove comments on the lines above too.
  mutating func removeItem(_ index: Int, at path: [DocumentStep], takesComments: Bool = false) throws(JSON5Error) {
    guard let spans = spans(at: path), spans.indices.contains(index) else { return }
    let start = takesComments ? begin(spans[index].lowerBound) : spans[index].lowerBound
    let end = spans[index].upperBound
    let next = comma(after: end)
    let rest = lineEnd(next ?? end)
    let isWholeLine = isAlone(start) && (rest == bytes.count || bytes[rest] == 0x0A)
    // Without the last item, the comma before it is removed too.
    let surplus = next == nil && index > 0 ? comma(after: spans[index - 1].upperBound) : nil
    if isWholeLine {
      try replace(lineStart(start)..<min(rest + 1, bytes.count), with: "")
    } else {
      let before = bytes[..<start].reversed().prefix { $0 == 0x20 }.count
      let isFollowedByBlank = next.map { bytes[$0 + 1] == 0x20 } ?? false
      let first = next == nil ? start - before : start
      try replace(first..<(next.map { $0 + (isFollowedByBlank ? 2 : 1) } ?? end), with: "")
    }
    if let surplus { try replace(surplus..<surplus + 1, with: "") }
  }

  mutating func renameKey(at path: [DocumentStep], to new: String) throws(JSON5Error) {
    guard case .key(let key)? = path.last, case .object(let members)? = self[path.dropLast()]?.content,
      let member = members.first(where: { $0.key == key })
    else { return }
    try replace(keySpan(member), with: new.keyText(quoted: usesQuotes(members)))
  }

  func keySpan(_ member: DocumentMember) -> Range<Int> {
    let start = member.start
    let quote = bytes[start]
    let isQuoted = quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
    var end = start + 1
    while end < member.value.span.lowerBound {
      let byte = bytes[end]
      if isQuoted, byte == quote { return start..<end + 1 }
      if !isQuoted, byte == UInt8(ascii: ":") || byte == UInt8(ascii: "/") || byte <= 0x20 { break }
      end += isQuoted && byte == UInt8(ascii: "\\") ? 2 : 1
    }
    return start..<end
  }

  /// Start of an item including comment lines above it, if it is alone on its line.
  private func begin(_ start: Int) -> Int {
    guard isAlone(start) else { return start }
    var first = start
    while lineStart(first) > 0 {
      let line = bytes[lineStart(lineStart(first) - 1)..<lineStart(first)].drop { $0 == 0x20 || $0 == 0x09 }
      guard line.starts(with: "//".utf8) else { break }
      first = line.startIndex
    }
    return first
  }

  private func comment(behind end: Int) -> String {
    let rest = bytes[(comma(after: end).map { $0 + 1 } ?? end)...].prefix { $0 != 0x0A && $0 != 0x0D }
    let text = rest.drop { $0 == 0x20 || $0 == 0x09 }
    return text.starts(with: "//".utf8) ? String(decoding: text, as: UTF8.self) + "\n" : ""
  }

  /// The indent of the line that contains a byte.
  private func indent(at offset: Int) -> String {
    String(decoding: bytes[lineStart(offset)...].prefix { $0 == 0x20 || $0 == 0x09 }, as: UTF8.self)
  }
}
