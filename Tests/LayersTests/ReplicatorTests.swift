import Foundation
import StarmineGraphics
import StarmineLayers
import StarmineScene
import StarmineTestSupport
import Testing

@Suite struct ReplicatorTests {
  private func list(_ layer: CALayer, at time: Double = 0) -> DisplayList {
    evaluate(layer.committedTree(), at: time, in: Viewport(width: 200, height: 200))
  }

  private func replicator(_ count: Int, _ sublayer: CALayer) -> CAReplicatorLayer {
    let layer = CAReplicatorLayer()
    layer.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
    layer.instanceCount = count
    layer.addSublayer(sublayer)
    return layer
  }

  private func dot() -> CALayer {
    let dot = CALayer()
    dot.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
    dot.backgroundColor = .white
    return dot
  }

  @Test func color() throws {
    let summary = try ConformanceCases("core-animation").check("replicator.color") { item in
      let c = try #require(item.inputs["instanceColor"].numbers)
      var state = ReplicatorState()
      state.instanceColor = CGColor(red: c[0], green: c[1], blue: c[2], alpha: c[3])
      state.instanceRedOffset = Float(item.inputs["redOffset"].number ?? 0)
      state.instanceAlphaOffset = Float(item.inputs["alphaOffset"].number ?? 0)
      let color = state.color(ofInstance: Int(item.inputs["index"].number ?? 0))
      return .compare((0..<4).map { Double(color[$0]) }, item.expected.numbers ?? [], tolerance: item.tolerance)
    }
    #expect(summary.failures == [] && summary.passed == 1)
  }

  @Test func time() throws {
    let summary = try ConformanceCases("core-animation").check("replicator.time") { item in
      var state = ReplicatorState()
      state.instanceDelay = item.inputs["instanceDelay"].number ?? 0
      let delay = state.delay(ofInstance: Int(item.inputs["index"].number ?? 0))
      return .compare([delay], [item.expected.number ?? .nan], tolerance: 0)
    }
    #expect(summary.failures == [] && summary.passed == 1)
  }

  @Test func count() throws {
    let summary = try ConformanceCases("core-animation").check("replicator.count") { item in
      let layer = replicator(Int(item.inputs["instanceCount"].number ?? 0), dot())
      return .compare([Double(list(layer).commands.count)], [item.expected.number ?? .nan], tolerance: 0)
    }
    #expect(summary.failures == [] && summary.passed == 1)
  }

  /// Powers of the transform act about the middle of the bounds; colours multiply, also those of nested replicators.
  @Test func copiesAreMovedAndColoured() {
    let inner = replicator(2, dot())
    inner.instanceTransform = CATransform3DMakeTranslation(20, 0, 0)
    inner.instanceRedOffset = -0.5
    let outer = replicator(2, inner)
    outer.instanceTransform = CATransform3DMakeRotation(.pi, 0, 0, 1)
    outer.instanceColor = CGColor(red: 1, green: 0.2, blue: 1, alpha: 1)
    let fills = list(outer).commands.compactMap { command -> FillCommand? in
      if case .fill(let fill) = command { fill } else { nil }
    }
    #expect(fills.map(\.bounds.minX) == [0, 20, 90, 70])
    #expect(fills.map(\.bounds.minY) == [0, 0, 90, 90])
    #expect(fills.map(\.paint) == [0xffff_33ff, 0xff80_33ff, 0xffff_33ff, 0xff80_33ff].map { .solid($0) })
  }

  /// Recorded on a device: the nearer copy is in front although depth is flattened.
  @Test func nearerCopiesAreInFront() {
    for (z, front) in [(-999, 0xffff_8080), (999, 0xff4d_8080)] as [(CGFloat, UInt32)] {
      let square = dot()
      square.backgroundColor = CGColor(red: 1, green: 128 / 255, blue: 128 / 255, alpha: 1)
      let space = CATransformLayer()
      space.addSublayer(square)
      let layer = replicator(2, space)
      layer.instanceTransform = CATransform3DMakeTranslation(5, 0, z)
      layer.instanceRedOffset = -0.7
      let colors = list(layer).commands.compactMap { command -> Paint? in
        if case .fill(let fill) = command { fill.paint } else { nil }
      }
      // The one that is drawn last is in front.
      #expect(colors.last == .solid(front), "\(z)")
    }
  }

  @Test func imagesAndParticlesTakeTheColourToo() throws {
    let picture = dot()
    picture.backgroundColor = nil
    picture.contents = CGImage(width: 1, height: 1, pixels: [.max])
    let cell = CAEmitterCell()
    cell.contents = CGImage(width: 1, height: 1, pixels: [.max])
    (cell.birthRate, cell.lifetime) = (10, 1)
    let emitter = CAEmitterLayer()
    emitter.emitterCells = [cell]
    let layer = replicator(1, picture)
    layer.addSublayer(emitter)
    layer.instanceColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    let commands = list(layer, at: CACurrentMediaTime()).commands
    guard commands.count == 2, case .image(let image) = commands[0], case .particles(let batch) = commands[1] else {
      Issue.record("\(commands.count) commands")
      return
    }
    #expect(image.tint == 0xffff_0000)
    #expect(batch.count == 10)
    #expect(batch.tint.allSatisfy { $0 == 0xffff_0000 })
  }

  /// The alpha of a copy counts once: a mask limits, and is not seen.
  @Test(arguments: [false, true]) func masksKeepTheirAlpha(isEmitter: Bool) throws {
    let masked = dot()
    if isEmitter {
      let cell = CAEmitterCell()
      cell.contents = CGImage(width: 1, height: 1, pixels: [.max])
      (cell.birthRate, cell.lifetime) = (10, 1)
      let emitter = CAEmitterLayer()
      emitter.emitterCells = [cell]
      masked.mask = emitter
    } else {
      let mask = CALayer()
      for _ in 0..<2 { mask.addSublayer(dot()) }
      masked.mask = mask
    }
    let layer = replicator(1, masked)
    layer.instanceColor = CGColor(red: 1, green: 0, blue: 0, alpha: 0.5)
    var list = list(layer, at: CACurrentMediaTime())
    list.makeAdditive()
    let colors = list.commands.flatMap { command -> Set<UInt32> in
      switch command {
      case .fill(let fill): if case .solid(let color) = fill.paint { [color] } else { [] }
      case .particles(let batch): Set(batch.tint)
      default: []
      }
    }
    #expect(colors.sorted() == (isEmitter ? [0x8080_0000, .max] : [0x8080_0000, .max, .max]))
  }

  /// Copy k shows what the first showed k delays ago.
  @Test func copiesLag() {
    let cell = CAEmitterCell()
    cell.contents = CGImage(width: 1, height: 1, pixels: [.max])
    (cell.birthRate, cell.lifetime) = (10, 100)
    let emitter = CAEmitterLayer()
    emitter.emitterCells = [cell]
    emitter.emitterPosition = CGPoint(x: 50, y: 50)
    emitter.beginTime = CACurrentMediaTime()
    let layer = replicator(3, emitter)
    layer.instanceDelay = 1
    let counts = list(layer, at: CACurrentMediaTime() + 2.55).commands.map { command -> Int in
      if case .particles(let batch) = command { batch.count } else { 0 }
    }
    #expect(counts.count == 3)
    #expect(zip(counts, counts.dropFirst()).allSatisfy { $0 - $1 == 10 })
  }

  @Test func tooManyCopiesAreCountedNotDrawn() {
    var layer = dot()
    for _ in 0..<6 { layer = replicator(1_000_000_000, layer) }
    let list = list(layer)
    #expect(list.droppedCopies > 0)
    #expect(list.commands.count <= 131_072)
  }
}
