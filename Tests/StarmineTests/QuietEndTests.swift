import Foundation
import Starmine
import StarmineReference
import StarmineScene
import Testing

/// Animations that end between two frames: one tree for all of them, and each frame as if there was one for each.
@Suite struct QuietEndTests {
  /// 300 layers whose animations end half a millisecond apart, the first after 50 ms.
  private func movie() -> Movie {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 60, height: 60)
    root.position = CGPoint(x: 30, y: 30)
    for index in 0..<300 {
      let layer = CALayer()
      layer.bounds = CGRect(x: 0, y: 0, width: 4, height: 4)
      layer.position = CGPoint(x: index % 20 * 3, y: index / 20 * 4)
      layer.backgroundColor = .white
      let animation = CABasicAnimation(keyPath: "opacity")
      (animation.fromValue, animation.toValue) = (0, 0.5)
      animation.duration = 0.05 + Double(index) / 2000
      layer.add(animation, forKey: "a")
      root.addSublayer(layer)
    }
    let movie = Movie(rootLayer: root, size: CGSize(width: 60, height: 60))
    (movie.framesPerSecond, movie.duration) = (20, 0.4)
    return movie
  }

  @Test func framesHaveOneTreeEach() {
    let movie = movie()
    let last = movie.snapshot(at: 0.4)
    let animated = last.root.sublayers.count { !$0.tracks.isEmpty }
    #expect(animated == 0)
    let trees = Set((0...400).map { ObjectIdentifier(movie.snapshot(at: Double($0) / 1000).root) })
    #expect(trees.count > 2 && trees.count <= 9, "\(trees.count)")
  }

  /// Whatever order frames are asked for, on their grid or off it.
  @Test func picturesAreThoseOfTheirTime() {
    let (forward, back) = (movie(), movie())
    let times = (0...80).map { Double($0) / 200 }
    func text(_ movie: Movie, _ time: Double) -> String {
      evaluate(movie.snapshot(at: time), at: Movie.startTime + time, in: Viewport(width: 60, height: 60)).text
    }
    let played = times.map { text(forward, $0) }
    let sought = times.reversed().map { text(back, $0) }.reversed()
    #expect(played == Array(sought))
    // After 100.25 ms the animations of 101 layers are over, and theirs alone show whole.
    let lines = text(forward, 0.10025).split(separator: "\n")
    let whole = lines.count { $0.contains("fill #ffffffff") }
    #expect(whole == 101, "\(lines.prefix(5)), \(lines.count)")
  }
}
