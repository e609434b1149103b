import StarmineGraphics
import StarmineRaster
import StarmineScene
import StarmineReference
import Testing

@Suite struct ExtremeTests {
  static let transforms: [PlaneTransform] = {
    var result: [PlaneTransform] = [.identity]
    for value in [0, 1e-300, 1e9, -1e300, 1e-5] {
      var t = PlaneTransform()
      t.m11 = value
      result.append(t)
      t.m12 = value
      result.append(t)
      t.m31 = value
      result.append(t)
      t.m13 = value
      result.append(t)
      t.m33 = value
      result.append(t)
    }
    return result
  }()

  @Test("shapes and images under extreme transforms", arguments: [SamplingFilter.linear, .trilinear, .nearest])
  func transforms(filter: SamplingFilter) {
    let bounds = DeviceRect(minX: -1_000_000, minY: -5, maxX: 1_000_000, maxY: 70)
    let image = RandomScenes.noise(9, 5, seed: 8)
    var list = DisplayList(width: 50, height: 40)
    for transform in Self.transforms {
      for radius in [0.0, 3] {
        for side in [0, 1e-9, 20, 1e12] {
          let shape = RoundedRect(minX: -side, minY: -side, maxX: side, maxY: side, cornerRadius: min(radius, side))
          list.commands += [
            .fill(FillCommand(bounds: bounds, shape: shape, transform: transform, color: 0x8080_4020)),
            .image(
              ImageCommand(
                bounds: bounds, image: image, destination: shape, transform: transform, filter: filter, alpha: 200)),
            .pushGroup(GroupCommand(bounds: bounds, alpha: 255, clip: (shape, transform))), .popGroup,
          ]
        }
      }
    }
    #expect(render(list, tileSize: 16, kernels: .fast) == render(list, tileSize: 999))
  }

  /// Found by the fuzz test: corners that reach farther than whole numbers do.
  @Test func cornersBeyondAllNumbers() {
    let frame = DeviceRect(minX: 0, minY: 0, maxX: 8, maxY: 8)
    let shape = RoundedRect(minX: -1, minY: -1, maxX: 1, maxY: 1, cornerRadius: 1)
    var transform = PlaneTransform.identity
    (transform.m11, transform.m22) = (1e30, 1e30)
    let fill = FillCommand(bounds: frame, shape: shape, transform: transform, color: .max)
    #expect(render(DisplayList(width: 8, height: 8, commands: [.fill(fill)])).allSatisfy { $0 == .max })
  }

  @Test("unbalanced groups are closed, empty bounds draw nothing")
  func unbalanced() {
    let everywhere = DeviceRect(minX: 0, minY: 0, maxX: 8, maxY: 8)
    let fill = DrawCommand.fill(
      FillCommand(
        bounds: everywhere, shape: RoundedRect(minX: 0, minY: 0, maxX: 8, maxY: 8), transform: .identity, color: .max))
    let open = DisplayList(
      width: 8, height: 8, commands: [.popGroup, .pushGroup(GroupCommand(bounds: everywhere)), fill])
    #expect(render(open).allSatisfy { $0 == .max })
    let empty = DisplayList(
      width: 8, height: 8, commands: [.pushGroup(GroupCommand(bounds: .empty)), fill, .popGroup])
    #expect(render(empty).allSatisfy { $0 == 0 })
  }

  @Test("a phase begins when the one before it is done")
  func phases() {
    for count in [1, 2, 5] {
      let counters = Counters(4)
      Workers(count: count).run(phases: [40, 0, 1, 300]) { phase, _, worker in
        #expect(worker < count)
        let before = counters.values
        #expect(before[..<phase] == [40, 0, 1, 300][..<phase])
        counters.add(phase)
      }
      #expect(counters.values == [40, 0, 1, 300])
    }
  }

  @Test("workers call every unit once")
  func workers() {
    for (count, units) in [(1, 5), (3, 1000), (7, 2), (4, 0)] {
      let counters = Counters(units)
      Workers(count: count).run(count: units) { unit, worker in
        #expect(worker < count)
        counters.add(unit)
      }
      #expect(counters.values == Array(repeating: 1, count: units))
    }
  }
}
