/// The filters there are, by the names that `CAFilter` has for them (behavior.md 1.1 and 6).
package enum FilterKind: String, CaseIterable, Sendable {
  case gaussianBlur, colorControls, colorSaturate, colorBrightness, colorContrast, colorHueRotate, colorInvert
  case colorMatrix, colorMonochrome, multiplyColor, sepiaTone, bloom

  /// Takes the names of Core Image as well, and `hueRotate`.
  package init?(named name: String) {
    if let kind = FilterKind(rawValue: name) ?? Self.aliases[name] { self = kind } else { return nil }
  }

  /// Other names than the raw ones.
  package static let aliases: [String: FilterKind] = [
    "CIGaussianBlur": .gaussianBlur, "CIColorControls": .colorControls, "CIColorInvert": .colorInvert,
    "CIHueAdjust": .colorHueRotate, "hueRotate": .colorHueRotate, "CIColorMonochrome": .colorMonochrome,
    "CISepiaTone": .sepiaTone, "CIBloom": .bloom,
  ]

  /// All that the filter goes by, its own name first.
  package var names: [String] { [rawValue] + Self.aliases.filter { $0.value == self }.keys.sorted() }

  /// Keys of the values that the filter takes.
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

/// The values of one filter. Fresh ones change nothing, except where a filter has no value to say so.
package struct FilterState: Sendable, Equatable {
  /// As it was asked for; one that no kind has draws nothing.
  package let type: String
  /// By which key paths find the filter in its list.
  package var name: String?
  package var isEnabled = true
  /// Standard deviation of a blur, points.
  package var radius: CGFloat = 0
  package var saturation: CGFloat = 1
  package var brightness: CGFloat = 0
  package var contrast: CGFloat = 1
  /// Radians.
  package var angle: CGFloat = 0
  /// How strong the effect is.
  package var amount: CGFloat
  package var color = CGColor.white
  /// Four rows of five numbers.
  package var colorMatrix: [Double] = [1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0]

  package init(type: String) {
    self.type = type
    amount = FilterKind(named: type) == .colorBrightness ? 0 : 1
    // As Core Image has it (documented).
    if FilterKind(named: type) == .bloom { (radius, amount) = (10, 0.5) }
  }

  package var kind: FilterKind? { FilterKind(named: type) }
}

/// Effects that turn a layer with its sublayers into a bitmap before it is drawn.
package struct EffectState: RareGroup {
  package static let defaults = EffectState()

  /// Applied to the layer with its sublayers, in order.
  package var filters: [FilterState]?
  /// Applied to what lies below the layer, inside its bounds.
  package var backgroundFilters: [FilterState]?
  package var shouldRasterize = false
  /// Pixels per point of the bitmap.
  package var rasterizationScale: CGFloat = 1
}

/// The two lists of filters that a layer has.
package enum FilterList: String, Sendable, CaseIterable {
  case filters, backgroundFilters
}

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

  /// The first filter of a name. Without one it reads as a filter that draws nothing, and writing does nothing.
  package subscript(filterNamed name: String, in list: FilterList) -> FilterState {
    get { self[list]?.first { $0.name == name } ?? FilterState(type: "") }
    set {
      guard let index = self[list]?.firstIndex(where: { $0.name == name }) else { return }
      self[list]?[index] = newValue
    }
  }
}
