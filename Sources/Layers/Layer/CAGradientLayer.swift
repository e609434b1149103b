public import Foundation
import StarmineGraphics
package import StarmineScene

/// How the colours of a gradient layer spread.
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

/// A layer that fills its rounded bounds with a gradient, over its background.
///
/// Names, types and defaults are Core Animation's (behavior.md 1.7).
open class CAGradientLayer: CALayer {
  package override class var properties: [Property<LayerState>] { super.properties + Property.gradientLayer }

  /// `CGColor`s of the stops; other objects are left out. Default nil; less than two draw nothing (measured).
  open var colors: [Any]? {
    get { state.gradient.colors }
    set { set(\.gradient.colors, newValue.map { $0.compactMap { $0 as? CGColor } }) }
  }
  /// Places of the stops, 0...1, ascending; fewer than there are colours draw nothing (measured). Default nil, which
  /// spreads the colours evenly.
  open var locations: [NSNumber]? {
    get { state.gradient.locations.map { $0.map { NSNumber(value: $0) } } }
    set { set(\.gradient.locations, newValue.map { $0.map(\.doubleValue) }) }
  }
  /// Where the first colour is, in units of the bounds. Default (0.5, 0).
  open var startPoint: CGPoint {
    get { state.gradient.startPoint }
    set { set(\.gradient.startPoint, newValue) }
  }
  /// Where the last colour is, in units of the bounds. Default (0.5, 1).
  open var endPoint: CGPoint {
    get { state.gradient.endPoint }
    set { set(\.gradient.endPoint, newValue) }
  }
  /// Where the first colour of a radial gradient is, from `startPoint`, in units of its radii: a highlight beside the
  /// middle. The ellipse stays where it is; a focus outside of it counts as one just inside. Ours. Default (0, 0).
  open var focus: CGPoint {
    get { state.gradient.focus }
    set { set(\.gradient.focus, newValue) }
  }
  /// How the colours spread; an unknown type is kept and drawn as the default. Default axial.
  open var type: CAGradientLayerType {
    get { CAGradientLayerType(rawValue: state.gradient.type.rawValue) }
    set { set(\.gradient.type, Spelling(rawValue: newValue.rawValue)) }
  }
}
