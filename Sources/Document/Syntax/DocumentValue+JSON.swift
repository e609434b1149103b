extension DocumentValue: Encodable {
  private struct Name: CodingKey {
    let stringValue: String
    let intValue: Int? = nil
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { return nil }
  }

  package func encode(to encoder: any Encoder) throws {
    switch content {
    case .null:
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    case .boolean(let flag): try flag.encode(to: encoder)
    case .number(let number):
      if let whole = Int64(exactly: number) { try whole.encode(to: encoder) } else { try number.encode(to: encoder) }
    case .string(let text): try text.encode(to: encoder)
    case .array(let items): try items.encode(to: encoder)
    case .object(let members):
      var container = encoder.container(keyedBy: Name.self)
      for member in members { try container.encode(member.value, forKey: Name(stringValue: member.key)) }
    }
  }
}
