package import Foundation
import StarmineGraphics
public import StarmineLayers
import StarmineScene
package import StarmineDocument

/// A loaded preset: a layer tree with its stage and timeline. Layers belong to the thread that loaded it.
@dynamicMemberLookup
public struct PresetScene {
  /// The document's name, or the file's without its ending.
  public var name = ""
  /// One line about it.
  public var summary = ""
  /// Where lists of presets have it; nil: nowhere in particular.
  public var group: PresetGroup?
  /// The document's layers.
  public var rootLayer = CALayer()
  /// Canvas, timing and picture; they are members of the scene: `scene.size`.
  public var settings = MovieSettings()
  /// What the document leaves open, with what it is in this scene.
  public internal(set) var variables: [PresetVariable] = []
  /// Moments with names, by time, that events of the timeline may happen at.
  public internal(set) var cues: [PresetCue] = []
  /// Sound files under the movie.
  package var sounds: [PresetSound] = []
  /// By time.
  package var events: [PresetEvent] = []
  /// Requests of the document for things that the program does not have, and texts that are cut.
  public var unsupported: [DocumentProblem] = []
  /// Things that load and are probably not meant so: angles that look like degrees, cells that draw nothing.
  public package(set) var remarks: [DocumentProblem] = []

  package var values: ValueReader

  /// An empty scene with the default of every value.
  init(values: ValueReader) {
    self.values = values
    settings.seed = 1
  }

  /// A value of `settings`.
  public subscript<Value>(dynamicMember path: WritableKeyPath<MovieSettings, Value>) -> Value {
    get { settings[keyPath: path] }
    set { settings[keyPath: path] = newValue }
  }

  /// A scene that says nothing.
  package static var empty: PresetScene {
    let loader = PresetLoader { _ in throw ValueMismatchError("an empty scene has no pictures") }
    let images = ImageStore(directory: URL(fileURLWithPath: "/"), loader: loader)
    return PresetScene(values: ValueReader(clock: 0, images: images))
  }

  /// Size of a frame in pixels, where nothing else is asked for.
  public var pixelSize: (width: Int, height: Int) {
    (
      Int((settings.size.width * settings.scale).rounded()), Int((settings.size.height * settings.scale).rounded())
    )
  }

  /// Media time in seconds at which the movie starts.
  package var clock: Double { values.clock }

  /// Texts of the scene's values.
  package var valueText: ValueText { ValueText(origin: values.images.origin) }

  /// Every property of every named layer and of their named cells, by the key paths that `--set` takes.
  package var tunableProperties: [PropertyEntry] {
    rootLayer.tunableProperties
  }

  /// Frames of the whole movie.
  public var frameCount: Int { settings.frameCount }

  /// Gives the stage another size; the root layer fills it, and lengths that follow it are measured on it from now on.
  mutating func resize(to size: CGSize) {
    (settings.size, values.stage) = (size, size)
    rootLayer.fill(size)
  }

  /// Where documents fit themselves to the frame: its shape becomes the stage's.
  mutating func takeShape(of frame: PresetFrame?) {
    if let fit = frame?.fit { settings.fit = fit }
    if let frame, settings.fit == .reflow { settings.size = frame.stage(for: settings.size) }
    values.stage = settings.size
  }

  /// The sprite that an image was made of; nil for images from files.
  package func sprite(_ image: Any?) -> Sprite? { (image as? CGImage).flatMap(values.images.sprite(of:)) }
}

/// The frame that a scene is made for.
package struct PresetFrame: Sendable {
  /// Pixels; nil: what the document says.
  package var size: CGSize?
  /// Instead of what the document says.
  package var fit: MovieSettings.Fit?

  package init(size: CGSize?, fit: MovieSettings.Fit? = nil) { (self.size, self.fit) = (size, fit) }

  /// A stage of the frame's shape and of the area of another one. Shapes that differ by rounding alone are equal.
  func stage(for stage: CGSize) -> CGSize {
    guard let size, size.width > 0, size.height > 0 else { return stage }
    let (shape, own) = (size.width / size.height, stage.width / stage.height)
    guard abs(shape / own - 1) > 0.004 else { return stage }
    let height = (stage.width * stage.height / shape).squareRoot()
    return CGSize(width: min(16_384, height * shape), height: min(16_384, height))
  }
}

extension CALayer {
  /// Own properties under the layer's name, then those of the sublayers.
  fileprivate var tunableProperties: [PropertyEntry] {
    let own = allProperties.filter { !$0.keyPath.hasPrefix("sublayers.") }
    let prefix = label.map { "\($0)." } ?? ""
    let reachable = label == nil && superlayer != nil ? [] : own
    return reachable.map { PropertyEntry(keyPath: prefix + $0.keyPath, info: $0.info, value: $0.value) }
      + (sublayers ?? []).flatMap(\.tunableProperties)
  }
}
