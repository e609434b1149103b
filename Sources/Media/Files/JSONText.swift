package import Foundation

/// JSON as the program writes it: equal values give equal bytes.
package enum JSONText {
  /// Over several lines, as files that people read.
  package static func page(_ value: some Encodable) throws -> Data { try encode(value, .prettyPrinted) }

  /// On one line, as events and answers.
  package static func line(_ value: some Encodable) throws -> Data { try encode(value, []) }

  private static func encode(_ value: some Encodable, _ layout: JSONEncoder.OutputFormatting) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, layout]
    return try encoder.encode(value)
  }
}
