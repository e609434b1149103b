import Foundation
import StarmineImport
import StarmineLayers
import StarmineMedia
import StarminePresets
import Testing

/// Documents of a few bytes that ask for a lot: each is refused or read in part, with a reason, within a second or two.
@Suite struct LottieBudgetTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    let layers: String
    var more = ""
    /// What the error or a note says.
    let reason: String

    var testDescription: String { name }
  }

  private static func shapes(_ items: String) -> String {
    "{'ty': 4, 'ip': 0, 'op': 90, 'ks': {}, 'shapes': [\(items)]}"
  }

  private static func times(_ count: Int, _ item: (Int) -> String) -> String {
    (0..<count).map(item).joined(separator: ", ")
  }
  private static func composition(_ id: Int) -> String {
    "{'ty': 0, 'refId': 'a\(id)', 'ip': 0, 'op': 90, 'w': 9, 'h': 9, 'ks': {}}"
  }
  private static func compositions(_ count: Int, each: Int) -> String {
    let last = "{'id': 'a\(count)', 'layers': [\(shapes(box + fill))]}"
    let assets = (0..<count).map { id in "{'id': 'a\(id)', 'layers': [\(times(each) { _ in composition(id + 1) })]}" }
    return ", 'assets': [\((assets + [last]).joined(separator: ", "))]"
  }
  private static let box = "{'ty': 'rc', 'p': {'k': [5, 5]}, 's': {'k': [9, 9]}, 'r': {'k': 0}}, "
  private static let fill = "{'ty': 'fl', 'c': {'k': [1, 0, 0]}, 'o': {'k': 100}}"
  private static let moving = "{'a': 1, 'k': [{'t': 0, 's': [0]}, {'t': 90, 's': [9]}]}"
  private static let copies = ", {'ty': 'rp', 'c': {'k': 900}, 'o': {'k': 0}, 'tr': {}}"
  private static let copy = ", {'ty': 'rp', 'c': {'k': 1}, 'o': {'k': 0}, 'tr': {}}"
  private static let modifiers = times(400) { _ in "{'ty': 'rd', 'r': \(moving)}" } + ", "
  private static let path =
    "{'ty': 'sh', 'ks': {'k': {'v': [\(times(20_000) { "[\($0), 9]" })], 'i': [], 'o': []}}}, "
  private static let solid = "'ty': 1, 'sw': 9, 'sh': 9, 'sc': '#ff0000', 'ip': 0, 'op': 90, 'ks': {}"

  private static func text(_ letters: String, animators: Int) -> String {
    let animator = "{'s': {'s': \(moving), 'rn': 1, 'b': 3}, 'a': {'p': {'k': [9, 9]}, 't': {'k': 3}, 'r': {'k': 9}}}"
    return "{'ty': 5, 'ip': 0, 'op': 90, 'ks': {}, 't': {'d': {'k': [{'t': 0, 's': {'t': '\(letters)', 'f': 'F', "
      + "'s': 10, 'fc': [1, 0, 0]}}]}, 'a': [\(times(animators) { _ in animator })]}}"
  }

  private static let all = [
    Case(name: "mattes of mattes", layers: times(16_000) { _ in "{'ty': 1, 'tt': 1}" }, reason: "nested deeper"),
    Case(
      name: "mattes of mattes by number",
      layers: times(2_000) { "{\(solid), 'ind': \($0), 'tt': 1, 'tp': \($0 + 1)}" }, reason: "nested deeper"),
    Case(
      name: "parents of parents", layers: times(90) { "{\(solid), 'ind': \($0), 'parent': \($0 + 1)}" },
      reason: "nested deeper"),
    Case(
      name: "compositions in each other", layers: composition(0), more: compositions(500, each: 1),
      reason: "nested deeper"),
    Case(
      name: "three compositions in each", layers: composition(0), more: compositions(30, each: 3),
      reason: "more than 100000 layers"),
    Case(
      name: "groups in each other",
      layers: shapes(
        String(repeating: "{'ty': 'gr', 'it': [", count: 44) + box + fill + String(repeating: "]}", count: 44)),
      reason: "nested deeper"),
    Case(name: "copies of copies", layers: shapes(box + fill + copies + copies), reason: "more than 100000 layers"),
    Case(
      name: "copies around each other", layers: shapes(box + fill + String(repeating: copy, count: 900)),
      reason: "copies are nested too deeply"),
    Case(name: "modifiers of modifiers", layers: shapes(box + modifiers + fill), reason: "at most 50 modifiers"),
    Case(
      name: "merges of merges", layers: shapes(times(300) { _ in box + "{'ty': 'mm', 'mm': 3}" } + ", " + fill),
      reason: "at most 50 modifiers"),
    Case(
      name: "fills of a long path", layers: shapes(path + times(200) { _ in fill }), reason: "more than 5000000 numbers"
    ),
    Case(
      name: "300 animators", layers: text(String(repeating: "Ab ", count: 40), animators: 300),
      reason: "more than 200000000 steps"),
    Case(
      name: "2,500 words under a random selector", layers: text(String(repeating: "ab ", count: 2500), animators: 1),
      reason: "more than 200000000 steps"),
  ]

  @Test(arguments: all) func excessiveDocumentsAreRefusedOrCut(_ item: Case) {
    let text = "{'v': '5', 'fr': 30, 'ip': 0, 'op': 90, 'w': 64, 'h': 36, 'layers': [\(item.layers)]\(item.more)}"
    let bytes = Array(text.replacing("'", with: "\"").utf8)
    var said = ""
    let start = CPUClock.threadSeconds
    do throws(ImportError) {
      let made = try Importer.document(bytes, at: URL(filePath: "/nowhere/a.json"), named: "a.json")
      said = String(decoding: made?.bytes.prefix(1 << 20) ?? [], as: UTF8.self)
    } catch {
      said = error.description
    }
    let time = CPUClock.threadSeconds - start
    #expect(said.contains(item.reason), "\(said.prefix(300))")
    // Of the processor, because other tests run at the same time. Without limits it is minutes.
    #expect(time < 15)
  }
}
