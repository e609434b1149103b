import Foundation
import Graphics
import Layers
import Scene

extension BenchScene {
  /// Small coloured layers all over the frame, each with two animations that never end.
  static func animatedLayers(count: Int) -> BenchScene {
    BenchScene(
      name: "layers-\(count / 1000)k-animated", summary: "\(count) layers of 8 px, each moving and fading", particles: 0
    ) {
      let root = CALayer()
      for index in 0..<count {
        let layer = CALayer()
        layer.bounds = CGRect(x: 0, y: 0, width: 8, height: 8)
        layer.position = CGPoint(
          x: (index * 37) % (viewport.width - 20) + 10, y: (index * 7_919) % (viewport.height - 20) + 10)
        layer.backgroundColor = CGColor(red: 0.7, green: 0.6, blue: 0.5, alpha: 1)
        let move = CABasicAnimation(keyPath: "position.x")
        (move.byValue, move.duration, move.repeatCount, move.autoreverses) = (20, 1.5, .infinity, true)
        move.timingFunction = CAMediaTimingFunction(name: .easeInEaseOut)
        layer.add(move, forKey: "move")
        let fade = CABasicAnimation(keyPath: "opacity")
        (fade.fromValue, fade.toValue, fade.duration, fade.repeatCount) = (0.25, 1, 2, .infinity)
        layer.add(fade, forKey: "fade")
        root.addSublayer(layer)
      }
      return root.committedTree()
    }
  }
}
