import Foundation
import StarmineBench
import Testing

/// The files that the programs of Bench/Peers read.
struct PeerCaseTests {
  private func file(_ name: String) throws -> CaseFile {
    let scene = try #require(BenchScene.all.first { $0.name == name })
    return CaseFile(try PeerCase(of: scene).data)
  }

  @Test func spritesLieOnPixels() throws {
    let file = try file("sprites-8px-plain")
    #expect(file.head == [1920, 1080, 0xFF00_0000, 0, 0, 8, 8, 20_000])
    #expect(file.isWhole)
    for index in 0..<20_000 {
      let item = file.item(index)
      #expect(item[0] == item[0].rounded() && item[1] == item[1].rounded())
      #expect(item[2...6] == [8, 0, 0, 8, 0])
      #expect(item[0] >= 0 && item[0] <= 1912 && item[1] >= 0 && item[1] <= 1072)
      #expect(file.color(index) == .max)
    }
  }

  @Test func spritesAreScaledTurnedAndTinted() throws {
    let additive = try file("sprites-16px-scaled-additive")
    #expect(additive.head == [1920, 1080, 0xFF00_0000, 0, 1, 32, 32, 20_000] && additive.isWhole)
    #expect((0..<100).contains { additive.item($0)[0] != additive.item($0)[0].rounded() })
    let rotated = try file("sprites-16px-rotated").item(7)
    #expect(abs(hypot(rotated[2], rotated[3]) - 16) < 1e-3 && rotated[3] != 0)
    #expect(abs(rotated[2] * rotated[4] + rotated[3] * rotated[5]) < 1e-2)
    let tinted = try file("sprites-16px-scaled-tinted")
    let colors = Set((0..<1000).map { tinted.color($0) })
    #expect(colors.count > 900)
    #expect(colors.allSatisfy { color in [0, 8, 16].allSatisfy { color >> $0 & 255 <= color >> 24 } })
  }

  @Test func layersAreRectanglesOrImages() throws {
    let rounded = try file("layers-rounded-1k")
    #expect(rounded.head == [1920, 1080, 0xFF00_0000, 1, 0, 0, 0, 1000] && rounded.isWhole)
    let item = rounded.item(0)
    #expect(abs(item[2] - 64) < 1e-3 && abs(item[5] - 64) < 1e-3 && abs(item[6] - 8) < 1e-3)
    #expect(rounded.color(0) >> 24 == 204)
    let images = try file("layers-images-1k")
    #expect(images.head == [1920, 1080, 0xFF00_0000, 0, 0, 64, 64, 1000] && images.isWhole)
  }

  @Test func otherScenesAreRefused() {
    for name in ["layers-text-200", "evaluate-sparks", "commit-one-of-10k", "layers-fills-20-image"] {
      #expect(throws: PeerCase.Unsupported.self) { try file(name) }
    }
  }

  @Test func picturesAreThoseOfTheScene() throws {
    let scene = try #require(BenchScene.all.first { $0.name == "layers-fills-20-black" })
    let data = try scene.firstFrame()
    let head = Data("P6\n1920 1080\n255\n".utf8)
    #expect(data.count == head.count + 1920 * 1080 * 3 && data.prefix(head.count) == head)
    // Twenty fills of the whole frame: one colour.
    #expect(Set(data.dropFirst(head.count)).count <= 3)
  }
}

private struct CaseFile {
  let data: Data
  let head: [UInt32]

  init(_ data: Data) {
    self.data = data
    head = (0..<8).map { Self.number(data, 8 + $0 * 4) }
  }

  private static func number(_ data: Data, _ offset: Int) -> UInt32 {
    data.withUnsafeBytes { UInt32(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self)) }
  }

  private var itemsStart: Int { 40 + Int(head[5] * head[6]) * 4 }
  var isWhole: Bool { data.prefix(8) == Data("SMCASE1\0".utf8) && data.count == itemsStart + Int(head[7]) * 32 }

  func item(_ index: Int) -> [Float] {
    (0..<7).map { Float(bitPattern: Self.number(data, itemsStart + index * 32 + $0 * 4)) }
  }

  func color(_ index: Int) -> UInt32 { Self.number(data, itemsStart + index * 32 + 28) }
}
