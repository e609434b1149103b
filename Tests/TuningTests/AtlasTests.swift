import Foundation
import Starmine
import StarmineGraphics
import StarmineLayers
import StarmineMedia
import StarmineTuning
import Testing

/// Sheets of frames: each is found again where the places say.
@Suite struct AtlasTests {
  /// A rectangle of a colour of its own in an empty frame.
  private func frame(_ index: Int, _ part: AtlasRect, size: PixelSize = PixelSize(width: 20, height: 16)) -> AtlasFrame
  {
    var pixels = [UInt32](repeating: 0, count: size.width * size.height)
    for y in part.y..<part.y + part.height {
      for x in part.x..<part.x + part.width {
        pixels[y * size.width + x] = 0xFF00_0000 | UInt32(index * 40 + x) << 16 | UInt32(y) << 8 | 7
      }
    }
    return AtlasFrame(time: Double(index) / 10, size: size, pixels: pixels)
  }

  private var frames: [AtlasFrame] {
    [
      frame(0, AtlasRect(x: 3, y: 2, width: 10, height: 5)), frame(1, AtlasRect(x: 0, y: 0, width: 4, height: 12)),
      frame(2, AtlasRect(x: 15, y: 9, width: 5, height: 7)), frame(1, AtlasRect(x: 0, y: 0, width: 4, height: 12)),
      frame(3, AtlasRect(x: 6, y: 6, width: 1, height: 1)),
    ]
  }

  private func options(_ change: (inout AtlasOptions) -> Void) -> AtlasOptions {
    var options = AtlasOptions()
    change(&options)
    return options
  }

  private func check(_ atlas: Atlas, margin: Int, gap: Int) {
    #expect(atlas.difference(from: atlas.image) == 0)
    let edges = atlas.places.map { place in
      AtlasRect(
        x: place.x - margin, y: place.y - margin, width: place.width + 2 * margin, height: place.height + 2 * margin)
    }
    for (index, one) in edges.enumerated() {
      #expect(one.x >= 0 && one.y >= 0 && one.x + one.width <= atlas.width && one.y + one.height <= atlas.height)
      for other in edges[..<index] where other != one {
        let isApart =
          one.x + one.width + gap <= other.x || other.x + other.width + gap <= one.x
          || one.y + one.height + gap <= other.y || other.y + other.height + gap <= one.y
        #expect(isApart, "\(one) \(other)")
      }
    }
  }

  @Test func gridsHaveEqualCells() throws {
    let atlas = try Atlas(frames, options { $0.columns = 3 })
    #expect(
      atlas.width == 60 && atlas.height == 32 && atlas.places[4] == AtlasRect(x: 20, y: 16, width: 20, height: 16))
    check(atlas, margin: 0, gap: 0)
    let trimmed = try Atlas(
      frames,
      options {
        ($0.columns, $0.trims, $0.padding, $0.extrusion) = (2, true, 3, 2)
      })
    // All frames together fill the whole width.
    #expect(trimmed.frames.allSatisfy { $0.part == AtlasRect(x: 0, y: 0, width: 20, height: 16) })
    #expect(trimmed.width == 2 * 24 + 3)
    check(trimmed, margin: 2, gap: 3)
  }

  @Test func packedFramesLieCloseAndEqualOnesOnce() throws {
    let atlas = try Atlas(
      frames,
      options {
        ($0.isPacked, $0.trims, $0.padding, $0.extrusion, $0.hasPowerOfTwo) = (true, true, 2, 1, true)
      })
    #expect(atlas.frames.map(\.part.width) == [10, 4, 5, 4, 1] && atlas.places[1] == atlas.places[3])
    #expect(atlas.width.nonzeroBitCount == 1 && atlas.height.nonzeroBitCount == 1 && atlas.width * atlas.height <= 1024)
    check(atlas, margin: 1, gap: 2)
    // The edge goes on around the frame.
    let place = atlas.places[0]
    #expect(
      atlas.pixels[(place.y - 1) * atlas.width + place.x - 1] == atlas.pixels[place.y * atlas.width + place.x])
  }

  @Test func manyFramesArePackedWithoutOverlap() throws {
    let many = (0..<60).map { index in
      frame(index % 6, AtlasRect(x: index % 7, y: index % 5, width: 1 + index * 7 % 13, height: 1 + index * 5 % 11))
    }
    let atlas = try Atlas(
      many,
      options {
        ($0.isPacked, $0.trims, $0.padding) = (true, true, 1)
      })
    check(atlas, margin: 0, gap: 1)
    let area = atlas.places.reduce(into: Set<String>()) { $0.insert("\($1)") }.count
    #expect(area > 20 && atlas.width * atlas.height < 60 * 20 * 16 / 2)
  }

  @Test func emptyFramesKeepAPixelAndLightHasAlpha() throws {
    let size = PixelSize(width: 4, height: 4)
    let empty = AtlasFrame(time: 0, size: size, pixels: Array(repeating: 0, count: 16))
    #expect(empty.filled == AtlasRect(x: 0, y: 0, width: 1, height: 1))
    let light = AtlasFrame(time: 0, size: size, pixels: Array(repeating: 0x0010_2040, count: 16))
    #expect(light.pixels[0] == 0x4010_2040)
    #expect(throws: AtlasError.self) { try Atlas(frames, options { $0.largestSide = 30 }) }
  }

  @Test(arguments: AtlasDescription.Format.allCases)
  func placesAreWrittenAndFoundAgain(format: AtlasDescription.Format) throws {
    let atlas = try Atlas(
      frames,
      options {
        ($0.isPacked, $0.trims) = (true, true)
      })
    let subject = AtlasDescription.Subject(
      name: "boom", image: "boom.png", framesPerSecond: 10, isPremultiplied: false, program: "starmine")
    let data = try JSONText.page(AtlasDescription.value(of: atlas, subject, format))
    let value = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let list =
      (value["frames"] as? [[String: Any]])
      ?? (value["frames"] as? [String: [String: Any]])
      .map { all in all.keys.sorted().compactMap { all[$0] } }
    let found = try #require(list)
    #expect(found.count == 5)
    let last = found[2]
    let rect = (last["frame"] as? [String: Int]) ?? last.compactMapValues { $0 as? Int }
    #expect(rect["x"] == atlas.places[2].x && rect["y"] == atlas.places[2].y)
    #expect((rect["w"] ?? rect["width"]) == 5 && (rect["h"] ?? rect["height"]) == 7)
  }
}
