/// Changes values in the text of a document. Comments, order and layout of other parts do not change.
package struct DocumentEditor {
  package private(set) var bytes: [UInt8]
  package private(set) var root: DocumentValue

  package init(_ bytes: [UInt8]) throws(JSON5Error) {
    (self.bytes, root) = (bytes, try JSON5Parser.parse(bytes))
  }

  package subscript(path: [DocumentStep]) -> DocumentValue? {
    path.reduce(root) { (value: DocumentValue?, step) in value?[step] }
  }

  /// Replaces the value at a path, or adds it with missing parent objects.
  ///
  /// Returns false if the path contains a missing part that cannot be added: an element of an array.
  package mutating func set(_ value: DocumentValue, at path: [DocumentStep]) throws(JSON5Error) -> Bool {
    if let present = self[path] {
      if present != value { try replace(present.span, with: value.line()) }
      return true
    }
    var value = value
    var path = path
    while let last = path.popLast() {
      guard case .key(let key) = last else { return false }
      if let owner = self[path] {
        guard case .object(let members) = owner.content else { return false }
        try insert(key, value, into: owner, members)
        return true
      }
      value = DocumentValue(.object([DocumentMember(key, value)]))
    }
    return false
  }

  /// Replaces existing values and keys, all of them at once, because parsing the document takes time.
  /// - Parameter values: paths relative to `root`, as for members.
  /// - Parameter members: members to rename.
  mutating func replaceTexts(
    _ values: [DocumentValue], keys members: [DocumentMember] = [], with make: (String) -> String
  ) throws(JSON5Error) {
    var spans: [(span: Range<Int>, text: String)] = values.compactMap { value in
      guard case .string(let text) = value.content else { return nil }
      return (value.span, DocumentValue(.string(make(text))).line())
    }
    spans += members.map { (keySpan($0), make($0.key).keyText(quoted: quotesKeys)) }
    var (changed, end) = ([UInt8](), 0)
    for (span, text) in spans.sorted(by: { $0.span.lowerBound < $1.span.lowerBound }) {
      changed += bytes[end..<span.lowerBound]
      changed += text.utf8
      end = span.upperBound
    }
    changed += bytes[end...]
    root = try JSON5Parser.parse(changed)
    bytes = changed
  }

  /// Removes a member with the comment after it.
  package mutating func remove(at path: [DocumentStep]) throws(JSON5Error) {
    guard case .key(let key)? = path.last, case .object(let members)? = self[path.dropLast()]?.content,
      let index = members.firstIndex(where: { $0.key == key })
    else { return }
    try removeItem(index, at: Array(path.dropLast()))
  }

  // MARK: Adding members

  private mutating func insert(
    _ key: String, _ value: DocumentValue, into owner: DocumentValue, _ members: [DocumentMember]
  ) throws(JSON5Error) {
    let quotes = usesQuotes(members)
    let text = "\(key.keyText(quoted: quotes)): \(value.line(quotingKeys: quotes))"
    // After values on a single line, so that long lists of cells and layers stay last.
    let anchor = members.last { isOnOneLine($0.value.span) } ?? members.last
    guard let anchor else { return try replace(owner.span, with: "{ \(text) }") }
    try append(Item(text: text), behind: anchor.start..<anchor.value.span.upperBound)
  }

  /// Like the other keys of the object, or the first key of the document.
  func usesQuotes(_ members: [DocumentMember]) -> Bool {
    var example = members.first
    if example == nil, case .object(let all) = root.content { example = all.first }
    return example.map { bytes[$0.start] == UInt8(ascii: "\"") || bytes[$0.start] == UInt8(ascii: "'") } ?? false
  }

  mutating func replace(_ span: Range<Int>, with text: String) throws(JSON5Error) {
    var changed = bytes
    changed.replaceSubrange(span, with: text.utf8)
    root = try JSON5Parser.parse(changed)
    bytes = changed
  }

  private func isOnOneLine(_ span: Range<Int>) -> Bool { !bytes[span].contains(0x0A) }

  /// The comma after a value, skipping white space and comments.
  func comma(after offset: Int) -> Int? {
    var cursor = JSON5Cursor(bytes, at: offset)
    guard (try? cursor.skipSpace()) != nil, cursor.byte == UInt8(ascii: ",") else { return nil }
    return cursor.offset
  }

  func isAlone(_ offset: Int) -> Bool {
    bytes[lineStart(offset)..<offset].allSatisfy { $0 == 0x20 || $0 == 0x09 }
  }

  func lineStart(_ offset: Int) -> Int {
    bytes[..<offset].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
  }

  /// The line feed at the end of the line if only white space and a comment follow; otherwise the next byte of
  /// `offset`.
  func lineEnd(_ offset: Int) -> Int {
    var next = offset
    if next < bytes.count, bytes[next] == UInt8(ascii: ",") { next += 1 }
    let rest = bytes[next...].prefix { $0 != 0x0A }
    let text = rest.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
    let isFree = text.isEmpty || text.starts(with: "//".utf8)
    return isFree ? rest.endIndex : next
  }
}

extension DocumentValue {
  subscript(step: DocumentStep) -> DocumentValue? {
    switch (step, content) {
    case (.key(let key), .object(let members)): members.first { $0.key == key }?.value
    case (.index(let index), .array(let items)): items.indices.contains(index) ? items[index] : nil
    default: nil
    }
  }
}
