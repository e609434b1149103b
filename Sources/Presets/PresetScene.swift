/// A loaded preset: a layer tree with settings and a timeline. Use it on the thread that loaded it.
@dynamicMemberLookup
public struct PresetScene {
  /// Name of the document, or of the file without its extension.
  public var name = ""
  /// One-line description.
  public var summary = ""
  /// Group in lists of presets. Nil: no group.
  public var group: PresetGroup?
  /// The root layer of the document.
  public var rootLayer = CALayer()
  /// Settings of the movie. Their members are members of the scene: `scene.size`.
  public var settings = MovieSettings()
  /// Variables of the document with their values in this scene.
  public internal(set) var variables: [PresetVariable] = []
  /// Cues by time. Events of the timeline can refer to them.
  public internal(set) var cues: [PresetCue] = []
  package var sounds: [PresetSound] = []
  package var events: [PresetEvent] = []
  /// Unsupported features that the document uses, and texts that are cut off.
  public var unsupported: [DocumentProblem] = []
  /// Warnings about probable mistakes, such as angles that look like degrees and cells that draw nothing.
  public package(set) var remarks: [DocumentProblem] = []

  package var values: ValueReader

  /// Creates an empty scene with default values.
  init(values: ValueReader) {
    self.values = values
    settings.seed = 1
  }

  /// A member of `settings`.
  public subscript<Value>(dynamicMember path: WritableKeyPath<MovieSettings, Value>) -> Value {
    get { settings[keyPath: path] }
    set { settings[keyPath: path] = newValue }
  }

  package static var empty: PresetScene {
    let loader = PresetLoader { _ in throw ValueMismatchError("an empty scene has no images") }
    let images = ImageStore(directory: URL(fileURLWithPath: "/"), loader: loader)
    return PresetScene(values: ValueReader(clock: 0, images: images))
  }

  /// Default size of a frame in pixels.
  public var pixelSize: (width: Int, height: Int) {
    (
      Int((settings.size.width * settings.scale).rounded()), Int((settings.size.height * settings.scale).rounded())
    )
  }

  package var clock: Double { values.clock }

  package var valueText: ValueText { ValueText(origin: values.images.origin) }

  /// All properties of named layers and their named cells, by the key paths for `--set`.
  package var tunableProperties: [PropertyEntry] {
    rootLayer.tunableProperties
  }

  /// Number of frames of the movie.
  public var frameCount: Int { settings.frameCount }

  /// Resizes the canvas. The root layer fills it, and later relative lengths use the new size.
  mutating func resize(to size: CGSize) {
    (settings.size, values.stage) = (size, size)
    rootLayer.fill(size)
  }

  /// For documents with `reflow`, gives the canvas the aspect ratio of the frame.
  mutating func takeShape(of frame: PresetFrame?) {
    if let fit = frame?.fit { settings.fit = fit }
    if let frame, settings.fit == .reflow { settings.size = frame.stage(for: settings.size) }
    values.stage = settings.size
  }

  /// The sprite of an image; nil for images from files.
  package func sprite(_ image: Any?) -> Sprite? { (image as? CGImage).flatMap(values.images.sprite(of:)) }
}

package struct PresetFrame: Sendable {
  /// Pixels; nil: the size of the document.
  package var size: CGSize?
  package var fit: MovieSettings.Fit?

  package init(size: CGSize?, fit: MovieSettings.Fit? = nil) { (self.size, self.fit) = (size, fit) }

  /// A canvas with the frame's aspect ratio and the area of another canvas. Rounding differences are ignored.
  func stage(for stage: CGSize) -> CGSize {
    guard let size, size.width > 0, size.height > 0 else { return stage }
    let (shape, own) = (size.width / size.height, stage.width / stage.height)
    guard abs(shape / own - 1) > 0.004 else { return stage }
    let height = (stage.width * stage.height / shape).squareRoot()
    return CGSize(width: min(16_384, height * shape), height: min(16_384, height))
  }
}

extension CALayer {
  fileprivate var tunableProperties: [PropertyEntry] {
    let own = allProperties.filter { !$0.keyPath.hasPrefix("sublayers.") }
    let prefix = label.map { "\($0)." } ?? ""
    let reachable = label == nil && superlayer != nil ? [] : own
    return reachable.map { PropertyEntry(keyPath: prefix + $0.keyPath, info: $0.info, value: $0.value) }
      + (sublayers ?? []).flatMap(\.tunableProperties)
  }
}

extension MovieSettings.Parts {
  /// Reads the option values for parts. Nil if none is given.
  /// - Throws: an error for more than one, and for invalid values.
  package init?(only: String?, without: String?, with: String?) throws(ValueMismatchError) {
    let given = [
      ("only", only, "particles", MovieSettings.Parts.particles), ("without", without, "scenery", .withoutScenery),
    ]
    let all = (given + [("with", with, "scenery", .all)]).filter { $0.1 != nil }
    guard let first = all.first else { return nil }
    guard all.count == 1 else {
      throw ValueMismatchError("\(all.map(\.0).joined(separator: ", ")): use only one of these options")
    }
    guard let word = first.1, word == first.2 else {
      throw ValueMismatchError("\(first.0)=\((first.1 ?? "").excerpt(40)): expected \(first.2)")
    }
    self = first.3
  }
}

extension PresetScene {
  /// Selects the layers to draw. Without scenery, the background becomes transparent; you can set another one.
  public mutating func show(_ parts: MovieSettings.Parts) {
    settings.parts = parts
    if parts == .withoutScenery || parts == .particles { settings.background = .clear }
  }

  /// A note on parts that are left out by default, or that do not exist; otherwise nil.
  /// - Parameter isOverClip: whether a video is behind the scene.
  package func partsRemark(isOverClip: Bool = false) -> String? {
    let scenery = rootLayer.scenery
    switch settings.parts {
    case .all: return nil
    case .automatic:
      guard !scenery.isEmpty, isOverClip || settings.background.alpha < 1 else { return nil }
      let behind = isOverClip ? "a clip" : "a transparent background"
      return "the scenery is left out over \(behind): \(Self.list(scenery)); --with scenery keeps it"
    case .withoutScenery:
      return scenery.isEmpty ? "no layer has the role \"scenery\": only the background is left out" : nil
    case .particles:
      return rootLayer.holdsParticles ? nil : "no emitter is outside of the scenery: there are no particles to draw"
    }
  }

  /// Hides the layers of other parts, so that exports to programs without parts show the same as frames.
  package func hideLayersLeftOut() {
    guard settings.shownParts != .all else { return }
    rootLayer.hide(allBut: settings.shownParts, under: nil)
  }

  /// The first layers by name, and the number of others.
  private static func list(_ layers: [CALayer]) -> String {
    let names = layers.compactMap(\.name)
    let shown = names.prefix(3).map { $0.excerpt() }
    let rest = layers.count - shown.count
    let more = rest == 1 ? "one layer" : "\(rest) layers"
    if shown.isEmpty { return more }
    return shown.joined(separator: ", ") + (rest > 0 ? " and \(rest == 1 ? "one more" : "\(rest) more")" : "")
  }
}

extension CALayer {
  /// Keys of a layer's own drawing, without its sublayers.
  private static let drawingKeys = [
    "backgroundColor", "contents", "colors", "path", "string", "emitterCells", "borderWidth", "shadowOpacity",
  ]

  /// - Returns: whether a part of the subtree is kept.
  @discardableResult
  fileprivate func hide(allBut parts: MovieSettings.Parts, under inherited: LayerRole?) -> Bool {
    let role = role ?? inherited
    var keepsSublayers = false
    for child in sublayers ?? [] where child.hide(allBut: parts, under: role) { keepsSublayers = true }
    if parts.keeps(self, role) { return true }
    guard keepsSublayers else {
      isHidden = true
      return false
    }
    for key in Self.drawingKeys where info(forKey: key) != nil {
      _ = writeProperty(defaultProperty(key), key)
      for name in animationKeys() ?? [] where (animation(forKey: name) as? CAPropertyAnimation)?.keyPath == key {
        removeAnimation(forKey: name)
      }
    }
    return true
  }

  fileprivate var scenery: [CALayer] {
    (role == .scenery ? [self] : []) + (sublayers ?? []).flatMap(\.scenery)
  }

  fileprivate var holdsParticles: Bool { holdsParticles(under: nil) }

  private func holdsParticles(under inherited: LayerRole?) -> Bool {
    let role = role ?? inherited
    return MovieSettings.Parts.particles.keeps(self, role)
      || (sublayers ?? []).contains { $0.holdsParticles(under: role) }
  }
}
