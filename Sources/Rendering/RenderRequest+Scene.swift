/// A scene with all changes of a request, and the settings for its frames.
package struct RequestedScene {
  package let scene: PresetScene
  /// Notes on the document. Unsupported features are in `scene.unsupported`.
  package let notes: [String]
  /// Requested size in pixels; nil: the movie's size times its scale.
  let size: RequestedSize?
  private let supersampling: Int

  init(_ scene: PresetScene, _ notes: [String], _ request: RenderRequest) {
    (self.scene, self.notes, size, supersampling) = (scene, notes, request.pixels, request.supersampling)
  }

  /// Creates a movie of the scene. Call it only once, because the layers belong to the movie.
  package func movie() -> Movie { Movie(scene) }

  /// Notes on features of the movie's file that single images do not have.
  package var pictureNotes: [String] {
    scene.settings.colorSpace == .displayP3
      ? ["single pictures are in sRGB; render to a PNG sequence (-o frame-%05d.png) for Display P3"] : []
  }

  package var frameOptions: FrameOptions {
    var options = FrameOptions(pixelSize: size?.pixels(for: scene.settings.size))
    options.supersampling = supersampling
    return options
  }
}

extension RenderRequest {
  package var pixels: RequestedSize? { size ?? profile?.size }

  /// The values of the document's variables, also those of changes and of a palette.
  package var values: GivenVariables {
    var changes = changes + paletteChanges
    return variables.merging(source.giving(variables).values(taking: &changes))
  }

  package var filledSource: PresetSource {
    source.giving(values).giving(cues: cues).giving(captions: captions.file, look: captions.look)
  }

  /// Loads the scene and applies everything by precedence. Errors: problems of the document (`PresetError`), invalid
  /// values (`ValueMismatchError`).
  package func scene() throws -> RequestedScene { try scene(changing: filledSource.scene(in: frame)) }

  /// The frame for loading the document, whose canvas may take its aspect ratio.
  package var frame: PresetFrame {
    let fit = (options + changes).last { $0.path == "movie.fit" && $0.operation == .assign }
    return PresetFrame(
      size: pixels?.exact.map { CGSize(width: $0.width, height: $0.height) },
      fit: fit.flatMap { MovieSettings.Fit(rawValue: $0.value) })
  }

  /// Applies everything to a loaded scene of `filledSource`.
  package func scene(changing loaded: PresetScene) throws -> RequestedScene {
    var scene = loaded
    if let parts { scene.show(parts) }
    var notes: [String] = []
    for change in overrides(of: scene) {
      do { notes += try scene.apply(change) } catch {
        let isOption = change.text.hasPrefix("--") || change.path == "palette"
        throw ValueMismatchError((isOption ? "" : changeLabel) + error.message)
      }
    }
    if !changes.isEmpty || !options.isEmpty { scene.checkTexts(file: source.file) }
    notes += scene.remarks.map(\.description)
    notes += [scene.partsRemark(isOverClip: clip != nil)].compactMap { $0 }
    if let state { try scene.begin(in: state) }
    return RequestedScene(scene, notes, self)
  }

  /// All changes in the order of application: profile, options, changes, palette.
  package func overrides(of scene: PresetScene) -> [PropertyOverride] {
    profileOptions + options + lengths(of: scene) + changes.filter { GivenVariables.name(in: $0) == nil }
      + paletteChanges
  }

  private var paletteChanges: [PropertyOverride] {
    palette.map { [PropertyOverride(path: "palette", value: $0, "--palette \($0)")] } ?? []
  }

  private var profileOptions: [PropertyOverride] {
    guard let profile else { return [] }
    // The requested parts already determine the background.
    let background = profile.isOverlay ? "transparent" : nil
    let values = [
      ("background", background), ("fps", profile.framesPerSecond.map { "\($0)" }), ("hdr", profile.hdr?.rawValue),
    ]
    return values.compactMap { key, value in
      value.map { PropertyOverride(path: "movie.\(key)", value: $0, "--for \(profile.name)") }
    }
  }

  /// Durations of the request are those of the file; those of the document are in its own time.
  private func lengths(of scene: PresetScene) -> [PropertyOverride] {
    let speed = speed(of: scene)
    let round = loop.map { MovieSettings.Loop(length: $0.length.map { $0 * speed }, blends: $0.blends) }
    let length = duration.map { $0 * speed } ?? round?.length
    return [
      length.map { PropertyOverride(path: "movie.duration", value: "\($0)", "--duration") },
      round.map { PropertyOverride(path: "movie.loop", value: $0.text, "--loop") },
    ].compactMap { $0 }
  }

  /// The speed after all changes. An invalid string is reported when it is applied.
  private func speed(of scene: PresetScene) -> Double {
    (options + changes).filter { $0.path == "movie.speed" }.reduce(scene.settings.speed) { speed, change in
      guard let value = Double(change.value) else { return speed }
      return switch change.operation {
      case .assign: value
      case .add: speed + value
      case .multiply: speed * value
      }
    }
  }
}

extension PresetScene {
  /// Enters a state before the first frame. Errors: an unknown state.
  func begin(in state: String) throws(ValueMismatchError) {
    let names = rootLayer.states?.names ?? []
    guard names.contains(state) else {
      throw ValueMismatchError(
        names.isEmpty
          ? "--state \(state): the document has no states"
          : "--state \(state): no such state\(state.alternatives(among: names))")
    }
    rootLayer.setState(state, animated: false)
  }
}
