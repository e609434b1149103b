import ArgumentParser
import Foundation
import Starmine

/// `1920x1080`, a name such as `story`, or one side such as `1080x`: the other one follows from the scene.
struct SizeArgument: ExpressibleByArgument, Sendable {
  private let width: Int?
  private let height: Int?

  /// Sizes by name, as people ask for them.
  static let names: [(name: String, width: Int, height: Int)] = [
    ("square", 1080, 1080), ("portrait", 1080, 1350), ("story", 1080, 1920), ("720p", 1280, 720),
    ("1080p", 1920, 1080), ("1440p", 2560, 1440), ("4k", 3840, 2160), ("8k", 7680, 4320),
  ]

  static let help = ArgumentHelp(
    "Pixels: 1280x720, one side as in 1080x or x720, or \(names.map(\.name).joined(separator: ", ")).",
    valueName: "size")
  static let completion = CompletionKind.list(names.map(\.name))

  init?(argument: String) {
    if let row = Self.names.first(where: { $0.name == argument.lowercased() }) {
      (width, height) = (row.width, row.height)
      return
    }
    guard let match = argument.wholeMatch(of: /(\d{1,6})?\s*[xX×]\s*(\d{1,6})?/) else { return nil }
    (width, height) = (match.1.flatMap { Int($0) }, match.2.flatMap { Int($0) })
    guard width != nil || height != nil, (width ?? 1) > 0, (height ?? 1) > 0 else { return nil }
  }

  /// Both sides, where both were given.
  var exact: PixelSize? {
    guard let width, let height else { return nil }
    return PixelSize(width: width, height: height)
  }

  /// Both sides for a canvas; a side that follows is even, as videos like it.
  func pixels(for canvas: CGSize) -> PixelSize {
    if let exact { return exact }
    let shape = canvas.height > 0 ? canvas.width / canvas.height : 1
    if let width { return PixelSize(width: width, height: Self.even(Double(width) / shape)) }
    return PixelSize(width: Self.even(Double(height ?? 0) * shape), height: height ?? 0)
  }

  private static func even(_ side: Double) -> Int { Int(min(1e6, max(2, (side / 2).rounded() * 2))) }
}
