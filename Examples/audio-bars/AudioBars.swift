import ExampleSupport
import Starmine

/// Bars of an audio player that move with a sound. Each bar has a keyframe animation.
///
///     swift run -c release example-audio-bars [FILE]
@main
enum AudioBars: ExampleProgram {
  static let name = "audio-bars"

  static func makeMovie() -> Movie {
    let window = UIWindow(width: 320, height: 200, color: UIColor(white: 0.08, alpha: 1))
    let movie = Movie(window: window)
    movie.duration = 4
    for index in 0..<12 {
      let bar = CALayer()
      bar.anchorPoint = CGPoint(x: 0.5, y: 1)
      (bar.bounds, bar.cornerRadius) = (CGRect(x: 0, y: 0, width: 14, height: 120), 7)
      bar.position = CGPoint(x: 45 + 21 * CGFloat(index), y: 165)
      bar.backgroundColor = UIColor(hue: 0.5 + CGFloat(index) / 40, saturation: 0.8, brightness: 1, alpha: 1).cgColor
      let dance = CAKeyframeAnimation(keyPath: "bounds.size.height")
      // Levels of an invented sound: two sine waves with unrelated frequencies.
      dance.values = (0...16).map { step in
        let phase = Double(step % 16) / 16 * 2 * .pi
        return 70 + 35 * sin(phase * 3 + Double(index)) + 25 * sin(phase * 5 + 2.3 * Double(index))
      }
      (dance.duration, dance.repeatCount, dance.calculationMode) = (2.4, HUGE, .cubic)
      bar.add(dance, forKey: "dance")
      window.layer.addSublayer(bar)
    }
    return movie
  }
}
