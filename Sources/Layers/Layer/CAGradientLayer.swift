/// Type of a gradient.
public struct CAGradientLayerType: CAStringConstant {
  /// The text that documents and key-value coding have.
  public let rawValue: String
  /// A constant by its text; any text is kept.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Along the line from `startPoint` to `endPoint`; the default.
  public static let axial = Self(rawValue: "axial")
  /// From `startPoint` outwards; `endPoint` gives the radii.
  public static let radial = Self(rawValue: "radial")
  /// Around `startPoint`, from the direction of `endPoint`.
  public static let conic = Self(rawValue: "conic")
}

/// A layer that draws a gradient in its rounded bounds, above its background colour.
///
///     let sky = CAGradientLayer()
///     sky.colors = [UIColor.blue.cgColor, UIColor.white.cgColor]
///     sky.frame = CGRect(x: 0, y: 0, width: 320, height: 180)
///
/// Names, types and defaults are those of Core Animation (behavior.md 1.7).
open class CAGradientLayer: CALayer {
  package override class var properties: [Property<LayerState>] { super.properties + Property.gradientLayer }

  /// Colours of the stops, as `CGColor`. Other objects are ignored. Fewer than two draw nothing (measured). Default
  /// nil.
  open var colors: [Any]? {
    get { state.gradient.colors }
    set { set(\.gradient.colors, newValue.map { $0.compactMap { $0 as? CGColor } }) }
  }
  /// Positions of the stops, 0...1, ascending. Fewer than the colours draw nothing (measured). Default nil: evenly
  /// spaced.
  open var locations: [NSNumber]? {
    get { state.gradient.locations.map { $0.map { NSNumber(value: $0) } } }
    set { set(\.gradient.locations, newValue.map { $0.map(\.doubleValue) }) }
  }
  /// Position of the first colour in units of the bounds. Default (0.5, 0).
  open var startPoint: CGPoint {
    get { state.gradient.startPoint }
    set { set(\.gradient.startPoint, newValue) }
  }
  /// Position of the last colour in units of the bounds. Default (0.5, 1).
  open var endPoint: CGPoint {
    get { state.gradient.endPoint }
    set { set(\.gradient.endPoint, newValue) }
  }
  /// Offset of the first colour of a radial gradient from `startPoint`, in units of the radii. Limited to the ellipse.
  /// A Starmine extension. Default (0, 0).
  open var focus: CGPoint {
    get { state.gradient.focus }
    set { set(\.gradient.focus, newValue) }
  }
  /// Type of the gradient. An unknown type is drawn as the default. Default axial.
  open var type: CAGradientLayerType {
    get { CAGradientLayerType(rawValue: state.gradient.type.rawValue) }
    set { set(\.gradient.type, Spelling(rawValue: newValue.rawValue)) }
  }
}
