/// Reads colours as strings: `#ff8800`, CSS names, `rgb(255 136 0)`, `hsl(32deg 100% 50%)`, `hwb(32 0% 0%)`, `oklch(70%
/// 0.18 55)`, `oklab(70% 0.1 0.15)`, `color(display-p3 1 0.5 0)`.
package enum ColorText {
  package static func parse(_ text: String) throws(ValueMismatchError) -> CGColor {
    let text = text.withoutSpaceAround
    if text.hasPrefix("#") {
      do throws(HexColorError) { return try CGColor(parsingHex: text) } catch {
        throw ValueMismatchError("expected a colour: \(error)")
      }
    }
    let name = text.prefix(64).lowercased()
    if let color = ColorNames.color(named: name) { return color }
    if let match = name.wholeMatch(of: /color\s*\((.*)\)/) { return try space(String(match.1), text) }
    if let match = name.wholeMatch(of: /(rgba?|hsla?|hwb|oklab|oklch)\s*\((.*)\)/) {
      return try function(String(match.1), String(match.2), text)
    }
    let hint = name.nearest(in: ColorNames.all).map { $0 == name ? "" : "; did you mean \($0)?" } ?? ""
    throw ValueMismatchError(
      "expected a colour such as #ff8800, orange (CSS's names), rgb(255 136 0), hsl(32 100% 50%) or "
        + "color(display-p3 1 0.5 0), found "
        + "\"\(text.excerpt(40))\"\(hint)")
  }

  /// Three values separated by commas or spaces, and alpha after a slash or as the fourth value (CSS Colour 4).
  private static func function(
    _ name: String, _ arguments: String, _ text: String
  ) throws(ValueMismatchError) -> CGColor {
    let parts = arguments.split { $0 == "," || $0 == " " || $0 == "/" }.map { $0 == "none" ? "0" : String($0) }
    let alpha = parts.count == 4 ? number(parts[3], percentOf: 1) : 1
    guard (3...4).contains(parts.count), let alpha, let color = color(name, parts, alpha) else {
      throw ValueMismatchError(
        "\"\(text.excerpt(40))\": expected three numbers, as in rgb(255 136 0), hsl(32 100% 50%) or oklch(70% 0.18 55)")
    }
    return color
  }

  private static func color(_ name: String, _ parts: [String], _ alpha: Double) -> CGColor? {
    func values(_ wholes: Double...) -> [Double]? {
      let numbers = zip(parts, wholes).compactMap { $1 == 0 ? angle($0) : number($0, percentOf: $1) }
      return numbers.count == 3 ? numbers : nil
    }
    switch name {
    case "hsl", "hsla", "hwb":
      // A number without a unit is a percentage.
      let shares = parts[1...2].compactMap { number($0.hasSuffix("%") ? $0 : $0 + "%", percentOf: 1) }
      guard let hue = angle(parts[0]), shares.count == 2 else { return nil }
      if name != "hwb" { return HueColor.color(hue: hue, saturation: shares[0], lightness: shares[1], alpha: alpha) }
      let (white, black) = (shares[0] / max(1, shares[0] + shares[1]), shares[1] / max(1, shares[0] + shares[1]))
      let pure = HueColor.color(hue: hue, saturation: 1, lightness: 0.5, alpha: alpha)
      let mixed = [pure.red, pure.green, pure.blue].map { $0 * (1 - white - black) + white }
      return CGColor(red: mixed[0], green: mixed[1], blue: mixed[2], alpha: alpha)
    case "oklab": return values(1, 0.4, 0.4).map { okColor($0[0], $0[1], $0[2], alpha) }
    case "oklch":
      return values(1, 0.4, 0).map {
        okColor($0[0], $0[1] * .cos($0[2] * .pi / 180), $0[1] * .sin($0[2] * .pi / 180), alpha)
      }
    default:
      return values(255, 255, 255).map {
        CGColor(red: $0[0] / 255, green: $0[1] / 255, blue: $0[2] / 255, alpha: alpha)
      }
    }
  }

  private static func okColor(_ lightness: Double, _ a: Double, _ b: Double, _ alpha: Double) -> CGColor {
    let cones = [
      lightness + 0.3963377774 * a + 0.2158037573 * b, lightness - 0.1055613458 * a - 0.0638541728 * b,
      lightness - 0.0894841775 * a - 1.2914855480 * b,
    ].map { $0 * $0 * $0 }
    let parts = [
      [4.0767416621, -3.3077115913, 0.2309699292], [-1.2684380046, 2.6097574011, -0.3413193965],
      [-0.0041960863, -0.7034186147, 1.7076147010],
    ].map { row in zip(row, cones).reduce(0) { $0 + $1.0 * $1.1 } }
    return CGColor(.linearSRGB, parts[0], parts[1], parts[2], alpha: alpha)
  }

  /// The name of a colour space and three numbers, with alpha after a slash (CSS Colour 4, section 10).
  private static func space(_ arguments: String, _ text: String) throws(ValueMismatchError) -> CGColor {
    let halves = arguments.split(separator: "/", omittingEmptySubsequences: false)
    let parts = halves[0].split(separator: " ").map(String.init)
    let shown = "\"\(text.excerpt(40))\""
    guard let name = parts.first, let space = ColorEncoding(rawValue: name) else {
      let spaces = ColorEncoding.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValueMismatchError("\(shown): expected a colour space, one of \(spaces)")
    }
    let components = parts.dropFirst().compactMap { $0 == "none" ? 0 : number($0, percentOf: 1) }
    let alpha = halves.count == 2 ? number(halves[1].trimmingCharacters(in: .whitespaces), percentOf: 1) : 1
    guard parts.count == 4, components.count == 3, halves.count <= 2, let alpha else {
      throw ValueMismatchError(
        "\(shown): expected three numbers up to 10000, as in color(\(name) 1 0.5 0) or color(\(name) 1 0.5 0 / 50%)")
    }
    return CGColor(space, components[0], components[1], components[2], alpha: alpha)
  }

  private static func number(_ text: String, percentOf whole: Double) -> Double? {
    let isPercent = text.hasSuffix("%")
    guard let number = Double(isPercent ? String(text.dropLast()) : text), abs(number) <= 1e4 else { return nil }
    return isPercent ? number / 100 * whole : number
  }

  private static func angle(_ text: String) -> Double? {
    let degrees = Double(text) ?? (try? NumberText.parse(text, unit: .radians)).map { $0 * 180 / .pi }
    return degrees.flatMap { abs($0) <= 1e6 ? $0 : nil }
  }
}

extension String {
  /// The string without white space at its ends. Fast for strings without any.
  fileprivate var withoutSpaceAround: String {
    guard let first = utf8.first, let last = utf8.last, first.isVisible, last.isVisible else {
      return trimmingCharacters(in: .whitespaces)
    }
    return self
  }
}

extension UInt8 {
  fileprivate var isVisible: Bool { self > 0x20 && self < 0x7F }
}

/// A colour as hue, saturation and brightness (HSB).
package struct HueColor: Sendable, Equatable {
  /// Degrees, 0..<360.
  package var hue: Double
  package var saturation: Double
  package var brightness: Double
  package var alpha: Double

  package init(_ color: CGColor) {
    let parts = [color.red, color.green, color.blue].map(Double.init)
    let (most, least) = (parts.max() ?? 0, parts.min() ?? 0)
    let range = most - least
    var hue = 0.0
    if range > 0 {
      if most == parts[0] {
        hue = (parts[1] - parts[2]) / range
      } else if most == parts[1] {
        hue = 2 + (parts[2] - parts[0]) / range
      } else {
        hue = 4 + (parts[0] - parts[1]) / range
      }
    }
    self.hue = (hue * 60 + 360).truncatingRemainder(dividingBy: 360)
    saturation = most > 0 ? range / most : 0
    (brightness, alpha) = (most, Double(color.alpha))
  }

  package var color: CGColor {
    let chroma = brightness * saturation
    let parts = Self.parts(hue: hue, chroma: chroma).map { $0 + brightness - chroma }
    return CGColor(red: parts[0], green: parts[1], blue: parts[2], alpha: alpha)
  }

  /// - Parameter hue: any angle in degrees.
  static func color(hue: Double, saturation: Double, lightness: Double, alpha: Double) -> CGColor {
    let chroma = (1 - abs(2 * lightness - 1)) * saturation
    let parts = parts(hue: hue, chroma: chroma).map { min(1, max(0, $0 + lightness - chroma / 2)) }
    return CGColor(red: parts[0], green: parts[1], blue: parts[2], alpha: alpha)
  }

  /// Red, green and blue on the edge of the colour hexagon.
  private static func parts(hue: Double, chroma: Double) -> [Double] {
    let turn = hue.truncatingRemainder(dividingBy: 360)
    let sector = (turn < 0 ? turn + 360 : turn) / 60
    let second = chroma * (1 - abs(sector.truncatingRemainder(dividingBy: 2) - 1))
    switch sector {
    case ..<1: return [chroma, second, 0]
    case ..<2: return [second, chroma, 0]
    case ..<3: return [0, chroma, second]
    case ..<4: return [0, second, chroma]
    case ..<5: return [second, 0, chroma]
    default: return [chroma, 0, second]
    }
  }
}
