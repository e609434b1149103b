public import Foundation
public import StarmineGraphics
public import StarmineLayers
public import StarmineScene

/// A loaded preset: a layer tree with its stage and timeline. Layers belong to the thread that loaded it.
public struct PresetScene {
  /// Where the lives of emitters begin.
  public enum Start: String, Sendable, CaseIterable {
    /// As on Apple's system: a layer or cell with `beginTime` 0 has been emitting since media time 0 (measured), long
    /// before the movie's first frame.
    case steady
    /// Emitters without a begin time of their own begin with the movie's first frame.
    case clean
  }

  /// How the stage and a frame of another shape come together.
  public enum Fit: String, Sendable, CaseIterable {
    /// All of the stage is seen; beside it is the background.
    case contain
    /// The stage fills the frame; what reaches beyond it is cut off.
    case cover
    /// The stage fills the frame; shapes are stretched with it.
    case stretch
    /// The stage takes the frame's shape, with its own area; what is laid out relative to it follows.
    case reflow
  }

  /// The document's name, or the file's without its ending.
  public var name = ""
  /// One line about it.
  public var summary = ""
  /// Where lists of presets have it; nil: nowhere in particular.
  public var group: PresetGroup?
  /// The document's layers.
  public var rootLayer = CALayer()
  /// Points. Default 1920 x 1080.
  public var size = CGSize(width: 1920, height: 1080)
  /// Pixels per point. Default 1.
  public var scale = 1.0
  /// Frames per second, above 0 and up to 1000. Default 60.
  public var framesPerSecond = 60.0
  /// Seconds. Default 10.
  public var duration = 10.0
  /// What the document leaves open, with what it is in this scene.
  public internal(set) var variables: [PresetVariable] = []
  /// Moments with names, by time, that events of the timeline may happen at.
  public internal(set) var cues: [PresetCue] = []
  /// Colour behind the layers. Default black.
  public var background = CGColor.black
  /// First number of everything random. Default 1.
  public var seed: UInt32 = 1
  /// Where the lives of emitters begin. Default steady.
  public var start = Start.steady
  /// How fast the scene's time runs: 0.5 is half as fast and twice as long, cues included.
  public var speed = 1.0
  /// How the stage and a frame of another shape come together.
  public var fit = Fit.contain
  /// Layers of the scene that are drawn. Default automatic: over a transparent background without scenery.
  public var parts = Parts.automatic
  /// How the scene goes on after its end; nil: not at all.
  public var loop: Loop?
  /// A glow around what is bright; nil: none.
  public var bloom: Bloom?
  /// How light beyond white is shown.
  public var toneMapping = ToneMapping.none
  /// Whether files keep light beyond white.
  public var dynamicRange = DynamicRange.standard
  /// Nits of white in files of high dynamic range. Default 203.
  public var white = 203.0
  /// Nits that the brightest light comes near to in such files. Default 1000.
  public var peak = 1000.0
  /// What frames are drawn in. Default: what the file holds.
  public var depth = Depth.auto
  /// Colours of the file. Default sRGB.
  public var colorSpace = ColorSpace.sRGB
  /// Where steps between colours are broken up. Default auto.
  public var dither = Dither.auto
  /// A shutter that stays open; nil: every frame is one moment.
  public var motionBlur: MotionBlur?
  /// Sound files under the movie.
  package var sounds: [PresetSound] = []
  /// By time.
  package var events: [PresetEvent] = []
  /// Requests of the document for things that the program does not have.
  public var unsupported: [DocumentProblem] = []
  /// Things that load and are probably not meant so: angles that look like degrees, cells that draw nothing.
  public package(set) var remarks: [DocumentProblem] = []

  var values: ValueReader

  /// An empty scene with the default of every value.
  init(values: ValueReader) { self.values = values }

  /// A scene that says nothing.
  package static var empty: PresetScene {
    let loader = PresetLoader { _ in throw ValueMismatchError("an empty scene has no pictures") }
    let images = ImageStore(directory: URL(fileURLWithPath: "/"), loader: loader)
    return PresetScene(values: ValueReader(clock: 0, images: images))
  }

  /// Size of a frame in pixels, where nothing else is asked for.
  public var pixelSize: (width: Int, height: Int) {
    (Int((size.width * scale).rounded()), Int((size.height * scale).rounded()))
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
  public var frameCount: Int { Int((duration / speed * framesPerSecond).rounded()) }

  /// Gives the stage another size; the root layer fills it, and lengths that follow it are measured on it from now on.
  mutating func resize(to size: CGSize) {
    (self.size, values.stage) = (size, size)
    rootLayer.fill(size)
  }

  /// Where documents fit themselves to the frame: its shape becomes the stage's.
  mutating func takeShape(of frame: PresetFrame?) {
    if let fit = frame?.fit { self.fit = fit }
    if let frame, fit == .reflow { size = frame.stage(for: size) }
    values.stage = size
  }

  /// The sprite that an image was made of; nil for images from files.
  package func sprite(_ image: Any?) -> Sprite? { (image as? CGImage).flatMap(values.images.sprite(of:)) }
}

/// The frame that a scene is made for.
package struct PresetFrame: Sendable {
  /// Pixels; nil: what the document says.
  package var size: CGSize?
  /// Instead of what the document says.
  package var fit: PresetScene.Fit?

  package init(size: CGSize?, fit: PresetScene.Fit? = nil) { (self.size, self.fit) = (size, fit) }

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
