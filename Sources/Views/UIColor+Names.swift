extension UIColor {
  /// The named colours of UIKit: greys by value, others by components in sRGB.
  public static let black = UIColor(white: 0, alpha: 1), darkGray = UIColor(white: 1 / 3, alpha: 1),
    lightGray = UIColor(white: 2 / 3, alpha: 1), white = UIColor(white: 1, alpha: 1),
    gray = UIColor(white: 0.5, alpha: 1), clear = UIColor(white: 0, alpha: 0),
    red = UIColor(red: 1, green: 0, blue: 0, alpha: 1), green = UIColor(red: 0, green: 1, blue: 0, alpha: 1),
    blue = UIColor(red: 0, green: 0, blue: 1, alpha: 1), cyan = UIColor(red: 0, green: 1, blue: 1, alpha: 1),
    yellow = UIColor(red: 1, green: 1, blue: 0, alpha: 1), magenta = UIColor(red: 1, green: 0, blue: 1, alpha: 1),
    orange = UIColor(red: 1, green: 0.5, blue: 0, alpha: 1),
    purple = UIColor(red: 0.5, green: 0, blue: 0.5, alpha: 1),
    brown = UIColor(red: 0.6, green: 0.4, blue: 0.2, alpha: 1), lightText = UIColor(white: 1, alpha: 0.6),
    darkText = UIColor(white: 0, alpha: 1)
}

extension UIColor {
  /// A system colour in its light variant, as published in Apple's interface guidelines. The numbers are RGB bytes.
  public static let systemRed = UIColor(bytes: 255, 59, 48), systemOrange = UIColor(bytes: 255, 149, 0),
    systemYellow = UIColor(bytes: 255, 204, 0), systemGreen = UIColor(bytes: 52, 199, 89),
    systemTeal = UIColor(bytes: 48, 176, 199), systemBlue = UIColor(bytes: 0, 122, 255),
    systemIndigo = UIColor(bytes: 88, 86, 214), systemPurple = UIColor(bytes: 175, 82, 222),
    systemPink = UIColor(bytes: 255, 45, 85), systemGray = UIColor(bytes: 142, 142, 147),
    systemGray2 = UIColor(bytes: 174, 174, 178), systemGray3 = UIColor(bytes: 199, 199, 204),
    systemGray4 = UIColor(bytes: 209, 209, 214), systemGray5 = UIColor(bytes: 229, 229, 234),
    systemGray6 = UIColor(bytes: 242, 242, 247), systemMint = UIColor(bytes: 0, 199, 190),
    systemCyan = UIColor(bytes: 50, 173, 230), systemBrown = UIColor(bytes: 162, 132, 94)

  /// A semantic colour in its light variant, as published in Apple's interface guidelines. There is no dark variant.
  /// The numbers are RGB bytes and alpha.
  public static let label = UIColor(bytes: 0, 0, 0), secondaryLabel = UIColor(bytes: 60, 60, 67, 0.6),
    tertiaryLabel = UIColor(bytes: 60, 60, 67, 0.3), quaternaryLabel = UIColor(bytes: 60, 60, 67, 0.18),
    placeholderText = UIColor(bytes: 60, 60, 67, 0.3), link = UIColor(bytes: 0, 122, 255),
    separator = UIColor(bytes: 60, 60, 67, 0.29), opaqueSeparator = UIColor(bytes: 198, 198, 200),
    systemBackground = UIColor(bytes: 255, 255, 255), secondarySystemBackground = UIColor(bytes: 242, 242, 247),
    tertiarySystemBackground = UIColor(bytes: 255, 255, 255), systemGroupedBackground = UIColor(bytes: 242, 242, 247),
    secondarySystemGroupedBackground = UIColor(bytes: 255, 255, 255),
    tertiarySystemGroupedBackground = UIColor(bytes: 242, 242, 247), systemFill = UIColor(bytes: 120, 120, 128, 0.2),
    secondarySystemFill = UIColor(bytes: 120, 120, 128, 0.16),
    tertiarySystemFill = UIColor(bytes: 118, 118, 128, 0.12),
    quaternarySystemFill = UIColor(bytes: 116, 116, 128, 0.08)

  private convenience init(bytes red: CGFloat, _ green: CGFloat, _ blue: CGFloat, _ alpha: CGFloat = 1) {
    self.init(red: red / 255, green: green / 255, blue: blue / 255, alpha: alpha)
  }
}
