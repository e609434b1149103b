import Foundation
import StarmineGraphics
import StarmineScene

extension Property where Root == LayerState {
  /// `CALayer` (behavior.md 1.1; actions as measured there).
  static let layer: [Property<LayerState>] =
    [
      Property("name", \.name, animatable: false, "Name by which key paths find the layer."),
      Property(
        "bounds", \.bounds, unit: .points, range: 0...4096, action: .basic, "The layer's own coordinate rectangle."),
      Property(
        "position", \.position, unit: .points, range: 0...4096, action: .basic,
        "Where the anchor point sits in the superlayer."),
      Property(
        "zPosition", \.zPosition, unit: .points, range: -1000...1000, action: .basic,
        "Depth of the anchor point; orders siblings."),
      Property(
        "anchorPoint", \.anchorPoint, range: 0...1, action: .basic,
        "Pivot in units of the bounds; 0.5, 0.5 is the centre."),
      Property(
        "anchorPointZ", \.anchorPointZ, unit: .points, range: -1000...1000, action: .basic, "Depth of the pivot."),
      Property("transform", \.transform, action: .basic, "Applied about the anchor point."),
      Property<CATransform3D>(
        "sublayerTransform", \.self, action: .basic,
        "Applied to the sublayers about the anchor point; carries perspective."
      ).lifted(toLayerBy: \.sublayerTransform),
      Property(
        "hidden", \.isHidden, action: .transition, listsFalseDefault: true, "Neither the layer nor its sublayers show."),
      Property(
        "doubleSided", \.isDoubleSided, listsFalseDefault: true,
        "Whether the back of the layer shows when it faces the viewer."),
      Property("opacity", \.opacity, range: 0...1, action: .basic, "Opacity of the layer with its sublayers."),
      Property(
        "masksToBounds", \.masksToBounds, action: .transition, listsFalseDefault: true,
        "Sublayers and contents are clipped to the rounded bounds."),
      Property("backgroundColor", \.backgroundColor, action: .basic, "Fills the rounded bounds; nothing if nil."),
      Property(
        "cornerRadius", \.cornerRadius, unit: .points, range: 0...512, action: .basic,
        "Radius of the corners of background and clip."),
      Property("contents", \.contents, action: .basic, "Image that fills the bounds."),
    ] + Property<BorderState>.border.map { $0.lifted(toLayerBy: \.border) }
    + Property<ContentsPlacement>.placement.map { $0.lifted(toLayerBy: \.placement) }
    + Property<ShadowState>.shadow.map { $0.lifted(toLayerBy: \.shadow) } + compositing + effects
    + behavior
    + Property<Timing>.timing.map { $0.lifted(through: \.timing) }

  /// `CAEmitterLayer` besides what every layer has (behavior.md 5.1).
  static let emitterLayer: [Property<LayerState>] = Property<EmitterState>.emitter.map {
    $0.lifted(toLayerBy: \.emitter)
  }
}

extension Property where Root == EmitterState {
  /// The same rows by key, for births.
  static let emitterTable = PropertyTable(emitter)

  fileprivate static let emitter: [Property<EmitterState>] = [
    Property("birthRate", \.birthRate, range: 0...10, "Multiplies the birth rate of every top-level cell."),
    Property("lifetime", \.lifetime, range: 0...10, "Multiplies lifetimes at birth."),
    Property(
      "emitterPosition", \.emitterPosition, unit: .points, range: 0...4096,
      "Centre of the shape, in the layer's bounds."),
    Property(
      "emitterZPosition", \.emitterZPosition, unit: .points, range: -1000...1000, "Depth of the shape's centre."),
    Property("emitterSize", \.emitterSize, unit: .points, range: 0...4096, "Size of the shape; the width is a radius."),
    Property("emitterDepth", \.emitterDepth, unit: .points, range: 0...2000, "Extent of a cuboid along z."),
    Property("emitterShape", \.emitterShape, animatable: false, "Where particles are born."),
    Property("emitterMode", \.emitterMode, animatable: false, "Which part of the shape emits."),
    Property("renderMode", \.renderMode, animatable: false, "Drawing order and blending of particles."),
    Property("preservesDepth", \.preservesDepth, animatable: false, "Particles live in the superlayer's 3D space."),
    Property("velocity", \.velocity, range: -10...10, "Multiplies initial velocities."),
    Property("scale", \.scale, range: 0...10, "Multiplies initial scales."),
    Property("spin", \.spin, range: -10...10, "Multiplies initial spins."),
    Property(
      "spinBias", \.spinBias, unit: .radiansPerSecond, range: -10...10,
      "Added to initial spins. Private on Apple's system."),
    Property("seed", \.seed, range: 0...4_294_967_295, animatable: false, "Seed of the layer's random numbers."),
  ]
}
