package import Foundation

/// JSON output. Equal values give equal bytes.
package enum JSONText {
  /// On several lines, for files.
  package static func page(_ value: some Encodable) throws -> Data { try encode(value, .prettyPrinted) }

  /// On one line, for events and replies.
  package static func line(_ value: some Encodable) throws -> Data { try encode(value, []) }

  private static func encode(_ value: some Encodable, _ layout: JSONEncoder.OutputFormatting) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, layout]
    return try encoder.encode(value)
  }
}
