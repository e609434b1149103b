import Foundation
import StarmineGraphics
import StarmineScene
import Testing

@Suite struct SpaceTests {
  private func plane(_ color: CGColor, _ transform: CATransform3D = CATransform3DIdentity) -> LayerState {
    var state = LayerState()
    state.bounds = CGRect(x: 0, y: 0, width: 60, height: 60)
    state.position = CGPoint(x: 50, y: 50)
    state.backgroundColor = color
    state.transform = transform
    return state
  }

  private func list(_ planes: [LayerState], inSpace: Bool = true, opacity: Float = 1) -> DisplayList {
    var root = LayerState()
    root.isTransformLayer = inSpace
    root.backgroundColor = .black
    root.opacity = opacity
    let node = RenderNode(state: root, sublayers: planes.map { RenderNode(state: $0) })
    return evaluate(RenderTree(root: node), at: 0, in: Viewport(width: 100, height: 100))
  }

  private func colors(_ list: DisplayList) -> [UInt32] {
    list.commands.compactMap {
      if case .fill(let fill) = $0, case .solid(let color) = fill.paint { color } else { nil }
    }
  }

  private let red = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
  private let blue = CGColor(red: 0, green: 0, blue: 1, alpha: 1)

  @Test func nearerPlanesAreDrawnLaterWhateverTheirOrder() {
    let near = plane(red, CATransform3DMakeTranslation(0, 0, 10))
    let far = plane(blue, CATransform3DMakeTranslation(0, 0, -10))
    #expect(colors(list([near, far])) == [0xff00_00ff, 0xffff_0000])
    #expect(colors(list([far, near])) == [0xff00_00ff, 0xffff_0000])
    #expect(colors(list([near, far], inSpace: false)) == [0xffff_0000, 0xff00_00ff], "flattened, in array order")
  }

  @Test func planesOfOneDepthKeepTheirOrder() {
    #expect(colors(list([plane(red), plane(blue)])) == [0xffff_0000, 0xff00_00ff])
    #expect(colors(list([plane(blue), plane(red)])) == [0xff00_00ff, 0xffff_0000])
  }

  /// The cut is where the planes meet, and every pixel belongs to exactly one piece.
  @Test func planesThroughEachOtherAreCut() {
    let list = list([
      plane(red, CATransform3DMakeRotation(0.5, 0, 1, 0)), plane(blue, CATransform3DMakeRotation(-0.5, 0, 1, 0)),
    ])
    let cuts = list.commands.compactMap { command -> HalfPlane? in
      if case .cut(let cut) = command { cut.halfPlanes[0] } else { nil }
    }
    #expect(cuts.count == 2 && colors(list).count == 3)
    for y in 0..<100 {
      for x in 0..<100 {
        #expect(cuts.count { $0.contains(x, y) } == 1)
        #expect(cuts[0].contains(x, y) == cuts[0].contains(x, 0))
      }
    }
    #expect(cuts[0].contains(49, 0) != cuts[0].contains(50, 0))
  }

  @Test func opacityGoesToEachPlane() {
    let list = list([plane(red), plane(blue)], opacity: 0.5)
    let groups = list.commands.compactMap { command -> UInt8? in
      if case .pushGroup(let group) = command { group.alpha } else { nil }
    }
    #expect(groups == [128, 128])
  }

  @Test func backsAreSkippedUnlessDoubleSided() {
    for (angle, isSeen) in [(0.0, true), (1.5, true), (1.65, false), (3.1, false)] {
      var state = plane(red, CATransform3DMakeRotation(angle, 0, 1, 0))
      for inSpace in [false, true] {
        state.isDoubleSided = true
        #expect(colors(list([state], inSpace: inSpace)).contains(0xffff_0000))
        state.isDoubleSided = false
        #expect(colors(list([state], inSpace: inSpace)).contains(0xffff_0000) == isSeen, "\(angle)")
      }
    }
  }

  /// Random planes: the list stays balanced, and no piece is lost.
  @Test(arguments: 1...20) func manyPlanes(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let planes = (0..<40).map { _ -> LayerState in
      let turned = CATransform3DMakeRotation(random.next(7), random.next(1), random.next(1), random.next(1))
      var state = plane(red, CATransform3DTranslate(turned, random.next(30), random.next(30), random.next(40)))
      if random.next(1) > 0.9 { state.transform.m34 = random.next(1) }
      return state
    }
    let list = list(planes)
    var depth = 0
    for command in list.commands {
      if case .pushGroup = command { depth += 1 }
      if case .popGroup = command { depth -= 1 }
      #expect(depth >= 0)
    }
    #expect(depth == 0)
    #expect(colors(list).count >= 20)
  }
}

extension SplitMix64 {
  /// Between minus and plus a reach.
  fileprivate mutating func next(_ reach: Double) -> Double { Double.random(in: -reach...reach, using: &self) }
}
