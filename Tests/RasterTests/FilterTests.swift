import Foundation
import StarmineGraphics
import StarmineRaster
import StarmineScene
import StarmineReference
import Testing

/// Pictures and backdrops. Truth: ours, and the shadow's blur, which is tested against a Gaussian.
@Suite struct FilterTests {
  private let frame = DeviceRect(minX: 0, minY: 0, maxX: 60, maxY: 40)

  private func fill(_ rect: DeviceRect, _ color: UInt32) -> DrawCommand {
    let shape = RoundedRect(
      minX: Double(rect.minX), minY: Double(rect.minY), maxX: Double(rect.maxX), maxY: Double(rect.maxY))
    return .fill(FillCommand(bounds: rect, shape: shape, transform: .identity, color: color))
  }

  private func box(_ minX: Int, _ minY: Int, _ maxX: Int, _ maxY: Int) -> DeviceRect {
    DeviceRect(minX: minX, minY: minY, maxX: maxX, maxY: maxY)
  }

  private func draw(_ commands: [DrawCommand], background: UInt32 = 0) -> [UInt32] {
    render(DisplayList(width: 60, height: 40, background: background, commands: commands))
  }

  /// The colour that one filter makes of another.
  private func color(_ pixel: UInt32, _ matrix: ColorMatrix) -> UInt32 {
    draw([
      .offscreen(
        OffscreenCommand(bounds: frame, commands: [fill(frame, pixel)], source: frame, filters: [.color(matrix)]))
    ])[0]
  }

  @Test func matricesWorkOnStraightColours() throws {
    var rows = [Double](repeating: 0, count: 20)
    // Red and green change places, blue gets 0.2 more, alpha halves.
    (rows[1], rows[5], rows[12], rows[14], rows[18]) = (1, 1, 1, 0.2, 0.5)
    let matrix = try #require(ColorMatrix(rows: rows))
    // Straight (1, 0.5, 0) under half opacity becomes (0.5, 1, 0.2) under a quarter.
    #expect(color(0x8080_4000, matrix) == 0x4020_400D)
    #expect(color(0, matrix) == 0)
    #expect(color(0xFF10_2030, .identity) == 0xFF10_2030)
    #expect(ColorMatrix(rows: [1, 2]) == nil)
  }

  @Test func matricesAreLimited() throws {
    var rows = [Double](repeating: 0, count: 20)
    (rows[4], rows[9], rows[14], rows[18]) = (.infinity, .nan, 1e300, 1)
    let matrix = try #require(ColorMatrix(rows: rows))
    #expect(color(0xFF11_2233, matrix) == 0xFF00_00FF)
  }

  @Test func emptyPixelsTakeAnOffsetOfAlpha() throws {
    var rows = [Double](repeating: 0, count: 20)
    (rows[4], rows[19]) = (1, 0.5)
    let matrix = try #require(ColorMatrix(rows: rows))
    let offscreen = OffscreenCommand(bounds: frame, commands: [], source: frame, filters: [.color(matrix)])
    #expect(draw([.offscreen(offscreen)]).allSatisfy { $0 == 0x8080_0000 })
  }

  @Test func blursAreThoseOfShadows() {
    let place = box(20, 10, 40, 30)
    let shadow = ShadowCommand(
      bounds: frame, silhouette: [fill(place, .max)], silhouetteBounds: place, color: .max, sigmaX: 3, sigmaY: 1.5,
      offsetX: 0, offsetY: 0)
    let offscreen = OffscreenCommand(
      bounds: frame, commands: [fill(place, .max)], source: place, filters: [.blur(sigmaX: 3, sigmaY: 1.5)])
    let (expected, actual) = (draw([.shadow(shadow)]), draw([.offscreen(offscreen)]))
    #expect(expected == actual)
    #expect(actual[20 * 60 + 30] == .max && actual[20 * 60 + 18] >> 24 > 20)
  }

  /// Colours stay below their alpha, and a blur of one colour keeps it.
  @Test func blursKeepPixelsPremultiplied() {
    let noise = RandomScenes.noise(40, 30, seed: 4)
    let image = ImageCommand(
      bounds: frame, image: noise, destination: RoundedRect(minX: 5, minY: 5, maxX: 45, maxY: 35),
      transform: .identity, filter: .linear, alpha: 255)
    let blurred = draw([
      .offscreen(
        OffscreenCommand(
          bounds: frame, commands: [.image(image)], source: frame, filters: [.blur(sigmaX: 2.3, sigmaY: 0.7)]))
    ])
    #expect(blurred.allSatisfy { max($0 >> 16 & 255, $0 >> 8 & 255, $0 & 255) <= $0 >> 24 })
    #expect(Set(blurred.map { $0 >> 24 }).count > 100)
  }

  @Test func backdropsRepeatTheEdgeOfWhatIsBelow() {
    let shape = RoundedRect(minX: 0, minY: 0, maxX: 60, maxY: 40)
    let backdrop = BackdropCommand(
      bounds: frame, filters: [.blur(sigmaX: 4, sigmaY: 4)], shape: shape, transform: .identity)
    // An even backdrop stays what it is, up to the edge of the frame.
    #expect(draw([.backdrop(backdrop)], background: 0xFF30_6090).allSatisfy { $0 == 0xFF30_6090 })
    let edge = draw([fill(box(0, 0, 30, 40), 0xFFFF_FFFF), .backdrop(backdrop)], background: 0xFF00_0000)
    #expect(edge[0] == 0xFFFF_FFFF && edge[59] == 0xFF00_0000)
    #expect(edge[29] & 255 > 128 && edge[30] & 255 < 128 && edge[30] & 255 > 90)
    #expect((0..<40).allSatisfy { edge[$0 * 60 + 33] == edge[33] })
  }

  @Test func backdropsStayInsideTheirShapeAndGroup() {
    let invert = BackdropCommand(
      bounds: frame, filters: [.color(inverted)], shape: RoundedRect(minX: 10, minY: 10, maxX: 20.5, maxY: 20),
      transform: .identity)
    let drawn = draw([.backdrop(invert)], background: 0xFFFF_FFFF)
    #expect(drawn[9 * 60 + 15] == .max && drawn[15 * 60 + 15] == 0xFF00_0000)
    #expect(drawn[15 * 60 + 20] == 0xFF80_8080 || drawn[15 * 60 + 20] == 0xFF7F_7F7F)
    // In a group only what the group holds is below.
    let group = draw(
      [.pushGroup(GroupCommand(bounds: frame)), .backdrop(invert), .popGroup], background: 0xFFFF_FFFF)
    #expect(group.allSatisfy { $0 == .max })
    var below = invert
    below.isBelowGroup = true
    let outside = draw(
      [.pushGroup(GroupCommand(bounds: frame)), .backdrop(below), .popGroup], background: 0xFFFF_FFFF)
    #expect(outside[15 * 60 + 15] == 0xFF00_0000)
  }

  private var inverted: ColorMatrix {
    var matrix = ColorMatrix()
    (matrix.red, matrix.green, matrix.blue) = (SIMD4(-1, 0, 0, 0), SIMD4(0, -1, 0, 0), SIMD4(0, 0, -1, 0))
    matrix.bias = SIMD4(1, 1, 1, 0)
    return matrix
  }

  /// Backdrops see each other's result and what shadows and offscreens have left.
  @Test func backdropsAddUp() {
    let invert = BackdropCommand(
      bounds: frame, filters: [.color(inverted)], shape: RoundedRect(minX: 0, minY: 0, maxX: 60, maxY: 40),
      transform: .identity)
    let commands = (0..<5).map { _ in DrawCommand.backdrop(invert) }
    #expect(draw(commands, background: 0xFF10_2030).allSatisfy { $0 == 0xFFEF_DFCF })
    let offscreen = OffscreenCommand(bounds: frame, commands: [fill(frame, 0xFF10_2030)], source: frame)
    #expect(draw([.offscreen(offscreen), .backdrop(invert)]).allSatisfy { $0 == 0xFFEF_DFCF })
  }

  /// Random lists, taken apart into offscreens, with backdrops between.
  @Test(arguments: 1...3) func tilesAndWorkersDoNotShow(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var list = DisplayList(width: 233, height: 171, background: 0xFF40_5060)
    let all = box(0, 0, 233, 171)
    for index in 0..<4 {
      let inner = RandomScenes.list(233, 171, seed: seed * 10 + UInt64(index))
      var offscreen = OffscreenCommand(
        bounds: all, commands: inner.commands, source: box(-20, -10, 200, 150),
        filters: [.blur(sigmaX: Double.random(in: 0...9, using: &random), sigmaY: 2.5), .color(inverted)])
      if index > 1 {
        offscreen.placement = OffscreenPlacement(
          transform: RandomScenes.transform(233, 171, &random), filter: index == 2 ? .nearest : .trilinear)
      }
      list.commands.append(.offscreen(offscreen))
      list.commands.append(.pushGroup(GroupCommand(bounds: box(10, 10, 190, 160), alpha: 200)))
      list.commands += RandomScenes.list(233, 171, seed: seed * 20 + UInt64(index)).commands.prefix(3).filter {
        if case .pushGroup = $0 { false } else { true }
      }
      var backdrop = BackdropCommand(
        bounds: all, filters: [.blur(sigmaX: 3, sigmaY: 6), .color(inverted)], shape: RandomScenes.shape(&random),
        transform: RandomScenes.transform(233, 171, &random), alpha: 220)
      backdrop.isBelowGroup = index % 2 == 0
      list.commands += [.backdrop(backdrop), .popGroup]
    }
    let expected = render(list, tileSize: 1000)
    for variant in DeterminismTests.variants {
      let actual = render(list, tileSize: variant.tileSize, workers: variant.workers, kernels: variant.kernels)
      let different = zip(actual, expected).enumerated().first { $0.element.0 != $0.element.1 }
      #expect(different == nil, "\(variant): pixel \(different?.offset ?? 0)")
    }
  }
}

/// Edges without smoothing.
@Suite struct HardEdgeTests {
  private func alpha(_ shape: RoundedRect, _ transform: PlaneTransform = .identity) -> [UInt32] {
    let list = DisplayList(
      width: 40, height: 40,
      commands: [
        .fill(
          FillCommand(
            bounds: DeviceRect(minX: 0, minY: 0, maxX: 40, maxY: 40), shape: shape, transform: transform, color: .max))
      ])
    let pixels = render(list).map { $0 >> 24 }
    #expect(render(list, tileSize: 16, kernels: .fast).map { $0 >> 24 } == pixels)
    return pixels
  }

  private func box(_ smooth: CAEdgeAntialiasingMask) -> RoundedRect {
    var shape = RoundedRect(minX: 4.25, minY: 5.75, maxX: 20.25, maxY: 30.75)
    shape.smoothEdges = smooth
    return shape
  }

  @Test func uprightEdgesSnapToPixelCentres() {
    let hard = alpha(box([]))
    #expect(Set(hard) == [0, 255])
    #expect(hard[10 * 40 + 4] == 255 && hard[10 * 40 + 20] == 0 && hard[5 * 40 + 10] == 0 && hard[30 * 40 + 10] == 255)
    let mixed = alpha(box([.layerLeftEdge, .layerTopEdge]))
    #expect(
      mixed[10 * 40 + 4] == 191 && mixed[10 * 40 + 20] == 0 && mixed[30 * 40 + 10] == 191 && mixed[5 * 40 + 10] == 0)
    #expect(alpha(box(.all))[10 * 40 + 20] == 64)
  }

  @Test func mirroringTakesEdgesAlong() {
    var mirror = PlaneTransform.identity
    (mirror.m11, mirror.m31) = (-1, 40)
    // The left edge, at x = 35.75 now, is hard; the right one, at 19.75, smooth.
    let drawn = alpha(box([.layerRightEdge]), mirror)
    #expect(drawn[10 * 40 + 35] == 255 && drawn[10 * 40 + 19] == 64)
  }

  /// Every pixel of a turned rectangle is decided by its centre alone.
  @Test func turnedEdgesFollowPixelCentres() throws {
    var turn = PlaneTransform.identity
    (turn.m11, turn.m12, turn.m21, turn.m22) = (cos(0.4), sin(0.4), -sin(0.4), cos(0.4))
    (turn.m31, turn.m32) = (10, 0)
    let inverse = try #require(turn.inverse)
    let shape = box([])
    for (index, value) in alpha(shape, turn).enumerated() {
      let point = inverse.apply(Double(index % 40) + 0.5, Double(index / 40) + 0.5)
      let isInside =
        point.x >= shape.minX && point.x < shape.maxX && point.y >= shape.minY && point.y < shape.maxY
      #expect(value == (isInside ? 255 : 0), "pixel \(index)")
    }
  }

  /// Where only some edges are hard, the others are as smooth as they were.
  @Test func turnedEdgesCanDiffer() {
    var turn = PlaneTransform.identity
    (turn.m11, turn.m12, turn.m21, turn.m22) = (cos(0.2), sin(0.2), -sin(0.2), cos(0.2))
    (turn.m31, turn.m32) = (12, -2)
    let (smooth, mixed) = (alpha(box(.all), turn), alpha(box([.layerBottomEdge, .layerTopEdge]), turn))
    #expect((0..<40).contains { isPartial(smooth[800 + $0]) })
    #expect(!(0..<40).contains { isPartial(mixed[800 + $0]) })
    let column = (0..<40).map { $0 * 40 + 20 }
    #expect(column.contains { isPartial(smooth[$0]) })
    #expect(column.allSatisfy { abs(Int(smooth[$0]) - Int(mixed[$0])) <= 2 })
  }

  private func isPartial(_ alpha: UInt32) -> Bool { alpha > 0 && alpha < 255 }
}

/// Levels of detail moved by a bias.
@Suite struct DetailBiasTests {
  @Test func biasSoftensTrilinearImages() {
    func spread(_ bias: Double) -> Int {
      var image = ImageCommand(
        bounds: DeviceRect(minX: 0, minY: 0, maxX: 32, maxY: 32), image: RandomScenes.noise(64, 64, seed: 3),
        destination: RoundedRect(minX: 0, minY: 0, maxX: 32, maxY: 32), transform: .identity, filter: .trilinear,
        alpha: 255)
      image.fit.detailBias = bias
      let greens = render(DisplayList(width: 32, height: 32, commands: [.image(image)])).map { Int($0 >> 8 & 255) }
      return (greens.max() ?? 0) - (greens.min() ?? 0)
    }
    #expect(spread(0) > spread(1) && spread(1) > spread(3))
  }
}

/// Light beyond white.
@Suite struct LightFilterTests {
  private func filtered(_ pixel: UInt32, _ filters: [PixelFilter]) -> UInt32 {
    let frame = DeviceRect(minX: 0, minY: 0, maxX: 9, maxY: 9)
    let fill = FillCommand(bounds: frame, shape: RoundedRect(frame), transform: .identity, color: pixel)
    let command = OffscreenCommand(bounds: frame, commands: [.fill(fill)], source: frame, filters: filters)
    return render(DisplayList(width: 9, height: 9, commands: [.offscreen(command)]))[4 * 9 + 4]
  }

  @Test func bloomAddsTheBlurredPicture() {
    let edge = filtered(0xFF40_4040, [.bloom(sigmaX: 1, sigmaY: 1, intensity: 0.5)])
    #expect(edge & 255 == 0x60)
  }
}
