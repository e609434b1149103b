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
      CGColor(red: 0.0392156862745098, green: 0.058823529411764705, blue: 0.17254901960784313, alpha: 1),
      CGColor(red: 0.13725490196078433, green: 0.16470588235294117, blue: 0.3607843137254902, alpha: 1),
      CGColor(red: 0.35294117647058826, green: 0.2901960784313726, blue: 0.47058823529411764, alpha: 1),
    ]
    layer1.locations = [0, 0.45, 0.78, 0.94]
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
    rocket3.color = CGColor(red: 0.6588235294117647, green: 0.3137254901960784, blue: 0.4235294117647059, alpha: 1)
    rocket3.redRange = 0.6
    rocket3.greenRange = 0.7
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
    let dust6 = CAEmitterCell()
    dust6.name = "dust"
    dust6.birthRate = 220
    dust6.lifetime = 2.2
    dust6.lifetimeRange = 1.2
    dust6.emissionRange = 6.28318531
    dust6.velocity = 70
    dust6.velocityRange = 120
    dust6.yAcceleration = 62
    dust6.scale = 1.5
    dust6.scaleRange = 1
    dust6.scaleSpeed = -0.04
    dust6.alphaRange = 0.4
    dust6.greenSpeed = 0.15
    dust6.alphaSpeed = -0.45
    dust6.contents = picture("picture-3.png", in: pictures)
    let flash7 = CAEmitterCell()
    flash7.name = "flash"
    flash7.birthRate = 7
    flash7.lifetime = 0.7
    flash7.scale = 10
    flash7.color = CGColor(red: 1, green: 1, blue: 1, alpha: 0.5019607843137255)
    flash7.alphaSpeed = -1.3
    flash7.contents = picture("picture-4.png", in: pictures)
    flash7.duration = 0.15
    burst4.emitterCells = [spark5, dust6, flash7]
    let tail8 = CAEmitterCell()
    tail8.name = "tail"
    tail8.birthRate = 64
    tail8.lifetime = 0.7
    tail8.lifetimeRange = 0.4
    tail8.emissionLongitude = 3.14159265
    tail8.emissionRange = 0.8
    tail8.velocity = 26
    tail8.velocityRange = 44
    tail8.yAcceleration = 40
    tail8.scale = 0.5
    tail8.scaleRange = 0.4
    tail8.scaleSpeed = -0.5
    tail8.color = CGColor(red: 1, green: 0.8392156862745098, blue: 0.6274509803921569, alpha: 1)
    tail8.alphaSpeed = -1.3
    tail8.contents = picture("picture-5.png", in: pictures)
    rocket3.emitterCells = [burst4, tail8]
    fireworks2.emitterCells = [rocket3]
    let stars9 = CAEmitterLayer()
    stars9.name = "stars"
    stars9.emitterPosition = CGPoint(x: 187.5, y: 226.78000000000003)
    stars9.emitterSize = CGSize(width: 375, height: 453.56000000000006)
    stars9.emitterShape = .init(rawValue: "rectangle")
    stars9.emitterMode = .init(rawValue: "surface")
    stars9.renderMode = .init(rawValue: "additive")
    let star10 = CAEmitterCell()
    star10.name = "star"
    star10.birthRate = 5
    star10.lifetime = 9
    star10.scale = 0.26
    star10.scaleRange = 0.26
    star10.color = CGColor(red: 0.7843137254901961, green: 0.8313725490196079, blue: 1, alpha: 0.5647058823529412)
    star10.alphaRange = 0.5
    star10.contents = picture("picture-6.png", in: pictures)
    stars9.emitterCells = [star10]
    fireworks2.addSublayer(stars9)
    let shore11 = CALayer()
    shore11.name = "shore"
    shore11.bounds = CGRect(x: 0, y: 0, width: 375, height: 44)
    shore11.position = CGPoint(x: 187.5, y: 645)
    shore11.backgroundColor = CGColor(
      red: 0.0392156862745098, green: 0.047058823529411764, blue: 0.10980392156862745, alpha: 1)
    fireworks2.addSublayer(shore11)
    let town12 = CAEmitterLayer()
    town12.name = "town"
    town12.emitterPosition = CGPoint(x: 187.5, y: 625)
    town12.emitterSize = CGSize(width: 375, height: 8)
    town12.emitterShape = .init(rawValue: "rectangle")
    town12.emitterMode = .init(rawValue: "surface")
    town12.renderMode = .init(rawValue: "additive")
    let window13 = CAEmitterCell()
    window13.name = "window"
    window13.birthRate = 5
    window13.lifetime = 8
    window13.scale = 0.3
    window13.scaleRange = 0.26
    window13.color = CGColor(red: 1, green: 0.7607843137254902, blue: 0.47843137254901963, alpha: 0.6901960784313725)
    window13.greenRange = 0.2
    window13.alphaRange = 0.5
    window13.contents = picture("picture-6.png", in: pictures)
    town12.emitterCells = [window13]
    fireworks2.addSublayer(town12)
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
