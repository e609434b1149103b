import Foundation
import StarmineGraphics
import StarmineMedia
import StarmineRaster
import Testing

@Suite struct OverFootageTests {
  /// A red square over whatever lies behind.
  private static let square = """
    { name: "square", movie: { size: [64, 32], duration: 1 },
      layer: { sublayers: [ { position: [32, 16], bounds: [0, 0, 16, 16], backgroundColor: "red" } ] } }
    """

  private static func prepare() throws -> Starmine {
    let starmine = try Starmine()
    try starmine.write(tinyDocument, to: "tiny.json")
    try starmine.write(square, to: "square.json")
    let made = try starmine.run("render", "tiny.json", "-o", "clip.mp4", "--fps", "20", "--duration", "2")
    #expect(made.code == 0, "\(made.errors)")
    return starmine
  }

  @Test func drawsBetweenTwoMomentsAndNowhereElse() throws {
    let starmine = try Self.prepare()
    defer { starmine.remove() }
    let outcome = try starmine.run(
      "render", "square.json", "--over", "clip.mp4", "--at", "0.5s", "--until", "1s", "-o", "over.mkv")
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(outcome.output.hasPrefix("over.mkv: 40 frames of 64x32, 2.00 s in "))
    let (clip, over) = (
      try Footage(path: starmine.file("clip.mp4").path), try Footage(path: starmine.file("over.mkv").path)
    )
    #expect(over.frameCount == 40)
    for number in 0..<40 {
      let isSame = try clip.frame(number).planes == over.frame(number).planes
      #expect(isSame == !(10..<20).contains(number), "\(number)")
    }
    let pixel = try over.image(ofFrame: 12)[32, 16]
    #expect(pixel >> 16 & 255 > 240 && pixel & 255 < 12)
    #expect(try starmine.leftovers() == ["clip.mp4", "over.mkv", "square.json", "tiny.json"])
  }

  /// A word is shown from the frame of its time, for 0.4 s after its end.
  @Test func captionsNeedNoDocument() throws {
    let starmine = try Self.prepare()
    defer { starmine.remove() }
    try starmine.write(#"[{"text": "Hello", "startMs": 500, "endMs": 1000}]"#, to: "words.json")
    let made = try starmine.run("render", "--captions", "words.json", "--over", "clip.mp4", "-o", "over.mkv")
    #expect(made.code == 0 && made.errors.isEmpty, "\(made.errors)")
    let (clip, over) = (
      try Footage(path: starmine.file("clip.mp4").path), try Footage(path: starmine.file("over.mkv").path)
    )
    let changed = try (0..<40).filter { try clip.frame($0).planes != over.frame($0).planes }
    #expect(changed == Array(10..<28))
  }

  /// Scenery would cover the clip: it is left out, and said so, unless it is asked for.
  @Test func sceneryIsLeftOut() throws {
    let starmine = try Self.prepare()
    defer { starmine.remove() }
    let text = """
      { name: "stage", movie: { size: [64, 32], duration: 2 }, layer: { sublayers: [
        { name: "wall", role: "scenery", bounds: [0, 0, 64, 32], position: [32, 16], backgroundColor: "blue" },
        { position: [32, 16], bounds: [0, 0, 16, 16], backgroundColor: "red" } ] } }
      """
    try starmine.write(text, to: "stage.json")
    let over = try starmine.run("render", "stage.json", "--over", "clip.mp4", "-o", "over.mkv")
    #expect(over.code == 0 && over.errors.contains("over a clip: wall; --with scenery keeps it"), "\(over.errors)")
    let kept = try starmine.run("render", "stage.json", "--over", "clip.mp4", "--with", "scenery", "-o", "kept.mkv")
    #expect(kept.code == 0 && !kept.errors.contains("scenery"), "\(kept.errors)")
    let pictures = try ["clip.mp4", "over.mkv", "kept.mkv"].map { name in
      try Footage(path: starmine.file(name).path).image(ofFrame: 5)
    }
    let beside = pictures.map { $0[4, 4] }
    #expect(beside[0] & 255 < 0x60 && beside[1] & 255 < 0x60 && beside[2] & 255 > 240)
    #expect(pictures[1][32, 16] >> 16 & 255 > 240 && pictures[2][32, 16] >> 16 & 255 > 240)
  }

  @Test func dryRunSaysWhatWouldBeWritten() throws {
    let starmine = try Self.prepare()
    defer { starmine.remove() }
    let outcome = try starmine.run("render", "square.json", "--over", "clip.mp4", "-o", "b.mp4", "--dry-run")
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("64x32") && outcome.output.contains("40, 20 per second on average, 2 s"))
    #expect(try starmine.leftovers() == ["clip.mp4", "square.json", "tiny.json"])
  }

  /// Options of `render` that count beside `--over`, and others that are refused where they have this value.
  private static let counts: Set = [
    "duration", "speed", "loop", "seed", "palette", "fit", "set", "state", "strict", "memory", "quiet", "verbose",
    "log-format", "threads", "crf", "encoder-preset", "no-overwrite", "progress", "format", "motion-blur",
    "supersample", "dry-run", "only", "without", "with", "over", "at", "until", "output", "jobs", "stats", "version",
    "help", "var", "data", "rows", "cues", "captions", "captions-look", "hdr", "white", "peak",
    "lut", "theme",
  ]
  private static let refused: [String: String] = [
    "fps": "30", "background": "clear", "size": "64x64", "frames": "0-3", "odd": "scale", "resume": "", "for": "web",
    "additive-alpha": "keep", "first-number": "5", "gif-palette": "frame", "gif-dither": "none", "max-size": "5MB",
    "audio": "clip.mp4", "audio-gain": "3", "audio-fade": "1", "audio-loop": "",
    "depth": "float", "dither": "",
  ]

  @Test func everyOptionCountsOrIsRefused() throws {
    let starmine = try Self.prepare()
    defer { starmine.remove() }
    let help = try starmine.run("render", "--help-all").output
    let options = Set(help.matches(of: /(?m)^ +(?:-[a-zA-Z], )?--([a-z-]+)/).map { String($0.1) })
    #expect(options.count > 40)
    #expect(options.subtracting(Self.counts).subtracting(Self.refused.keys) == [])
    for (name, value) in Self.refused {
      let option = ["--\(name)"] + (value.isEmpty ? [] : [value])
      let outcome = try starmine.finish(
        starmine.start(["render", "square.json", "--over", "clip.mp4", "-o", "out.mp4"] + option))
      #expect(outcome.code == 2 && outcome.errors.contains("leave out --\(name)"), "\(name): \(outcome.errors)")
    }
  }

  /// FFmpeg's libraries read no animated WebP.
  @Test func clipsThatCannotBeReadAreNamed() throws {
    let starmine = try Self.prepare()
    defer { starmine.remove() }
    #expect(try starmine.run("render", "tiny.json", "-o", "a.webp").code == 0)
    for (clip, reason) in [("a.webp", "convert an animated WebP to .apng or .webm"), ("-", "name a file")] {
      let outcome = try starmine.run("render", "square.json", "--over", clip, "-o", "out.mp4")
      #expect(outcome.code == 2 && outcome.errors.contains(reason), "\(outcome.errors)")
    }
  }

  @Test func alphaOfTheClipIsKept() throws {
    let starmine = try Self.prepare()
    defer { starmine.remove() }
    try starmine.write(
      """
      { name: "dot", movie: { size: [64, 32], duration: 0.2, fps: 10, background: "clear" },
        layer: { sublayers: [ { position: [8, 16], bounds: [0, 0, 16, 16], backgroundColor: "blue" } ] } }
      """, to: "dot.json")
    #expect(try starmine.run("render", "dot.json", "-o", "clear.mov").code == 0)
    let outcome = try starmine.run("render", "square.json", "--over", "clear.mov", "-o", "over.webm")
    #expect(outcome.code == 0 && outcome.errors.contains("VP9 with alpha in WebM, since the clip has alpha"))
    let image = try Footage(path: starmine.file("over.webm").path).image(ofFrame: 1)
    #expect(image[8, 16] >> 24 > 250 && image[32, 16] >> 24 > 250 && image[56, 16] >> 24 < 5)
    let black = try starmine.run("render", "square.json", "--over", "clear.mov", "-o", "a.mp4", "--dry-run")
    #expect(black.code == 0 && black.errors.contains("the video has alpha, and H.264 in MP4 does not"))
  }

  @Test func invalidUseIsExplained() throws {
    let starmine = try Self.prepare()
    defer { starmine.remove() }
    try starmine.write("no clip", to: "text.mp4")
    var options = VideoOptions()
    options.sound = SoundMix(Sound(samples: (0..<9600).map { Float($0 % 100) / 200 }))
    var clip = try VideoWriter(
      to: starmine.file("flac.mkv").path, width: 64, height: 32, frameRate: FrameRate(10), options: options)
    try clip.append(PixelBuffer(width: 64, height: 32), at: 0)
    _ = try clip.finish()
    let cases: [(arguments: [String], text: String)] = [
      (["--over", "none.mp4"], "there is no such file"), (["--over", "text.mp4"], "the video format is not supported"),
      (["--over", "clip.mp4", "--size", "64x64"], "leave out --size"),
      (["--over", "clip.mp4", "--at", "9"], "the clip ends at 2 s"),
      (["--over", "clip.mp4", "--at", "1", "--until", "0.5"], "expected a time after --at"),
      (["--at", "1"], "requires --over"), (["--over", "clip.mp4", "-o", "./clip.mp4"], "this is the clip itself"),
      (["--over", "clip.mp4", "-o", "a.gif"], "is not supported over a video"),
      (["--over", "flac.mkv"], "MP4 cannot store its sound (flac); write"),
    ]
    for (arguments, text) in cases {
      let place = arguments.contains("-o") ? [] : ["-o", "out.mp4"]
      let outcome = try starmine.finish(starmine.start(["render", "square.json"] + arguments + place))
      #expect(outcome.code == 2 && outcome.errors.contains(text), "\(arguments): \(outcome.errors)")
    }
    #expect(try starmine.leftovers() == ["clip.mp4", "flac.mkv", "square.json", "text.mp4", "tiny.json"])
  }
}
