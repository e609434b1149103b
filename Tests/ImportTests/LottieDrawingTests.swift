import Foundation
import Starmine
import StarmineImport
import StarminePresets
import StarmineRaster
import Testing

/// Each thing that the reader of Lottie says it reads, drawn: where there is paint, and of which colour.
@Suite struct LottieDrawingTests {
  /// A document of 40 x 40 points and two seconds, ten frames each.
  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    let layers: String
    var more = ""
    var frame = 0.0
    /// Red, green, blue and alpha, hexadecimal, by places.
    let pixels: [String: String]

    var testDescription: String { name }
  }

  // MARK: Words

  private static func layer(_ type: Int, _ more: String, _ ks: String = "") -> String {
    "{'ty': \(type), 'ip': 0, 'op': 20, 'ks': {\(ks)}, \(more)}"
  }

  private static func shapes(_ items: String..., more: String = "", ks: String = "") -> String {
    layer(4, "\(more)'shapes': [\(items.joined(separator: ", "))]", ks)
  }

  private static func box(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> String {
    "{'ty': 'rc', 'p': {'k': [\(Double(x) + Double(width) / 2), \(Double(y) + Double(height) / 2)]}, "
      + "'s': {'k': [\(width), \(height)]}, 'r': {'k': 0}}"
  }

  private static func fill(_ color: String, _ more: String = "") -> String {
    "{'ty': 'fl', 'c': {'k': [\(color)]}, 'o': {'k': 100}\(more)}"
  }

  private static func stroke(_ width: Int, _ more: String = "") -> String {
    "{'ty': 'st', 'c': {'k': [\(red)]}, 'o': {'k': 100}, 'w': {'k': \(width)}, 'lc': 1\(more)}"
  }

  private static func path(_ points: String, isClosed: Bool = false) -> String {
    let count = points.split(separator: "[").count
    let none = Array(repeating: "[0, 0]", count: count).joined(separator: ", ")
    return "{'v': [\(points)], 'i': [\(none)], 'o': [\(none)], 'c': \(isClosed)}"
  }

  private static let (red, green, blue) = ("1, 0, 0", "0, 1, 0", "0, 0, 1")
  private static let line = "{'ty': 'sh', 'ks': {'k': \(path("[0, 20], [40, 20]"))}}"
  private static let whole = box(0, 0, 40, 40)
  private static let left = path("[0, 0], [20, 0], [20, 40], [0, 40]", isClosed: true)
  private static let (r, g, b, none) = ("ff0000ff", "00ff00ff", "0000ffff", "00000000")

  private static func group(_ items: String..., place: String = "") -> String {
    "{'ty': 'gr', 'it': [\(items.joined(separator: ", ")), {'ty': 'tr'\(place)}]}"
  }

  private static func masked(_ masks: String...) -> String {
    shapes(whole, fill(red), more: "'masksProperties': [\(masks.joined(separator: ", "))], ")
  }

  private static func mask(_ mode: String, _ path: String = left, _ more: String = "") -> String {
    "{'mode': '\(mode)', 'pt': {'k': \(path)}, 'o': {'k': 100}\(more)}"
  }

  private static let top = path("[0, 0], [40, 0], [40, 20], [0, 20]", isClosed: true)
  private static let corners = ["10,10", "30,10", "10,30", "30,30"]

  private static func quarters(_ colors: String...) -> [String: String] {
    Dictionary(uniqueKeysWithValues: zip(corners, colors))
  }

  // MARK: Layers

  private static let kinds = [
    Case(name: "solid", layers: layer(1, "'sw': 20, 'sh': 40, 'sc': '#00ff00'"), pixels: quarters(g, none)),
    Case(
      name: "composition, clipped, with a clock of its own",
      layers: layer(0, "'refId': 'a', 'w': 25, 'h': 40, 'st': 5, 'sr': 2", "'p': {'k': [10, 0]}"),
      more: ", 'assets': [{'id': 'a', 'layers': [\(moving)]}]", frame: 9,
      // Two of its frames later it has moved by 20 points, and half of it is outside.
      pixels: ["15,20": none, "32,20": r, "37,20": none]),
    Case(
      name: "remapped composition", layers: layer(0, "'refId': 'a', 'w': 40, 'h': 40, 'tm': \(remap)"),
      more: ", 'assets': [{'id': 'a', 'layers': [\(moving)]}]", frame: 10,
      pixels: ["5,20": none, "15,20": r, "25,20": none]),
    Case(
      name: "picture", layers: layer(2, "'refId': 'p'"),
      more: ", 'assets': [{'id': 'p', 'w': 20, 'h': 20, 'e': 1, 'p': 'data:image/png;base64,\(picture)'}]",
      pixels: quarters("ffffffff", none, none, none)),
    Case(
      name: "parent",
      layers: shapes(box(0, 0, 10, 10), fill(red), more: "'ind': 2, 'parent': 1, ") + ", "
        + layer(3, "'ind': 1", "'p': {'k': [20, 20]}, 'o': {'k': 0}"),
      pixels: ["5,5": none, "25,25": r]),
    Case(
      name: "first and last frame", layers: "{'ty': 1, 'ip': 3, 'op': 6, 'sw': 40, 'sh': 40, 'sc': '#f00'}",
      frame: 6, pixels: ["5,5": none]),
    Case(
      name: "outlines of characters",
      layers: layer(5, "'t': {'d': {'k': [{'t': 0, 's': {\(text)}}]}}", "'p': {'k': [0, 40]}"),
      more: ", 'fonts': {'list': [{'fName': 'F', 'fFamily': 'F', 'fStyle': ''}]}, 'chars': [\(glyph)]",
      pixels: quarters(none, none, r, none)),
  ]

  private static let moving = shapes(
    box(0, 0, 10, 40), fill(red),
    ks: "'p': {'a': 1, 'k': [{'t': 0, 's': [0, 0]}, {'t': 20, 's': [200, 0]}]}")
  private static let remap = "{'a': 1, 'k': [{'t': 0, 's': [0.2]}, {'t': 20, 's': [0]}]}"
  private static let text = "'t': 'A', 'f': 'F', 's': 20, 'fc': [1, 0, 0], 'j': 0, 'lh': 20"
  private static let glyph =
    "{'ch': 'A', 'fFamily': 'F', 'style': '', 'w': 100, 'data': {'shapes': [\(box(0, -100, 100, 100))]}}"

  // MARK: Shapes

  private static let outlines = [
    Case(name: "rectangle", layers: shapes(box(0, 0, 20, 20), fill(red)), pixels: quarters(r, none, none, none)),
    Case(
      name: "ellipse", layers: shapes("{'ty': 'el', 'p': {'k': [20, 20]}, 's': {'k': [40, 40]}}", fill(red)),
      pixels: ["20,2": r, "37,20": r, "3,3": none]),
    Case(
      name: "star",
      layers: shapes(
        "{'ty': 'sr', 'sy': 1, 'pt': {'k': 4}, 'p': {'k': [20, 20]}, 'or': {'k': 20}, 'ir': {'k': 4}}",
        fill(red)), pixels: ["20,8": r, "8,20": r, "8,8": none]),
    Case(name: "path", layers: shapes(line, stroke(4)), pixels: ["20,20": r, "20,25": none]),
    Case(
      name: "group, moved", layers: shapes(group(box(0, 0, 10, 10), fill(red), place: ", 'p': {'k': [20, 0]}")),
      pixels: ["5,5": none, "25,5": r]),
    Case(
      name: "even-odd", layers: shapes(whole, box(10, 10, 20, 20), fill(red, ", 'r': 2")),
      pixels: ["5,5": r, "20,20": none]),
    Case(
      name: "the first is in front", layers: shapes(box(0, 0, 20, 40), fill(green), whole, fill(red)),
      pixels: quarters(g, r)),
    Case(
      name: "linear gradient",
      layers: shapes(
        whole,
        "{'ty': 'gf', 't': 1, 's': {'k': [0, 0]}, 'e': {'k': [40, 0]}, 'o': {'k': 100}, "
          + "'g': {'p': 3, 'k': {'k': [0, 1, 0, 0, 0.5, 1, 0, 0, 0.5, 0, 0, 1]}}}"), pixels: quarters(r, b)),
    Case(
      name: "radial gradient with opacities",
      layers: shapes(
        whole,
        "{'ty': 'gf', 't': 2, 's': {'k': [20, 20]}, 'e': {'k': [40, 20]}, 'o': {'k': 100}, 'g': {'p': 2, "
          + "'k': {'k': [0, 1, 0, 0, 1, 1, 0, 0, 0, 1, 0.5, 1, 0.5, 0, 1, 0]}}}"),
      pixels: ["20,20": r, "25,20": r, "35,20": none]),
    Case(
      name: "radial gradient with a focus",
      layers: shapes(
        whole,
        "{'ty': 'gf', 't': 2, 's': {'k': [20, 20]}, 'e': {'k': [20, 40]}, 'h': {'k': 50}, 'a': {'k': -90}, "
          + "'o': {'k': 100}, 'g': {'p': 4, "
          + "'k': {'k': [0, 1, 0, 0, 0.25, 1, 0, 0, 0.25, 0, 0, 1, 1, 0, 0, 1]}}}"),
      pixels: ["30,20": r, "26,20": r, "20,20": b, "35,20": b]),
    Case(
      name: "dashes", layers: shapes(line, stroke(4, ", 'd': [\(dash("d", 10)), \(dash("g", 10)), \(dash("o", 5))]")),
      pixels: ["2,20": r, "10,20": none, "20,20": r, "30,20": none]),
  ]

  private static func dash(_ name: String, _ length: Int) -> String { "{'n': '\(name)', 'v': {'k': \(length)}}" }

  // MARK: Modifiers

  private static func trim(_ start: Int, _ end: Int, _ offset: Int = 0, _ more: String = "") -> String {
    "{'ty': 'tm', 's': {'k': \(start)}, 'e': {'k': \(end)}, 'o': {'k': \(offset)}\(more)}"
  }

  private static let other = "{'ty': 'sh', 'ks': {'k': \(path("[0, 30], [40, 30]"))}}"
  private static let copies =
    "{'ty': 'rp', 'c': {'k': 3}, 'o': {'k': 0}, 'm': 1, 'tr': {'p': {'k': [15, 0]}, 'so': {'k': 100}, "
    + "'eo': {'k': 100}}}"

  private static let modifiers = [
    Case(
      name: "trim", layers: shapes(line, trim(25, 75), stroke(4)), pixels: ["5,20": none, "20,20": r, "35,20": none]),
    Case(
      name: "trim over the end", layers: shapes(line, trim(0, 50, 270), stroke(4)),
      pixels: ["5,20": r, "20,20": none, "35,20": r]),
    Case(
      name: "trim of each path", layers: shapes(line, other, trim(0, 50, 0, ", 'm': 1"), stroke(4)),
      pixels: ["5,20": r, "35,20": none, "5,30": r, "35,30": none]),
    Case(
      name: "trim in sequence", layers: shapes(line, other, trim(0, 50, 0, ", 'm': 2"), stroke(4)),
      pixels: ["5,20": r, "35,20": r, "5,30": none, "35,30": none]),
    Case(
      name: "trim of a trim", layers: shapes(line, trim(0, 50), trim(50, 100), stroke(4)),
      pixels: ["5,20": none, "15,20": r, "25,20": none]),
    Case(
      // From the upper right corner: the right and the lower side, and the triangle between them.
      name: "trim of a fill", layers: shapes(whole, trim(0, 50), fill(red)), pixels: ["35,30": r, "5,10": none]),
    Case(
      name: "round corners", layers: shapes(whole, "{'ty': 'rd', 'r': {'k': 20}}", fill(red)),
      pixels: ["2,2": none, "20,2": r]),
    Case(
      name: "pucker", layers: shapes(whole, "{'ty': 'pb', 'a': {'k': 50}}", fill(red)),
      pixels: ["3,3": none, "20,20": r]),
    Case(
      name: "zigzag",
      layers: shapes(line, "{'ty': 'zz', 's': {'k': 10}, 'r': {'k': 1}, 'pt': {'k': 1}}", stroke(4)),
      pixels: ["11,28": r, "29,11": r, "11,11": none]),
    Case(
      name: "copies", layers: shapes(box(0, 0, 5, 40), fill(red), copies),
      pixels: ["2,5": r, "10,5": none, "17,5": r, "32,5": r]),
    Case(name: "copies of paths", layers: shapes(box(0, 0, 5, 40), copies, fill(red)), pixels: ["2,5": r, "17,5": r]),
    Case(name: "union", layers: merged(2), pixels: quarters(r, r, r, none)),
    Case(name: "difference", layers: merged(3), pixels: quarters(none, none, r, none)),
    Case(name: "intersection", layers: merged(4), pixels: quarters(r, none, none, none)),
    Case(name: "exclusion", layers: merged(5), pixels: quarters(none, r, r, none)),
    Case(name: "difference over others", layers: merged(3, ground), pixels: quarters(g, g, r, g)),
    Case(name: "intersection over others", layers: merged(4, ground), pixels: quarters(r, g, g, g)),
    Case(
      name: "what is merged is one path",
      layers: shapes(box(0, 0, 20, 40), box(0, 0, 40, 20), merge(1), merge(4), fill(red)),
      pixels: quarters(r, r, r, none)),
    Case(
      name: "a group is one operand",
      layers: shapes(box(0, 0, 20, 20), group(whole, box(30, 30, 5, 5)), merge(4), fill(red)),
      pixels: quarters(r, none, none, none)),
    Case(
      name: "skew along an axis",
      layers: shapes(group(box(-10, -10, 20, 20), fill(red), place: ", 'p': {'k': [20, 20]}, \(skew)")),
      pixels: ["20,20": r, "27,13": r, "12,12": none, "20,8": r]),
    Case(
      name: "trim by length",
      layers: shapes(
        "{'ty': 'sh', 'ks': {'k': {'v': [[0, 20], [40, 20]], 'i': [[0, 0], [-38, 0]], 'o': [[1, 0], [0, 0]]}}}",
        trim(0, 50), stroke(4)), pixels: ["5,20": r, "18,20": r, "22,20": none]),
    Case(
      name: "trim of a fill by length",
      layers: shapes(
        "{'ty': 'sh', 'ks': {'k': {'v': [[0, 20], [40, 20]], 'i': [[0, 0], [-38, 0]], 'o': [[1, 0], [0, 0]]}}}",
        "{'ty': 'sh', 'ks': {'k': \(path("[40, 40], [40, 0]"))}}", trim(0, 50, 0, ", 'm': 1"), merge(1), stroke(4)),
      pixels: ["5,20": r, "18,20": r, "22,20": none, "39,30": r, "39,10": none]),
    Case(
      name: "turned about y", layers: shapes(box(-20, -20, 40, 40), fill(red), ks: "\(middle), 'ry': {'k': 60}"),
      pixels: ["20,2": r, "12,20": r, "8,20": none]),
    Case(
      name: "turned about x", layers: shapes(box(-20, -20, 40, 40), fill(red), ks: "\(middle), 'rx': {'k': 60}"),
      pixels: ["2,20": r, "20,12": r, "20,8": none]),
    Case(
      name: "orientation",
      layers: shapes(box(-20, -20, 40, 40), fill(red), ks: "\(middle), 'or': {'k': [0, 60, 90]}"),
      pixels: ["20,2": r, "12,20": r, "8,20": none]),
    Case(name: "gradient of one stop", layers: shapes(whole, gradient(1, "0.5, 0, 0, 1")), pixels: quarters(b, b)),
    Case(
      name: "gradient whose stops fall", layers: shapes(whole, gradient(3, "0, 1, 0, 0, 0.5, 1, 0, 0, 0.2, 0, 0, 1")),
      pixels: quarters(r, b)),
    Case(
      name: "gradient without a length",
      layers: shapes(whole, gradient(2, "0, 1, 0, 0, 1, 0, 0, 1").replacing("[40, 0]", with: "[0, 0]")),
      pixels: quarters(b, b)),
  ]

  private static let middle = "'p': {'k': [20, 20]}"
  private static let skew = "'sk': {'k': 45}, 'sa': {'k': 45}"
  private static let ground = group(whole, fill(green))

  private static func gradient(_ count: Int, _ stops: String) -> String {
    "{'ty': 'gf', 't': 1, 's': {'k': [0, 0]}, 'e': {'k': [40, 0]}, 'o': {'k': 100}, "
      + "'g': {'p': \(count), 'k': {'k': [\(stops)]}}}"
  }

  private static func merge(_ mode: Int) -> String { "{'ty': 'mm', 'mm': \(mode)}" }

  /// The left half and the upper half.
  private static func merged(_ mode: Int, _ below: String...) -> String {
    let items = [box(0, 0, 20, 40), box(0, 0, 40, 20), merge(mode), fill(red)] + below
    return layer(4, "'shapes': [\(items.joined(separator: ", "))]")
  }

  // MARK: Masks, mattes, blending, effects

  private static let masks = [
    Case(name: "mask", layers: masked(mask("a")), pixels: quarters(r, none)),
    Case(name: "inverse mask", layers: masked(mask("a", left, ", 'inv': true")), pixels: quarters(none, r)),
    Case(name: "two masks", layers: masked(mask("a"), mask("a", top)), pixels: quarters(r, r, r, none)),
    Case(name: "subtracted mask", layers: masked(mask("s")), pixels: quarters(none, r)),
    Case(name: "intersected masks", layers: masked(mask("a"), mask("i", top)), pixels: quarters(r, none, none, none)),
    Case(name: "mask of the difference", layers: masked(mask("a"), mask("f", top)), pixels: quarters(none, r, r, none)),
    Case(name: "lighter mask", layers: masked(mask("a"), mask("l", top)), pixels: quarters(r, r, r, none)),
    Case(name: "darker mask", layers: masked(mask("a"), mask("d", top)), pixels: quarters(r, none, none, none)),
    Case(name: "no mask", layers: masked(mask("n")), pixels: quarters(r, r)),
    Case(
      name: "mask that grows", layers: masked(mask("a", left, ", 'x': {'k': 5}")), pixels: ["23,20": r, "27,20": none]
    ),
    Case(
      name: "clear mask", layers: masked(mask("a").replacing("100}", with: "0}")), pixels: quarters(none, none)),
  ]

  private static func matted(_ kind: Int) -> String {
    shapes(box(0, 0, 20, 40), fill("1, 1, 1"), more: "'td': 1, ") + ", "
      + shapes(whole, fill(red), more: "'tt': \(kind), ")
  }

  private static func effect(_ type: Int, _ values: String...) -> String {
    let parts = values.map { "{'ty': 0, 'v': {'k': \($0)}}" }.joined(separator: ", ")
    return "'ef': [{'ty': \(type), 'en': 1, 'ef': [\(parts)]}], "
  }

  private static let looks = [
    Case(name: "alpha matte", layers: matted(1), pixels: quarters(r, none)),
    Case(name: "inverse alpha matte", layers: matted(2), pixels: quarters(none, r)),
    Case(name: "luma matte", layers: matted(3), pixels: quarters(r, none)),
    Case(name: "inverse luma matte", layers: matted(4), pixels: quarters(none, r)),
    Case(
      name: "matte by number",
      layers: shapes(whole, fill(red), more: "'tt': 1, 'tp': 7, ") + ", " + shapes(whole, fill(blue)) + ", "
        + shapes(box(0, 0, 20, 40), fill(green), more: "'ind': 7, 'td': 1, "), pixels: quarters(r, b)),
    Case(
      name: "blend mode",
      layers: shapes(whole, fill("1, 1, 0"), more: "'bm': 1, ") + ", " + shapes(whole, fill("0, 1, 1")),
      pixels: quarters(g)),
    Case(
      name: "shadow",
      layers: shapes(
        box(0, 0, 20, 20), fill(red), more: effect(25, "[0, 0, 1]", "255", "90", "20", "0")),
      pixels: quarters(r, b, none, none)),
    Case(
      name: "shadow of a style",
      layers: shapes(
        box(20, 0, 20, 20), fill(red),
        more: "'sy': [{'ty': 1, 'c': {'k': [0, 0, 1]}, 'o': {'k': 100}, 'a': {'k': 0}, 'd': {'k': 20}}], "),
      pixels: quarters(b, r, none, none)),
    Case(
      name: "filled", layers: shapes(whole, fill(red), more: effect(21, "0", "0", "[0, 1, 0]", "0", "0", "0", "1")),
      pixels: quarters(g)),
    Case(
      name: "tinted", layers: shapes(whole, fill("0, 0, 0"), more: effect(20, "[0, 0, 1]", "[1, 0, 0]", "100")),
      pixels: quarters(b)),
    Case(
      name: "three colours, dark",
      layers: shapes(whole, fill("0, 0, 0"), more: effect(23, "[1, 0, 0]", "[0, 1, 0]", "[0, 0, 1]", "0")),
      pixels: quarters(b)),
    Case(
      name: "three colours, middle",
      layers: shapes(whole, fill("0.5, 0.5, 0.5"), more: effect(23, "[1, 0, 0]", "[0, 1, 0]", "[0, 1, 1]", "0")),
      pixels: quarters("01fe00ff")),
    Case(
      name: "three colours, bright",
      layers: shapes(whole, fill("1, 1, 1"), more: effect(23, "[1, 0, 0]", "[0, 1, 0]", "[0, 0, 1]", "0")),
      pixels: quarters(r)),
    Case(
      name: "colour of a style",
      layers: shapes(
        whole, fill(red), more: "'sy': [{'ty': 7, 'c': {'k': [0, 1, 0]}, 'o': {'k': 100}}], "),
      pixels: quarters(g)),
    Case(
      name: "hold", layers: shapes(box(0, 0, 20, 40), fill(red), ks: "'p': {'a': 1, 'k': [\(steps)]}"), frame: 7,
      pixels: quarters(none, r)),
  ]

  private static let steps =
    "{'t': 0, 's': [0, 0], 'h': 1}, {'t': 7, 's': [20, 0], 'h': 1}, {'t': 12, 's': [0, 0]}"

  // MARK: Animators of texts

  /// Squares of ten points above a baseline at 30, of which an animator changes those that a selector names.
  private static func text(_ letters: String, _ selector: String, _ changes: String) -> String {
    layer(
      5,
      "'t': {'d': {'k': [{'t': 0, 's': {'t': '\(letters)', 'f': 'F', 's': 10, 'fc': [1, 0, 0], 'j': 0}}]}, "
        + "'a': [{'s': {'t': 0, 'sm': {'k': 100}, \(selector)}, 'a': {\(changes)}}], 'p': {}, 'm': {}}",
      "'p': {'k': [0, 30]}")
  }

  private static let square =
    ", 'fonts': {'list': [{'fName': 'F', 'fFamily': 'F', 'fStyle': '', 'ascent': 75}]}, 'chars': [{'ch': 'a', "
    + "'fFamily': 'F', 'style': '', 'size': 100, 'w': 100, 'data': {'shapes': [{'ty': 'gr', 'it': [{'ty': 'sh', 'ks': "
    + "{'k': \(path("[0, -100], [100, -100], [100, 0], [0, 0]", isClosed: true))}}]}]}}]"

  private static let animators: [Case] = [
    Case(
      name: "tracking", layers: text("aa", "'b': 1, 'r': 1", "'t': {'k': 1000}"), more: square,
      pixels: ["5,25": r, "15,25": none, "25,25": r]),
    Case(
      name: "anchor", layers: text("a", "'b': 2, 'r': 1", "'a': {'k': [0, 10]}"), more: square,
      pixels: ["5,25": none, "5,15": r]),
    Case(
      name: "opacity of the fill", layers: text("aaa", "'b': 1, 'r': 2, 'e': {'k': 1}", "'fo': {'k': 0}"),
      more: square, pixels: ["5,25": none, "15,25": r, "25,25": r]),
    Case(
      name: "skew", layers: text("a", "'b': 3, 'r': 1", "'sk': {'k': 45}, 'sa': {'k': 0}"), more: square,
      pixels: ["2,29": r, "2,21": none, "17,21": r]),
    Case(
      name: "blur", layers: text("a", "'b': 4, 'r': 1", "'bl': {'k': [0, 0]}"), more: square, pixels: ["5,25": r]),
  ]

  // MARK: Drawing

  @Test(arguments: kinds + outlines + modifiers + masks + looks + animators)
  func drawsExpectedPixels(_ item: Case) throws {
    let text =
      "{'v': '5.7.0', 'fr': 10, 'ip': 0, 'op': 20, 'w': 40, 'h': 40, 'layers': [\(item.layers)]\(item.more)}"
    // With other quotes, which need no marks before them.
    let folder = try Folder(["a.json": text.replacing("'", with: "\"")])
    #expect(try folder.lost("a.json") == [])
    let frame = try Movie(try folder.scene("a.json")).still(at: item.frame / 10, workers: 1)
    let found = frame.withPixels { pixels in
      item.pixels.mapValues { _ in "" }.reduce(into: [String: String]()) { found, entry in
        let place = entry.key.split(separator: ",").compactMap { Int($0) }
        found[entry.key] = Self.text(pixels[place[1] * frame.stride + place[0]])
      }
    }
    #expect(found == item.pixels)
  }

  /// A layer that takes away what lies below it must lie in a mask: elsewhere it takes from other layers.
  @Test(arguments: modifiers + masks + looks) func subtractingPathsAreMasks(_ item: Case) throws {
    let text =
      "{'v': '5', 'fr': 10, 'ip': 0, 'op': 20, 'w': 40, 'h': 40, 'layers': [\(item.layers)]\(item.more)}"
    let bytes = Array(text.replacing("'", with: "\"").utf8)
    let document = try #require(try Importer.document(bytes, at: URL(filePath: "/nowhere/a.json"), named: "a.json"))
    #expect(Self.takers(try JSON5Parser.parse(document.bytes), isInMask: false) == [])
  }

  /// Filters of layers that take away, but for sublayers of masks.
  private static func takers(_ value: DocumentValue, isInMask: Bool) -> [String] {
    switch value.content {
    case .array(let items): return items.flatMap { takers($0, isInMask: isInMask) }
    case .object(let members):
      return members.flatMap { member -> [String] in
        if member.key == "compositingFilter", !isInMask, case .string(let name) = member.value.content {
          return ["destOut", "destIn", "minimum", "xor"].filter { $0 == name }
        }
        guard ["layer", "mask", "sublayers"].contains(member.key) else { return [] }
        guard member.key == "mask" else { return takers(member.value, isInMask: false) }
        guard case .object(let own) = member.value.content else { return [] }
        return own.filter { $0.key == "sublayers" }.flatMap { takers($0.value, isInMask: true) }
      }
    default: return []
    }
  }

  private static func text(_ pixel: UInt32) -> String {
    [16, 8, 0, 24].map { String(format: "%02x", pixel >> $0 & 255) }.joined()
  }
}
