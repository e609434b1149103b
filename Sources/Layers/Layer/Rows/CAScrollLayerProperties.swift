import Foundation
package import StarmineScene

extension Property where Root == LayerState {
  /// `CAScrollLayer` (behavior.md 1.10).
  static let scrollLayer: [Property<LayerState>] = [
    Property("scrollMode", \.viewing.scrollMode, animatable: false, "The axes along which the layer scrolls.")
  ]
}

extension CAScrollLayerScrollMode: PropertyValue {
  package static var kind: ValueKind { .enumeration(all.map(\.rawValue)) }
  /// Any text, as on Apple's system: a mode that is not listed scrolls nothing.
  package init?(keyValue: Any?) {
    guard let text = text(in: keyValue) else { return nil }
    self.init(rawValue: text)
  }
  package var keyValue: Any? { rawValue }
}
