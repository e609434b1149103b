public import Starmine

/// A view that hands on its touches, for scenes whose touches are scripted.
public final class PressView: UIView {
  /// Called with the position of a touch.
  public var onPress: (CGPoint) -> Void = { _ in }

  public override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
    if let touch = touches.first { onPress(touch.location(in: self)) }
  }
}

extension UIWindow {
  /// A window with a size and a background colour.
  public convenience init(width: CGFloat, height: CGFloat, color: UIColor = UIColor(white: 0.95, alpha: 1)) {
    self.init(frame: CGRect(x: 0, y: 0, width: width, height: height))
    backgroundColor = color
  }
}

extension UIView {
  /// Adds a line of text around a place of this view.
  @discardableResult
  public func addText(_ text: String, x: CGFloat, y: CGFloat, width: CGFloat = 220, size: CGFloat = 15) -> UILabel {
    let label = UILabel(frame: CGRect(x: x - width / 2, y: y - size, width: width, height: 2 * size))
    (label.text, label.font, label.textAlignment) = (text, UIFont.systemFont(ofSize: size), .center)
    label.textColor = .darkGray
    addSubview(label)
    return label
  }
}

extension UIImage {
  /// A square picture of one colour with `index + 1` dots.
  public static func sample(_ index: Int, side: CGFloat = 120) -> UIImage {
    let colors: [UIColor] = [.systemBlue, .systemOrange, .systemGreen, .systemPurple]
    let format = UIGraphicsImageRendererFormat()
    format.scale = 2
    return UIGraphicsImageRenderer(size: CGSize(width: side, height: side), format: format).image { context in
      colors[index % colors.count].setFill()
      context.fill(CGRect(x: 0, y: 0, width: side, height: side))
      UIColor.white.withAlphaComponent(0.85).setFill()
      for dot in 0...index {
        let angle = 2 * Double.pi * Double(dot) / Double(index + 1) - Double.pi / 2
        let reach = index == 0 ? 0 : side * 0.25
        let center = CGPoint(x: side / 2 + reach * cos(angle), y: side / 2 + reach * sin(angle))
        context.cgContext.fillEllipse(
          in: CGRect(x: center.x - side / 10, y: center.y - side / 10, width: side / 5, height: side / 5))
      }
    }
  }
}
