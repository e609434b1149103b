import ExampleSupport
import Starmine

/// A label that changes its text: old letters sink and fade, new letters rise in their places.
///
///     swift run -c release example-morphing-label [FILE]
@main
enum MorphingLabel: ExampleProgram {
  static let name = "morphing-label"

  static func makeMovie() -> Movie {
    let window = UIWindow(width: 400, height: 160)
    let movie = Movie(window: window)
    movie.duration = 5
    let label = LetterView(frame: CGRect(x: 0, y: 50, width: 400, height: 60))
    window.addSubview(label)
    for (index, word) in ["Starmine", "Emitters", "Layers"].enumerated() {
      movie.at(Double(index) * 1.6) { _ in label.show(word) }
    }
    return movie
  }
}

final class LetterView: UIView {
  private var letters: [UILabel] = []
  private let font = UIFont.boldSystemFont(ofSize: 44)

  func show(_ word: String) {
    for (index, letter) in letters.enumerated() {
      UIView.animate(withDuration: 0.35, delay: Double(index) * 0.04, options: .curveEaseIn) {
        (letter.alpha, letter.transform) = (0, CGAffineTransform(translationX: 0, y: 26).scaledBy(x: 0.6, y: 0.6))
      } completion: { _ in
        letter.removeFromSuperview()
      }
    }
    letters = word.map(makeLetter)
    var x = (bounds.width - letters.reduce(0) { $0 + $1.bounds.width }) / 2
    for (index, letter) in letters.enumerated() {
      letter.center = CGPoint(x: x + letter.bounds.width / 2, y: bounds.midY)
      x += letter.bounds.width
      addSubview(letter)
      (letter.alpha, letter.transform) = (0, CGAffineTransform(translationX: 0, y: -26).scaledBy(x: 0.6, y: 0.6))
      UIView.animate(
        withDuration: 0.6, delay: 0.15 + Double(index) * 0.04, usingSpringWithDamping: 0.6, initialSpringVelocity: 0
      ) { (letter.alpha, letter.transform) = (1, .identity) }
    }
  }

  private func makeLetter(_ character: Character) -> UILabel {
    let letter = UILabel()
    (letter.text, letter.font, letter.textColor) = (String(character), font, .systemPurple)
    letter.sizeToFit()
    return letter
  }
}
