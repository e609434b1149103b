import Foundation
import StarmineGraphics
import StarmineLayers
import StarmineScene
import Testing

/// Transitions (behavior.md 4.12), seen in what is drawn: a red layer of 10 by 20 points that turns blue.
@Suite struct TransitionTests {
  static let red = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
  static let blue = CGColor(red: 0, green: 0, blue: 1, alpha: 1)

  /// A filled rectangle of the display list.
  struct Patch: Equatable {
    var color: String
    var x: Double
    var y: Double
    /// Alphas of the groups around, outermost first, without those that change nothing.
    var alphas: [UInt8] = []
  }

  /// A committed red layer at (100, 100) with its top left corner there.
  static func stage() -> (root: CALayer, layer: CALayer) {
    MediaClock.time = 1000
    let (root, layer) = (CALayer(), CALayer())
    layer.frame = CGRect(x: 100, y: 100, width: 10, height: 20)
    layer.backgroundColor = red
    root.addSublayer(layer)
    _ = root.committedTree()
    return (root, layer)
  }

  static func patches(_ root: CALayer, at time: Double) -> [Patch] {
    let list = evaluate(root.committedTree(), at: time, in: Viewport(width: 300, height: 300))
    var groups: [UInt8] = []
    var patches: [Patch] = []
    for command in list.commands {
      switch command {
      case .pushGroup(let group): groups.append(group.alpha)
      case .popGroup: groups.removeLast()
      case .fill(let fill):
        guard case .solid(let pixel) = fill.paint, case .roundedRect(let rect) = fill.shape else { continue }
        let place = fill.transform.apply(rect.minX, rect.minY)
        let color = [0xFFFF_0000: "red", 0xFF00_00FF: "blue"][pixel] ?? String(pixel, radix: 16)
        let round = { (value: Double) in (value * 1e6).rounded() / 1e6 }
        patches.append(Patch(color: color, x: round(place.x), y: round(place.y), alphas: groups.filter { $0 < 255 }))
      default: break
      }
    }
    return patches
  }

  private func transition(_ type: CATransitionType, _ subtype: CATransitionSubtype? = nil) -> CATransition {
    let transition = CATransition()
    (transition.type, transition.subtype, transition.duration) = (type, subtype, 1)
    return transition
  }

  /// Patches drawn a quarter of a second into a transition of one second.
  private func quarter(_ transition: CATransition, _ prepare: (CALayer) -> Void = { _ in }) -> [Patch] {
    let (root, layer) = Self.stage()
    prepare(layer)
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    layer.backgroundColor = Self.blue
    layer.add(transition, forKey: "any key")
    CATransaction.commit()
    #expect(layer.animationKeys() == ["transition"])
    return Self.patches(root, at: 1000.25)
  }

  @Test func fadeMixes() {
    let patches = quarter(transition(.fade))
    #expect(
      patches == [
        Patch(color: "red", x: 100, y: 100, alphas: [191]), Patch(color: "blue", x: 100, y: 100, alphas: [64]),
      ])
  }

  @Test func pushMovesBoth() {
    func expect(_ subtype: CATransitionSubtype?, old: CGPoint, new: CGPoint) {
      #expect(
        quarter(transition(.push, subtype)) == [
          Patch(color: "red", x: old.x, y: old.y), Patch(color: "blue", x: new.x, y: new.y),
        ], "\(subtype?.rawValue ?? "nil")")
    }
    expect(.fromLeft, old: CGPoint(x: 102.5, y: 100), new: CGPoint(x: 92.5, y: 100))
    expect(nil, old: CGPoint(x: 102.5, y: 100), new: CGPoint(x: 92.5, y: 100))
    expect(.fromRight, old: CGPoint(x: 97.5, y: 100), new: CGPoint(x: 107.5, y: 100))
    expect(.fromBottom, old: CGPoint(x: 100, y: 105), new: CGPoint(x: 100, y: 85))
    expect(.fromTop, old: CGPoint(x: 100, y: 95), new: CGPoint(x: 100, y: 115))
  }

  @Test func moveInLeavesTheOldPictureWhereItIs() {
    #expect(
      quarter(transition(.moveIn, .fromRight)) == [
        Patch(color: "red", x: 100, y: 100), Patch(color: "blue", x: 107.5, y: 100),
      ])
  }

  @Test func revealTakesTheOldPictureAway() {
    #expect(
      quarter(transition(.reveal, .fromBottom)) == [
        Patch(color: "blue", x: 100, y: 100), Patch(color: "red", x: 100, y: 105),
      ])
  }

  @Test func progressIsLimitedAndPaced() {
    let half = transition(.push)
    (half.startProgress, half.endProgress) = (0.5, 1)
    half.timingFunction = CAMediaTimingFunction(name: .linear)
    #expect(quarter(half).first?.x == 106.25)
    let eased = transition(.push)
    eased.timingFunction = CAMediaTimingFunction(name: .easeIn)
    let x = quarter(eased).first?.x ?? 0
    #expect(x > 100 && x < 102)
  }

  @Test func layersThatClipClipTheMovement() throws {
    let (root, layer) = Self.stage()
    layer.masksToBounds = true
    MediaClock.advance(to: 1001)
    layer.add(transition(.push), forKey: nil)
    let list = evaluate(root.committedTree(), at: 1001.5, in: Viewport(width: 300, height: 300))
    guard case .pushGroup(let group) = try #require(list.commands.first) else {
      Issue.record("no group")
      return
    }
    guard case .roundedRect(let clip) = group.clip?.shape else {
      Issue.record("no clip")
      return
    }
    #expect(clip.maxX == 10)
    #expect(group.bounds == DeviceRect(minX: 100, minY: 100, maxX: 110, maxY: 120))
  }

  @Test func onlyTheNewPictureShowsAfterTheEnd() {
    let (root, layer) = Self.stage()
    layer.add(transition(.fade), forKey: nil)
    layer.backgroundColor = Self.blue
    MediaClock.advance(to: 1002)
    #expect(layer.animationKeys() == nil)
    let node = root.committedTree().root.sublayers[0]
    #expect(node.transition == nil)
    #expect(Self.patches(root, at: 1002) == [Patch(color: "blue", x: 100, y: 100)])
  }

  @Test func bothImagesContainTheSublayers() {
    let (root, layer) = Self.stage()
    let inner = CALayer()
    (inner.bounds.size, inner.backgroundColor) = (CGSize(width: 2, height: 2), Self.red)
    layer.addSublayer(inner)
    MediaClock.advance(to: 1001)
    layer.add(transition(.push, .fromLeft), forKey: nil)
    layer.position.x += 50
    let xs = Self.patches(root, at: 1001.25).map(\.x)
    #expect(xs == [152.5, 151.5, 142.5, 141.5], "old and new, each with its sublayer, in the layer's new place")
  }

  // MARK: Chains

  @Test func interruptedTransitionGoesOnInsideTheNext() {
    let (root, layer) = Self.stage()
    CATransaction.setDisableActions(true)
    layer.backgroundColor = Self.blue
    layer.add(transition(.fade), forKey: nil)
    MediaClock.advance(to: 1000.5)
    CATransaction.setDisableActions(true)
    layer.backgroundColor = Self.red
    layer.add(transition(.fade), forKey: nil)
    CATransaction.flush()
    #expect(Self.patches(root, at: 1000.75).map(\.color) == ["red", "blue", "red"])
  }

  @Test func endedTransitionsLetGoOfTheirTrees() throws {
    let (root, layer) = Self.stage()
    weak let first = root.committedTree().root.sublayers[0]
    for step in 1...40 {
      layer.add(transition(.fade), forKey: nil)
      MediaClock.advance(to: 1000 + Double(step) * 0.1)
    }
    func depth(_ node: RenderNode?) -> Int { node.map { 1 + depth($0.transition?.from) } ?? 0 }
    #expect(depth(root.committedTree().root.sublayers[0]) <= 6)
    #expect(first == nil)
    let endless = transition(.fade)
    endless.repeatCount = .infinity
    for _ in 1...40 {
      layer.add(endless, forKey: nil)
      CATransaction.flush()
    }
    #expect(depth(root.committedTree().root.sublayers[0]) <= 6)
  }

  @Test func transitionsInsideTransitionsAreLimited() {
    let (root, layer) = Self.stage()
    var inner = layer
    for _ in 0..<12 {
      let next = CALayer()
      (next.bounds.size, next.backgroundColor) = (CGSize(width: 2, height: 2), Self.red)
      inner.addSublayer(next)
      inner = next
    }
    MediaClock.advance(to: 1001)
    var next: CALayer? = layer
    while let each = next {
      each.add(transition(.fade), forKey: nil)
      next = each.sublayers?.first
    }
    // The first four layers show an old tree each, of 13, 12, 11 and 10 layers; all show what they are now.
    #expect(Self.patches(root, at: 1001.5).count == 13 + 12 + 11 + 10 + 13)
  }

  // MARK: As actions

  @Test func switchesFade() {
    func isFade(_ change: (CALayer) -> Void) -> Bool {
      let (root, layer) = Self.stage()
      defer { _ = root }
      change(layer)
      let transition = layer.animation(forKey: "transition") as? CATransition
      return transition?.type == .fade && transition?.duration == 0.25 && transition?.fillMode == .backwards
        && layer.animationKeys() == ["transition"]
    }
    #expect(isFade { $0.isHidden = true })
    #expect(isFade { $0.masksToBounds = true })
    #expect(isFade { $0.mask = CALayer() })
    #expect(isFade { $0.addSublayer(CALayer()) })
    #expect(isFade { $0.isGeometryFlipped = true })
    #expect(isFade { $0.maskedCorners = .layerMinXMinYCorner })
    #expect(isFade { $0.compositingFilter = "multiplyBlendMode" })
    #expect(!isFade { $0.isDoubleSided = false })
    #expect(!isFade { $0.opacity = 0.5 })
  }

  @Test func hidingFadesOutAndShowingFadesIn() {
    let (root, layer) = Self.stage()
    CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .linear))
    layer.isHidden = true
    #expect(Self.patches(root, at: 1000.125) == [Patch(color: "red", x: 100, y: 100, alphas: [127])])
    MediaClock.advance(to: 1001)
    #expect(Self.patches(root, at: 1001) == [])
    CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .linear))
    layer.isHidden = false
    #expect(Self.patches(root, at: 1001.125) == [Patch(color: "red", x: 100, y: 100, alphas: [128])])
  }

  @Test func layersFadeInAndOutWithTheirSuperlayer() {
    let (root, layer) = Self.stage()
    layer.removeFromSuperlayer()
    #expect(Self.patches(root, at: 1000.125).first?.color == "red")
    MediaClock.advance(to: 1001)
    #expect(Self.patches(root, at: 1001) == [])
  }

  @Test func orderInActionShowsTheNewLayerComing() {
    let (root, _) = Self.stage()
    let layer = CALayer()
    layer.frame = CGRect(x: 200, y: 0, width: 40, height: 40)
    layer.backgroundColor = Self.blue
    layer.actions = [kCAOnOrderIn: transition(.moveIn, .fromLeft)]
    root.actions = ["sublayers": NSNull()]
    root.addSublayer(layer)
    #expect(Self.patches(root, at: 1000.25).map(\.x) == [100, 170])
  }

  // MARK: Problems

  @Test func unsupportedTransitionsAreReported() {
    let (root, layer) = Self.stage()
    let unknown = transition(CATransitionType(rawValue: "pageCurl"))
    unknown.filter = "CIDisintegrateWithMaskTransition"
    layer.add(unknown, forKey: nil)
    _ = root.committedTree()
    #expect(layer.animationProblems == [.transitionFilter, .noSuchTransition(type: "pageCurl")])
    let group = CAAnimationGroup()
    group.animations = [transition(.fade)]
    #expect(layer.problems(with: group, forKey: nil) == [.transitionInGroup])
  }

  @Test func defaults() {
    let transition = CATransition()
    #expect(transition.type == .fade && transition.subtype == nil)
    #expect(transition.startProgress == 0 && transition.endProgress == 1 && transition.filter == nil)
    #expect(CATransition.defaultValue(forKey: "type") as? String == "fade")
    #expect(CATransition.defaultValue(forKey: "endProgress") as? NSNumber == 1)
    #expect(CATransition.defaultValue(forKey: "startProgress") == nil)
  }
}
