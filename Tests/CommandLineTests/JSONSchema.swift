import Foundation
import StarmineTestSupport

/// Checks JSON against a schema of the repository: the words that our schemas use.
struct JSONSchema {
  private let root: [String: Any]

  init(named name: String) throws {
    let data = Data(try Checkout.text(of: "schema/\(name).schema.json").utf8)
    root = try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
  }

  /// Mismatches, with their places; none where all fits.
  func problems(of value: Any) -> [String] { check(value, root, "$") }

  private func check(_ value: Any, _ schema: [String: Any], _ path: String) -> [String] {
    if let reference = schema["$ref"] as? String {
      let name = reference.replacingOccurrences(of: "#/$defs/", with: "")
      guard let found = (root["$defs"] as? [String: Any])?[name] as? [String: Any] else {
        return ["\(path): no \(reference)"]
      }
      return check(value, found, path)
    }
    if let choices = schema["anyOf"] as? [[String: Any]] {
      let all = choices.map { check(value, $0, path) }
      return all.contains(where: \.isEmpty) ? [] : ["\(path): fits none: \(all)"]
    }
    if let names = schema["enum"] as? [String] {
      return (value as? String).map(names.contains) ?? false ? [] : ["\(path): \(value) is none of \(names)"]
    }
    switch schema["type"] as? String {
    case "object": return object(value, schema, path)
    case "array":
      guard let items = value as? [Any] else { return ["\(path): no array"] }
      let item = schema["items"] as? [String: Any] ?? [:]
      return items.enumerated().flatMap { check($1, item, "\(path)[\($0)]") }
    case "string": return value is String ? [] : ["\(path): no string"]
    case "boolean": return JSONBoolean.isOne(value) ? [] : ["\(path): no boolean"]
    case "number": return value is NSNumber && !JSONBoolean.isOne(value) ? [] : ["\(path): no number"]
    case "integer": return (value as? NSNumber).map { Int(exactly: $0) != nil } ?? false ? [] : ["\(path): no integer"]
    default: return []
    }
  }

  private func object(_ value: Any, _ schema: [String: Any], _ path: String) -> [String] {
    guard let members = value as? [String: Any] else { return ["\(path): no object"] }
    let known = schema["properties"] as? [String: Any] ?? [:]
    let missing = (schema["required"] as? [String] ?? []).filter { members[$0] == nil }.map { "\(path).\($0): missing" }
    return missing
      + members.flatMap { key, member -> [String] in
        if let rule = known[key] as? [String: Any] { return check(member, rule, "\(path).\(key)") }
        if let rule = schema["additionalProperties"] as? [String: Any] { return check(member, rule, "\(path).\(key)") }
        return schema["additionalProperties"] as? Bool == false ? ["\(path).\(key): unknown"] : []
      }
  }
}

private enum JSONBoolean {
  /// JSON's true and false come as numbers of their own kind.
  static func isOne(_ value: Any) -> Bool {
    (value as? NSNumber).map { String(cString: $0.objCType) == "c" } ?? false
  }
}
