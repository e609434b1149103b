extension DocumentValue {
  package subscript(key key: String) -> DocumentValue? {
    let members = members
    return members.firstIndex(of: key).map { members[$0].value }
  }

  package func has(key: String) -> Bool {
    if case .object(let members) = content { members.firstIndex(of: key) != nil } else { false }
  }

  package var members: [DocumentMember] {
    if case .object(let members) = content { members } else { [] }
  }

  package var items: [DocumentValue] {
    if case .array(let items) = content { items } else { [] }
  }

  package var text: String? {
    if case .string(let text) = content { text } else { nil }
  }
}

extension DocumentValue {
  package static func text(_ text: String) -> DocumentValue { DocumentValue(.string(text)) }
  package static func number(_ number: Double) -> DocumentValue { DocumentValue(.number(number)) }
  package static func flag(_ flag: Bool) -> DocumentValue { DocumentValue(.boolean(flag)) }
  package static func list(_ items: [DocumentValue]) -> DocumentValue { DocumentValue(.array(items)) }

  package static func fields(_ members: [(String, DocumentValue)]) -> DocumentValue {
    DocumentValue(.object(members.map { DocumentMember($0.0, $0.1) }))
  }
}
