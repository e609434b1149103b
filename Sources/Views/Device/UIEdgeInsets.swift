/// Margins of a rectangle, points.
public struct UIEdgeInsets: Hashable, Sendable {
  /// Points to leave free at each side; below 0 to go beyond it. Default 0.
  public var top: CGFloat, left: CGFloat, bottom: CGFloat, right: CGFloat

  /// Insets by side, points.
  public init(top: CGFloat = 0, left: CGFloat = 0, bottom: CGFloat = 0, right: CGFloat = 0) {
    (self.top, self.left, self.bottom, self.right) = (top, left, bottom, right)
  }

  /// No insets.
  public static let zero = UIEdgeInsets()
}

extension CGRect {
  /// Without the margins; a width or height never below 0.
  public func inset(by insets: UIEdgeInsets) -> CGRect {
    CGRect(
      x: minX + insets.left, y: minY + insets.top, width: max(0, width - insets.left - insets.right),
      height: max(0, height - insets.top - insets.bottom))
  }
}

extension UIView {
  /// Space that bars of a device would cover: none here.
  public var safeAreaInsets: UIEdgeInsets { .zero }
}

extension NSCoder {
  /// `{1, 2}`; zero for other texts. So with the others.
  public class func cgPoint(for string: String) -> CGPoint {
    numbers(string, 2).map { CGPoint(x: $0[0], y: $0[1]) } ?? .zero
  }
  /// Reads `{width, height}`; zero for anything else.
  public class func cgSize(for string: String) -> CGSize {
    numbers(string, 2).map { CGSize(width: $0[0], height: $0[1]) } ?? .zero
  }
  /// `{{1, 2}, {3, 4}}`.
  public class func cgRect(for string: String) -> CGRect {
    numbers(string, 4).map { CGRect(x: $0[0], y: $0[1], width: $0[2], height: $0[3]) } ?? .zero
  }
  /// `{top, left, bottom, right}`.
  public class func uiEdgeInsets(for string: String) -> UIEdgeInsets {
    numbers(string, 4).map { UIEdgeInsets(top: $0[0], left: $0[1], bottom: $0[2], right: $0[3]) } ?? .zero
  }

  /// Writes `{x, y}`.
  public class func string(for point: CGPoint) -> String { "{\(text(point.x)), \(text(point.y))}" }
  /// Writes `{width, height}`.
  public class func string(for size: CGSize) -> String { "{\(text(size.width)), \(text(size.height))}" }
  /// Writes `{{x, y}, {width, height}}`.
  public class func string(for rect: CGRect) -> String {
    "{\(string(for: rect.origin)), \(string(for: rect.size))}"
  }

  private static func numbers(_ text: String, _ count: Int) -> [CGFloat]? {
    let numbers = text.split { "{}, ".contains($0) }.compactMap { Double($0) }
    return numbers.count == count ? numbers.map { CGFloat($0) } : nil
  }

  private static func text(_ number: CGFloat) -> String {
    let number = Double(number)
    return number == number.rounded() && abs(number) < 1e15 ? "\(Int(number))" : "\(number)"
  }
}
