import Foundation
package import StarmineLayers

extension DocumentValue {
  /// A value from a command line: JSON5 where it is JSON5, several numbers without brackets, otherwise a plain text.
  package init(argument: String, kind: ValueKind) {
    switch kind {
    case .string, .enumeration:
      self.init(.string(argument))
      return
    case _ where argument == "none" || argument == "nil": self.init(.null)
    case .color where !argument.contains(/^[\[{]/) && !argument.contains(/^[\d.\s,-]+$/): self.init(.string(argument))
    case .size where argument.contains(/^[\d.]+\s*[x×]\s*[\d.]+$/):
      self = Self.json("[\(argument.replacing(/[x×]/, with: ","))]") ?? DocumentValue(.string(argument))
    case .path where !argument.hasPrefix("{"): self.init(.string(argument))
    case .point, .size, .rect, .color, .transform, .numbers:
      let isList = argument.contains(",") && !argument.contains("(") && !argument.contains(/^[\[{]/)
      self =
        Self.json(isList ? "[\(argument)]" : argument) ?? Self.quotedItems(argument) ?? DocumentValue(.string(argument))
    default:
      self = Self.json(argument) ?? DocumentValue(.string(argument))
    }
  }

  private static func json(_ text: String) -> DocumentValue? { try? JSON5Parser.parse(text) }

  /// `10pt, 50pt`: items that are only numbers together with their unit.
  private static func quotedItems(_ text: String) -> DocumentValue? {
    guard text.contains(","), !text.contains("(") else { return nil }
    let items = text.trimmingCharacters(in: CharacterSet(charactersIn: "[] ")).split(separator: ",")
    return DocumentValue(.array(items.map { DocumentValue(.string($0.trimmingCharacters(in: .whitespaces))) }))
  }
}
