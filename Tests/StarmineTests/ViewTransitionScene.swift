import Foundation
import Starmine

/// Every transition of views on its way: flips at 30 and 70 %, curls at 20, 45, 70 and 90 %.
enum ViewTransitionScene {
  static let size = CGSize(width: 336, height: 300)

  private static let takes: [(UIView.AnimationOptions, Double)] = [
    (.transitionFlipFromLeft, 0.3), (.transitionFlipFromRight, 0.3), (.transitionFlipFromTop, 0.3),
    (.transitionFlipFromBottom, 0.3), (.transitionFlipFromLeft, 0.7), (.transitionFlipFromBottom, 0.7),
    (.transitionCrossDissolve, 0.4), (.transitionCurlUp, 0.05), (.transitionCurlUp, 0.2), (.transitionCurlUp, 0.45),
    (.transitionCurlUp, 0.7), (.transitionCurlUp, 0.9), (.transitionCurlDown, 0.2), (.transitionCurlDown, 0.45),
    (.transitionCurlDown, 0.7), (.transitionCurlDown, 0.95),
  ]

  /// Drawn at the present media time.
  static func makeRoot() -> CALayer {
    MediaClock.time = 1000
    let window = UIWindow(frame: CGRect(origin: .zero, size: size))
    window.backgroundColor = UIColor(red: 0.85, green: 0.87, blue: 0.9, alpha: 1)
    let pages = takes.indices.map { index in
      UIView(frame: CGRect(x: 16 + 80 * (index % 4), y: 12 + 72 * (index / 4), width: 60, height: 56))
    }
    for page in pages {
      fill(page, isOld: true)
      window.addSubview(page)
    }
    _ = window.layer.committedTree()
    for ((options, progress), page) in zip(takes, pages) {
      // The transitions begin so that they are as far as they are to be at the same moment.
      MediaClock.time = 1001 - progress
      UIView.transition(with: page, duration: 1, options: options.union(.curveLinear)) { fill(page, isOld: false) }
      _ = window.layer.committedTree()
    }
    MediaClock.time = 1001
    return window.layer
  }

  private static func fill(_ page: UIView, isOld: Bool) {
    page.subviews.forEach { $0.removeFromSuperview() }
    page.backgroundColor = isOld ? .systemOrange : .systemTeal
    for row in 0..<5 {
      let line = UIView(
        frame: CGRect(x: 6, y: 8 + 9 * row, width: isOld ? 48 - 6 * (row % 3) : 20 + 7 * row, height: 4))
      line.backgroundColor = isOld ? .brown : .white
      page.addSubview(line)
    }
  }
}
