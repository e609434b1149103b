/// Particle Designer's systems, as read by Starling (`.pex`), cocos2d (`.plist`) and others (`.json`). Every key was
/// compared with those players (`Documentation/formats.md 3`).
///
/// A variance of v spreads from -v to v, so it is half of a range here.
struct ParticleDesigner {
  let keys: ForeignObject
  let source: ImportSource
  var draft = EmitterDraft()
  /// Whether y points up.
  let isUp: Bool
  /// -1 if the file inverts the motion, as in cocos2d.
  let turn: Double
  /// Centre of the source in points.
  var center = (x: 0.0, y: 0.0)
  /// Mean lifetime in seconds.
  let life: Double
  /// Variance of the lifetime in seconds.
  let lifeVariance: Double
  /// The share of the particles that is being read; see `ParticleDesigner+Shares`.
  var share = Share()

  /// Allowed lifetimes and variances in seconds.
  private static let lives = 0.0...3600

  static func scene(_ source: ImportSource) throws(ImportError) -> ForeignScene {
    let ending = source.url.pathExtension.lowercased()
    let value: ForeignValue
    switch ending {
    case "pex": value = flattened(try XMLTree.parse(source))
    case "plist": value = try PropertyList.parse(source)
    default: value = try source.json()
    }
    guard value.members != nil,
      value["maxParticles"] != nil || value["particleLifespan"] != nil || value["particleLifeSpan"] != nil
    else { throw source.error("it has no maxParticles and no particleLifespan: no particle system") }
    var reader = ParticleDesigner(ForeignObject(value, record: source.record), source, ending)
    return reader.scene()
  }

  private init(_ keys: ForeignObject, _ source: ImportSource, _ ending: String) {
    (self.keys, self.source) = (keys, source)
    // Starling's y points down; a file with this key sets it to 1 for y up.
    let flip = keys.number("yCoordFlipped", default: ending == "pex" ? 0 : 1)
    isUp = ending != "pex" || flip > 0
    turn = flip < 0 && isUp ? -1 : 1
    life = max(0.01, keys.number("particleLifespan", "particleLifeSpan", default: 1, within: Self.lives))
    lifeVariance = abs(
      keys.number("particleLifespanVariance", "particleLifeSpanVariance", within: -Self.lives.upperBound...3600))
  }

  /// Converts `<sourcePosition x="1" y="2"/>` to `sourcePositionx` and `sourcePositiony`, as in property lists.
  private static func flattened(_ root: XMLNode) -> ForeignValue {
    var members: [(key: String, value: ForeignValue)] = []
    for node in root.children {
      let texture = ["name": "textureFileName", "data": "textureImageData"]
      for (name, text) in node.attributes {
        let suffix = ["red": "Red", "green": "Green", "blue": "Blue", "alpha": "Alpha"][name] ?? name
        let key =
          node.name == "texture"
          ? texture[name] ?? "texture.\(name)"
          : name == "value"
            ? node.name
            : node.name + suffix
        members.append((key, ForeignValue(.text(text), at: node.location)))
      }
    }
    return ForeignValue(.object(members), at: root.location)
  }

  private mutating func scene() -> ForeignScene {
    var scene = ForeignScene()
    scene.isFlipped = isUp
    findCenter(on: scene.size)
    let born = births(&scene)
    let width = picture()
    let shares = shares(of: born.rate, count: born.count)
    let cells = shares.filter { lives(of: $0).mean + lives(of: $0).variance > 0 }.map { share in
      var reader = self
      reader.share = share
      reader.draft.set("lifetime", lives(of: share).mean)
      reader.draft.set("lifetimeRange", 2 * lives(of: share).variance)
      reader.draft.set("birthRate", born.rate / Double(share.count))
      reader.draft.set("timeOffset", share.number == 0 ? 0 : Double(share.number) / born.rate)
      reader.looks(width)
      if isRadial { reader.radius() } else { reader.gravity() }
      if draft.layer.isEmpty { draft.layer = reader.draft.layer }
      return reader.draft.cell
    }
    blend()
    if keys.has("configName") { scene.name = keys.text("configName") ?? "" }
    // Position settings, which the movie determines.
    keys.pass("absolutePosition", "positionType", "particleFileVersion", "uniqueID", "gameObjectName")
    keys.finish()
    scene.layers = [draft.value(named: "emitter", cells: cells)]
    return scene
  }

  /// Uses the file's position if it is on the stage or near it, otherwise the centre: players set the position.
  private mutating func findCenter(on stage: CGSize) {
    let middle = (x: Double(stage.width) / 2, y: Double(stage.height) / 2)
    center = (
      keys.number("sourcePositionx", default: middle.x), keys.number("sourcePositiony", default: middle.y)
    )
    func isNear(_ place: Double, _ side: CGFloat) -> Bool { abs(place / Double(side) - 0.5) <= 0.75 }
    guard !isNear(center.x, stage.width) || !isNear(center.y, stage.height) || center == (0, 0) else { return }
    let place = "\(ForeignValue.short(center.x)), \(ForeignValue.short(center.y))"
    let key = keys.has("sourcePositionx") ? "sourcePositionx" : "sourcePositiony"
    keys.lose(key, "\(place) is outside of the stage; the emitter is placed at the centre")
    center = middle
  }

  /// Players emit `maxParticles` per mean lifetime, but none while that many are alive. A variance larger than the mean
  /// increases the average, because lifetimes are at least 0.
  /// - Returns: Births per second, and their total number; nil for unlimited.
  private mutating func births(_ scene: inout ForeignScene) -> (rate: Double, count: Double?) {
    let most = keys.number("maxParticles", default: 100, within: 0...100_000)
    // Players fill an empty system at the rate of a mean lifetime.
    let lasting = lifeVariance > life ? (life + lifeVariance) * (life + lifeVariance) / (4 * lifeVariance) : life
    let duration = keys.number("duration", default: -1, within: -1...3600)
    guard duration >= 0 else { return (most / lasting, nil) }
    // One frame at 60 frames per second, the shortest emission of players.
    let length = max(duration, 1.0 / 60)
    draft.set("duration", length)
    scene.duration = max(2, min(60, length + life + lifeVariance))
    let count = min(length, life) * most / life + max(0, length - life) * most / lasting
    return (count / length, count)
  }

  /// The picture, and its width in pixels.
  private mutating func picture() -> Double {
    var image: DocumentValue?
    if let data = keys.value("textureImageData"), data.text != "" {
      do throws(EmbeddedImageError) {
        image =
          if case .data(let bytes) = data.content {
            try EmbeddedImage.value(bytes, source.record)
          } else {
            try EmbeddedImage.value(base64: data.text ?? "", source.record)
          }
      } catch {
        keys.lose("textureImageData", error.message)
      }
    }
    if let file = keys.value("textureFileName"), let name = file.text, image == nil, !name.isEmpty {
      image = EmbeddedImage.file(named: name, in: source.folder, source.record, at: file.location)
    }
    draft.cell.append(("contents", image ?? EmbeddedImage.standIn()))
    return max(1, EmbeddedImage.size(image, folder: source.folder).map { Double($0.width) } ?? 64)
  }
}
