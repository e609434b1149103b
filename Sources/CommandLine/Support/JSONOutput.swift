import Foundation
import StarmineMedia

/// Prints a value as indented JSON with sorted keys.
func printJSON(_ value: some Encodable) throws {
  print(String(decoding: try JSONText.page(value), as: UTF8.self))
}
