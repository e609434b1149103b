import StarmineLayers
import Testing

@Suite struct ElementIndexTests {
  private static func cell(_ name: String?, _ rate: Float, _ cells: [CAEmitterCell]? = nil) -> CAEmitterCell {
    let cell = CAEmitterCell()
    (cell.name, cell.birthRate, cell.emitterCells) = (name, rate, cells)
    return cell
  }

  private static func emitter() -> CAEmitterLayer {
    let emitter = CAEmitterLayer()
    emitter.emitterCells = [
      cell(nil, 1), cell("a", 2, [cell("b", 3), cell("a", 4)]), cell("b", 5), cell("a", 6, [cell("c", 7)]),
    ]
    return emitter
  }

  /// It leads where key paths lead, however often and in which order it is asked.
  @Test func itLeadsWhereKeyPathsLead() {
    let (first, second) = (Self.emitter(), Self.emitter())
    second.emitterCells = [Self.cell("b", 8)]
    let index = ElementIndex()
    let paths = [
      "emitterCells.a.birthRate", "emitterCells.b.birthRate", "emitterCells.a.emitterCells.a.birthRate",
      "emitterCells.a.emitterCells.b.birthRate", "emitterCells.a.emitterCells.c.birthRate", "emitterCells.a",
      "emitterCells.c.birthRate", "emitterCells.a.none", "emitterCells", "position.x", "none.a.birthRate", "",
      "emitterCells..birthRate", "birthRate",
    ]
    for path in paths + paths.reversed() {
      for layer in [first, second] {
        let place = index.place(ofKeyPath: path, on: layer)
        #expect((place == nil) == (layer.info(atKeyPath: path) == nil), "\(path)")
        let value = place?.container.readProperty(place?.key ?? "") as? Float
        #expect(value == layer.value(forKeyPath: path) as? Float, "\(path)")
      }
    }
  }

  @Test func stepsCountElementsWithoutNamesToo() {
    let place = ElementIndex().place(ofKeyPath: "emitterCells.a.emitterCells.a.birthRate", on: Self.emitter())
    #expect(place?.steps.map(\.list) == ["emitterCells", "emitterCells"])
    #expect(place?.steps.map(\.index) == [1, 1] && place?.key == "birthRate")
    #expect(place?.container.readProperty("birthRate") as? Float == 4)
  }
}
