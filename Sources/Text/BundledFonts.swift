import CStarmineFonts
import Glibc

/// The bundled font family as open files in memory.
final class BundledFonts {
  static let family = "League Spartan"
  private let descriptors: [Int32]

  /// If there is not enough memory for a font, its name refers to another font, with the usual note.
  init() { descriptors = (0..<starmine_font_count()).map(starmine_font_open).filter { $0 >= 0 } }

  deinit { for descriptor in descriptors { close(descriptor) } }

  var paths: [String] { descriptors.map { "/proc/self/fd/\($0)" } }

  /// Whether a font's name, in any spelling, begins with that of the family.
  static func contain(_ name: String) -> Bool {
    name.lowercased().filter(\.isLetter).hasPrefix("leaguespartan")
  }
}
