import Foundation

/// Files in the executable. A program in the `.build` folder of a checkout reads them from the checkout instead, so
/// that a changed file needs no build.
package struct EmbeddedFiles: Sendable {
  /// A C function that returns constant bytes and writes their number.
  package typealias Source = @Sendable @convention(c) (UnsafeMutablePointer<Int>) -> UnsafePointer<UInt8>

  package let names: [String]
  private let files: Source
  /// The folder of the files in the checkout; nil if the program is not in a checkout.
  private let folder: String?

  /// - Parameter index: the text of the index, lines `#embed "name" ...`.
  /// - Parameter files: the contents in the order of the index, each followed by a zero byte.
  /// - Parameter folder: path of the files within a checkout, with an `index.inc`.
  package init(index source: Source, files: @escaping Source, folder: String) {
    self.files = files
    let place = Self.checkout.map { "\($0)/\(folder)" }
    let index = place.map { "\($0)/index.inc" }
    let own = index.flatMap { FileManager.default.contents(atPath: $0) }
    self.folder = own == nil ? nil : place
    let text = own.map { Array($0) } ?? Array(Self.bytes(source))
    names = String(decoding: text, as: UTF8.self).split(separator: "\n").compactMap { line in
      let parts = line.split(separator: "\"", omittingEmptySubsequences: false)
      return parts.count == 3 ? String(parts[1]) : nil
    }
  }

  package subscript(name: String) -> [UInt8]? {
    guard let index = names.firstIndex(of: name) else { return nil }
    if let folder, let data = FileManager.default.contents(atPath: "\(folder)/\(name)") { return Array(data) }
    let parts = Self.bytes(files).split(separator: 0, omittingEmptySubsequences: false)
    return index < parts.count ? Array(parts[index]) : nil
  }

  package static func bytes(_ source: Source) -> UnsafeBufferPointer<UInt8> {
    var count = 0
    let start = source(&count)
    return UnsafeBufferPointer(start: start, count: count)
  }

  /// The folder with the program's `.build` folder.
  private static let checkout: String? = {
    let path = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().path
    return path.range(of: "/.build/").map { String(path[..<$0.lowerBound]) }
  }()
}
