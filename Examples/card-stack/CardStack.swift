import ExampleSupport
import Starmine

/// A stack of cards: the front card is swiped away, and the others move up.
///
///     swift run -c release example-card-stack [FILE]
@main
enum CardStack: ExampleProgram {
  static let name = "card-stack"

  static func makeMovie() -> Movie {
    let window = UIWindow(width: 300, height: 400)
    let movie = Movie(window: window)
    movie.duration = 5
    let stack = StackOfCards(frame: window.bounds)
    window.addSubview(stack)
    for (index, way) in [200.0, -200, 200].enumerated() {
      movie.at(0.6 + Double(index) * 1.4) { _ in swipe(in: window, by: way) }
    }
    return movie
  }

  private static func swipe(in window: UIWindow, by way: CGFloat) {
    let touch = window.beginTouch(at: CGPoint(x: 150, y: 200))
    window.moveTouch(touch, to: CGPoint(x: 150 + way / 2, y: 205))
    window.moveTouch(touch, to: CGPoint(x: 150 + way, y: 210))
    window.endTouch(touch)
  }
}

final class StackOfCards: UIView {
  private var cards: [UIView] = []

  override init(frame: CGRect) {
    super.init(frame: frame)
    let colors: [UIColor] = [.systemRed, .systemBlue, .systemGreen, .systemOrange]
    for (index, color) in colors.enumerated() {
      let card = UIView(frame: CGRect(x: 50, y: 80, width: 200, height: 240))
      card.backgroundColor = color
      (card.layer.cornerRadius, card.layer.shadowOpacity, card.layer.shadowRadius) = (18, 0.25, 8)
      card.addText("\(index + 1)", x: 100, y: 120, size: 60).textColor = .white
      insertSubview(card, at: 0)
      cards.append(card)
    }
    arrange()
    for way in [UISwipeGestureRecognizer.Direction.left, .right] {
      let swipe = UISwipeGestureRecognizer(target: self, action: StackOfCards.swiped)
      swipe.direction = way
      addGestureRecognizer(swipe)
    }
  }

  required init?(coder: NSCoder) { super.init(coder: coder) }

  private func arrange() {
    for (index, card) in cards.enumerated() {
      let scale = 1 - 0.08 * CGFloat(index)
      card.transform = CGAffineTransform(translationX: 0, y: -24 * CGFloat(index)).scaledBy(x: scale, y: scale)
    }
  }

  private func swiped(_ swipe: UISwipeGestureRecognizer) {
    guard !cards.isEmpty else { return }
    let card = cards.removeFirst()
    let side: CGFloat = swipe.direction == .left ? -1 : 1
    UIView.animate(withDuration: 0.5, delay: 0, options: .curveEaseIn) {
      card.transform = CGAffineTransform(translationX: side * 340, y: 60).rotated(by: side * 0.5)
      card.alpha = 0
    } completion: { _ in
      card.removeFromSuperview()
    }
    UIView.animate(withDuration: 0.6, delay: 0.1, usingSpringWithDamping: 0.7, initialSpringVelocity: 0) {
      self.arrange()
    }
  }
}
