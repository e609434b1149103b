import Foundation
import StarmineGraphics
import StarmineLayers
import StarmineScene
import Testing

@Suite struct EmitterTests {
  private func cell(_ name: String, birthRate: Float = 1, cells: [CAEmitterCell]? = nil) -> CAEmitterCell {
    let cell = CAEmitterCell()
    (cell.name, cell.birthRate, cell.lifetime, cell.emitterCells) = (name, birthRate, 1, cells)
    return cell
  }

  private func segments(_ layer: CALayer) throws -> [Emission.Segment] {
    try #require(layer.committedTree().root.emission).segments
  }

  /// The order of the classic fireworks: each cell is filled after it was given away.
  @Test func cellsMayBeFilledUntilTheCommit() throws {
    let (layer, rocket, burst, spark) = (CAEmitterLayer(), cell("rocket"), cell("burst"), cell("spark"))
    layer.emitterCells = [rocket]
    rocket.emitterCells = [burst]
    burst.emitterCells = [spark]
    spark.velocity = 125
    let committed = try segments(layer)[0].cells
    #expect(committed[0].cells[0].cells[0].state.velocity == 125)
    #expect(committed[0].cells[0].cells[0].state.name == "spark")
  }

  @Test func changesOfACellObjectDoNotReachTheEmission() throws {
    MediaClock.time = 1000
    let (layer, snow) = (CAEmitterLayer(), cell("snow"))
    layer.emitterCells = [snow]
    _ = layer.committedTree()
    snow.birthRate = 50
    layer.opacity = 0.5
    #expect(try segments(layer).map(\.cells[0].state.birthRate) == [1])
    MediaClock.time = 1001
    layer.emitterCells = [snow]
    let restarted = try segments(layer)
    #expect(restarted.map(\.cells[0].state.birthRate) == [50])
    #expect(restarted[0].start == -.infinity)
  }

  @Test func keyPathsReachTheEmissionAndTheObject() throws {
    MediaClock.time = 1000
    let spark = cell("spark")
    let rocket = cell("rocket", cells: [spark])
    let (root, layer) = (CALayer(), CAEmitterLayer())
    layer.emitterCells = [cell("other"), rocket]
    (layer.name, layer.speed, layer.timeOffset) = ("sky", 2, 3)
    root.beginTime = 900
    root.addSublayer(layer)
    _ = root.committedTree()
    MediaClock.time = 1000.1
    layer.setValue(0, forKeyPath: "emitterCells.rocket.birthRate")
    try root.set(7, atKeyPath: "sublayers.sky.emitterCells.rocket.emitterCells.spark.spin")
    let emission = try #require(root.committedTree().root.sublayers[0].emission)
    #expect(emission.segments.map(\.cells[1].state.birthRate) == [1, 0])
    #expect(abs(emission.segments[1].start - 203.2) < 1e-9)
    #expect(emission.segments[1].cells[1].cells[0].state.spin == 7)
    #expect(rocket.birthRate == 0 && spark.spin == 7)
    #expect((layer.value(forKeyPath: "emitterCells.rocket.birthRate") as? NSNumber) == 0)
  }

  @Test func layerValuesAreRecordedOverTime() throws {
    MediaClock.time = 1000
    let layer = CAEmitterLayer()
    layer.emitterCells = [cell("snow")]
    _ = layer.committedTree()
    for step in 1...3 {
      MediaClock.time = 1000 + Double(step) / 10
      layer.emitterPosition.x = CGFloat(step)
      _ = layer.committedTree()
      _ = layer.committedTree()
    }
    #expect(try segments(layer).map(\.emitter.emitterPosition.x) == [0, 1, 2, 3])
    #expect(layer.state.emitter.emitterPosition.x == 3)
  }

  @Test func historyOutlivesRemoval() throws {
    MediaClock.time = 1000
    let (root, layer) = (CALayer(), CAEmitterLayer())
    layer.emitterCells = [cell("snow")]
    root.addSublayer(layer)
    _ = root.committedTree()
    MediaClock.time = 1000.25
    layer.birthRate = 5
    _ = root.committedTree()
    layer.removeFromSuperlayer()
    #expect(root.committedTree().root.sublayers.isEmpty)
    MediaClock.time = 1000.5
    root.addSublayer(layer)
    let emission = try #require(root.committedTree().root.sublayers[0].emission)
    #expect(emission.segments.map(\.start) == [-.infinity, 1000.25])
  }

  @Test func recordsAtTheTimeOfTheOutermostCommit() throws {
    MediaClock.time = 1000
    let layer = CAEmitterLayer()
    layer.emitterCells = [cell("snow")]
    _ = layer.committedTree()
    CATransaction.begin()
    layer.setValue(9, forKeyPath: "emitterCells.snow.birthRate")
    MediaClock.time = 1000.5
    CATransaction.commit()
    MediaClock.time = 1000.75
    #expect(try segments(layer).last?.start == 1000.5)
  }

  @Test func otherSubcellsStartAnew() throws {
    MediaClock.time = 1000
    let layer = CAEmitterLayer()
    layer.emitterCells = [cell("rocket")]
    _ = layer.committedTree()
    MediaClock.time = 1000.5
    layer.setValue([cell("spark")], forKeyPath: "emitterCells.rocket.emitterCells")
    let fresh = try segments(layer)
    #expect(fresh.count == 1 && fresh[0].cells[0].cells[0].state.name == "spark")
  }

  @Test func onlyEmittersWithCellsEmit() {
    let layer = CAEmitterLayer()
    #expect(layer.committedTree().root.emission == nil)
    layer.emitterCells = [cell("snow")]
    #expect(layer.committedTree().root.emission != nil)
    layer.emitterCells = nil
    #expect(layer.committedTree().root.emission == nil)
    #expect(CALayer().committedTree().root.emission == nil)
  }

  @Test func aCellInSeveralLayersIsSeveralCells() throws {
    let shared = cell("snow")
    let (first, second) = (CAEmitterLayer(), CAEmitterLayer())
    first.emitterCells = [shared]
    second.emitterCells = [shared]
    _ = (first.committedTree(), second.committedTree())
    first.setValue(33, forKeyPath: "emitterCells.snow.birthRate")
    #expect(try segments(first).last?.cells[0].state.birthRate == 33)
    #expect(try segments(second).last?.cells[0].state.birthRate == 1)
  }

  @Test func copiesAreDeep() throws {
    let inner = cell("inner")
    let original = cell("outer", cells: [inner])
    original.setValue("note", forKey: "mine")
    original.style = ["a": 1]
    let copy = try #require(original.copy() as? CAEmitterCell)
    #expect(copy.name == "outer" && copy.value(forKey: "mine") as? String == "note" && copy.style?.count == 1)
    let copiedInner = try #require(copy.emitterCells?.first)
    #expect(copiedInner !== inner && copiedInner.name == "inner")
    copiedInner.birthRate = 99
    copy.scale = 9
    #expect(inner.birthRate == 1 && original.scale == 1)
  }

  @Test func aCellCannotEmitItself() async {
    await #expect(processExitsWith: .failure) {
      let (first, second) = (CAEmitterCell(), CAEmitterCell())
      first.emitterCells = [second]
      second.emitterCells = [first]
    }
  }

  @Test func unknownSpellingsMeanTheDefault() {
    let layer = CAEmitterLayer()
    layer.emitterMode = CAEmitterLayerEmitterMode(rawValue: "unordered")
    layer.emitterShape = CAEmitterLayerEmitterShape(rawValue: "blob")
    layer.renderMode = CAEmitterLayerRenderMode(rawValue: "")
    #expect(layer.emitterMode == .volume && layer.emitterShape == .point && layer.renderMode == .unordered)
    let cell = CAEmitterCell()
    cell.minificationFilter = "cubic"
    cell.magnificationFilter = CALayerContentsFilter.nearest.rawValue
    #expect(cell.minificationFilter == "linear" && cell.magnificationFilter == "nearest")
    cell.contents = "not an image"
    #expect(cell.contents == nil)
  }
}

/// Accessors and rows are two ways to the same value: every row is set by key and read by the accessor's own name.
@Suite struct AccessorTests {
  @Test func cellAccessors() throws {
    for row in CAEmitterCell.properties {
      let cell = CAEmitterCell()
      cell.setValue(sample(for: row.info), forKey: row.key)
      #expect(cell.state != CAEmitterCell().state, "\(row)")
      #expect(same(cell.value(forKey: row.key), sample(for: row.info)) || row.kind == .contents, "\(row)")
      let copy = try #require(cell.copy() as? CAEmitterCell)
      #expect(copy.state == cell.state, "\(row)")
    }
  }

  @Test func layerAccessors() {
    for row in CAEmitterLayer.properties {
      let layer = CAEmitterLayer()
      layer.setValue(sample(for: row.info), forKey: row.key)
      #expect(layer.committedTree().root.state == layer.state, "\(row)")
      #expect(layer.state != CALayer().state, "\(row)")
    }
  }

  @Test func typedAccessorsOfACell() {
    let cell = CAEmitterCell()
    (cell.emissionLatitude, cell.emissionLongitude, cell.emissionRange) = (1, 2, 3)
    (cell.xAcceleration, cell.yAcceleration, cell.zAcceleration) = (4, 5, 6)
    (cell.redRange, cell.greenRange, cell.blueRange, cell.alphaRange) = (0.1, 0.2, 0.3, 0.4)
    (cell.redSpeed, cell.greenSpeed, cell.blueSpeed, cell.alphaSpeed) = (1.5, 2.5, 3.5, 4.5)
    (cell.spin, cell.spinRange, cell.scaleRange, cell.scaleSpeed) = (7, 8, 9, 10)
    (cell.lifetimeRange, cell.velocityRange, cell.contentsScale, cell.minificationFilterBias) = (11, 12, 13, 14)
    (cell.isEnabled, cell.duration, cell.beginTime, cell.fillMode) = (false, 15, 16, .both)
    let expected: [(String, Double)] = [
      ("emissionLatitude", 1), ("emissionLongitude", 2), ("emissionRange", 3), ("xAcceleration", 4),
      ("yAcceleration", 5), ("zAcceleration", 6), ("redSpeed", 1.5), ("greenSpeed", 2.5), ("blueSpeed", 3.5),
      ("alphaSpeed", 4.5), ("spin", 7), ("spinRange", 8), ("scaleRange", 9), ("scaleSpeed", 10), ("lifetimeRange", 11),
      ("velocityRange", 12), ("contentsScale", 13), ("minificationFilterBias", 14), ("enabled", 0), ("duration", 15),
      ("beginTime", 16), ("redRange", Double(Float(0.1))), ("greenRange", Double(Float(0.2))),
      ("blueRange", Double(Float(0.3))), ("alphaRange", Double(Float(0.4))),
    ]
    for (key, value) in expected { #expect((cell.value(forKey: key) as? NSNumber)?.doubleValue == value, "\(key)") }
    #expect(cell.value(forKey: "fillMode") as? String == "both")
  }
}
