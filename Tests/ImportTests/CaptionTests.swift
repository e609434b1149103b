import Foundation
import Starmine
import StarmineDocument
import StarmineGraphics
import StarmineImport
import StarmineLayers
import StarminePresets
import StarmineRaster
import Testing

/// Subtitle files and transcripts: what is read, and what is drawn at which frame.
struct CaptionTests {
  private struct Segment: Equatable {
    var start: Double
    var end: Double
    var text: String
  }

  /// The segments of an imported file.
  private func segments(_ text: String, as name: String) throws -> [Segment] {
    try segments(Array(text.utf8), as: name)
  }

  private func segments(_ bytes: [UInt8], as name: String) throws -> [Segment] {
    let folder = try Folder()
    try folder.write(bytes, to: name)
    let document = try #require(try folder.source(name).translated?.document)
    return try #require(document[key: "captions"]?[key: "segments"]?.items).map { item in
      Segment(start: seconds(item, "start"), end: seconds(item, "end"), text: item[key: "text"]?.text ?? "")
    }
  }

  private func seconds(_ item: DocumentValue, _ key: String) -> Double {
    if case .number(let number)? = item[key: key]?.content { number } else { -1 }
  }

  // MARK: SubRip

  private static let time = "00:00:01,000 --> 00:00:02,500"

  @Test func subRipIsRead() throws {
    let text =
      "1\n\(Self.time)\n<i>Hello</i> {\\an8}<font color=\"red\">you</font>\nand me\n\n2\n00:01:03.5 --> 1:0:4,25\n"
      + "1 < 2\n"
    let expected = [
      Segment(start: 1, end: 2.5, text: "Hello you\nand me"), Segment(start: 63.5, end: 3604.25, text: "1 < 2"),
    ]
    for form in [text, "\u{FEFF}" + text, text.replacing("\n", with: "\r\n"), text.replacing("\n", with: "\r")] {
      #expect(try segments(form, as: "a.srt") == expected)
    }
    #expect(try segments(text.data(using: .utf16).map { [UInt8]($0) } ?? [], as: "a.srt") == expected)
    #expect(try segments(Array("1\n\(Self.time)\ncaf".utf8) + [0xE9], as: "a.srt").first?.text == "café")
  }

  @Test func numbersBetweenCuesAreNoText() throws {
    let next = "\n\n2\n00:00:03,000 --> 00:00:04,000\n7"
    #expect(try segments("\(Self.time)\n\(next)", as: "a.srt").map(\.text) == ["", "7"])
    #expect(try segments("\(Self.time)\n42\(next)", as: "a.srt").map(\.text) == ["42", "7"])
    #expect(try segments("\(Self.time)\na\n\nb\(next)", as: "a.srt").map(\.text) == ["a\nb", "7"])
  }

  // MARK: WebVTT

  /// Cases of the WebVTT standard, with the texts that its algorithm finds.
  @Test(arguments: [
    ("WEBVTT\n\n-->\nTIME\na\nfoo-->\nTIME\nb\n--->\nTIME\nc\nTIME\nd\n\n00:00:00.000 -a -->\n", ["a", "b", "c", "d"]),
    ("WEBVTT\n\n leading\nTIME\na\n\n-- >\nTIME\nb\n\n \nTIME\nc", ["a", "b", "c"]),
    ("WEBVTT\n\n000:00:00.000 --> 00:01.000\na\n\n00:000:00.000 --> 00:01.000\n\n000:00.000 --> 00:01.000\nx", ["a"]),
    ("WEBVTT\n\n0:00:00.000 --> 0:00:01.000\na\n\n00:0:00.000 --> 00:01.000\nx\n\n00:00.00 --> 00:01.000\nx", ["a"]),
    ("WEBVTT\n\n   00:00.000\t-->\t00:01.000 \n  a\n\n\u{C}00:00.000-->00:01.000\nb", ["a", "b"]),
    ("WEBVTT\n\n00:60:00.000 --> 01:00:00.000\nx\n\n00:59:59.000 --> 01:00:00.000\na", ["a"]),
    ("WEBVTT\n\nTIME align:end align:\na\n\nTIME region: foo\nb", ["a", "b"]),
    ("WEBVTT\n\nSTYLE\n::cue(#foo) {\n}\n\nREGION\nid:1\n\nNOTE x\ny\n\nTIME\na\n\nNOTE z", ["a"]),
    ("WEBVTT\nTIME\na", ["a"]), ("WEBVTT x\n\nTIME\na", ["a"]), ("\u{FEFF}WEBVTT\tx\n\nTIME\na", ["a"]),
    ("WEBVTT\r\rTIME\ra\r\n\r\nTIME\r\nb\n\rTIME\nc", ["a", "b", "c"]),
    ("WEBVTT\n\nx\0\nTIME\na\0b", ["a\u{FFFD}b"]),
    ("WEBVTT\n\nTIME\n<v Roger>Hello <b>you</b> <c.red>there</c>\nand <00:00:00.500>me", ["Hello you there\nand me"]),
    ("WEBVTT\n\nTIME\nTom &amp; Jerry&lt;3 &nope; a&nbsp;b <", ["Tom & Jerry<3 &nope; a b"]),
  ])
  func webVTTFollowsTheStandard(text: String, expected: [String]) throws {
    let text = text.replacing("TIME", with: "00:00:00.000 --> 00:00:01.000")
    #expect(try segments(text, as: "a.vtt").map(\.text) == expected)
  }

  // MARK: Times

  private static let whisper = """
    {"text": "x", "segments": [{"id": 0, "start": 0, "end": 4, "text": " One layer two. Three", "words": [
      {"word": " One", "start": 0.5, "end": 0.8}, {"word": " la", "start": 0.8, "end": 1}, {"word": "yer", "end": 1.25},
      {"word": " two.", "start": 1.5, "end": 2}, {"word": " Three", "start": 3, "end": 3.5}]}]}
    """
  private static let remotion = """
    [{"text": "Hello", "startMs": 100, "endMs": 600, "timestampMs": null, "confidence": 1},
     {"text": " world", "startMs": 600, "endMs": 1100}]
    """

  /// Texts and times of the pages of a document with captions.
  private func pages(_ scene: PresetScene) throws -> [Segment] {
    let layer = try #require(scene.rootLayer.sublayers?.last)
    return try #require(layer.sublayers).map { page in
      let shown = try #require(page.animation(forKey: "page"))
      let text = try #require(page.sublayers?.compactMap { $0 as? CATextLayer }.first?.string as? String)
      let start = ((shown.beginTime - 1000) * 1000).rounded() / 1000
      return Segment(start: start, end: start + (shown.duration * 1000).rounded() / 1000, text: text)
    }
  }

  @Test func sentencesAndPausesEndPages() throws {
    let folder = try Folder(["a.json": Self.whisper, "b.json": Self.remotion])
    let first = try pages(folder.scene("a.json"))
    #expect(first.map(\.text) == ["One layer two.", "Three"])
    #expect(first.map(\.start) == [0.5, 3] && abs(first[0].end - 2.4) < 2e-3)
    #expect(try pages(folder.scene("b.json")).map(\.text) == ["Hello world"])
  }

  @Test func cuesArePagesUnlessTheyAreTooLong() throws {
    let long = String(repeating: "many words ", count: 30)
    let text = "\(Self.time)\nFirst line\nsecond line\n\n00:00:02,500 --> 00:00:05,500\n\(long)\n"
    let found = try pages(Folder(["a.srt": text]).scene("a.srt"))
    #expect(found[0] == Segment(start: 1, end: 2.5, text: "First line\nsecond line"))
    #expect(found.count > 2 && found.dropFirst().allSatisfy { $0.text.split(separator: "\n").count <= 2 })
    #expect(zip(found, found.dropFirst()).allSatisfy { $0.end <= $1.start + 1e-9 } && found.last?.end == 5.5)
  }

  @Test func cuesThatOverlapFollowEachOther() throws {
    let text =
      "00:05,0 --> 00:06,0\nc\n\n00:01,0 --> 00:04,0\na\n\n00:03,0 --> 00:04,5\nb\n\n"
      + "00:03,0 --> 00:04,0\n- d\n"
    let found = try pages(Folder(["a.srt": text]).scene("a.srt"))
    #expect(found.map(\.text) == ["a", "b\n- d", "c"] && found.map(\.end) == [3, 4.5, 6])
  }

  /// The box behind the spoken word moves in the first frame that is not before the word.
  @Test func wordsAreSpokenAtTheirFrame() throws {
    let starts = [0, 0.2, 0.433, 0.5, 0.734, 1.1, 1.367]
    let words = starts.map { #"{"text": " abc", "start": \#($0), "end": \#($0 + 0.1)}"# }.joined(separator: ", ")
    let document = """
      {"movie": {"size": [640, 90], "fps": 30, "duration": 1.6, "background": "black"}, "layer": {},
       "captions": {"look": "box", "accent": "#ff0000", "color": "black", "size": 0.3, "mostWords": 9, "lines": 1,
       "words": [\(words)]}}
      """
    let movie = Movie(try Folder(["a.json": document]).scene("a.json"))
    var (places, changes) = ([Double](), [Int]())
    for frame in 0..<48 {
      let picture = try movie.still(at: Double(frame) / 30, pixelSize: PixelSize(width: 640, height: 90))
      let red = picture.withPixels { pixels in (0..<640).filter { pixels[76 * picture.stride + $0] == 0xFFFF_0000 } }
      places.append(red.isEmpty ? -1 : Double(red.reduce(0, +)) / Double(red.count))
      if frame == 0 || abs(places[frame] - places[frame - 1]) > 2 { changes.append(frame) }
    }
    #expect(changes == starts.map { Int(($0 * 30 - 1e-3).rounded(.up)) }, "\(places)")
  }

  // MARK: Looks

  @Test(arguments: Captions.looks, [(1920, 1080), (1080, 1920), (1080, 1080)])
  func looksStayInTheSafeArea(look: String, size: (Int, Int)) throws {
    let long = "00:00:03,000 --> 00:00:04,000\nDonaudampfschifffahrtsgesellschaft one"
    let text = "\(Self.time)\nمرحبا بكم hello שלום\n\n\(long)\n"
    let folder = try Folder(["a.srt": text])
    var request = RenderRequest(try folder.source("a.srt"))
    try request.setOptions(["captions-look=\(look)", "size=\(size.0)x\(size.1)"])
    let scene = try request.scene().scene
    #expect(scene.unsupported.isEmpty)
    let pages = try #require(scene.rootLayer.sublayers?.last?.sublayers)
    let stage = CGRect(origin: .zero, size: scene.settings.size)
    #expect(abs(Double(stage.width / stage.height) - Double(size.0) / Double(size.1)) < 1e-3)
    #expect(pages.count >= 2 && pages.allSatisfy { stage.insetBy(dx: 54, dy: 54).contains($0.frame) })
    let bottom = size.1 > size.0 ? 0.75 : 0.95
    #expect(pages.allSatisfy { $0.frame.maxY <= stage.height * bottom })
  }

  /// The frame of a page whose cue has these settings, in the look with boxes.
  private func pageFrame(_ settings: String, _ name: String) throws -> CGRect {
    let folder = try Folder(["a.vtt": "WEBVTT\n\n00:00.000 --> 00:01.000 \(settings)\nHello you\n"])
    try folder.write(folder.source("a.vtt").bytes, to: "b.json")
    var request = RenderRequest(try folder.source(name))
    try request.setOptions(["captions-look=box"])
    return try #require(try request.scene().scene.rootLayer.sublayers?.last?.sublayers?.first).frame
  }

  /// Settings of a cue, and the text's left edge or centre and top or bottom, in shares of a stage of 1920 x 1080.
  @Test(
    arguments: [
      ("", nil, 0.5, nil, 0.93), ("line:50%", nil, 0.5, 0.5, nil), ("line:0", nil, 0.5, 0.06, nil),
      ("line:-1", nil, 0.5, nil, 0.93), ("line:100%", nil, 0.5, nil, 0.93), ("line:60%,end", nil, 0.5, nil, 0.6),
      ("align:start", 0.1, nil, nil, 0.93), ("position:30% align:start line:20%", 0.3, nil, 0.2, nil),
      ("position:40%", nil, 0.4, nil, 0.93), ("position:40%,line-left", 0.4, nil, nil, 0.93),
      ("position:1% align:start", 0.1, nil, nil, 0.93),
      ("line:x% position:200% align: :% size:5%", nil, 0.5, nil, 0.93),
    ] as [(String, Double?, Double?, Double?, Double?)])
  func cueSettingsPlaceTheText(
    settings: String, left: Double?, center: Double?, top: Double?, bottom: Double?
  ) throws {
    for name in ["a.vtt", "b.json"] {
      let page = try pageFrame(settings, name)
      // The centres of the same text at both sides of the safe area, which is 1536 points wide, give its width.
      let (start, end) = (try pageFrame("align:start", name).midX, try pageFrame("align:end", name).midX)
      let (width, middle) = (1536 - (end - start), page.midX)
      if let left { #expect(abs(middle - width / 2 - left * 1920) < 8, "\(middle - width / 2)") }
      if let center { #expect(abs(middle - center * 1920) < 2, "\(middle)") }
      if let top { #expect(abs(page.minY - top * 1080) < 1, "\(page)") }
      if let bottom { #expect(abs(page.maxY - bottom * 1080) < 1, "\(page)") }
    }
  }

  /// The first word of a right-to-left line is its rightmost one.
  @Test func boxesFollowTheDirectionOfTheText() throws {
    let words = "שלום,עולם".split(separator: ",").enumerated()
      .map { #"{"text": " \#($1)", "start": \#($0), "end": \#($0 + 1)}"# }.joined(separator: ", ")
    let document = #"{"layer": {}, "captions": {"look": "box", "words": [\#(words)]}}"#
    let scene = try Folder(["a.json": document]).scene("a.json")
    let box = try #require(scene.rootLayer.sublayers?.last?.sublayers?.first?.sublayers?.first)
    let places = try #require((box.animation(forKey: "place") as? CAKeyframeAnimation)?.values as? [CGPoint])
    #expect(places.count > 1 && places[0].x > places[1].x + 50)
  }

  // MARK: Documents

  @Test func documentsNameAFileOrHoldTheWords() throws {
    let captions = #"{"file": "a.srt", "position": "top"}"#
    let own = #"{"movie": {"duration": 9}, "layer": {"sublayers": [{}]}, "captions": \#(captions)}"#
    let folder = try Folder(["own.json": own, "a.srt": "\(Self.time)\nHello {you}\n", "b.json": Self.remotion])
    let found = try pages(folder.scene("own.json"))
    #expect(found == [Segment(start: 1, end: 2.5, text: "Hello {you}")])
    // The text of an imported document says the same.
    try folder.write(try folder.source("a.srt").bytes, to: "c.json")
    #expect(try pages(folder.scene("c.json")) == found)
    // An option replaces what the document has.
    var request = RenderRequest(try folder.source("own.json"))
    try request.setOptions(["captions=\(folder.path("b.json"))"])
    #expect(try pages(request.scene().scene).map(\.text) == ["Hello world"])
    // As for looks: that of the document, then the option.
    let types = try ["pop", "box"].map { look in
      var request = RenderRequest(try folder.source("a.srt"))
      try request.setOptions(["captions-look=\(look)"])
      let page = try #require(try request.scene().scene.rootLayer.sublayers?.last?.sublayers?.first)
      return page.sublayers?.map { "\(type(of: $0))" }
    }
    #expect(types == [["CATextLayer"], ["CALayer", "CATextLayer"]])
    try request.setOptions(["captions-look=pip"])
    #expect(throws: PresetError.self) { try request.scene() }
  }

  @Test(arguments: [
    (#"{"file": "none.srt"}"#, "cannot be read"), (#"{"words": []}"#, "no captions"),
    (#"{"words": [{"text": "a", "start": -1}]}"#, "0 or more"), (#"{"words": 5}"#, "expected a file"),
    (#"{"segments": [{"text": "a"}]}"#, "start and end"), (#"{"file": "a.srt", "look": "pip"}"#, "subtitle"),
    (#"{"file": "a.srt", "size": 9}"#, "0.01 to 0.5"), (#"{"file": "a.srt", "position": "left"}"#, "top, middle"),
    (#"{"file": "a.srt", "colour": "red"}"#, "unknown key"), (#"{"file": "a.srt", "color": "nocolour"}"#, "nocolour"),
  ])
  func wrongCaptionsAreErrors(captions: String, message: String) throws {
    let folder = try Folder([
      "own.json": #"{"layer": {}, "captions": \#(captions)}"#, "a.srt": "\(Self.time)\nHello\n",
    ])
    let error = #expect(throws: (any Error).self) { try folder.scene("own.json") }
    #expect(error.map { "\($0)".contains(message) } == true, "\(error.map { "\($0)" } ?? "")")
  }

  /// A document has "start" in its movie, and ribbons have "segments".
  @Test func documentsWithRibbonsAreNoTranscripts() throws {
    let text = #"{"movie": {"start": "clean"}, "layer": {"name": "a"}, "x": {"segments": 8}}"#
    let folder = try Folder(["own.json": text])
    #expect(try folder.source("own.json").translated == nil)
  }

  // MARK: Untrusted files

  @Test(arguments: [
    "a.vtt": Array("WEBVTX\n\n00:00.000 --> 00:01.000\na".utf8), "b.srt": [], "c.srt": [0xFF, 0xFE, 0x00],
    "f.srt": Array("99:99:99,999 --> 999:99:99,999\na".utf8), "g.json": Array(#"{"segments": 1, "start": "x"}"#.utf8),
    "h.json": Array(#"{"segments": [{"start": 0, "end": 1e300, "words": [{"word": "a"}]}]}"#.utf8),
    "i.json": Array(#"{"words": [[[[{"start": {}}]]]]}"#.utf8),
  ])
  func brokenFilesAreErrors(name: String, bytes: [UInt8]) throws {
    let folder = try Folder()
    try folder.write(bytes, to: name)
    #expect(throws: (any Error).self) { try folder.scene(name) }
  }

  @Test(arguments: [
    ("<a", 100_000, "500 characters"), ("a ", 100_001, "100000 words"), ("a\n\n", 60_000, ""), (" ", 300_000, ""),
  ])
  func largeTextsAreReadInTime(part: String, count: Int, message: String) throws {
    let text = "\(Self.time)\n\(String(repeating: part, count: count))-->"
    let clock = ContinuousClock().now
    if message.isEmpty {
      #expect(try segments(text, as: "a.srt").count == 1)
    } else {
      let error = #expect(throws: (any Error).self) { try self.segments(text, as: "a.srt") }
      #expect(error.map { "\($0)".contains("a.srt:1:1: ") && "\($0)".contains(message) } == true)
    }
    #expect(ContinuousClock().now - clock < .seconds(20))
  }

  @Test func timesThatRunBackwardsAndEmptyWordsAreRead() throws {
    let empty = "\(Self.time)\n\u{200B} \u{200E}\n"
    #expect(try pages(Folder(["a.srt": empty]).scene("a.srt")).count == 1)
    let words = [3.0, 1, 2, 1, 0].map { #"{"text": "w\#($0)", "start": \#($0), "end": \#($0)}"# }.joined(separator: ",")
    let scene = try Folder(["a.json": #"{"layer": {}, "captions": {"words": [\#(words)]}}"#]).scene("a.json")
    #expect(scene.unsupported.isEmpty)
    let cue = "00:00:02,000 --> 00:00:01,000\nno\n\n\(Self.time)\nyes\n"
    let folder = try Folder(["a.srt": cue])
    #expect(try pages(folder.scene("a.srt")).map(\.text) == ["yes"])
    #expect(try folder.source("a.srt").translated?.notes.first?.message == "the cue ends before it starts")
  }
}
