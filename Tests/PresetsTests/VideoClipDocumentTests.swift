import Foundation
import StarmineGraphics
import StarmineLayers
import StarminePresets
import StarmineScene
import Testing
import StarmineEditing

/// Four seconds of ten frames a second.
private final class Frames: FrameSource {
  let duration = 4.0
  let isDamaged: Bool
  let side: Int

  init(isDamaged: Bool = false, side: Int = 2) { (self.isDamaged, self.side) = (isDamaged, side) }

  func frame(at seconds: Double) -> Int { Int(min(max(seconds * 10 + 1e-6, 0), 39)) }

  func time(ofFrame number: Int) -> Double { Double(number) / 10 }

  func picture(ofFrame number: Int) throws(VideoClipError) -> CGImage {
    if isDamaged { throw .frame(reason: "the frame at 0.0 s cannot be decoded") }
    return CGImage(width: side, height: side, pixels: [UInt32](repeating: .max, count: side * side))
  }
}

/// `contents: { video: "clip.mp4", start, end, loop, rate }`.
@Suite struct VideoClipDocumentTests {
  private static let directory = URL(fileURLWithPath: "/documents")

  private func loader(opened: @escaping (URL) -> Void = { _ in }) -> PresetLoader {
    var loader = PresetLoader { url in
      guard url.lastPathComponent != "clip.mp4" else { throw CocoaError(.fileReadCorruptFile) }
      return CGImage(width: 1, height: 1, pixels: [.max])
    }
    loader.openClip = { url, _ in
      opened(url)
      switch url.lastPathComponent {
      case "none.mp4": throw CocoaError(.fileNoSuchFile)
      case "damaged.mp4": return Frames(isDamaged: true)
      case "huge.mp4": return Frames(side: 6000)
      default: return Frames()
      }
    }
    return loader
  }

  private func load(_ text: String, opened: @escaping (URL) -> Void = { _ in }) throws -> PresetScene {
    try loader(opened: opened).load(Array(text.utf8), file: "a.json", directory: Self.directory)
  }

  private func problem(_ text: String) -> String {
    do {
      _ = try load(text)
      return "it was read"
    } catch {
      return "\(error)"
    }
  }

  @Test func allKeysAreRead() throws {
    var opened: [String] = []
    let scene = try load(
      """
      { layer: { contents: { video: 'clips/a.mp4' }, sublayers: [
        { contents: { video: '../b.mov', start: '500ms', end: 3, loop: true, rate: 0.5 } },
        { contents: { video: 'clips/a.mp4', start: 1, end: 99 } } ] } }
      """
    ) { opened.append($0.path) }
    // Each file once.
    #expect(opened == ["/documents/clips/a.mp4", "/b.mov"])
    let clips = ([scene.rootLayer] + (scene.rootLayer.sublayers ?? [])).compactMap { $0.contents as? VideoClip }
    #expect(clips.map(\.name) == ["clips/a.mp4", "../b.mov", "clips/a.mp4"])
    #expect(clips.map(\.start) == [0, 0.5, 1] && clips.map(\.end) == [4, 3, 4])
    #expect(clips.map(\.rate) == [1, 0.5, 1] && clips.map(\.loops) == [false, true, false])
    #expect(clips[0].source === clips[2].source)
  }

  @Test func animationsTimelinesAndChangesTakeClips() throws {
    var scene = try load(
      """
      { layer: { name: 'screen', animations: { contents: {
          class: 'CAKeyframeAnimation', values: [{ video: 'a.mp4' }, 'b.png'], calculationMode: 'discrete' } } },
        timeline: [{ at: 1, set: { 'screen.contents': { video: 'a.mp4', loop: true } } }] }
      """)
    let animation = try #require(scene.rootLayer.animation(forKey: "contents") as? CAKeyframeAnimation)
    #expect(animation.values?.first is VideoClip && animation.values?.last is CGImage)
    try scene.apply(PropertyOverride(parsing: "screen.contents={video: \"c.mp4\", start: 1.5, rate: 2}"))
    #expect((scene.rootLayer.contents as? VideoClip)?.name == "c.mp4")
    // `show` prints what `--set` takes.
    let text = #"contents = { video: "c.mp4", start: 1.5, rate: 2 }"#
    #expect(scene.outline().contains(text), "\(scene.outline())")
    try scene.apply(PropertyOverride(parsing: "screen.contents=b.png"))
    #expect(scene.rootLayer.contents is CGImage)
  }

  @Test func pathOfNumberedPicturesIsAClip() throws {
    let scene = try load("{ layer: { contents: 'f%03d.png', sublayers: [{ contents: 'b.png' }] } }")
    #expect((scene.rootLayer.contents as? VideoClip)?.name == "f%03d.png")
    #expect(scene.rootLayer.sublayers?.first?.contents is CGImage)
  }

  @Test func filesOfClipsAreKnown() throws {
    let source = PresetSource(
      bytes: Array("{ layer: { contents: { video: 'a.mp4' }, sublayers: [{ contents: 'b.png' }] } }".utf8),
      file: "a.json", directory: Self.directory, loader: loader())
    _ = try source.scene()
    #expect(source.imageFiles.map(\.path) == ["/documents/a.mp4", "/documents/b.png"])
  }

  @Test(arguments: [
    ("{ video: 'none.mp4' }", "a.json:1:31: layer.contents: the clip /documents/none.mp4 cannot be used"),
    ("{ video: 'damaged.mp4' }", "1:31: layer.contents: the clip /documents/damaged.mp4 cannot be used: the frame at"),
    ("{ video: 'a.mp4', start: 4 }", "1:47: layer.contents: start: expected seconds from 0 to below 4.0"),
    ("{ video: 'a.mp4', start: -1 }", "1:47: layer.contents: start: expected seconds from 0"),
    ("{ video: 'a.mp4', start: 2, end: 1 }", "1:55: layer.contents: end: expected seconds above start, which is 2.0"),
    ("{ video: 'a.mp4', rate: 0 }", "1:46: layer.contents: rate: expected a number above 0 and up to 1000"),
    ("{ video: 'a.mp4', rate: '-50%' }", "1:46: layer.contents: rate: expected a number above 0"),
    ("{ video: 'a.mp4', rate: 'fast' }", "1:46: layer.contents: rate: expected"),
    ("{ video: 'a.mp4', start: '5px' }", "1:47: layer.contents: start: expected"),
    ("{ video: 'a.mp4', loop: 'maybe' }", "1:46: layer.contents: expected true or false"),
    ("{ video: 'a.mp4', lop: true }", "1:40: layer.contents: a video clip has no \"lop\"; did you mean \"loop\"?"),
    ("{ vidoe: 'a.mp4' }", "1:24: layer.contents: a video clip has no \"vidoe\"; did you mean \"video\"?"),
    ("{ start: 1 }", "layer.contents: missing: the path of the clip, \"video\""),
    ("{ video: '' }", "1:31: layer.contents: expected the path of a clip"),
    ("'clip.mp4'", "; a video clip is written { video: \"clip.mp4\" }"),
    ("{ video: 7 }", "1:31: layer.contents: video: expected the path of a clip, found 7"),
  ])
  func mistakesSayWhere(contents: String, message: String) {
    let said = problem("{ layer: { contents: \(contents) } }")
    #expect(said.contains(message), "\(said)")
  }

  /// Cells show clips, and particles are born by them.
  @Test func emittersTakeClips() throws {
    let scene = try load(
      """
      { layer: { class: 'CAEmitterLayer', name: 'sky', emitterShape: 'image',
        emitterImage: { video: 'a.mp4', loop: true },
        emitterCells: [{ name: 'spark', birthRate: 5, lifetime: 1, contents: { video: 'b.mp4', start: 1 } }] } }
      """)
    let emitter = try #require(scene.rootLayer as? CAEmitterLayer)
    #expect((emitter.emitterImage as? VideoClip)?.loops == true)
    #expect((emitter.emitterCells?.first?.contents as? VideoClip)?.start == 1)
    let said = problem(
      "{ layer: { class: 'CAEmitterLayer', emitterCells: [{ name: 'a', contents: { video: 'none.mp4' } }] } }")
    #expect(said.contains("the clip /documents/none.mp4 cannot be used"), "\(said)")
  }

  @Test func fewEmittersAreBornByClips() {
    func emitters(_ count: Int) -> String {
      (0..<count).map { _ in "{ class: 'CAEmitterLayer', emitterImage: { video: 'a.mp4' } }" }.joined(separator: ", ")
    }
    #expect(problem("{ layer: { sublayers: [\(emitters(4))] } }") == "it was read")
    #expect(problem("{ layer: { sublayers: [\(emitters(5))] } }").contains("more than 4 clips as an emitterImage"))
  }

  @Test func clipsHaveLimits() {
    func layers(_ count: Int, _ name: (Int) -> String) -> String {
      (0..<count).map { "{ contents: { video: '\(name($0))' } }" }.joined(separator: ", ")
    }
    #expect(problem("{ layer: { sublayers: [\(layers(16) { "\($0).mp4" })] } }") == "it was read")
    #expect(problem("{ layer: { sublayers: [\(layers(17) { "\($0).mp4" })] } }").contains("more than 16 different"))
    let huge = layers(2) { "\($0)/huge.mp4" }
    #expect(problem("{ layer: { sublayers: [\(huge)] } }").contains("the images and clips of the document have"))
  }
}
