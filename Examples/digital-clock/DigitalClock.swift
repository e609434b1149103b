import ExampleSupport
import Starmine

/// A clock with rolling digits: each digit is a column of numbers behind a window.
///
///     swift run -c release example-digital-clock [FILE]
@main
enum DigitalClock: ExampleProgram {
  static let name = "digital-clock"

  static func makeMovie() -> Movie {
    let window = UIWindow(width: 300, height: 140, color: UIColor(white: 0.12, alpha: 1))
    let movie = Movie(window: window)
    movie.duration = 6
    let digits = (0..<4).map {
      DigitView(frame: CGRect(x: 30 + 62 * $0 + ($0 > 1 ? 4 : 0), y: 35, width: 52, height: 70))
    }
    digits.forEach(window.addSubview)
    func show(_ second: Int, animated: Bool) {
      let parts = [second / 600 % 6, second / 60 % 10, second / 10 % 6, second % 10]
      for (digit, value) in zip(digits, parts) { digit.show(value, animated: animated) }
    }
    show(595, animated: false)
    for step in 1..<6 { movie.at(Double(step)) { _ in show(595 + step, animated: true) } }
    return movie
  }
}

final class DigitView: UIView {
  private let column = UIView()

  override init(frame: CGRect) {
    super.init(frame: frame)
    (backgroundColor, clipsToBounds) = (UIColor(white: 0.2, alpha: 1), true)
    layer.cornerRadius = 8
    for digit in 0..<10 {
      let label = UILabel(frame: CGRect(x: 0, y: 70 * CGFloat(digit), width: 52, height: 70))
      (label.text, label.textAlignment, label.font) = ("\(digit)", .center, .boldSystemFont(ofSize: 46))
      label.textColor = .white
      column.addSubview(label)
    }
    addSubview(column)
  }

  required init?(coder: NSCoder) { super.init(coder: coder) }

  func show(_ digit: Int, animated: Bool) {
    let move = { self.column.transform = CGAffineTransform(translationX: 0, y: -70 * CGFloat(digit)) }
    guard animated else { return move() }
    UIView.animate(
      withDuration: 0.5, delay: 0, usingSpringWithDamping: 0.75, initialSpringVelocity: 0, animations: move)
  }
}
