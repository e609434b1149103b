import Foundation
import Starmine
import StarmineImport
import StarmineMedia
import StarminePresets
import StarmineRaster
import StarmineTestSupport
import Testing

/// Documents written for other programs say the same when they are read again.
struct WritingTests {
  private func load(_ name: String) throws -> PresetScene { try PresetReference(name).load(Movie.presetLoader) }

  /// Writes the files of a document into a folder.
  private func write(_ document: WrittenDocument, to folder: Folder, below path: String) throws {
    for (file, content) in document.files {
      switch content {
      case .text(let text): try folder.write(Array(text.utf8), to: "\(path)/\(file)")
      case .image(let image):
        try folder.write([], to: "\(path)/\(file)")
        try ImageWriter.writePNG(image, toPath: folder.path("\(path)/\(file)"))
      }
    }
  }

  private func pixels(_ scene: PresetScene, at time: Double) throws -> [UInt32] {
    try pixels(Movie(scene), at: time)
  }

  /// The frame of a movie at a time, every pixel.
  private func pixels(_ movie: Movie, at time: Double) throws -> [UInt32] {
    let frame = try movie.still(at: time)
    let (width, height, stride) = (frame.width, frame.height, frame.stride)
    return frame.withPixels { all in
      (0..<height).flatMap { row in all[row * stride..<row * stride + width] }
    }
  }

  /// Whether a channel of two pixels differs by more than a tenth.
  private func isFarFrom(_ one: UInt32, _ other: UInt32) -> Bool {
    [0, 8, 16].contains { abs(Int(one >> $0 & 255) - Int(other >> $0 & 255)) > 25 }
  }

  @Test(arguments: ["cube", "snow", "layers-gallery"])
  func camlShowsTheSame(_ name: String) throws {
    let scene = try load(name)
    let folder = try Folder()
    let document = CamlWriter.document(of: scene)
    try write(document, to: folder, below: "a.ca")
    var again = try folder.scene("a.ca")
    #expect(try folder.lost("a.ca") == [], "\(name)")
    (again.scale, again.seed, again.start, again.background) = (scene.scale, scene.seed, scene.start, scene.background)
    #expect(again.size == scene.size)
    let differences = zip(try pixels(try load(name), at: 1.5), try pixels(again, at: 1.5)).count(where: isFarFrom)
    // Coordinates are turned round twice: what lies on the edge between two pixels may fall to either side.
    let count = Int(scene.size.width * scene.scale) * Int(scene.size.height * scene.scale)
    #expect(differences < count / 50, "\(name): \(differences) of \(count) pixels")
  }

  /// The committed file is what is written now: `WrittenSwift.swift` is compiled with these tests.
  @Test func swiftIsAsCommitted() throws {
    let document = SwiftWriter.document(of: try load("fireworks"), named: "WrittenFireworks")
    guard case .text(let text)? = document.files.first?.content else { throw CancellationError() }
    let file = Checkout.root.appending(path: "Tests/ImportTests/WrittenFireworks.swift")
    if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] != nil {
      try Data(text.utf8).write(to: file)
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == text)
  }

  /// The compiled code draws the frames of the document, byte for byte.
  @Test func swiftShowsTheSame() throws {
    let scene = try load("fireworks")
    let folder = try Folder()
    try write(SwiftWriter.document(of: scene, named: "WrittenFireworks"), to: folder, below: "code")
    for time in [0.5, 1.2, 2.4] {
      let movie = Movie(
        rootLayer: WrittenFireworks.makeLayer(pictures: folder.url.appending(path: "code/WrittenFireworks-pictures")),
        size: WrittenFireworks.size)
      (movie.scale, movie.duration, movie.seed) = (scene.scale, WrittenFireworks.duration, scene.seed)
      (movie.background, movie.start, movie.fit) = (scene.background, scene.start, scene.fit)
      for (time, change) in WrittenFireworks.timeline { movie.at(time, change) }
      #expect(try pixels(movie, at: time) == pixels(try load("fireworks"), at: time), "at \(time) s")
    }
  }

  @Test(arguments: PresetLibrary.names)
  func everyPresetIsWritten(_ name: String) throws {
    let scene = try load(name)
    let swift = SwiftWriter.document(of: scene, named: name)
    guard case .text(let text)? = swift.files.first?.content else { throw CancellationError() }
    #expect(text.contains("static func makeLayer") && text.count { $0 == "{" } == text.count { $0 == "}" })
    guard case .text(let caml)? = CamlWriter.document(of: scene).files.first?.content else { throw CancellationError() }
    let folder = try Folder(["a.caml": caml])
    _ = try folder.scene("a.caml")
  }
}
