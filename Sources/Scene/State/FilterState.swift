/// The types of filters, with the names of `CAFilter` (behavior.md 1.1 and 6).
package enum FilterKind: String, CaseIterable, Sendable {
  case gaussianBlur, colorControls, colorSaturate, colorBrightness, colorContrast, colorHueRotate, colorInvert
  case colorMatrix, colorMonochrome, multiplyColor, sepiaTone, bloom

  /// Also accepts names of Core Image, and `hueRotate`.
  package init?(named name: String) {
    if let kind = FilterKind(rawValue: name) ?? Self.aliases[name] { self = kind } else { return nil }
  }

  package static let aliases: [String: FilterKind] = [
    "CIGaussianBlur": .gaussianBlur, "CIColorControls": .colorControls, "CIColorInvert": .colorInvert,
    "CIHueAdjust": .colorHueRotate, "hueRotate": .colorHueRotate, "CIColorMonochrome": .colorMonochrome,
    "CISepiaTone": .sepiaTone, "CIBloom": .bloom,
  ]

  /// All names of the filter, the raw one first.
  package var names: [String] { [rawValue] + Self.aliases.filter { $0.value == self }.keys.sorted() }

  package var inputKeys: [String] {
    switch self {
    case .gaussianBlur: ["inputRadius"]
    case .colorControls: ["inputSaturation", "inputBrightness", "inputContrast"]
    case .colorSaturate, .colorBrightness, .colorContrast: ["inputAmount"]
    case .colorHueRotate: ["inputAngle"]
    case .colorInvert: []
    case .colorMatrix: ["inputColorMatrix"]
    case .colorMonochrome: ["inputColor", "inputAmount", "inputIntensity"]
    case .multiplyColor: ["inputColor"]
    case .sepiaTone: ["inputAmount", "inputIntensity"]
    case .bloom: ["inputRadius", "inputIntensity"]
    }
  }
}

/// The values of a filter. The defaults change nothing where the filter allows it.
package struct FilterState: Sendable, Equatable {
  /// The requested type. An unknown one draws nothing.
  package let type: String
  /// Name in key paths.
  package var name: String?
  package var isEnabled = true
  /// Standard deviation of a blur in points.
  package var radius: CGFloat = 0
  package var saturation: CGFloat = 1
  package var brightness: CGFloat = 0
  package var contrast: CGFloat = 1
  /// Radians.
  package var angle: CGFloat = 0
  package var amount: CGFloat
  package var color = CGColor.white
  package var colorMatrix: [Double] = [1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0]

  package init(type: String) {
    self.type = type
    amount = FilterKind(named: type) == .colorBrightness ? 0 : 1
    if FilterKind(named: type) == .bloom { (radius, amount) = (10, 0.5) }
  }

  package var kind: FilterKind? { FilterKind(named: type) }
}

/// Effects that draw a layer with its sublayers into a bitmap first.
package struct EffectState: RareGroup {
  package static let defaults = EffectState()

  package var filters: [FilterState]?
  /// Applied to everything below the layer, inside its bounds.
  package var backgroundFilters: [FilterState]?
  package var shouldRasterize = false
  /// Bitmap pixels per point.
  package var rasterizationScale: CGFloat = 1
}

package enum FilterList: String, Sendable, CaseIterable { case filters, backgroundFilters }

extension LayerState {
  package subscript(_ list: FilterList) -> [FilterState]? {
    get { list == .filters ? effects.filters : effects.backgroundFilters }
    set {
      switch list {
      case .filters: effects.filters = newValue
      case .backgroundFilters: effects.backgroundFilters = newValue
      }
    }
  }

  /// The first filter with a name. Without one, reading returns a filter without effect, and writing does nothing.
  package subscript(filterNamed name: String, in list: FilterList) -> FilterState {
    get { self[list]?.first { $0.name == name } ?? FilterState(type: "") }
    set {
      guard let index = self[list]?.firstIndex(where: { $0.name == name }) else { return }
      self[list]?[index] = newValue
    }
  }
}
