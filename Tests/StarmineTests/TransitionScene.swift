import Foundation
import StarmineGraphics
import StarmineLayers
import StarmineScene

/// Every transition 40 % of its way: fade, moveIn, push and reveal from above, from the four sides; the right half
/// clips to its bounds.
enum TransitionScene {
  /// Drawn at 1,000 s.
  static func makeRoot() -> CALayer {
    MediaClock.time = 999.6
    let root = CALayer()
    root.frame = CGRect(x: 0, y: 0, width: 272, height: 232)
    root.backgroundColor = CGColor(red: 0.93, green: 0.94, blue: 0.96, alpha: 1)
    for index in 0..<16 {
      let layer = CALayer()
      layer.frame = CGRect(x: 16 + 64 * (index % 4), y: 16 + 54 * (index / 4), width: 40, height: 30)
      (layer.cornerRadius, layer.masksToBounds) = (8, index % 4 > 1)
      show(old: true, in: layer)
      root.addSublayer(layer)
    }
    _ = root.committedTree()
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    let types: [CATransitionType] = [.fade, .moveIn, .push, .reveal]
    let subtypes: [CATransitionSubtype] = [.fromLeft, .fromRight, .fromTop, .fromBottom]
    for (index, layer) in (root.sublayers ?? []).enumerated() {
      show(old: false, in: layer)
      let transition = CATransition()
      (transition.type, transition.subtype) = (types[index / 4], subtypes[index % 4])
      transition.duration = 1
      layer.add(transition, forKey: nil)
    }
    CATransaction.commit()
    MediaClock.time = 1000
    return root
  }

  private static func show(old isOld: Bool, in layer: CALayer) {
    layer.backgroundColor =
      isOld ? CGColor(red: 1, green: 0.55, blue: 0.1, alpha: 1) : CGColor(red: 0.1, green: 0.6, blue: 0.6, alpha: 1)
    let spot = CALayer()
    spot.frame = isOld ? CGRect(x: 4, y: 4, width: 14, height: 14) : CGRect(x: 22, y: 12, width: 14, height: 14)
    (spot.cornerRadius, spot.backgroundColor) = (isOld ? 7 : 0, .white)
    layer.sublayers = [spot]
  }
}
