package import Foundation
package import StarmineMedia

extension AskedSize {
  /// Both sides, where both were given.
  package var exact: PixelSize? {
    guard let width, let height else { return nil }
    return PixelSize(width: width, height: height)
  }

  /// Both sides for a canvas; a side that follows is even, as videos like it.
  package func pixels(for canvas: CGSize) -> PixelSize {
    if let exact { return exact }
    let shape = canvas.height > 0 ? canvas.width / canvas.height : 1
    if let width { return PixelSize(width: width, height: Self.even(Double(width) / shape)) }
    return PixelSize(width: Self.even(Double(height ?? 0) * shape), height: height ?? 0)
  }

  private static func even(_ side: Double) -> Int { Int(min(1e6, max(2, (side / 2).rounded() * 2))) }
}
