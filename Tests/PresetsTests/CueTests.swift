import Foundation
import StarmineLayers
import StarminePresets
import Testing
import StarmineEditing

/// Cues of documents, of files and of sounds, and events that happen at them.
@Suite struct CueTests {
  private func source(
    _ cues: String, at: String, audio: String = "", folder: URL = URL(filePath: "/nowhere")
  ) -> PresetSource {
    var loader = PresetLoader { _ in throw CocoaError(.fileNoSuchFile) }
    loader.findBeats = { url, search, _ in
      guard url.lastPathComponent == "song.wav" else { throw CocoaError(.fileNoSuchFile) }
      return search == .beats ? [0.5, 1, 1.5, 2] : [0.25, 0.5]
    }
    let text = "{ \(audio) \(cues) layer: { name: \"a\" }, timeline: [{ at: \(at), set: { \"a.opacity\": 0.5 } }] }"
    return PresetSource(bytes: Array(text.utf8), file: "test.json", directory: folder, loader: loader)
  }

  private func times(_ cues: String, at: String, audio: String = "") throws -> [Double] {
    try source(cues, at: at, audio: audio).scene().events.map(\.time)
  }

  private func problem(_ cues: String, at: String) -> String {
    do {
      _ = try source(cues, at: at).scene()
      return ""
    } catch { return "\(error)" }
  }

  private let list = #"cues: [{ name: "drop", at: 3 }, { at: "500ms" }, { at: 2 }, { at: 1 }],"#

  @Test(arguments: [
    (#""drop""#, [3.0]), (#""beat""#, [0.5]), (#""beat 3""#, [2]), (#""drop - 200ms""#, [2.8]),
    (#""drop+0.5s""#, [3.5]),
    (#""every beat""#, [0.5, 1, 2]), (#""every 2nd beat + 0.25s""#, [0.75, 2.25]),
    (#""every beat - 0.75""#, [0.25, 1.25]),
    (#""1.5s""#, [1.5]),
  ])
  func eventsHappenAtCues(at: String, expected: [Double]) throws {
    #expect(try times(list, at: at) == expected)
  }

  @Test(arguments: [
    (
      #""drip""#,
      "timeline[0].at: no cue is called \"drip\"; did you mean \"drop\"? There are beat, drop"
    ),
    (#""beat 4""#, "there is no cue 4 called beat; the document has 3"),
    (#""beat 0""#, "expected seconds or a cue such as"),
    (#""every beat 2""#, "expected seconds or a cue"), (#""every 0th beat""#, "expected seconds or a cue"),
    (#""beat - 9s""#, "before the start of the movie"), (#""beat + 5deg""#, "expected a number"),
    (#""beat;""#, "expected seconds or a cue"),
  ])
  func wrongMoments(at: String, message: String) {
    #expect(problem(list, at: at).contains(message), "\(problem(list, at: at))")
  }

  @Test(arguments: [
    (#"cues: [{ name: "a b", at: 1 }],"#, "cues[0].name: expected a name of letters"),
    (#"cues: [{ name: "every", at: 1 }],"#, "expected a name"), (#"cues: [{ name: "a" }],"#, "cues[0].at: missing"),
    (#"cues: [{ at: -1 }],"#, "expected seconds from 0 to 86400"), ("cues: 5,", "expected an object"),
    (#"cues: [{ att: 1 }],"#, "did you mean \"at\"?"), (#"cues: "none.csv","#, "none.csv cannot be read"),
    (#"cues: { sound: "away.wav" },"#, "away.wav cannot be read"),
    (#"cues: { find: "beats" },"#, "the document has no sound."),
    (#"cues: { sound: "song.wav", find: "drums" },"#, "find: expected one of beats, onsets"),
    (#"cues: { sound: 5 },"#, "sound: expected the path of a sound, found 5"),
  ])
  func invalidCuesAreReportedOnce(cues: String, message: String) {
    let found = problem(cues, at: "\"every beat\"")
    #expect(found.contains(message) && !found.contains("no cue is called"), "\(found)")
  }

  @Test func soundsAreListenedTo() throws {
    #expect(try times(#"cues: "song.wav","#, at: "\"every 2nd beat\"") == [0.5, 1.5])
    #expect(try times(#"cues: [{ sound: "song.wav", find: "onsets", name: "hit" }],"#, at: "\"hit 1\"") == [0.25])
    // A sound that begins later beats later.
    let audio = #"audio: [{ file: "song.wav", at: 2 }],"#
    for cues in [#"{ find: "beats" }"#, #"{ sound: "song.wav" }"#, #""song.wav""#] {
      #expect(try times("cues: \(cues),", at: "\"beat 2\"", audio: audio) == [3], "\(cues)")
    }
    // One that is not the document's begins with the movie, however it is named.
    let other = #"audio: [{ file: "speech.wav", at: 2 }],"#
    for cues in [#"{ sound: "song.wav" }"#, #""song.wav""#] {
      #expect(try times("cues: \(cues),", at: "\"beat 2\"", audio: other) == [1], "\(cues)")
    }
  }

  @Test func filesOfTimes() throws {
    func cues(_ text: String) throws -> [PresetCue] { try CueFile.cues(Array(text.utf8), file: "a.csv") }
    #expect(try cues("1.5\n0.5\n").map(\.time) == [0.5, 1.5])
    #expect(
      try cues("\u{FEFF}name;time\r\ndrop;1:02.5\r\n;250ms\r\n") == [
        PresetCue(name: "beat", time: 0.25), PresetCue(name: "drop", time: 62.5),
      ])
    #expect(try cues("0.5\t0.75\tbig drop\n").first == PresetCue(name: "big-drop", time: 0.5))
    #expect(try cues("2,verse\n").first == PresetCue(name: "verse", time: 2))
    for (text, message) in [
      ("", "a.csv: the file has no times"), ("a,b\n1,2\n", "a.csv:1:1: expected a time in seconds, or a header"),
      ("time\n1\nx\n", "a.csv:3:1: expected seconds from 0 to 86400, found \"x\""),
      ("time,name\n1,a/b\n", "a.csv:2:3: expected a name of letters"), ("1\n-2\n", "a.csv:2:1: expected seconds"),
      ("time\n" + String(repeating: "1\n", count: 10_001), "a.csv: more than 10000 cues"),
    ] {
      do {
        _ = try cues(text)
        Issue.record("\(message)")
      } catch { #expect("\(error)".contains(message), "\(error)") }
    }
  }

  @Test func invalidEventsAreReportedOnce() {
    let text = """
      { cues: [{ at: 1 }, { at: 2 }, { at: 3 }], layer: { name: "a" },
        timeline: [{ at: "every beat", set: { "a.opacty": 1 } }] }
      """
    #expect(problems(of: text).count == 1)
  }

  @Test func cuesAreWrittenIntoDocuments() throws {
    let kept = try source(#"cues: "song.wav","#, at: "\"every beat\"").keeping([PresetCue(name: "beat", time: 4)])
    #expect(try kept.scene().events.map(\.time) == [4])
    #expect(String(decoding: kept.text.bytes, as: UTF8.self).contains(#"cues: [{ name: "beat", at: 4 }],"#))
  }
}
