import StarmineGraphics
import StarmineRaster
import StarmineScene
import Testing

/// Tiles leave out what opaque covers hide; inside a group nothing is left out, and the picture has to be the same.
@Suite struct TileCoverTests {
  let frame = DeviceRect(minX: 0, minY: 0, maxX: 150, maxY: 130)

  func list(_ commands: [DrawCommand]) -> DisplayList { DisplayList(width: 150, height: 130, commands: commands) }

  func grouped(_ commands: [DrawCommand]) -> DisplayList {
    list([.pushGroup(GroupCommand(bounds: frame))] + commands + [.popGroup])
  }

  /// Rectangles up to much larger than the frame, a third of them round at the corners, opaque or not.
  func covers(seed: UInt64) -> [DrawCommand] {
    var random = SplitMix64(seed: seed)
    return (0..<14).map { _ in
      let (x, y) = (Double.random(in: -80...100, using: &random), Double.random(in: -80...100, using: &random))
      let (width, height) = (Double.random(in: 1...400, using: &random), Double.random(in: 1...400, using: &random))
      let radius = Int.random(in: 0...2, using: &random) == 0 ? min(width, height) / 3 : 0
      let shape = RoundedRect(minX: x, minY: y, maxX: x + width, maxY: y + height, cornerRadius: radius)
      return .fill(FillCommand(bounds: frame, shape: shape, transform: .identity, color: random.premultiplied()))
    }
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
}
