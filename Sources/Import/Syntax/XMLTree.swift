import FoundationXML

/// An element of an XML document, with its location.
struct XMLNode {
  /// Without a prefix.
  let name: String
  /// Sorted: the parser does not keep the document's order.
  let attributes: [(name: String, value: String)]
  let location: SourceLocation
  var children: [XMLNode] = []
  var text = ""

  subscript(attribute: String) -> String? { attributes.first { $0.name == attribute }?.value }

  func child(_ name: String) -> XMLNode? { children.first { $0.name == name } }

  func list(_ name: String) -> [XMLNode] { child(name)?.children ?? [] }
}

/// Parses XML to a tree of limited size. Documents with their own entities, which can expand without limit, and
/// documents that are not UTF-8 are refused. Nothing outside the document is loaded.
enum XMLTree {
  static let maximumElements = 400_000
  static let maximumDepth = 160
  /// Limit of attributes per element: the parser compares each with all previous ones.
  static let maximumAttributes = 500

  /// - Parameter keepingText: Whether text between elements becomes children without a name.
  static func parse(_ source: ImportSource, keepingText: Bool = false) throws(ImportError) -> XMLNode {
    guard source.bytes[...].firstRange(of: "<!ENTITY".utf8) == nil else {
      throw source.error("entities are not supported")
    }
    // Foundation's parser crashes if a name is not valid UTF-8.
    guard String(validating: source.bytes, as: UTF8.self) != nil else { throw source.error("it is not UTF-8") }
    if let place = placeOfManyAttributes(source.bytes) {
      throw source.error("an element has more than \(maximumAttributes) attributes", at: place)
    }
    guard !source.bytes.contains(0) else { throw source.error("it is not XML: it contains a byte of 0") }
    let builder = XMLTreeBuilder(keepsText: keepingText)
    let parser = XMLParser(data: Data(withoutInstructions(source.bytes)))
    parser.shouldResolveExternalEntities = false
    parser.delegate = builder
    let isParsed = parser.parse()
    if let refusal = builder.refusal { throw source.error(refusal, at: builder.place(of: parser)) }
    guard isParsed, let root = builder.root else {
      let reason = builder.failure ?? "it has no element"
      throw source.error("it is not XML: \(reason.excerpt(120))", at: builder.failurePlace)
    }
    return root
  }
}

extension XMLTree {
  /// Removes instructions without data, `<?name?>`, which crash Foundation's parser, and the XML declaration, because
  /// the text is UTF-8 regardless of its declaration. Replaces them by spaces.
  private static func withoutInstructions(_ bytes: [UInt8]) -> [UInt8] {
    var result = bytes
    let (opening, closing) = (Array("<?".utf8), Array("?>".utf8))
    var index = 0
    while index + 1 < bytes.count {
      guard bytes[index] == opening[0], bytes[index + 1] == opening[1] else {
        index += 1
        continue
      }
      // A name ends at a space and cannot contain a question mark.
      let isDeclaration = bytes[index...].starts(with: "<?xml ".utf8)
      var end = index + 2
      while end + 1 < bytes.count, bytes[end] != closing[0] || bytes[end + 1] != closing[1],
        isDeclaration || bytes[end] > 0x20
      {
        end += 1
      }
      if end + 1 < bytes.count, bytes[end] == closing[0], bytes[end + 1] == closing[1] {
        for place in index..<end + 2 where bytes[place] != 0x0A { result[place] = 0x20 }
      }
      index = max(end, index + 2)
    }
    return result
  }

  /// Start of an element that may have too many attributes. The text between two `<` contains one element. An attribute
  /// has a quotation mark after its `=`.
  private static func placeOfManyAttributes(_ bytes: [UInt8]) -> SourceLocation? {
    var (start, count, isAfterEquals) = (0, 0, false)
    for index in bytes.indices {
      switch bytes[index] {
      case UInt8(ascii: "<"): (start, count, isAfterEquals) = (index, 0, false)
      case UInt8(ascii: "="): isAfterEquals = true
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        if isAfterEquals { count += 1 }
        isAfterEquals = false
        if count > maximumAttributes {
          let before = bytes[..<start]
          return SourceLocation(line: before.count { $0 == 10 } + 1, column: start - (before.lastIndex(of: 10) ?? -1))
        }
      case 0x20, 9, 10, 13: break
      default: isAfterEquals = false
      }
    }
    return nil
  }
}

private final class XMLTreeBuilder: NSObject, XMLParserDelegate {
  private let keepsText: Bool
  private var open: [XMLNode] = []
  private var count = 0
  private(set) var root: XMLNode?
  /// Why reading was stopped.
  private(set) var refusal: String?
  private(set) var failure: String?
  private(set) var failurePlace: SourceLocation?

  init(keepsText: Bool) { self.keepsText = keepsText }

  func place(of parser: XMLParser) -> SourceLocation {
    SourceLocation(line: max(1, parser.lineNumber), column: max(1, parser.columnNumber))
  }

  func parser(
    _ parser: XMLParser, didStartElement element: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    count += 1
    if count > XMLTree.maximumElements { refusal = "more than \(XMLTree.maximumElements) elements" }
    if open.count >= XMLTree.maximumDepth {
      refusal = "more than \(XMLTree.maximumDepth) nested elements"
    }
    guard refusal == nil else { return parser.abortParsing() }
    let name = element.split(separator: ":").last.map(String.init) ?? element
    let sorted = attributes.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
    open.append(XMLNode(name: name, attributes: sorted, location: place(of: parser)))
  }

  func parser(_ parser: XMLParser, foundCharacters text: String) {
    guard let last = open.indices.last else { return }
    guard keepsText else { return open[last].text += text }
    if open[last].children.last.map({ !$0.name.isEmpty }) ?? true {
      open[last].children.append(XMLNode(name: "", attributes: [], location: place(of: parser)))
    }
    open[last].children[open[last].children.count - 1].text += text
  }

  func parser(_ parser: XMLParser, foundCDATA block: Data) {
    self.parser(parser, foundCharacters: String(decoding: block, as: UTF8.self))
  }

  func parser(_ parser: XMLParser, didEndElement element: String, namespaceURI: String?, qualifiedName: String?) {
    guard let node = open.popLast() else { return }
    if open.isEmpty { root = node } else { open[open.count - 1].children.append(node) }
  }

  func parser(_ parser: XMLParser, parseErrorOccurred error: any Error) {
    guard failure == nil else { return }
    (failure, failurePlace) = (error.localizedDescription, place(of: parser))
  }
}
