import Foundation
import StarminePresets

/// As much of JSON Schema 2020-12 as the schema of presets uses; an unknown keyword is a mistake of its own.
struct SchemaValidator {
  let schema: DocumentValue

  private static let silent: Set<String> = ["$schema", "$defs", "title", "description", "default"]

  /// Paths of values that do not fit, with the keyword that they violate.
  func violations(_ value: DocumentValue) -> [String] {
    check(value, schema, at: "")
  }

  private func check(_ value: DocumentValue, _ schema: DocumentValue, at path: String) -> [String] {
    guard case .object(let keywords) = schema.content else { return ["\(path): the schema is not an object"] }
    return keywords.flatMap { keyword -> [String] in
      switch keyword.key {
      case _ where Self.silent.contains(keyword.key), "then": []
      case "$ref": check(value, resolve(keyword.value), at: path)
      case "allOf": items(keyword.value).flatMap { check(value, $0, at: path) }
      case "anyOf": items(keyword.value).contains { check(value, $0, at: path).isEmpty } ? [] : ["\(path): anyOf"]
      case "not": check(value, keyword.value, at: path).isEmpty ? ["\(path): not"] : []
      case "if":
        check(value, keyword.value, at: path).isEmpty ? check(value, schema["then"] ?? keyword.value, at: path) : []
      case "properties", "required", "additionalProperties", "maxProperties": object(value, keyword, schema, at: path)
      case "items", "minItems", "maxItems": array(value, keyword, at: path)
      default: scalar(value, keyword) ? [] : ["\(path): \(keyword.key)"]
      }
    }
  }

  private func items(_ value: DocumentValue?) -> [DocumentValue] {
    if case .array(let items)? = value?.content { items } else { [] }
  }

  private func resolve(_ reference: DocumentValue) -> DocumentValue {
    guard case .string(let text) = reference.content, text.hasPrefix("#/") else { return reference }
    return text.dropFirst(2).split(separator: "/").reduce(schema) { $0[String($1)] ?? reference }
  }

  private func object(
    _ value: DocumentValue, _ keyword: DocumentMember, _ schema: DocumentValue, at path: String
  ) -> [String] {
    guard case .object(let members) = value.content else { return [] }
    switch keyword.key {
    case "maxProperties":
      guard case .number(let most) = keyword.value.content, Double(members.count) <= most else {
        return ["\(path): maxProperties"]
      }
      return []
    case "required":
      return items(keyword.value).compactMap { item in
        guard case .string(let key) = item.content, value[key] == nil else { return nil }
        return "\(path): required \(key)"
      }
    case "properties":
      return members.flatMap { member in
        keyword.value[member.key].map { check(member.value, $0, at: "\(path).\(member.key)") } ?? []
      }
    default:
      let rest = members.filter { schema["properties"]?[$0.key] == nil }
      if case .boolean(false) = keyword.value.content { return rest.map { "\(path).\($0.key): unknown" } }
      return rest.flatMap { check($0.value, keyword.value, at: "\(path).\($0.key)") }
    }
  }

  private func array(_ value: DocumentValue, _ keyword: DocumentMember, at path: String) -> [String] {
    guard case .array(let elements) = value.content else { return [] }
    guard case .number(let limit) = keyword.value.content else {
      return elements.enumerated().flatMap { check($1, keyword.value, at: "\(path)[\($0)]") }
    }
    let fits = keyword.key == "minItems" ? elements.count >= Int(limit) : elements.count <= Int(limit)
    return fits ? [] : ["\(path): \(keyword.key)"]
  }

  private func scalar(_ value: DocumentValue, _ keyword: DocumentMember) -> Bool {
    switch (keyword.key, keyword.value.content, value.content) {
    case ("type", .array(let types), _):
      types.contains { scalar(value, DocumentMember("type", $0)) }
    case ("type", .string(let type), _): Self.has(value, type)
    case ("const", _, _): value == keyword.value
    case ("enum", .array(let allowed), _): allowed.contains(value)
    case ("pattern", .string(let pattern), .string(let text)):
      text.range(of: pattern, options: .regularExpression) != nil
    case ("minimum", .number(let limit), .number(let number)): number >= limit
    case ("maximum", .number(let limit), .number(let number)): number <= limit
    case ("pattern", _, _), ("minimum", _, _), ("maximum", _, _): true
    default: false
    }
  }

  private static func has(_ value: DocumentValue, _ type: String) -> Bool {
    switch value.content {
    case .null: type == "null"
    case .boolean: type == "boolean"
    case .number(let number): type == "number" || type == "integer" && number == number.rounded()
    case .string: type == "string"
    case .array: type == "array"
    case .object: type == "object"
    }
  }
}

extension DocumentValue {
  subscript(key: String) -> DocumentValue? {
    guard case .object(let members) = content else { return nil }
    return members.first { $0.key == key }?.value
  }
}
