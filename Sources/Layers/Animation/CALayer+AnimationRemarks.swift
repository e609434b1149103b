import Foundation
import StarmineScene

extension CALayer {
  /// Sentences about animations of this layer that have no effect, and those whose begin time counts from the start of
  /// the movie instead of on the layer's clock.
  ///
  /// - Parameters:
  ///   - start: media time at which the movie begins.
  ///   - duration: seconds of the movie.
  package final func animationRemarks(start: Double, duration: Double) -> [String] {
    animations.entries.flatMap { entry in
      let problems = entry.isResolved ? entry.problems : self.problems(with: entry.animation, forKey: entry.key)
      return problems.map { "\(place): \($0)." } + [beginRemark(entry.animation, start, duration)].compactMap(\.self)
    }
  }

  private var place: String { name.map { "Layer \"\($0)\"" } ?? "\(type(of: self)) without a name" }

  private func beginRemark(_ animation: CAAnimation, _ start: Double, _ duration: Double) -> String? {
    let begin = animation.beginTime
    // A clock that begins with the movie may be a rounding error behind it.
    guard begin != 0, begin <= duration, convertTime(begin, to: nil) < start - 1e-6 else { return nil }
    let text = String(format: "%g", begin)
    let path = (animation as? CAPropertyAnimation)?.keyPath.map { " of \"\($0)\"" } ?? ""
    let advice = begin > 1e-6 ? "CACurrentMediaTime() + \(text)" : "CACurrentMediaTime()"
    return "\(place): the animation\(path) begins at \(text) s, and the clock of the layer shows "
      + "\(String(format: "%g", convertTime(start, from: nil))) s when the movie begins. Use beginTime = \(advice)."
  }
}
