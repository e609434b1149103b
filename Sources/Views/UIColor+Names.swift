extension UIColor {
  /// Grey 0.
  public static let black = UIColor(white: 0, alpha: 1)
  /// Grey 1/3.
  public static let darkGray = UIColor(white: 1 / 3, alpha: 1)
  /// Grey 2/3.
  public static let lightGray = UIColor(white: 2 / 3, alpha: 1)
  /// Grey 1.
  public static let white = UIColor(white: 1, alpha: 1)
  /// Grey 0.5.
  public static let gray = UIColor(white: 0.5, alpha: 1)
  /// Transparent black.
  public static let clear = UIColor(white: 0, alpha: 0)
  /// Red 1, green 0, blue 0.
  public static let red = UIColor(red: 1, green: 0, blue: 0, alpha: 1)
  /// Red 0, green 1, blue 0.
  public static let green = UIColor(red: 0, green: 1, blue: 0, alpha: 1)
  /// Red 0, green 0, blue 1.
  public static let blue = UIColor(red: 0, green: 0, blue: 1, alpha: 1)
  /// Red 0, green 1, blue 1.
  public static let cyan = UIColor(red: 0, green: 1, blue: 1, alpha: 1)
  /// Red 1, green 1, blue 0.
  public static let yellow = UIColor(red: 1, green: 1, blue: 0, alpha: 1)
  /// Red 1, green 0, blue 1.
  public static let magenta = UIColor(red: 1, green: 0, blue: 1, alpha: 1)
  /// Red 1, green 0.5, blue 0.
  public static let orange = UIColor(red: 1, green: 0.5, blue: 0, alpha: 1)
  /// Red 0.5, green 0, blue 0.5.
  public static let purple = UIColor(red: 0.5, green: 0, blue: 0.5, alpha: 1)
  /// Red 0.6, green 0.4, blue 0.2.
  public static let brown = UIColor(red: 0.6, green: 0.4, blue: 0.2, alpha: 1)
  /// White, 0.6 opaque.
  public static let lightText = UIColor(white: 1, alpha: 0.6)
  /// Black.
  public static let darkText = UIColor(white: 0, alpha: 1)
}

extension UIColor {
  // The system colours in their light look (published in Apple's interface guidelines).
  /// Bytes 255, 59, 48.
  public static let systemRed = UIColor(bytes: 255, 59, 48)
  /// Bytes 255, 149, 0.
  public static let systemOrange = UIColor(bytes: 255, 149, 0)
  /// Bytes 255, 204, 0.
  public static let systemYellow = UIColor(bytes: 255, 204, 0)
  /// Bytes 52, 199, 89.
  public static let systemGreen = UIColor(bytes: 52, 199, 89)
  /// Bytes 48, 176, 199.
  public static let systemTeal = UIColor(bytes: 48, 176, 199)
  /// Bytes 0, 122, 255.
  public static let systemBlue = UIColor(bytes: 0, 122, 255)
  /// Bytes 88, 86, 214.
  public static let systemIndigo = UIColor(bytes: 88, 86, 214)
  /// Bytes 175, 82, 222.
  public static let systemPurple = UIColor(bytes: 175, 82, 222)
  /// Bytes 255, 45, 85.
  public static let systemPink = UIColor(bytes: 255, 45, 85)
  /// Bytes 142, 142, 147.
  public static let systemGray = UIColor(bytes: 142, 142, 147)
  /// Bytes 174, 174, 178.
  public static let systemGray2 = UIColor(bytes: 174, 174, 178)
  /// Bytes 199, 199, 204.
  public static let systemGray3 = UIColor(bytes: 199, 199, 204)
  /// Bytes 209, 209, 214.
  public static let systemGray4 = UIColor(bytes: 209, 209, 214)
  /// Bytes 229, 229, 234.
  public static let systemGray5 = UIColor(bytes: 229, 229, 234)
  /// Bytes 242, 242, 247.
  public static let systemGray6 = UIColor(bytes: 242, 242, 247)
  /// Bytes 0, 199, 190.
  public static let systemMint = UIColor(bytes: 0, 199, 190)
  /// Bytes 50, 173, 230.
  public static let systemCyan = UIColor(bytes: 50, 173, 230)
  /// Bytes 162, 132, 94.
  public static let systemBrown = UIColor(bytes: 162, 132, 94)

  // What colours are for, in the light look (published in Apple's interface guidelines): dark ones are missing here.
  /// Bytes 0, 0, 0.
  public static let label = UIColor(bytes: 0, 0, 0)
  /// Bytes 60, 60, 67, 0.6 opaque.
  public static let secondaryLabel = UIColor(bytes: 60, 60, 67, 0.6)
  /// Bytes 60, 60, 67, 0.3 opaque.
  public static let tertiaryLabel = UIColor(bytes: 60, 60, 67, 0.3)
  /// Bytes 60, 60, 67, 0.18 opaque.
  public static let quaternaryLabel = UIColor(bytes: 60, 60, 67, 0.18)
  /// Bytes 60, 60, 67, 0.3 opaque.
  public static let placeholderText = UIColor(bytes: 60, 60, 67, 0.3)
  /// Bytes 0, 122, 255.
  public static let link = UIColor(bytes: 0, 122, 255)
  /// Bytes 60, 60, 67, 0.29 opaque.
  public static let separator = UIColor(bytes: 60, 60, 67, 0.29)
  /// Bytes 198, 198, 200.
  public static let opaqueSeparator = UIColor(bytes: 198, 198, 200)
  /// Bytes 255, 255, 255.
  public static let systemBackground = UIColor(bytes: 255, 255, 255)
  /// Bytes 242, 242, 247.
  public static let secondarySystemBackground = UIColor(bytes: 242, 242, 247)
  /// Bytes 255, 255, 255.
  public static let tertiarySystemBackground = UIColor(bytes: 255, 255, 255)
  /// Bytes 242, 242, 247.
  public static let systemGroupedBackground = UIColor(bytes: 242, 242, 247)
  /// Bytes 255, 255, 255.
  public static let secondarySystemGroupedBackground = UIColor(bytes: 255, 255, 255)
  /// Bytes 242, 242, 247.
  public static let tertiarySystemGroupedBackground = UIColor(bytes: 242, 242, 247)
  /// Bytes 120, 120, 128, 0.2 opaque.
  public static let systemFill = UIColor(bytes: 120, 120, 128, 0.2)
  /// Bytes 120, 120, 128, 0.16 opaque.
  public static let secondarySystemFill = UIColor(bytes: 120, 120, 128, 0.16)
  /// Bytes 118, 118, 128, 0.12 opaque.
  public static let tertiarySystemFill = UIColor(bytes: 118, 118, 128, 0.12)
  /// Bytes 116, 116, 128, 0.08 opaque.
  public static let quaternarySystemFill = UIColor(bytes: 116, 116, 128, 0.08)

  private convenience init(bytes red: CGFloat, _ green: CGFloat, _ blue: CGFloat, _ alpha: CGFloat = 1) {
    self.init(red: red / 255, green: green / 255, blue: blue / 255, alpha: alpha)
  }
}
