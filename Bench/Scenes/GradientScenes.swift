import Foundation
import StarmineGraphics
import StarmineLayers
import StarmineScene

extension BenchScene {
  /// Each kind over the whole frame with two and with eight stops, and small ones.
  static let gradientScenes: [BenchScene] =
    [2, 8].flatMap { stops in kinds.map { fullGradient($0, stops: stops) } }
    + [gradients(1_000), opaqueGradients(1_000, stops: 2), opaqueGradients(1_000, stops: 8)]

  private static let kinds: [CAGradientLayerType] = [.axial, .radial, .conic]

  /// Opaque; its end moves.
  private static func fullGradient(_ kind: CAGradientLayerType, stops: Int) -> BenchScene {
    layers(
      named: "layers-gradient-\(kind.rawValue)-\(stops)", "one \(kind.rawValue) gradient of \(stops) stops all over"
    ) { root, stage in
      let layer = CAGradientLayer()
      layer.frame = CGRect(x: 0, y: 0, width: viewport.width, height: viewport.height)
      fill(layer, kind, stops: stops, &stage)
      let move = CABasicAnimation(keyPath: "endPoint")
      (move.fromValue, move.toValue) = (layer.endPoint, CGPoint(x: 0.9, y: 0.95))
      (move.duration, move.repeatCount, move.autoreverses) = (2, .infinity, true)
      layer.add(move, forKey: "end")
      root.addSublayer(layer)
    }
  }

  /// A third of each kind.
  private static func opaqueGradients(_ count: Int, stops: Int) -> BenchScene {
    layers(
      named: "layers-gradients-\(stops)-stops-\(count / 1000)k",
      "\(count) opaque gradients 64x64 of \(stops) stops, a third of each kind"
    ) { root, stage in
      for index in 0..<count {
        let layer = stage.place(CAGradientLayer())
        fill(layer, kinds[index % 3], stops: stops, &stage)
        root.addSublayer(layer)
      }
    }
  }

  private static func gradients(_ count: Int) -> BenchScene {
    layers(
      named: "layers-gradients-\(count / 1000)k",
      "\(count) gradients 64x64 of three stops, the last one translucent, a third of each kind"
    ) { root, stage in
      for index in 0..<count {
        let layer = stage.place(CAGradientLayer())
        fill(layer, kinds[index % 3], stops: 2, &stage)
        layer.colors = [stage.color(), stage.color(), stage.color(alpha: 0.5)]
        root.addSublayer(layer)
      }
    }
  }

  private static func fill(
    _ layer: CAGradientLayer, _ kind: CAGradientLayerType, stops: Int, _ stage: inout LayerStage
  ) {
    layer.type = kind
    layer.colors = (0..<stops).map { _ in stage.color() }
    layer.startPoint = kind == .axial ? .zero : CGPoint(x: 0.5, y: 0.5)
    layer.endPoint = CGPoint(x: 1, y: 1)
  }
}
