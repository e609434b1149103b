#if canImport(UIKit)
  import UIKit
#elseif canImport(AppKit)
  import AppKit
#else
  import Starmine
#endif

/// timeline. Made by `starmine save --as swift`.
///
/// Add the layer to a view of 80 x 60 points whose y points down, and call `play(on:)`. The pictures
/// are in the folder `WrittenTimeline-pictures`.
///
/// Not on Apple's systems:
/// - states and the animations between them
enum WrittenTimeline {
  /// Points.
  static let size = CGSize(width: 80, height: 60)
  /// Seconds.
  static let duration: Double = 4

  /// - Parameter pictures: the folder of the pictures.
  static func makeLayer(pictures: URL) -> CALayer {
    let layer1 = CALayer()
    layer1.bounds = CGRect(x: 0, y: 0, width: 80, height: 60)
    layer1.position = CGPoint(x: 40, y: 30)
    let a2 = CALayer()
    a2.name = "a"
    a2.bounds = CGRect(x: 0, y: 0, width: 20, height: 20)
    a2.position = CGPoint(x: 20, y: 30)
    a2.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    layer1.addSublayer(a2)
    let layer3 = CALayer()
    layer3.setValue("b", forKey: "id")  // private on Apple's systems
    layer3.bounds = CGRect(x: 0, y: 0, width: 20, height: 20)
    layer3.position = CGPoint(x: 60, y: 30)
    layer3.backgroundColor = CGColor(red: 0, green: 0, blue: 1, alpha: 1)
    layer3.name = "b"
    layer1.addSublayer(layer3)
    #if canImport(Starmine)
      let states = LayerStates()
      states.define("up", ["a.position.y": 10, "b.cornerRadius": 10])
      let animation4 = CABasicAnimation()
      animation4.duration = 0.5
      animation4.keyPath = "position.y"
      states.addTransition(from: "*", to: "up", layer: "a", key: "position.y", animation: animation4)
      layer1.states = states
    #endif
    let c5 = CALayer()
    c5.name = "c"
    c5.bounds = CGRect(x: 0, y: 0, width: 8, height: 8)
    c5.position = CGPoint(x: 4, y: 4)
    c5.backgroundColor = CGColor(red: 0, green: 1, blue: 0, alpha: 1)
    layer1.setValue(c5, forKey: "later 1")
    return layer1
  }

  /// Changes of the layers, with their times in seconds after the layer is shown.
  static var timeline: [(time: Double, change: (CALayer) -> Void)] {
    [
      (
        1,
        { root in
          find("a", in: root)?.setValue(50, forKeyPath: "position.x")
          find("a", in: root)?.setValue(0.5, forKeyPath: "opacity")
        }
      ),
      (
        1.5,
        { root in
          if let layer = root.value(forKey: "later 1") as? CALayer {
            find("a", in: root)?.addSublayer(layer)
          }
        }
      ),
      (
        2,
        { root in
          CATransaction.begin()
          CATransaction.setDisableActions(true)
          find("b", in: root)?.setValue(CGColor(red: 1, green: 1, blue: 0, alpha: 1), forKeyPath: "backgroundColor")
          CATransaction.commit()
        }
      ),
      (
        2.5,
        { root in
          let animation6 = CABasicAnimation()
          animation6.duration = 1
          animation6.keyPath = "transform.rotation.z"
          animation6.toValue = 1
          find("b", in: root)?.add(animation6, forKey: "turn")
        }
      ),
      (
        3,
        { root in
          CATransaction.begin()
          CATransaction.setAnimationDuration(0.5)
          find("a", in: root)?.setValue(20, forKeyPath: "position.x")
          CATransaction.commit()
        }
      ),
      (
        3.4,
        { root in
          find("b", in: root)?.removeAllAnimations()
          find("c", in: root)?.removeFromSuperlayer()
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
