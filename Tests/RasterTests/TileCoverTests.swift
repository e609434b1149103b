import Foundation
import StarmineGraphics
import StarmineRaster
import StarmineReference
import StarmineScene
import Testing

/// Tiles leave out what opaque covers hide; inside a group nothing is left out, and the picture has to be the same.
@Suite struct TileCoverTests {
  let frame = DeviceRect(minX: 0, minY: 0, maxX: 150, maxY: 130)

  func list(_ commands: [DrawCommand]) -> DisplayList { DisplayList(width: 150, height: 130, commands: commands) }

  func grouped(_ commands: [DrawCommand]) -> DisplayList {
    list([.pushGroup(GroupCommand(bounds: frame))] + commands + [.popGroup])
  }

  /// Rectangles up to much larger than the frame, a third of them round at the corners, opaque or not, every fourth a
  /// gradient.
  func covers(seed: UInt64) -> [DrawCommand] {
    var random = SplitMix64(seed: seed)
    return (0..<14).map { index in
      let (x, y) = (Double.random(in: -80...100, using: &random), Double.random(in: -80...100, using: &random))
      let (width, height) = (Double.random(in: 1...400, using: &random), Double.random(in: 1...400, using: &random))
      let radius = Int.random(in: 0...2, using: &random) == 0 ? min(width, height) / 3 : 0
      let shape = RoundedRect(minX: x, minY: y, maxX: x + width, maxY: y + height, cornerRadius: radius)
      let paint: Paint = index % 4 == 3 ? .gradient(gradient(&random)) : .solid(random.premultiplied())
      return .fill(FillCommand(bounds: frame, shape: .roundedRect(shape), transform: .identity, paint: paint))
    }
  }

  func gradient(_ random: inout SplitMix64) -> Gradient {
    let isOpaque = Bool.random(using: &random)
    let stops = [0, 0.3, 1].map { location in
      let parts = (0..<3).map { _ in Float.random(in: 0...1, using: &random) }
      return Gradient.Stop(location: location, color: SIMD4(parts[0], parts[1], parts[2], isOpaque ? 1 : 0.6))
    }
    return Gradient(
      kind: [.axial, .radial, .conic].randomElement(using: &random)!, stops: stops,
      rect: CGRect(x: 0, y: 0, width: 150, height: 130), start: CGPoint(x: 0.4, y: 0.5), end: CGPoint(x: 0.9, y: 0.8))
  }

  /// Few pixels are drawn where they lie in the frame, if no other worker draws.
  @Test("the same pixels from one worker and from several", arguments: 1...20)
  func drawsInPlace(seed: UInt64) {
    for count in [1, 2, 4, 14] {
      let commands = list(Array(covers(seed: seed).suffix(count)))
      let alone = render(commands, tileSize: 50)
      #expect(alone == render(commands, tileSize: 50, workers: 3))
      #expect(alone == render(commands, tileSize: 50, kernels: .reference))
    }
  }

  /// A frame of a few commands is cut into bands; conversions to video begin in even rows.
  @Test("the same pixels in bands of whole rows", arguments: [9, 34, 67, 130, 630, 2050])
  func drawsInBands(height: Int) {
    let list = DisplayList(width: 150, height: height, commands: Array(covers(seed: 3).suffix(4)))
    let expected = render(list, tileSize: 50)
    for workers in [1, 2, 7] { #expect(render(list, with: Renderer(workers: workers)) == expected) }
    var drawn: [UInt32] = []
    Renderer().render(list) { (tile: DrawnTile) in
      #expect(tile.x == 0 && tile.width == 150 && tile.y % 8 == 0 && tile.y * 150 == drawn.count)
      for row in 0..<tile.height { drawn += (0..<150).map { tile.pixels[row * tile.stride + $0] } }
    }
    #expect(drawn == expected)
  }

  @Test("the same pixels as inside a group, where nothing is left out", arguments: 1...20)
  func hidesNothingVisible(seed: UInt64) {
    let commands = covers(seed: seed)
    for tileSize in [16, 50, 128] {
      #expect(render(list(commands), tileSize: tileSize) == render(grouped(commands), tileSize: 1000))
    }
  }

  @Test("a cover inside a faded group hides nothing outside of it")
  func groupsHideNothing() {
    let cover = FillCommand(
      bounds: frame, shape: RoundedRect(minX: 0, minY: 0, maxX: 150, maxY: 130), transform: .identity,
      color: 0xFF00_00FF)
    var below = cover
    below.paint = .solid(0xFFFF_0000)
    let commands: [DrawCommand] = [
      .fill(below), .pushGroup(GroupCommand(bounds: frame, alpha: 128)), .fill(cover), .popGroup,
    ]
    #expect(Set(render(list(commands))) == [0xFF7F_0080])
  }

  /// A turned bar crosses few tiles. Groups of nothing else are left out of the others if they keep what is below.
  @Test("groups that are transparent in most tiles", arguments: CompositingFilter.allCases)
  func blankGroups(filter: CompositingFilter) {
    func bar(_ x: Double, _ angle: Double, _ color: UInt32) -> DrawCommand {
      let turn = PlaneTransform(CATransform3DMakeRotation(angle, 0, 0, 1))
      let shape = RoundedRect(minX: x, minY: -200, maxX: x + 9, maxY: 400)
      return .fill(FillCommand(bounds: frame, shape: .roundedRect(shape), transform: turn, paint: .solid(color)))
    }
    func group(_ filter: CompositingFilter, _ alpha: UInt8, _ commands: [DrawCommand]) -> [DrawCommand] {
      [.pushGroup(GroupCommand(bounds: frame, alpha: alpha, filter: filter))] + commands + [.popGroup]
    }
    let masked = [bar(40, 0.3, 0xC060_8020)] + group(filter, 255, [bar(70, -0.2, 0x8040_4040)])
    let outer = group(filter, 200, group(.destIn, 255, [bar(20, 0.5, 0x9000_5090)]) + masked)
    let commands = covers(seed: 4) + outer + group(.plusL, 255, masked) + group(.sourceOver, 90, outer)
    let expected = render(list(commands), tileSize: 1000)
    for tileSize in [16, 50] {
      #expect(render(list(commands), tileSize: tileSize) == expected)
      #expect(render(list(commands), tileSize: tileSize, kernels: .reference) == expected)
    }
  }
}
