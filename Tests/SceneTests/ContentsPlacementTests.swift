import Foundation
import StarmineGraphics
import StarmineReference
import StarmineScene
import StarmineTestSupport
import Testing

@Suite struct ContentsPlacementTests {
  private let cases: ConformanceCases

  init() throws {
    cases = try ConformanceCases("core-animation")
  }

  private func placement(_ inputs: JSONValue) -> ContentsPlacement {
    var placement = ContentsPlacement.defaults
    placement.contentsGravity = ContentsGravity(rawValue: inputs["gravity"].string ?? "resize") ?? .center
    if let scale = inputs["contentsScale"].number { placement.contentsScale = scale }
    if let rect = rect(inputs["contentsRect"]) { placement.contentsRect = rect }
    if let rect = rect(inputs["contentsCenter"]) { placement.contentsCenter = rect }
    return placement
  }

  private func rect(_ value: JSONValue) -> CGRect? {
    value.numbers.map { CGRect(x: $0[0], y: $0[1], width: $0[2], height: $0[3]) }
  }

  private func size(_ value: JSONValue) throws -> CGSize {
    let numbers = try #require(value.numbers)
    return CGSize(width: numbers[0], height: numbers[1])
  }

  private func numbers(_ rect: CGRect) -> [Double] { [rect.minX, rect.minY, rect.width, rect.height] }

  @Test func destinations() {
    let summary = cases.check("contents.destination") { item in
      let image = try size(item.inputs["image"])
      let bounds = CGRect(origin: .zero, size: try size(item.inputs["bounds"]))
      let place = placement(item.inputs).destination(
        width: Int(image.width), height: Int(image.height), in: bounds)
      return .compare(numbers(place), item.expected.numbers ?? [], tolerance: item.tolerance)
    }
    #expect(summary.failures == [] && summary.passed == 3)
  }

  @Test func whichGravitiesSlice() {
    let summary = cases.check("contents.usesNineSlice") { item in
      var placement = placement(item.inputs)
      placement.contentsCenter = CGRect(x: 0.25, y: 0.25, width: 0.5, height: 0.5)
      return placement.usesNineSlice == item.expected.bool ? .passed : .failed("\(placement)")
    }
    #expect(summary.failures == [] && summary.passed == 3)
    var centred = ContentsPlacement.defaults
    (centred.contentsGravity, centred.contentsCenter) = (.center, .zero)
    #expect(!centred.usesNineSlice && !ContentsPlacement.defaults.usesNineSlice)
  }

  /// The cases count y upward, so their first corner is the image's upper left in a layer of height 8.
  @Test(arguments: ["contents.nineSliceCentre", "contents.nineSliceEdges"]) func slices(kind: String) {
    let summary = cases.check(kind) { item in
      let image = try size(item.inputs["image"])
      let bounds = CGRect(origin: .zero, size: try size(item.inputs["bounds"]))
      let placement = placement(item.inputs)
      let place = placement.destination(width: Int(image.width), height: Int(image.height), in: bounds)
      let slices = try #require(
        placement.nineSlice(width: Int(image.width), height: Int(image.height), over: place))
      let (x, y, part) = (slices.horizontal, slices.vertical, placement.contentsRect)
      let centre = [
        x.destinationMin * place.width, y.destinationMin * place.height,
        (x.destinationMax - x.destinationMin) * place.width, (y.destinationMax - y.destinationMin) * place.height,
      ]
      let source = [
        part.minX + x.sourceMin * part.width, part.minY + y.sourceMin * part.height,
        (x.sourceMax - x.sourceMin) * part.width, (y.sourceMax - y.sourceMin) * part.height,
      ]
      let corner = [0, place.height - centre[1], centre[0], centre[1]]
      let pairs = [
        ("destination", centre), ("centre", centre), ("sourceUnit", source), ("corner0", corner),
      ].filter { !item.expected[$0.0].isNull }
      return .compare(
        pairs.flatMap(\.1), pairs.flatMap { item.expected[$0.0].numbers ?? [] }, tolerance: item.tolerance)
    }
    #expect(summary.failures == [] && summary.passed == 1)
  }

  @Test func everyGravity() {
    func place(_ gravity: ContentsGravity) -> [Double] {
      var placement = ContentsPlacement.defaults
      placement.contentsGravity = gravity
      return numbers(
        placement.destination(width: 4, height: 2, in: CGRect(x: 10, y: 20, width: 8, height: 12)))
    }
    let expected: [ContentsGravity: [Double]] = [
      .center: [12, 25, 4, 2], .bottom: [12, 20, 4, 2], .top: [12, 30, 4, 2], .left: [10, 25, 4, 2],
      .right: [14, 25, 4, 2], .bottomLeft: [10, 20, 4, 2], .bottomRight: [14, 20, 4, 2], .topLeft: [10, 30, 4, 2],
      .topRight: [14, 30, 4, 2], .resize: [10, 20, 8, 12], .resizeAspect: [10, 24, 8, 4],
      .resizeAspectFill: [2, 20, 24, 12],
    ]
    for gravity in ContentsGravity.allCases { #expect(place(gravity) == expected[gravity], "\(gravity)") }
  }

  @Test func slicesAreContinuousAndShareTooLittleRoom() throws {
    var placement = ContentsPlacement.defaults
    placement.contentsCenter = CGRect(x: 0.5, y: 0.25, width: 0, height: 0.25)
    let slices = try #require(
      placement.nineSlice(width: 8, height: 8, over: CGRect(x: 0, y: 0, width: 80, height: 3)))
    // A centre without extent is one pixel wide.
    #expect(slices.horizontal.sourceMin == 0.5 && slices.horizontal.sourceMax == 0.625)
    #expect(slices.horizontal.destinationMin == 0.05 && abs(slices.horizontal.destinationMax - 0.9625) < 1e-12)
    // Corners of 2 and 4 points share 3 points.
    #expect(abs(slices.vertical.destinationMin - slices.vertical.destinationMax) < 1e-12)
    #expect(abs(slices.vertical.destinationMin - 1.0 / 3) < 1e-12)
    for axis in [slices.horizontal, slices.vertical] {
      #expect(axis.source(0) == 0 && axis.source(1) == 1)
      for step in 0..<100 {
        let (low, high) = (axis.source(Double(step) / 100), axis.source(Double(step + 1) / 100))
        #expect(low <= high && low.isFinite)
      }
    }
  }

  @Test func clippedContentsNeedAGroupOnlyAtRoundCorners() {
    func text(_ change: (inout LayerState) -> Void) -> [String] {
      var state = LayerState()
      state.bounds = CGRect(x: 0, y: 0, width: 20, height: 20)
      state.anchorPoint = .zero
      state.contents = .image(CGImage(width: 40, height: 10, pixels: Array(repeating: .max, count: 400)))
      state.masksToBounds = true
      change(&state)
      return evaluate(RenderTree(root: RenderNode(state: state)), at: 0, in: Viewport(width: 50, height: 50)).text
        .split(separator: "\n").dropFirst().map(String.init)
    }
    let cover = text { ($0.placement.contentsGravity, $0.cornerRadius) = (.resizeAspectFill, 4) }
    #expect(cover == ["image 40x10 linear alpha 255 clip 0,0..20,20 radius 4 of -30,0..50,20 in 0,0..20,20"])
    let square = text { $0.placement.contentsGravity = .topLeft }
    #expect(square == ["image 40x10 linear alpha 255 clip 0,10..20,20 of 0,10..40,20 in 0,10..20,20"])
    let round = text { ($0.placement.contentsGravity, $0.cornerRadius) = (.topLeft, 4) }
    #expect(round.count == 2 && round[0] == "group alpha 255 clip 0,0..20,20 radius 4 in 0,10..20,20")
    let middle = text { ($0.placement.contentsGravity, $0.cornerRadius) = (.resizeAspect, 4) }
    #expect(middle == ["image 40x10 linear alpha 255 0,7.5..20,12.5 in 0,7..20,13"])
  }
}
