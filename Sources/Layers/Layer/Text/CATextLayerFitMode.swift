/// How a text that is too large is fitted to its box.
public struct CATextLayerFitMode: CAStringConstant {
  /// The string in documents and key-value coding.
  public let rawValue: String
  /// Creates a constant from any string.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The text is cut at the edges. The default.
  public static let none = Self(rawValue: "none")
  /// The font size decreases.
  public static let shrink = Self(rawValue: "shrink")
  /// Lines break between words, then the font size decreases.
  public static let wrap = Self(rawValue: "wrap")
  /// Like `wrap`, with lines of about the same width.
  public static let balance = Self(rawValue: "balance")
}
