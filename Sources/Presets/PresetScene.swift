public import Foundation
public import StarmineGraphics
public import StarmineLayers

/// A loaded preset: a layer tree with its stage and timeline. Layers belong to the thread that loaded it.
public struct PresetScene {
  public enum Start: String, Sendable, CaseIterable {
    /// As on Apple's system: a layer or cell with `beginTime` 0 has been emitting since media time 0 (measured), long
    /// before the movie's first frame.
    case steady
    /// Emitters without a begin time of their own begin with the movie's first frame.
    case clean
  }

  /// The document's name, or the file's without its ending.
  public var name: String
  /// One line about it.
  public var summary: String
  public var rootLayer: CALayer
  /// Points.
  public var size: CGSize
  /// Pixels per point.
  public var scale: Double
  public var framesPerSecond: Double
  /// Seconds.
  public var duration: Double
  public var background: CGColor
  public var seed: UInt32
  public var start: Start
  /// By time.
  package var events: [PresetEvent]
  /// Requests of the document for things that the program does not have.
  public var unsupported: [DocumentProblem]

  let values: ValueReader

  /// Size of a frame in pixels, where nothing else is asked for.
  public var pixelSize: (width: Int, height: Int) {
    (Int((size.width * scale).rounded()), Int((size.height * scale).rounded()))
  }

  /// Texts of the scene's values.
  package var valueText: ValueText { ValueText(origin: values.images.origin) }

  /// Every property of every named layer and of their named cells, by the key paths that `--set` takes.
  package var tunableProperties: [PropertyEntry] {
    rootLayer.tunableProperties
  }

  public var frameCount: Int { Int((duration * framesPerSecond).rounded()) }
}

extension CALayer {
  /// Own properties under the layer's name, then those of the sublayers.
  fileprivate var tunableProperties: [PropertyEntry] {
    let own = allProperties.filter { !$0.keyPath.hasPrefix("sublayers.") }
    let prefix = name.map { "\($0)." } ?? ""
    let reachable = name == nil && superlayer != nil ? [] : own
    return reachable.map { PropertyEntry(keyPath: prefix + $0.keyPath, info: $0.info, value: $0.value) }
      + (sublayers ?? []).flatMap(\.tunableProperties)
  }
}
