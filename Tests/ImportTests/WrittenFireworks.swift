#if canImport(UIKit)
  import UIKit
#elseif canImport(AppKit)
  import AppKit
#else
  import Starmine
#endif

/// Rockets burst into falling, shifting sparks with trails, glitter and smoke. Made by `starmine save --as swift`.
///
/// Add the layer to a view of 375 x 667 points whose y points down, and call `play(on:)`. The pictures
/// are in the folder `WrittenFireworks-pictures`.
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
    let trail6 = CAEmitterCell()
    trail6.name = "trail"
    trail6.birthRate = 20
    trail6.lifetime = 0.6
    trail6.lifetimeRange = 0.3
    trail6.yAcceleration = 30
    trail6.scale = 0.7
    trail6.scaleSpeed = -0.5
    trail6.color = CGColor(red: 1, green: 1, blue: 1, alpha: 0.6901960784313725)
    trail6.alphaSpeed = -1.2
    trail6.contents = picture("picture-3.png", in: pictures)
    spark5.emitterCells = [trail6]
    let dust7 = CAEmitterCell()
    dust7.name = "dust"
    dust7.birthRate = 220
    dust7.lifetime = 2.2
    dust7.lifetimeRange = 1.2
    dust7.emissionRange = 6.28318531
    dust7.velocity = 70
    dust7.velocityRange = 120
    dust7.yAcceleration = 62
    dust7.scale = 1.5
    dust7.scaleRange = 1
    dust7.scaleSpeed = -0.04
    dust7.alphaRange = 0.4
    dust7.greenSpeed = 0.15
    dust7.alphaSpeed = -0.45
    dust7.contents = picture("picture-4.png", in: pictures)
    let flash8 = CAEmitterCell()
    flash8.name = "flash"
    flash8.birthRate = 7
    flash8.lifetime = 0.7
    flash8.scale = 10
    flash8.color = CGColor(red: 1, green: 1, blue: 1, alpha: 0.5019607843137255)
    flash8.alphaSpeed = -1.3
    flash8.contents = picture("picture-5.png", in: pictures)
    flash8.duration = 0.15
    let glitter9 = CAEmitterCell()
    glitter9.name = "glitter"
    glitter9.birthRate = 420
    glitter9.lifetime = 3
    glitter9.lifetimeRange = 0.8
    glitter9.emissionRange = 6.28318531
    glitter9.velocity = 84
    glitter9.velocityRange = 90
    glitter9.yAcceleration = 34
    let glint10 = CAEmitterCell()
    glint10.name = "glint"
    glint10.birthRate = 7
    glint10.lifetime = 0.34
    glint10.lifetimeRange = 0.2
    glint10.scale = 2.4
    glint10.scaleRange = 1.4
    glint10.spinRange = 4
    glint10.color = CGColor(red: 1, green: 0.8862745098039215, blue: 0.6588235294117647, alpha: 1)
    glint10.alphaSpeed = -2
    glint10.contents = picture("picture-6.png", in: pictures)
    glitter9.emitterCells = [glint10]
    let arm11 = CAEmitterCell()
    arm11.name = "arm"
    arm11.birthRate = 170
    arm11.lifetime = 2.6
    arm11.lifetimeRange = 0.6
    arm11.emissionRange = 6.28318531
    arm11.velocity = 96
    arm11.velocityRange = 30
    arm11.yAcceleration = 62
    let ember12 = CAEmitterCell()
    ember12.name = "ember"
    ember12.birthRate = 44
    ember12.lifetime = 0.9
    ember12.lifetimeRange = 0.3
    ember12.yAcceleration = 12
    ember12.scaleRange = 0.4
    ember12.scaleSpeed = -0.1
    ember12.color = CGColor(red: 1, green: 0.7843137254901961, blue: 0.5019607843137255, alpha: 0.5647058823529412)
    ember12.alphaSpeed = -0.6
    ember12.contents = picture("picture-3.png", in: pictures)
    arm11.emitterCells = [ember12]
    let smoke13 = CAEmitterCell()
    smoke13.name = "smoke"
    smoke13.birthRate = 60
    smoke13.lifetime = 2.8
    smoke13.lifetimeRange = 0.8
    smoke13.emissionRange = 6.28318531
    smoke13.velocity = 34
    smoke13.velocityRange = 40
    smoke13.xAcceleration = 8
    smoke13.yAcceleration = -4
    smoke13.scale = 5
    smoke13.scaleRange = 2
    smoke13.scaleSpeed = 0.2
    smoke13.color = CGColor(red: 1, green: 1, blue: 1, alpha: 0.14901960784313725)
    smoke13.alphaSpeed = -0.05
    smoke13.contents = picture("picture-7.png", in: pictures)
    smoke13.setValue(6.28318531, forKey: "rotationRange")  // private on Apple's systems
    burst4.emitterCells = [spark5, dust7, flash8, glitter9, arm11, smoke13]
    let tail14 = CAEmitterCell()
    tail14.name = "tail"
    tail14.birthRate = 64
    tail14.lifetime = 0.7
    tail14.lifetimeRange = 0.4
    tail14.emissionLongitude = 3.14159265
    tail14.emissionRange = 0.8
    tail14.velocity = 26
    tail14.velocityRange = 44
    tail14.yAcceleration = 40
    tail14.scale = 0.5
    tail14.scaleRange = 0.4
    tail14.scaleSpeed = -0.5
    tail14.color = CGColor(red: 1, green: 0.8392156862745098, blue: 0.6274509803921569, alpha: 1)
    tail14.alphaSpeed = -1.3
    tail14.contents = picture("picture-8.png", in: pictures)
    rocket3.emitterCells = [burst4, tail14]
    fireworks2.emitterCells = [rocket3]
    let stars15 = CAEmitterLayer()
    stars15.name = "stars"
    stars15.emitterPosition = CGPoint(x: 187.5, y: 226.78000000000003)
    stars15.emitterSize = CGSize(width: 375, height: 453.56000000000006)
    stars15.emitterShape = .init(rawValue: "rectangle")
    stars15.emitterMode = .init(rawValue: "surface")
    stars15.renderMode = .init(rawValue: "additive")
    let star16 = CAEmitterCell()
    star16.name = "star"
    star16.birthRate = 5
    star16.lifetime = 9
    star16.scale = 0.26
    star16.scaleRange = 0.26
    star16.color = CGColor(red: 0.7843137254901961, green: 0.8313725490196079, blue: 1, alpha: 0.5647058823529412)
    star16.alphaRange = 0.5
    star16.contents = picture("picture-9.png", in: pictures)
    stars15.emitterCells = [star16]
    fireworks2.addSublayer(stars15)
    let shore17 = CAShapeLayer()
    shore17.name = "shore"
    shore17.position = CGPoint(x: 187.5, y: 667)
    shore17.path = {
      let path = CGMutablePath()
      path.move(to: CGPoint(x: -700, y: 10))
      path.addLine(to: CGPoint(x: -700, y: -44))
      path.addLine(to: CGPoint(x: -700, y: -66))
      path.addLine(to: CGPoint(x: -682, y: -66))
      path.addLine(to: CGPoint(x: -682, y: -98))
      path.addLine(to: CGPoint(x: -664, y: -98))
      path.addLine(to: CGPoint(x: -664, y: -52))
      path.addLine(to: CGPoint(x: -626, y: -52))
      path.addLine(to: CGPoint(x: -626, y: -56))
      path.addLine(to: CGPoint(x: -588, y: -56))
      path.addLine(to: CGPoint(x: -588, y: -50))
      path.addLine(to: CGPoint(x: -550, y: -50))
      path.addLine(to: CGPoint(x: -550, y: -84))
      path.addLine(to: CGPoint(x: -520, y: -84))
      path.addLine(to: CGPoint(x: -520, y: -70))
      path.addLine(to: CGPoint(x: -482, y: -70))
      path.addLine(to: CGPoint(x: -482, y: -52))
      path.addLine(to: CGPoint(x: -464, y: -52))
      path.addLine(to: CGPoint(x: -464, y: -66))
      path.addLine(to: CGPoint(x: -426, y: -66))
      path.addLine(to: CGPoint(x: -426, y: -60))
      path.addLine(to: CGPoint(x: -396, y: -60))
      path.addLine(to: CGPoint(x: -396, y: -70))
      path.addLine(to: CGPoint(x: -378, y: -70))
      path.addLine(to: CGPoint(x: -378, y: -66))
      path.addLine(to: CGPoint(x: -360, y: -66))
      path.addLine(to: CGPoint(x: -360, y: -50))
      path.addLine(to: CGPoint(x: -330, y: -50))
      path.addLine(to: CGPoint(x: -330, y: -62))
      path.addLine(to: CGPoint(x: -316, y: -62))
      path.addLine(to: CGPoint(x: -316, y: -50))
      path.addLine(to: CGPoint(x: -278, y: -50))
      path.addLine(to: CGPoint(x: -278, y: -50))
      path.addLine(to: CGPoint(x: -254, y: -50))
      path.addLine(to: CGPoint(x: -254, y: -52))
      path.addLine(to: CGPoint(x: -230, y: -52))
      path.addLine(to: CGPoint(x: -230, y: -60))
      path.addLine(to: CGPoint(x: -192, y: -60))
      path.addLine(to: CGPoint(x: -192, y: -60))
      path.addLine(to: CGPoint(x: -162, y: -60))
      path.addLine(to: CGPoint(x: -162, y: -52))
      path.addLine(to: CGPoint(x: -124, y: -52))
      path.addLine(to: CGPoint(x: -124, y: -98))
      path.addLine(to: CGPoint(x: -106, y: -98))
      path.addLine(to: CGPoint(x: -106, y: -50))
      path.addLine(to: CGPoint(x: -92, y: -50))
      path.addLine(to: CGPoint(x: -92, y: -52))
      path.addLine(to: CGPoint(x: -74, y: -52))
      path.addLine(to: CGPoint(x: -74, y: -84))
      path.addLine(to: CGPoint(x: -56, y: -84))
      path.addLine(to: CGPoint(x: -56, y: -84))
      path.addLine(to: CGPoint(x: -26, y: -84))
      path.addLine(to: CGPoint(x: -26, y: -66))
      path.addLine(to: CGPoint(x: 4, y: -66))
      path.addLine(to: CGPoint(x: 4, y: -98))
      path.addLine(to: CGPoint(x: 34, y: -98))
      path.addLine(to: CGPoint(x: 34, y: -60))
      path.addLine(to: CGPoint(x: 72, y: -60))
      path.addLine(to: CGPoint(x: 72, y: -70))
      path.addLine(to: CGPoint(x: 110, y: -70))
      path.addLine(to: CGPoint(x: 110, y: -50))
      path.addLine(to: CGPoint(x: 134, y: -50))
      path.addLine(to: CGPoint(x: 134, y: -62))
      path.addLine(to: CGPoint(x: 158, y: -62))
      path.addLine(to: CGPoint(x: 158, y: -66))
      path.addLine(to: CGPoint(x: 182, y: -66))
      path.addLine(to: CGPoint(x: 182, y: -56))
      path.addLine(to: CGPoint(x: 220, y: -56))
      path.addLine(to: CGPoint(x: 220, y: -84))
      path.addLine(to: CGPoint(x: 238, y: -84))
      path.addLine(to: CGPoint(x: 238, y: -56))
      path.addLine(to: CGPoint(x: 262, y: -56))
      path.addLine(to: CGPoint(x: 262, y: -52))
      path.addLine(to: CGPoint(x: 276, y: -52))
      path.addLine(to: CGPoint(x: 276, y: -56))
      path.addLine(to: CGPoint(x: 306, y: -56))
      path.addLine(to: CGPoint(x: 306, y: -56))
      path.addLine(to: CGPoint(x: 330, y: -56))
      path.addLine(to: CGPoint(x: 330, y: -62))
      path.addLine(to: CGPoint(x: 360, y: -62))
      path.addLine(to: CGPoint(x: 360, y: -84))
      path.addLine(to: CGPoint(x: 374, y: -84))
      path.addLine(to: CGPoint(x: 374, y: -60))
      path.addLine(to: CGPoint(x: 404, y: -60))
      path.addLine(to: CGPoint(x: 404, y: -50))
      path.addLine(to: CGPoint(x: 418, y: -50))
      path.addLine(to: CGPoint(x: 418, y: -50))
      path.addLine(to: CGPoint(x: 456, y: -50))
      path.addLine(to: CGPoint(x: 456, y: -98))
      path.addLine(to: CGPoint(x: 486, y: -98))
      path.addLine(to: CGPoint(x: 486, y: -84))
      path.addLine(to: CGPoint(x: 524, y: -84))
      path.addLine(to: CGPoint(x: 524, y: -70))
      path.addLine(to: CGPoint(x: 562, y: -70))
      path.addLine(to: CGPoint(x: 562, y: -84))
      path.addLine(to: CGPoint(x: 576, y: -84))
      path.addLine(to: CGPoint(x: 576, y: -56))
      path.addLine(to: CGPoint(x: 590, y: -56))
      path.addLine(to: CGPoint(x: 590, y: -66))
      path.addLine(to: CGPoint(x: 604, y: -66))
      path.addLine(to: CGPoint(x: 604, y: -70))
      path.addLine(to: CGPoint(x: 618, y: -70))
      path.addLine(to: CGPoint(x: 618, y: -84))
      path.addLine(to: CGPoint(x: 648, y: -84))
      path.addLine(to: CGPoint(x: 648, y: -84))
      path.addLine(to: CGPoint(x: 686, y: -84))
      path.addLine(to: CGPoint(x: 686, y: -50))
      path.addLine(to: CGPoint(x: 704, y: -50))
      path.addLine(to: CGPoint(x: 700, y: 10))
      path.closeSubpath()
      return path
    }()
    shore17.fillColor = CGColor(
      red: 0.0392156862745098, green: 0.047058823529411764, blue: 0.10980392156862745, alpha: 1)
    fireworks2.addSublayer(shore17)
    let town18 = CAEmitterLayer()
    town18.name = "town"
    town18.emitterPosition = CGPoint(x: 187.5, y: 635)
    town18.emitterSize = CGSize(width: 375, height: 34)
    town18.emitterShape = .init(rawValue: "rectangle")
    town18.emitterMode = .init(rawValue: "surface")
    town18.renderMode = .init(rawValue: "additive")
    let window19 = CAEmitterCell()
    window19.name = "window"
    window19.birthRate = 9
    window19.lifetime = 8
    window19.scale = 0.3
    window19.scaleRange = 0.26
    window19.color = CGColor(red: 1, green: 0.7607843137254902, blue: 0.47843137254901963, alpha: 0.6901960784313725)
    window19.greenRange = 0.2
    window19.alphaRange = 0.5
    window19.contents = picture("picture-9.png", in: pictures)
    town18.emitterCells = [window19]
    fireworks2.addSublayer(town18)
    layer1.addSublayer(fireworks2)
    return layer1
  }

  /// Changes of the layers, with their times in seconds after the layer is shown.
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
