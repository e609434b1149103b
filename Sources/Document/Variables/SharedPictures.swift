extension DocumentValue {
  /// Maximum number of images that become variables: those with the longest strings.
  package static var mostSharedPictures: Int { VariableReader.most }
  private static let picturePrefix = "data:image/"

  /// The document with a variable for each embedded image that it uses more than once.
  var sharingPictures: DocumentValue {
    guard self[key: VariableReader.key] == nil else { return self }
    var (counts, order) = ([String: Int](), [String]())
    count(&counts, &order)
    func waste(_ picture: String) -> Int { (counts[picture, default: 0] - 1) * picture.utf8.count }
    let shared = order.filter { waste($0) > 0 }.sorted { waste($0) > waste($1) }.prefix(Self.mostSharedPictures)
    guard !shared.isEmpty else { return self }
    let names = Dictionary(uniqueKeysWithValues: shared.enumerated().map { ($1, "picture\($0 + 1)") })
    let variables = shared.enumerated().map { index, picture in
      ("picture\(index + 1)", DocumentValue.fields([("type", .text("image")), ("default", .text(picture))]))
    }
    return DocumentValue(.object([DocumentMember(VariableReader.key, .fields(variables))] + naming(names).members))
  }

  private func count(_ counts: inout [String: Int], _ order: inout [String]) {
    switch content {
    case .string(let text) where text.hasPrefix(Self.picturePrefix):
      if counts.updateValue(counts[text, default: 0] + 1, forKey: text) == nil { order.append(text) }
    case .array(let items): for item in items { item.count(&counts, &order) }
    case .object(let members): for member in members { member.value.count(&counts, &order) }
    default: break
    }
  }

  /// Replaces images by references. Braces of other strings stay literal.
  private func naming(_ names: [String: String]) -> DocumentValue {
    switch content {
    case .string(let text): .text(names[text].map { "{\($0)}" } ?? VariableTemplate.literal(text))
    case .array(let items): .list(items.map { $0.naming(names) })
    case .object(let members): .fields(members.map { ($0.key, $0.value.naming(names)) })
    default: self
    }
  }
}
