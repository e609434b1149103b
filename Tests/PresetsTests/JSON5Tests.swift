import Foundation
import StarmineGraphics
import StarmineLayers
import StarminePresets
import StarmineTestSupport
import Testing

@Suite struct JSON5Tests {
  @Test func readsEveryNotation() throws {
    let value = try JSON5Parser.parse(
      """
      // a comment
      { unquoted: 1, 'single': [0x1F, +.5, 5., -1e2,], "double": "a\\u0041\\x42\\n\\
      b\\uD83C\\uDF86", /* between */ $_1: null, yes: true, no: false, }
      """)
    guard case .object(let members) = value.content else {
      Issue.record("not an object")
      return
    }
    #expect(members.map(\.key) == ["unquoted", "single", "double", "$_1", "yes", "no"])
    #expect(members[1].value == DocumentValue(.array([31, 0.5, 5, -100].map { DocumentValue(.number($0)) })))
    #expect(members[2].value == DocumentValue(.string("aAB\nb\u{1F386}")))
    #expect(members[3].value == DocumentValue(.null))
  }

  /// Equal long texts at one place are read once.
  @Test func readsLongTextsAtOnePlace() throws {
    let texts = [
      "CABasicAnimation", "CABasicAnimation", "CABasicAnimatioN", "CABasicAnimation", "a 'quote' of long texts",
      "CAKeyframeAnimation", "CABasicAnimation",
    ]
    let spelled = texts.enumerated().map { $0 == 3 ? #""CABasicAnim\u0061tion""# : "\"\($1)\"" }
    let objects = try JSON5Parser.parse("[\(spelled.map { "{ key: \($0) }" }.joined(separator: ", "))]")
    let lists = try JSON5Parser.parse("{ key: [\(spelled.joined(separator: ", "))] }")
    let values = texts.map { DocumentValue(.string($0)) }
    #expect(objects == DocumentValue(.array(values.map { DocumentValue(.object([DocumentMember("key", $0)])) })))
    #expect(lists == DocumentValue(.object([DocumentMember("key", DocumentValue(.array(values)))])))
  }

  @Test func knowsWhereValuesAre() throws {
    let value = try JSON5Parser.parse("{\n  é: 1,\r\n\tx: [2,\r 3]}")
    guard case .object(let members) = value.content, case .array(let items) = members[1].value.content else {
      Issue.record("wrong shape")
      return
    }
    #expect(members[0].value.location == SourceLocation(line: 2, column: 6))
    #expect(members[1].location == SourceLocation(line: 3, column: 2))
    #expect(items[1].location == SourceLocation(line: 4, column: 2))
  }

  /// Places are counted over many characters at once, as if each were looked at.
  @Test func knowsPlacesInAnyText() throws {
    typealias Place = StarminePresets.SourceLocation
    func place(behind text: String) -> Place {
      let scalars = Array(text.unicodeScalars)
      var place = Place(line: 1, column: 1)
      for (index, scalar) in scalars.enumerated() {
        let endsLine = scalar == "\n" || scalar == "\r" && (index + 1 == scalars.count || scalars[index + 1] != "\n")
        place = endsLine ? Place(line: place.line + 1, column: 1) : place
        if !endsLine { place.column += 1 }
      }
      return place
    }
    let items = ["1", "\"a text of more than eight\"", "'é'", "'a\ttab and more'", "true", "[2,\n3]", "{éé: 1}"]
    let spaces = ["", " ", "\n", "\t", "\r\n", "\r", "/* é */", "        \u{A0} ", "// 12345678 é\n", "\n\n      "]
    for length in 0..<9 {
      var (text, places) = ("[" + String(repeating: " ", count: length), [Place]())
      for (space, item) in spaces.flatMap({ space in items.map { (space, $0) } }) {
        text += space
        places.append(place(behind: text))
        text += item + ","
      }
      guard case .array(let values) = try JSON5Parser.parse(text + "]").content else { return }
      #expect(values.map(\.location) == places)
    }
  }

  @Test(arguments: [
    ("", "1:1: expected a value, found the end of the file"),
    ("{a: 1, b: 2, a: 3}", "1:14: \"a\" is given twice, first at 1:2"),
    ("{a: 1, b: {a: 2}, '\\u0061': 3}", "1:19: \"a\" is given twice, first at 1:2"),
    ("{'\\u0061': 1, a: 2}", "1:15: \"a\" is given twice, first at 1:2"),
    ("{é: 1, e\u{301}: 2}", "1:8: \"e\u{301}\" is given twice, first at 1:2"),
    ("[1,\n 2 3]", "2:4: expected ',' or ']' (opened at 1:1), found '3'"),
    ("[1, Infinity]", "1:5: Infinity is not a finite number"), ("[NaN]", "1:2: NaN is not a finite number"),
    ("-Infinity", "1:1: -Infinity is not a finite number"), ("1e999", "1:1: 1e999 is not a finite number"),
    ("0x", "1:1: 0x is not a number"), ("1.2.3", "1:1: 1.2.3 is not a number"), ("--1", "1:1: --1 is not a number"),
    ("'a\nb'", "1:1: the string is not closed on its line"), ("\"abc", "1:1: the string is not closed"),
    ("/* open", "1:1: comment is not closed with */"), ("{a 1}", "1:4: expected ':' after the key \"a\", found '1'"),
    ("{a: blue}", "1:5: expected a value, found blue (strings need quotes)"),
    ("'\\uD800'", "1:2: half of a surrogate pair"),
    ("1 2", "1:3: expected the end of the file after the value, found '2'"),
  ])
  func saysWhatIsWrong(text: String, message: String) {
    let error = #expect(throws: JSON5Error.self) { try JSON5Parser.parse(text) }
    #expect(error?.description == message)
  }

  /// A key that is given twice is found in objects of any size, at any place.
  @Test(arguments: [1, 2, 15, 16, 17, 18, 19, 40]) func findsKeysGivenTwice(count: Int) throws {
    let keys = (0..<count).map { "k\($0):0" }
    #expect(throws: Never.self) { try JSON5Parser.parse("{\(keys.joined(separator: ","))}") }
    for index in keys.indices {
      let column = keys[..<index].joined(separator: ",").count + (index == 0 ? 2 : 3)
      do {
        _ = try JSON5Parser.parse("{\((keys + [keys[index], "z:1"]).joined(separator: ","))}")
        Issue.record("k\(index) twice was read")
      } catch {
        #expect(error.message == "\"k\(index)\" is given twice, first at 1:\(column)")
      }
    }
  }

  /// The sign of kelvins equals a K, which is found or not; in a large object too it does no harm.
  @Test func readsKeysThatAreEqualInOtherBytes() {
    let keys = (0..<20).map { "k\($0):0" }.joined(separator: ",")
    #expect(throws: Never.self) { try JSON5Parser.parse("{K:1,\u{212A}:2,\(keys)}") }
  }

  /// Escapes behind, before and between other characters, in both quotes.
  @Test(arguments: [
    ("'abc'", "abc"), (#"'\n'"#, "\n"), (#""a\tb""#, "a\tb"), (#"'\'x\"y"'"#, "'x\"y\""), (#"'é\u00e9é'"#, "ééé"),
    ("''", ""),
  ])
  func readsTexts(written: String, text: String) throws {
    #expect(try JSON5Parser.parse(written) == DocumentValue(.string(text)))
  }

  /// The end of a text may stand at any place among the bytes that are read together.
  @Test func readsTextsOfAnyLength() throws {
    for length in 0..<20 {
      let plain = String(repeating: "x", count: length)
      for (written, read) in [("", ""), ("\t", "\t"), ("\\n", "\n"), ("é", "é"), ("'", "'")] {
        let text = plain + read + plain
        #expect(try JSON5Parser.parse("\"\(plain)\(written)\(plain)\"") == DocumentValue(.string(text)))
        guard case .object(let members) = try JSON5Parser.parse("{\"\(plain)\(written)\(plain)\": 1}").content else {
          return
        }
        #expect(members.map(\.key) == [text])
      }
    }
  }

  @Test func refusesDepthSizeAndBrokenText() {
    #expect(throws: JSON5Error.self) { try JSON5Parser.parse(String(repeating: "[", count: 1_000_000)) }
    #expect(throws: JSON5Error.self) {
      try JSON5Parser.parse(Array("[1,2,3,4,5,6,7,8,9,10]".utf8), memory: 500)
    }
    #expect(throws: JSON5Error.self) { try JSON5Parser.parse([0x22, 0xFF, 0xFE, 0x22]) }
    let deepest = String(repeating: "[", count: 100) + String(repeating: "]", count: 100)
    #expect(throws: Never.self) { try JSON5Parser.parse(deepest) }
  }

  /// Short numbers have a reader of their own: to the last bit what the standard library reads.
  @Test func shortNumbersAreExact() throws {
    var random = SplitMix64(seed: 8)
    for _ in 0..<20_000 {
      let digits = (0..<Int.random(in: 1...18, using: &random)).map { _ in "\(random.next() % 10)" }
      var text = digits.joined()
      if digits.count > 1, random.next() % 4 > 0 {
        text.insert(".", at: text.index(text.startIndex, offsetBy: Int.random(in: 1..<digits.count, using: &random)))
      }
      if random.next() % 2 == 0 { text = "-" + text }
      guard case .number(let read) = try JSON5Parser.parse(text).content else {
        Issue.record("\(text) is a number")
        continue
      }
      #expect(read.bitPattern == Double(text)?.bitPattern, "\(text)")
    }
    for (text, number) in [("-0", -0.0), ("1.", Double("1.")), ("0.1", 0.1), ("9007199254740993", 0x1p53)] {
      let read = try? JSON5Parser.parse(text)
      let expected = number.map { DocumentValue(.number($0)) }
      #expect(read == expected, "\(text)")
    }
    guard case .number(let zero) = try JSON5Parser.parse("-0").content else { return }
    #expect(zero.sign == .minus)
    for text in ["-", "1-2", "1.2.3", "--1", ".", "1..2"] {
      #expect(throws: JSON5Error.self, "\(text)") { try JSON5Parser.parse(text) }
    }
  }

  /// The head ends with the last key that is asked for, wherever that stands; keys of other objects do not count.
  @Test func readsHeads() throws {
    func keys(_ text: String) throws -> [String] {
      guard case .object(let members) = try JSON5Parser.head(Array(text.utf8), through: ["a", "b"]).content else {
        return []
      }
      return members.map(\.key)
    }
    #expect(try keys("{c: {a: 1, b: 2}, b: 3, d: [{a: 4}], a: 5, e: 6}") == ["c", "b", "d", "a"])
    #expect(try keys("{b: 1, a: {x: 2} this is not read") == ["b", "a"])
    #expect(try keys("{b: 1, c: 2}") == ["b", "c"])
    #expect(throws: JSON5Error.self) { try keys("{b: 1, c: 2") }
    #expect(try keys("[{a: 1, b: 2}]") == [])
  }

  /// Any bytes read or throw; nothing crashes or hangs.
  @Test func survivesAnyBytes() {
    var random = SplitMix64(seed: 5)
    let alphabet = Array("{}[]:,'\"\\/*+-.0123456789eExXuNaInf \n\r\ttruefalsn".utf8) + [0, 0xC3, 0xA9, 0xFF, 0xE2]
    var read = 0
    for _ in 0..<20_000 {
      let bytes = (0..<Int.random(in: 0..<24, using: &random)).map { _ in alphabet.randomElement(using: &random) ?? 0 }
      if (try? JSON5Parser.parse(bytes)) != nil { read += 1 }
    }
    // Single digits and empty brackets do occur.
    #expect(read > 20)
  }
}
