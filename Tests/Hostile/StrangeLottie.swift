import Foundation
import StarmineGraphics
import StarmineImport
import StarmineExport

/// A document of Lottie that is meant badly: circles of parents, compositions and mattes, trees that are deep or wide,
/// values of the wrong kind, extreme numbers, pictures outside of its folder, and archives that become large.
struct StrangeLottie {
  private(set) var files: [String: [UInt8]] = [:]
  /// Names that are symbolic links, and where they lead.
  private(set) var links: [String: String] = [:]
  private(set) var arguments: [String] = []
  private var random: SplitMix64
  /// Items and keys that the document may still have.
  private var room = 3000

  init(_ random: SplitMix64) {
    self.random = random
    // Written with other quotes, which need no marks before them.
    let document = chance(3) ? NestedLottie(random).text : document()
    let text = Array(document.replacing("'", with: "\"").utf8)
    let name = chance(4) ? "document.lottie" : "document.json"
    files[name] = name.hasSuffix("json") ? text : archive(text)
    if chance(3) { links["images"] = ["..", "/etc", "/dev", "images"].randomElement(using: &self.random) ?? ".." }
    if chance(5) { links["picture.png"] = ["/dev/zero", "/etc/passwd", "."].randomElement(using: &self.random) ?? "." }
    let out = ["made.json", "made.lottie"].randomElement(using: &self.random) ?? "made.json"
    arguments =
      [
        ["import", name, "-o", "made.json"], ["still", name, "--at", "0.4", "--size", "96x54", "-o", "picture.png"],
        ["still", name, "--at", "0.1", "--size", "64x64", "-o", "picture.png"],
        ["render", name, "--frames", "1-2", "--size", "64x36", "-o", "frames.framemd5"], ["show", name],
        ["save", name, "--as", "lottie", "--duration", "0.3", "-o", out],
      ].randomElement(using: &self.random) ?? []
  }

  private mutating func chance(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }

  private mutating func pick(_ texts: String...) -> String { texts.randomElement(using: &random) ?? "" }

  // MARK: Archives

  private mutating func archive(_ text: [UInt8]) -> [UInt8] {
    let entry = pick(
      "animations/a.json", "a/a.json", "../animations/a.json", "/animations/a.json", "animations/../a.json")
    let id = pick("a", "../a", "a\\u0000", "/etc/passwd", "")
    var entries: [(name: String, bytes: [UInt8])] = [
      ("manifest.json", Array("{\"animations\":[{\"id\":\"\(id)\"},{\"id\":7}]}".utf8)), (entry, text),
    ]
    if chance(2) {
      // Zeros, or blanks before the text: a few kilobytes are packed of 50 MB.
      let size = chance(8) ? 50_000_000 : 2_000_000
      entries[1].bytes = chance(2) ? [UInt8](repeating: 32, count: size) + text : [UInt8](repeating: 0, count: size)
    }
    for index in 0..<(chance(6) ? 3000 : 2) { entries.append(("images/\(index % 40).png", [137, 80, 78, 71])) }
    var bytes = ZipPacker.pack(entries)
    if chance(3) { bytes.damage(&random, header: 60) }
    return bytes
  }

  // MARK: Documents

  private mutating func document() -> String {
    let assets = (0..<Int.random(in: 0...6, using: &random)).map { asset($0) }
    let layers = layers(count: chance(12) ? 2000 : Int.random(in: 1...6, using: &random))
    return """
      {"v":\(pick("'5.7.0'", "7", "null")),"fr":\(frame("30")),"ip":\(frame("0")),"op":\(frame("60")),
      "w":\(frame("128")),"h":\(frame("72")),"assets":[\(assets.joined(separator: ","))],
      "layers":\(chance(15) ? wrong() : layers),"markers":\(chance(3) ? wrong() : "[]"),
      "slots":\(chance(3) ? "{'a':{'p':{'sid':'a','k':[1,{}]}}}" : "{}"),
      "fonts":{"list":[{"fName":"F","fFamily":"\(pick("DejaVu Sans", "../x", "/dev/zero"))","fPath":"/etc/passwd"}]}}
      """
  }

  private mutating func asset(_ index: Int) -> String {
    if chance(3) {
      let name = pick("../../etc/passwd", "/dev/zero", "picture.png", "data:image/png;base64,AAAA", "data:;base64,")
      return "{'id':'a\(index)','w':\(frame("10")),'h':\(frame("10")),'u':'\(pick("", "images/", "../", "/"))',"
        + "'p':'\(name)','e':\(pick("0", "1"))}"
    }
    // Each shows others several times over, in circles too: twice as many at every level.
    return "{'id':'a\(index)','layers':\(layers(count: Int.random(in: 1...4, using: &random)))}"
  }

  private mutating func layers(count: Int) -> String {
    "[" + (0..<count).map { layer($0, of: count) }.joined(separator: ",") + "]"
  }

  private mutating func layer(_ index: Int, of count: Int) -> String {
    let kind = pick("0", "0", "1", "2", "3", "4", "4", "4", "5", "6", "13", "99", frame("4"))
    var members = [
      "'ty':\(kind)", "'ind':\(chance(6) ? frame("1") : "\(index)")", "'ip':\(frame("0"))",
      "'op':\(frame("60"))", "'st':\(frame("0"))", "'refId':'a\(Int.random(in: 0...6, using: &random))'",
      "'ks':\(chance(9) ? wrong() : transform())", "'sc':'\(pick("#ff0000", "#f", "red", ""))'",
      "'sw':\(frame("50"))", "'sh':\(frame("50"))",
    ]
    if chance(2) { members.append("'parent':\(Int.random(in: 0...max(1, count), using: &random))") }
    if chance(3) {
      members += ["'tt':\(pick("1", "2", "3", "4", "9"))", "'tp':\(Int.random(in: 0...count, using: &random))"]
    }
    if chance(5) { members.append("'sr':\(frame("1"))") }
    if chance(5) { members.append("'tm':\(property("0.5"))") }
    if chance(5) { members.append("'bm':\(frame("3"))") }
    if chance(4) {
      members.append(
        "'masksProperties':[{'mode':'\(pick("a", "s", "d", "x"))','pt':\(path()),'o':\(property("50"))}]")
    }
    if chance(4) {
      members.append("'ef':[{'ty':\(pick("25", "29", "21", "20", "23")),'ef':[{'v':\(property("40"))}]}]")
    }
    if chance(4) {
      let words = String(repeating: "ab ", count: chance(9) ? 9000 : 3)
      let look = "{'t':'\(words)','f':'F','s':\(frame("20")),'fc':[1,0,0]}"
      let animator = "{'s':{'s':\(property("3"))},'a':{'o':\(property("1"))}}"
      members.append("'t':{'d':{'k':[{'t':\(frame("0")),'s':\(look)}]},'a':[\(animator)]}")
    }
    members.append("'shapes':\(shapes(depth: chance(15) ? 400 : 3))")
    return "{\(members.joined(separator: ","))}"
  }

  private mutating func shapes(depth: Int) -> String {
    if depth > 50 {
      // A chain of groups as deep as texts may be, and deeper.
      return String(repeating: "[{'ty':'gr','it':", count: depth) + "[]" + String(repeating: "}]", count: depth)
    }
    let count = min(max(0, room), chance(20) ? 300 : Int.random(in: 1...5, using: &random))
    room -= count
    let items = (0..<count).map { _ -> String in
      let kind = pick(
        "gr", "sh", "el", "rc", "sr", "fl", "st", "gf", "tm", "rp", "rd", "pb", "zz", "op", "mm", "tr", "no")
      return switch kind {
      case "gr" where depth > 0: "{'ty':'gr','it':\(shapes(depth: depth - 1))}"
      case "sh": "{'ty':'sh','ks':\(path())}"
      case "sr":
        "{'ty':'sr','sy':\(pick("1", "2")),'pt':\(property("5")),'p':\(property("[0,0]")),"
          + "'or':\(property("30")),'ir':\(property("9")),'r':\(property("0"))}"
      case "gf":
        "{'ty':'gf','t':\(pick("1", "2")),'s':\(property("[0,0]")),'e':\(property("[9,9]")),"
          + "'g':{'p':\(frame("2")),'k':\(property("[0,1,0,0,1,0,1,0]"))}}"
      case "rp": "{'ty':'rp','c':\(property("4")),'o':\(property("0")),'tr':\(transform())}"
      case "st":
        "{'ty':'st','c':\(property("[1,0,0]")),'w':\(property("3")),"
          + "'d':[{'n':'d','v':\(property("2"))},{'n':'o','v':\(property("1"))}]}"
      default:
        "{'ty':'\(kind)','p':\(property("[5,5]")),'s':\(property("[20,20]")),'r':\(property("4")),"
          + "'c':\(property("[1,1,0]")),'o':\(property("100")),'e':\(property("70")),'a':\(property("30")),"
          + "'m':\(frame("1"))}"
      }
    }
    return "[\(items.joined(separator: ","))]"
  }

  // MARK: Values

  private mutating func transform() -> String {
    "{'p':\(chance(3) ? "{'s':true,'x':\(property("9")),'y':\(property("9"))}" : property("[40,30]")),"
      + "'a':\(property("[0,0]")),'s':\(property("[100,100]")),'r':\(property("20")),'o':\(property("100")),"
      + "'sk':\(property("0"))}"
  }

  private mutating func path() -> String {
    let isLong = chance(20) && room > 0
    let count = isLong ? 20_000 : Int.random(in: 0...5, using: &random)
    room -= isLong ? 1000 : 0
    let points = (0..<count).map { "[\($0 % 60),\(chance(30) ? number() : "\($0 % 40)")]" }.joined(separator: ",")
    return "{'k':{'c':\(pick("true", "false", "3")),'v':[\(points)],'i':[\(pick(points, ""))],'o':[\(points)]}}"
  }

  /// A value, still or with keys that may run backwards.
  private mutating func property(_ usual: String) -> String {
    let value = chance(12) ? (chance(2) ? wrong() : "[\(number()),\(number())]") : usual
    guard chance(3) else { return "{'a':0,'k':\(value)}" }
    let count = min(max(1, room), chance(30) ? 1500 : Int.random(in: 1...4, using: &random))
    room -= count
    let keys = (0..<count).map { index -> String in
      let ease = "'o':{'x':\(number()),'y':[0.3,\(number())]},'i':{'x':0.6,'y':\(number())}"
      return "{'t':\(frame("\(index * 9)")),'s':\(chance(9) ? wrong() : value),'h':\(pick("0", "1")),"
        + "\(ease),'to':[\(number()),1],'ti':[1,2]}"
    }
    return "{'a':1,'k':[\(keys.joined(separator: ","))]}"
  }

  /// A frame or a size: mostly the usual one.
  private mutating func frame(_ usual: String) -> String { chance(14) ? number() : usual }

  private mutating func number() -> String {
    // What is not JSON at all is rare: such a document is refused before anything is looked at.
    if chance(2000) { return pick("NaN", "1e999", "-", "Infinity") }
    return pick("0", "-1", "1e308", "-1e308", "1e-308", "2147483648", "9e18", "0.5", "-0.0", "16384", "1e7")
  }

  private mutating func wrong() -> String {
    pick("null", "true", "'text'", "[]", "{}", "[[[]]]", "[null]", "{'k':{}}", "'1e9'", "[{'t':0}]", "-3")
  }
}
