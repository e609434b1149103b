import Foundation
import StarmineGraphics
import StarmineReference
import StarmineScene
import Testing

/// A colour or a gradient under a mask of one outline is drawn at once as what groups would become.
@Suite struct OutlineMaskTests {
  private static func triangle(_ side: CGFloat) -> CGPath.Geometry {
    var path = CGPath.Geometry()
    path.addLines(between: [CGPoint(x: 2, y: 3), CGPoint(x: side, y: 5), CGPoint(x: 7, y: side)])
    path.closeSubpath()
    return path
  }

  private static func layer(_ random: inout SplitMix64) -> LayerState {
    var state = LayerState()
    state.bounds = CGRect(x: 0, y: 0, width: 24, height: 20)
    state.position = CGPoint(x: .random(in: -5...65, using: &random), y: .random(in: -5...45, using: &random))
    state.transform = CATransform3DMakeRotation(.random(in: -1...1, using: &random), 0, 0, 1)
    state.opacity = [1, 0.5].randomElement(using: &random) ?? 1
    state.allowsGroupOpacity = Bool.random(using: &random)
    state.isGeometryFlipped = Int.random(in: 0..<4, using: &random) == 0
    let kind = Int.random(in: 0..<4, using: &random)
    if kind > 0 { state.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: kind == 3 ? 0.5 : 1) }
    if kind < 2 { state.gradient.colors = [.white, .black] }
    if kind == 2 { state.cornerRadius = 6 }
    return state
  }

  private static func mask(_ random: inout SplitMix64) -> LayerState {
    var state = LayerState()
    if Bool.random(using: &random) {
      state.shapeLayer.path = triangle(.random(in: 10...26, using: &random))
    } else {
      state.bounds = CGRect(x: 0, y: 0, width: .random(in: 0...40, using: &random), height: 12)
      state.backgroundColor = .white
      state.cornerRadius = [0, 4].randomElement(using: &random) ?? 0
    }
    let kind = Int.random(in: 0..<12, using: &random)
    if kind == 0 { state.transform = CATransform3DMakeScale(0.5, 0.7, 1) }
    if kind == 1 { state.position = CGPoint(x: 3, y: -2) }
    if kind == 2 { state.shapeLayer.fillRule = .evenOdd }
    if kind == 3 { state.shapeLayer.fillColor = CGColor(gray: 0, alpha: 0.5) }
    if kind == 4 { state.shapeLayer.strokeColor = .black }
    if kind == 5 { state.isDoubleSided = false }
    if kind == 6 { state.backgroundColor = CGColor(gray: 1, alpha: 0.5) }
    if kind == 7 { state.transform = CATransform3DMakeRotation(0.4, 0, 0, 1) }
    return state
  }

  private static func text(_ state: LayerState, mask: LayerState) -> String {
    let root = RenderNode(state: state, mask: RenderNode(state: mask))
    return evaluate(RenderTree(root: root), at: 0, in: Viewport(width: 60, height: 40)).text
  }

  @Test("the fill is the one that comes of a mask that may show more")
  func sameAsGroups() {
    var random = SplitMix64(seed: 8)
    var fills = 0
    for index in 0..<2_000 {
      let (state, mask) = (Self.layer(&random), Self.mask(&random))
      var other = mask
      // Of a layer without sublayers it changes nothing, and it is a rare value.
      other.sublayerTransform = CATransform3DMakeScale(2, 2, 1)
      let (direct, grouped) = (Self.text(state, mask: mask), Self.text(state, mask: other))
      #expect(direct == grouped, "case \(index)")
      fills += direct.contains("\nfill") && !direct.contains("group") ? 1 : 0
    }
    #expect(fills > 300)
  }
}
