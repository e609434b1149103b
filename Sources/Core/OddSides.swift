package import StarmineMedia

/// Treatment of an odd number of pixels where a format takes even sides only, as H.264 does.
public enum OddSides: String, Sendable, CaseIterable {
  /// The side gets one pixel more, of what lies beside the canvas: its background. The default.
  case pad
  /// The scene is scaled to the next even size.
  case scale
  /// The export fails.
  case error

  /// The size that is written for one that is asked for.
  package func size(_ asked: PixelSize, for format: VideoFormat) -> PixelSize {
    guard self != .error, format.takesEvenSides else { return asked }
    return PixelSize(width: asked.width + asked.width % 2, height: asked.height + asked.height % 2)
  }
}
