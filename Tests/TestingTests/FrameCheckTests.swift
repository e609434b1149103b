import Foundation
import StarmineCore
import StarmineGraphics
import StarmineLayers
import StarmineMedia
import StarmineTesting
import Testing

@Suite struct FrameCheckTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

  private var path: String { folder.appending(path: "Card.frames.txt").path(percentEncoded: false) }
  private var pictures: String { folder.appending(path: "pictures").path(percentEncoded: false) }

  private func check(_ name: String = "card", isUpdate: Bool = false) -> FrameCheck {
    FrameCheck(name: name, path: path, pictures: pictures, isUpdate: isUpdate)
  }

  /// A square that crosses the stage in a second.
  private func movie(green: CGFloat = 0.5) -> Movie {
    let root = CALayer()
    root.frame = CGRect(x: 0, y: 0, width: 64, height: 32)
    let square = CALayer()
    square.frame = CGRect(x: 0, y: 8, width: 16, height: 16)
    square.backgroundColor = CGColor(red: 1, green: green, blue: 0, alpha: 1)
    let slide = CABasicAnimation(keyPath: "position.x")
    (slide.fromValue, slide.toValue, slide.duration) = (8, 56, 1)
    square.add(slide, forKey: "slide")
    root.addSublayer(square)
    return Movie(rootLayer: root, size: root.bounds.size)
  }

  private func cleanUp() { try? FileManager.default.removeItem(at: folder) }

  @Test func writtenFramesPass() throws {
    defer { cleanUp() }
    #expect(try check(isUpdate: true).problems(of: movie(), at: [0, 0.5, 0.999]).isEmpty)
    #expect(try check().problems(of: movie(), at: [0.999, 0, 0.5]).isEmpty)
    #expect(!FileManager.default.fileExists(atPath: pictures))
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.split(separator: "\n").count == 4 && text.contains("\ncard 0.5 64x32 "))
  }

  @Test func aChangeIsShownWhereItIs() throws {
    defer { cleanUp() }
    _ = try check(isUpdate: true).problems(of: movie(), at: [0])
    let problems = try check().problems(of: movie(green: 0.51), at: [0])
    // The square covers two of eight columns and four of eight rows.
    #expect(problems.count == 1 && problems[0].contains("8 of 64 parts"))
    let difference = try ImageReader.image(atPath: pictures + "/card-0.0-difference.png")
    let shown = try #require(difference.dataProvider?.data) as Data
    func pixel(_ x: Int, _ y: Int) -> [UInt8] { Array(shown[4 * (64 * y + x)..<4 * (64 * y + x) + 3]) }
    #expect(pixel(0, 8) == [255, 0, 255] && pixel(2, 10) == [255, 130, 0] && pixel(40, 10) == [0, 0, 0])
  }

  @Test func missingFramesAndOtherSizesAreReported() throws {
    defer { cleanUp() }
    _ = try check(isUpdate: true).problems(of: movie(), at: [0])
    #expect(try check().problems(of: movie(), at: [0.25]).first?.contains("UPDATE_SNAPSHOTS=1") == true)
    #expect(try check("other").problems(of: movie(), at: [0]).count == 1)
    let larger = movie()
    larger.scale = 2
    #expect(try check().problems(of: larger, at: [0]).first?.contains("128x64 pixels, not 64x32") == true)
  }

  @Test func brokenFilesAreErrors() throws {
    defer { cleanUp() }
    try "card 0.0 64x32 nonsense 00\n".write(toFile: path, atomically: true, encoding: .utf8)
    #expect(throws: (any Error).self) { try check().problems(of: movie(), at: [0]) }
  }

  @Test func testsWriteOneFileAtOnce() async throws {
    defer { cleanUp() }
    let (path, pictures) = (path, pictures)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<24 {
        group.addTask {
          let check = FrameCheck(name: "card \(number)", path: path, pictures: pictures, isUpdate: true)
          _ = try check.problems(of: FrameCheckTests.plain(number), at: [0, 1])
        }
      }
      try await group.waitForAll()
    }
    for number in 0..<24 {
      #expect(try check("card \(number)").problems(of: Self.plain(number), at: [0, 1]).isEmpty)
    }
    #expect(try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").count == 49)
  }

  private static func plain(_ number: Int) -> Movie {
    let root = CALayer()
    root.frame = CGRect(x: 0, y: 0, width: 8, height: 8)
    root.backgroundColor = CGColor(gray: CGFloat(number) / 24, alpha: 1)
    return Movie(rootLayer: root, size: root.bounds.size)
  }
}
