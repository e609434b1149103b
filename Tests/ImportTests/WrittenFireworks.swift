#if canImport(UIKit)
  import UIKit
#elseif canImport(AppKit)
  import AppKit
#else
  import Starmine
#endif

/// Three rockets rise, each bursts once into falling, shifting sparks. Made by `starmine save --as swift`.
///
/// Add the layer to a view of 375 x 667 points whose y points down, and call `play(on:)`. The pictures
/// lie in the folder `WrittenFireworks-pictures`.
enum WrittenFireworks {
  /// Points.
  static let size = CGSize(width: 375, height: 667)
  /// Seconds.
  static let duration: Double = 3

  /// - Parameter pictures: the folder of the pictures.
  static func makeLayer(pictures: URL) -> CALayer {
    let layer1 = CAGradientLayer()
    layer1.bounds = CGRect(x: 0, y: 0, width: 375, height: 667)
    layer1.position = CGPoint(x: 187.5, y: 333.5)
    layer1.colors = [
      CGColor(red: 0.011764705882352941, green: 0.01568627450980392, blue: 0.047058823529411764, alpha: 1),
      CGColor(red: 0.047058823529411764, green: 0.06666666666666667, blue: 0.18823529411764706, alpha: 1),
      CGColor(red: 0.13725490196078433, green: 0.16470588235294117, blue: 0.34509803921568627, alpha: 1),
    ]
    let fireworks2 = CAEmitterLayer()
    fireworks2.name = "fireworks"
    fireworks2.emitterPosition = CGPoint(x: 187.5, y: 587)
    fireworks2.emitterShape = .init(rawValue: "line")
    fireworks2.emitterMode = .init(rawValue: "outline")
    fireworks2.renderMode = .init(rawValue: "additive")
    let rocket3 = CAEmitterCell()
    rocket3.name = "rocket"
    rocket3.birthRate = 3
    rocket3.lifetime = 1.02
    rocket3.emissionLongitude = -0.125663706
    rocket3.emissionRange = 0.523598776
    rocket3.velocity = 500
    rocket3.velocityRange = 80
    rocket3.yAcceleration = 75
    rocket3.scale = 0.6
    rocket3.color = CGColor(red: 0.7529411764705882, green: 0.596078431372549, blue: 0.5019607843137255, alpha: 1)
    rocket3.redRange = 0.5
    rocket3.greenRange = 0.8
    rocket3.blueRange = 1
    rocket3.contents = picture("picture-1.png", in: pictures)
    let burst4 = CAEmitterCell()
    burst4.name = "burst"
    burst4.birthRate = 1
    burst4.lifetime = 0.15
    burst4.scale = 0.2
    let spark5 = CAEmitterCell()
    spark5.name = "spark"
    spark5.birthRate = 400
    spark5.lifetime = 3
    spark5.emissionRange = 6.28318531
    spark5.velocity = 125
    spark5.yAcceleration = 75
    spark5.scale = 3
    spark5.scaleSpeed = -0.2
    spark5.spin = 6.28318531
    spark5.spinRange = 6.28318531
    spark5.alphaRange = 0.3
    spark5.redSpeed = 1
    spark5.greenSpeed = 0.5
    spark5.alphaSpeed = -0.45
    spark5.contents = picture("picture-2.png", in: pictures)
    burst4.emitterCells = [spark5]
    rocket3.emitterCells = [burst4]
    fireworks2.emitterCells = [rocket3]
    layer1.addSublayer(fireworks2)
    return layer1
  }

  /// Changes of the layers, by seconds from the showing.
  static var timeline: [(time: Double, change: (CALayer) -> Void)] {
    [
      (
        0.1,
        { root in
          find("fireworks", in: root)?.setValue(0, forKeyPath: "emitterCells.rocket.birthRate")
        }
      ),
      (
        3,
        { root in
          find("fireworks", in: root)?.removeFromSuperlayer()
        }
      ),
    ]
  }

  #if canImport(UIKit) || canImport(AppKit)
    /// Starts the timeline.
    @MainActor static func play(on root: CALayer) {
      for (time, change) in timeline {
        DispatchQueue.main.asyncAfter(deadline: .now() + time) { change(root) }
      }
    }
  #endif

  private static func picture(_ name: String, in folder: URL) -> CGImage? {
    let path = folder.appendingPathComponent(name).path
    #if canImport(AppKit) && !canImport(UIKit)
      return NSImage(contentsOfFile: path)?.cgImage(forProposedRect: nil, context: nil, hints: nil)
    #else
      return UIImage(contentsOfFile: path)?.cgImage
    #endif
  }

  private static func find(_ name: String, in layer: CALayer) -> CALayer? {
    if layer.name == name { return layer }
    for sublayer in layer.sublayers ?? [] {
      if let found = find(name, in: sublayer) { return found }
    }
    return layer.mask.flatMap { find(name, in: $0) }
  }
}
