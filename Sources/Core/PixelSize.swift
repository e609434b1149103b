/// A size in pixels.
public struct PixelSize: Hashable, Sendable {
  /// Width in pixels, at least 1.
  public var width: Int
  /// Height in pixels, at least 1.
  public var height: Int

  /// Creates a size in pixels.
  public init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
  }
}

extension RequestedSize {
  package var exact: PixelSize? {
    guard let width, let height else { return nil }
    return PixelSize(width: width, height: height)
  }

  /// The size in pixels for a canvas. A computed side is even, because video formats require it.
  package func pixels(for canvas: CGSize) -> PixelSize {
    if let exact { return exact }
    let shape = canvas.height > 0 ? canvas.width / canvas.height : 1
    if let width { return PixelSize(width: width, height: Self.even(Double(width) / shape)) }
    return PixelSize(width: Self.even(Double(height ?? 0) * shape), height: height ?? 0)
  }

  private static func even(_ side: Double) -> Int { Int(min(1e6, max(2, (side / 2).rounded() * 2))) }
}

/// What to do with an odd width or height if a format, such as H.264, needs even sides.
public enum OddSides: String, Sendable, CaseIterable {
  /// Add one row or column in the background colour. The default.
  case pad
  /// Scale the scene to the next even size.
  case scale
  /// Fail the export.
  case error

  package func size(_ asked: PixelSize, for format: VideoFormat) -> PixelSize {
    guard self != .error, format.takesEvenSides else { return asked }
    return PixelSize(width: asked.width + asked.width % 2, height: asked.height + asked.height % 2)
  }
}
