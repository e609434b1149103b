public import Foundation

/// Places the sublayers of layers (documented; behavior.md 1.14).
public protocol CALayoutManager {
  /// The size that a layer wants to have. The default is that of its frame.
  func preferredSize(of layer: CALayer) -> CGSize
  /// Forgets what is known about a layer's sublayers: the layer has been asked for layout. The default does nothing.
  func invalidateLayout(of layer: CALayer)
  /// Sets the frames of a layer's sublayers.
  func layoutSublayers(of layer: CALayer)
}

extension CALayoutManager {
  /// That of the layer's frame.
  public func preferredSize(of layer: CALayer) -> CGSize { layer.frame.size }
  /// Does nothing.
  public func invalidateLayout(of layer: CALayer) {}
}
