import Foundation
import StarmineBench
import Testing

/// The files that the programs of Bench/Peers read.
struct PeerCaseTests {
  private func file(_ name: String) throws -> CaseFile {
    let scene = try #require(BenchScene.all.first { $0.name == name })
    return try CaseFile(PeerCase(of: scene).data)
  }

  @Test func spritesLieOnPixels() throws {
    let file = try file("sprites-8px-plain")
    #expect(file.head == [1920, 1080, 0xFF00_0000, 1, 0, 0, 0, 0, 20_000] && file.images == [[8, 8]])
    for item in file.items {
      #expect(item.kind == .image && item.color == .max && item.index == 0)
      #expect(item.x == item.x.rounded() && item.y == item.y.rounded())
      #expect(item.frame[2...] == [8, 0, 0, 8])
      #expect(item.x >= 0 && item.x <= 1912 && item.y >= 0 && item.y <= 1072)
    }
  }

  @Test func spritesAreScaledTurnedAndTinted() throws {
    let additive = try file("sprites-16px-scaled-additive")
    #expect(additive.images == [[32, 32]] && additive.items.allSatisfy { $0.blend == 1 })
    #expect(additive.items.contains { $0.x != $0.x.rounded() })
    let rotated = try file("sprites-16px-rotated").items[7].frame
    #expect(abs(hypot(rotated[2], rotated[3]) - 16) < 1e-3 && rotated[3] != 0)
    #expect(abs(rotated[2] * rotated[4] + rotated[3] * rotated[5]) < 1e-2)
    let colors = Set(try file("sprites-16px-scaled-tinted").items.prefix(1000).map(\.color))
    #expect(colors.count > 900)
    #expect(colors.allSatisfy { color in [0, 8, 16].allSatisfy { color >> $0 & 255 <= color >> 24 } })
  }

  @Test func layersAreRectanglesOrImages() throws {
    let rounded = try file("layers-rounded-1k")
    #expect(rounded.head == [1920, 1080, 0xFF00_0000, 0, 0, 0, 0, 0, 1000])
    let item = rounded.items[0]
    #expect(abs(item.frame[2] - 64) < 1e-3 && abs(item.frame[5] - 64) < 1e-3 && abs(item.radius - 8) < 1e-3)
    #expect(item.kind == .rectangle && item.color >> 24 == 204)
    #expect(try file("layers-images-1k").images == [[64, 64]])
    let slices = try file("layers-slices-500")
    #expect(slices.images.count { $0 == [16, 16] } == 9 && slices.items.count == 4500)
    #expect(slices.items.allSatisfy { slices.images[Int($0.index)] == [16, 16] })
  }

  @Test func gradientsLieInPixels() throws {
    let axial = try file("layers-gradient-axial-8").paints[0]
    let places = axial.stops.map { $0[0] }
    #expect(axial.kind == 0 && places.count == 8 && places == places.sorted())
    // Lines of one colour are at right angles to the width, which leads from the first stop to the last.
    let f = axial.frame
    #expect(abs(f[2] * f[4] + f[3] * f[5]) < 1)
    let conic = try file("layers-gradient-conic-2").paints[0]
    #expect(conic.kind == 2 && abs(conic.frame[0] - 960) < 1e-2 && abs(conic.frame[1] - 540) < 1e-2)
  }

  @Test func pathsKeepTheirCurvesAndPens() throws {
    let shapes = try file("layers-shapes-500")
    #expect(shapes.paths.count == 500 && shapes.paths.allSatisfy { $0 == [0, 3, 3, 3] })
    #expect(shapes.items.allSatisfy { $0.kind == .evenOddPath })
    #expect(try file("layers-polygons-1k").paths.count == 2)
    let dashes = try file("layers-dashes-300")
    #expect(dashes.pens == [[1, 14, 9], [8, 14, 9]] && dashes.items.allSatisfy { $0.kind == .stroke })
    // A part of each curve shows: of one segment, of two, or of the last and the first.
    let strokes = try file("layers-strokes-500")
    #expect(strokes.pens == [[4]])
    #expect(strokes.paths.allSatisfy { [[0, 3], [0, 3, 3], [0, 3, 0, 3]].contains($0) })
  }

  @Test func groupsAreWrittenForOtherEngines() throws {
    let groups = try file("layers-groups-300").items
    #expect(groups.count == 1800 && groups.count { $0.kind == .group } == 300)
    #expect(Set(try file("layers-blends-300").items.map(\.blend)) == [0, 1, 2, 3])
    let masks = try file("layers-masks-200")
    #expect(masks.paints.count == 200 && masks.paints.allSatisfy { $0.kind == 3 })
    #expect(masks.items.allSatisfy { $0.kind == .path && $0.paint >= 0 })
    let shadows = try file("layers-shadows-200").items
    #expect(shadows.count == 400 && shadows[0].kind == .shadow && shadows[0].sigma == 12 && shadows[0].offsetY == 6)
  }

  @Test func shapesUnderMasksAreFilledShapes() throws {
    let stars = try file("motionmark-clipped-1k")
    #expect(stars.paths.count == 1 && stars.items.count == 1000 && Set(stars.items.map(\.color)).count > 900)
    #expect(stars.items.allSatisfy { $0.kind == .path && $0.paint == -1 })
    // The same four outlines, each where its layer is; those outside of the frame are left out.
    let suits = try file("motionmark-suits-500")
    #expect(suits.paths.count == 4 && (300...500).contains(suits.items.count))
    #expect(suits.items.allSatisfy { $0.kind == .path && suits.paints[Int($0.paint)].kind == 0 })
    #expect(suits.items.allSatisfy { (30...70).contains(hypot($0.frame[2], $0.frame[3]).rounded()) })
  }

  /// Rectangles that are turned and have gradients are paths, which every engine paints in pixels.
  @Test func scenesOfThorVGAreWrittenForOtherEngines() throws {
    let (rects, turned) = (try file("thorvg-rects-5k"), try file("thorvg-rects-turned-5k"))
    #expect(rects.head.prefix(3) == [2560, 1440, 0xFF00_0000] && (4900...5000).contains(rects.items.count))
    #expect((rects.items + turned.items).allSatisfy { $0.kind == .rectangle && $0.color >> 24 >= 240 })
    #expect(rects.items.allSatisfy { $0.frame[3] == 0 && (9...220).contains($0.frame[2]) })
    #expect(turned.items.count { $0.frame[3] != 0 } > 4900)
    // A few lie outside of the frame in one motion and not in the other.
    #expect(Set(rects.items.map(\.color)).intersection(turned.items.map(\.color)).count > 4800)
    let discs = try file("thorvg-radial-5k")
    #expect(discs.items.allSatisfy { $0.radius > 4 && discs.paints[Int($0.paint)].kind == 1 })
    let gradients = try file("thorvg-axial-turned-5k")
    #expect(gradients.items.count > 4900 && gradients.items.allSatisfy { $0.kind == .path && $0.paint >= 0 })
    let borders = try file("thorvg-borders-turned-5k")
    #expect(borders.pens == [[3]] && borders.items.count { $0.kind == .stroke } * 2 == borders.items.count)
    let strokes = try file("thorvg-strokes-5k")
    #expect(strokes.items.count > 4900 && strokes.items.allSatisfy { $0.kind == .stroke })
    #expect(Set(strokes.paths).count == 3 && strokes.pens.allSatisfy { (2...8).contains($0[0]) && $0.count == 1 })
    let images = try file("thorvg-images-25-5k")
    #expect(images.images.count == 25 && images.items.allSatisfy { $0.kind == .image && $0.color >> 24 >= 253 })
  }

  @Test func blursAreGroups() throws {
    let items = try file("motionmark-focus-100").items
    let groups = items.filter { $0.kind == .group }
    #expect(items.count == 300 && groups.count == 100)
    #expect(groups.allSatisfy { (1...10).contains($0.sigma) && $0.color >> 24 < 80 })
    #expect(Set(groups.map(\.sigma)).count > 90)
  }

  @Test func turnedDiscsArePathsInEveryMode() throws {
    let discs = try file("motionmark-blend-300")
    #expect(discs.paths.count == 1 && discs.items.count == 300 && discs.items.allSatisfy { $0.kind == .path })
    #expect(Set(discs.items.map(\.blend)) == [0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
  }

  @Test func textIsLinesOfGlyphsOrPictures() throws {
    let set = try file("layers-text-engine-200")
    #expect(set.images.isEmpty && set.items.count == 400 && set.items.allSatisfy { $0.kind == .text })
    let first = set.texts.prefix(2)
    #expect(first.map(\.string).joined() == "Layer 0: the quick brown fox jumps over the lazy dog")
    #expect(first.allSatisfy { $0.font == "DejaVu Sans" && $0.numbers[0] == 16 })
    // Blanks have no glyphs. The second line stands below the first.
    #expect(first.map(\.places.count).reduce(0, +) == 2 * 42 && first[1].numbers[2] > first[0].numbers[2] + 10)
    #expect(try file("layers-text-200").items.allSatisfy { $0.kind == .image })
    // Twelve words, each in twenty colours.
    let design = try file("motionmark-design-20")
    #expect(design.texts.count == 12 && design.items.count == 240)
  }

  @Test func otherScenesAreRefused() {
    for name in ["evaluate-sparks", "commit-one-of-10k", "preset-layers-gallery"] {
      #expect(throws: PeerCase.Unsupported.self) { try file(name) }
    }
  }

  @Test func writtenPictureEqualsTheScene() throws {
    let scene = try #require(BenchScene.all.first { $0.name == "layers-fills-20-black" })
    let data = try scene.firstFrame()
    let head = Data("P6\n1920 1080\n255\n".utf8)
    #expect(data.count == head.count + 1920 * 1080 * 3 && data.prefix(head.count) == head)
    // Twenty fills of the whole frame: one colour.
    #expect(Set(data.dropFirst(head.count)).count <= 3)
  }
}

/// Reads what `PeerCase.data` says.
private struct CaseFile {
  enum Kind: UInt32 { case image, rectangle, path, evenOddPath, stroke, shadow, group, groupEnd, text }

  struct Item {
    var kind: Kind
    var blend: UInt32
    var index, paint, pen: Int32
    var color: UInt32
    var frame: [Float]
    var radius, sigma, offsetX, offsetY: Float
    var x: Float { frame[0] }
    var y: Float { frame[1] }
  }

  private var words: ArraySlice<UInt32>
  let head: [UInt32]
  /// Width and height.
  private(set) var images: [[UInt32]] = []
  /// Elements.
  private(set) var paths: [[UInt32]] = []
  private(set) var paints: [(kind: UInt32, frame: [Float], stops: [[Float]])] = []
  /// Width and dashes.
  private(set) var pens: [[Float]] = []
  private(set) var texts: [(font: String, string: String, numbers: [Float], places: [Float])] = []
  private(set) var items: [Item] = []

  init(_ data: Data) throws {
    try #require(data.prefix(8) == Data("SMCASE3\0".utf8) && data.count % 4 == 0)
    words = data.withUnsafeBytes { bytes in
      (2..<bytes.count / 4).map { word in
        UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: word * 4, as: UInt32.self))
      }[...]
    }
    head = Array(words.prefix(9))
    words = words.dropFirst(9)
    for _ in 0..<head[3] {
      images.append(take(2))
      _ = take(Int(images[images.count - 1][0] * images[images.count - 1][1]))
    }
    for _ in 0..<head[4] {
      let counts = take(2)
      paths.append(take(Int(counts[0])))
      _ = take(Int(counts[1]))
    }
    for _ in 0..<head[5] {
      let start = take(3)
      paints.append((start[0], floats(6), (0..<start[2]).map { _ in [] }))
      for index in 0..<Int(start[2]) { paints[paints.count - 1].stops[index] = floats(5) }
    }
    for _ in 0..<head[6] {
      let pen = take(6)
      pens.append([Float(bitPattern: pen[0])] + floats(Int(pen[5])))
    }
    for _ in 0..<head[7] {
      texts.append((string(), string(), floats(4), []))
      let count = Int(take(1)[0])
      _ = take(count)
      texts[texts.count - 1].places = floats(2 * count)
    }
    for _ in 0..<head[8] { items.append(try item()) }
    try #require(words.isEmpty)
  }

  private mutating func take(_ count: Int) -> [UInt32] {
    defer { words = words.dropFirst(count) }
    return Array(words.prefix(count))
  }

  /// Zeros fill the last word.
  private mutating func string() -> String {
    let count = Int(take(1)[0])
    let bytes = take(count / 4 + 1).flatMap { word in (0..<4).map { UInt8(word >> ($0 * 8) & 255) } }
    return String(decoding: bytes.prefix(count), as: UTF8.self)
  }

  private mutating func floats(_ count: Int) -> [Float] { take(count).map { Float(bitPattern: $0) } }

  private mutating func item() throws -> Item {
    let start = take(6)
    let (frame, rest) = (floats(6), floats(4))
    try #require(rest.count == 4)
    return Item(
      kind: try #require(Kind(rawValue: start[0])), blend: start[1], index: Int32(bitPattern: start[2]),
      paint: Int32(bitPattern: start[3]), pen: Int32(bitPattern: start[4]), color: start[5], frame: frame,
      radius: rest[0], sigma: rest[1], offsetX: rest[2], offsetY: rest[3])
  }
}
