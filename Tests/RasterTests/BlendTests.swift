import StarmineGraphics
import StarmineRaster
import StarmineReference
import StarmineScene
import Testing

@Suite struct BlendTests {
  @Test("division by 255 is the nearest integer for every product")
  func division() {
    for x in 0...UInt32(255 * 255) {
      let exact = (Double(x) / 255).rounded()
      if Double(divide255(x)) != exact { Issue.record("\(x) / 255 is not \(divide255(x))") }
    }
  }

  @Test("blend tables, ours: each channel rounded once", arguments: KernelLevel.allCases)
  func tables(level: KernelLevel) {
    let cases: [(source: UInt32, below: UInt32, over: UInt32)] = [
      (0x0000_0000, 0xFF12_3456, 0xFF12_3456),
      (0xFFAB_CDEF, 0xFF12_3456, 0xFFAB_CDEF),
      (0x8080_0000, 0xFFFF_FFFF, 0xFFFF_7F7F),
      (0x8040_2010, 0x8000_0080, 0xC040_2050),
    ]
    for test in cases {
      var list = DisplayList(width: 1, height: 1, background: test.below)
      let pixel = RoundedRect(minX: 0, minY: 0, maxX: 1, maxY: 1)
      let bounds = DeviceRect(minX: 0, minY: 0, maxX: 1, maxY: 1)
      list.commands = [
        .fill(FillCommand(bounds: bounds, shape: pixel, transform: .identity, color: test.source))
      ]
      #expect(render(list, kernels: level) == [test.over])
    }
  }

  @Test("additive sprites saturate, alpha too", arguments: KernelLevel.allCases)
  func additive(level: KernelLevel) {
    let white = CGImage(width: 1, height: 1, pixels: [0xFFFF_FFFF])
    var batch = ParticleBatch(
      blend: .additive,
      sprites: [.init(image: white, minU: 0, minV: 0, maxU: 1, maxV: 1, isNearest: false)])
    batch.append(x: 0.5, y: 0.5, width: 1, height: 1, tint: 0x8040_2010)
    batch.bounds = DeviceRect(minX: 0, minY: 0, maxX: 1, maxY: 1)
    let list = DisplayList(width: 1, height: 1, background: 0xC0C0_FF01, commands: [.particles(batch)])
    #expect(render(list, kernels: level) == [0xFFFF_FF11])
  }

  @Test("a group of alpha 128 halves what is in it once, not twice")
  func groupAlpha() {
    let bounds = DeviceRect(minX: 0, minY: 0, maxX: 4, maxY: 4)
    let shape = RoundedRect(minX: 0, minY: 0, maxX: 4, maxY: 4)
    let fill = DrawCommand.fill(
      FillCommand(bounds: bounds, shape: shape, transform: .identity, color: 0xFFFF_FFFF))
    let list = DisplayList(
      width: 4, height: 4, background: 0xFF00_0000,
      commands: [.pushGroup(GroupCommand(bounds: bounds, alpha: 128)), fill, fill, .popGroup])
    #expect(render(list) == Array(repeating: 0xFF80_8080, count: 16))
  }
}
