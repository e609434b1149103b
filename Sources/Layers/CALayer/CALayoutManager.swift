public import Foundation

/// Places the sublayers of layers (documented; behavior.md 1.14).
public protocol CALayoutManager {
  /// The size that a layer wants to have. The default is that of its frame.
  func preferredSize(of layer: CALayer) -> CGSize
  /// Forgets what is known about a layer's sublayers: the layer has been asked for layout. The default does nothing.
  func invalidateLayout(of layer: CALayer)
  func layoutSublayers(of layer: CALayer)
}

extension CALayoutManager {
  public func preferredSize(of layer: CALayer) -> CGSize { layer.frame.size }
  public func invalidateLayout(of layer: CALayer) {}
}
