import Foundation
import StarmineGraphics
import StarmineLayers
import StarmineScene

/// A change of the stage and its clock, as `movie.duration=3`.
package struct MovieChange {
  package let key: String
  private let change: PropertyOverride

  /// Nil for a change of something else.
  package init?(_ change: PropertyOverride) {
    guard change.path.hasPrefix("movie.") else { return nil }
    (key, self.change) = (String(change.path.dropFirst("movie.".count)), change)
  }

  /// Sets it. Errors: no such key, a value that does not fit.
  ///
  /// - Returns: the new value as a document spells it.
  @discardableResult
  func apply(to scene: inout PresetScene) throws(ValueMismatch) -> DocumentValue {
    switch key {
    case "duration": scene.duration = try number(scene.duration, .seconds, upTo: 86_400)
    case "fps": scene.framesPerSecond = try number(scene.framesPerSecond, .framesPerSecond, upTo: 1000)
    case "scale": scene.scale = try number(scene.scale, .none, upTo: 16)
    case "speed": scene.speed = try number(scene.speed, .none, upTo: 1000)
    case "seed":
      let value = try number(Double(scene.seed), .none, upTo: Double(UInt32.max), allowsZero: true)
      guard let seed = UInt32(exactly: value) else { throw ValueMismatch("expected a whole number") }
      scene.seed = seed
    case "background": scene.background = try ColorText.parse(change.value)
    case "start": scene.start = try choice(PresetScene.Start.self)
    case "fit": scene.fit = try choice(PresetScene.Fit.self)
    case "loop": scene.loop = try PresetScene.Loop(parsing: change.value)
    case "bloom": scene.bloom = try PresetScene.Bloom(parsing: change.value)
    case "toneMapping": scene.toneMapping = try choice(PresetScene.ToneMapping.self)
    case "motionBlur":
      let blur = change.value == "false" ? nil : MotionBlur(parsing: change.value == "true" ? "180" : change.value)
      guard blur != nil || change.value == "false" else {
        throw ValueMismatch("expected true, false or ANGLE:PHASE:SAMPLES such as 180:-90:16")
      }
      scene.motionBlur = blur
    case "size":
      let given = try scene.values.read(DocumentValue(argument: change.value, kind: .size), kind: .size, unit: .points)
      guard let size = given as? CGSize, size.width > 0, size.height > 0, max(size.width, size.height) <= 16_384 else {
        throw ValueMismatch("expected two sides above 0 and up to 16384 points, such as 1920,1080")
      }
      scene.size = size
      scene.rootLayer.bounds = CGRect(origin: .zero, size: size)
      scene.rootLayer.position = CGPoint(x: size.width / 2, y: size.height / 2)
    default:
      throw ValueMismatch("no property \(change.path)\(key.alternatives(among: SceneReader.movieKeys))")
    }
    return scene.movieValue(key)
  }

  private func number(
    _ present: Double, _ unit: PropertyUnit, upTo limit: Double, allowsZero: Bool = false
  ) throws(ValueMismatch) -> Double {
    let given = try NumberText.parse(change.value, unit: change.operation == .multiply ? .none : unit)
    let value: Double
    switch change.operation {
    case .assign: value = given
    case .add: value = present + given
    case .multiply: value = present * given
    }
    guard value > 0 || allowsZero && value == 0, value <= limit else {
      throw ValueMismatch("expected a number above 0 and up to \(limit.shortText), found \(value.shortText)")
    }
    return value
  }

  private func choice<Value: RawRepresentable & CaseIterable>(
    _ type: Value.Type
  ) throws(ValueMismatch) -> Value where Value.RawValue == String {
    guard let value = Value(rawValue: change.value) else {
      let names = Value.allCases.map(\.rawValue)
      throw ValueMismatch("\"\(change.value.prefix(40))\" is none\(change.value.alternatives(among: names))")
    }
    return value
  }
}

extension PresetScene {
  /// Keys of the `movie` object.
  package static let movieKeys = SceneReader.movieKeys

  /// A value of the `movie` object as documents spell it.
  package func movieValue(_ key: String) -> DocumentValue {
    switch key {
    case "size": ValueSpelling.document(size, .size) ?? DocumentValue(.null)
    case "scale": DocumentValue(.number(scale))
    case "fps": DocumentValue(.number(framesPerSecond))
    case "duration": DocumentValue(.number(duration))
    case "background": DocumentValue(.string(background.hexText))
    case "seed": DocumentValue(.number(Double(seed)))
    case "start": DocumentValue(.string(start.rawValue))
    case "speed": DocumentValue(.number(speed))
    case "fit": DocumentValue(.string(fit.rawValue))
    case "bloom": bloom.map { DocumentValue(.string($0.text)) } ?? DocumentValue(.null)
    case "toneMapping": DocumentValue(.string(toneMapping.rawValue))
    case "loop": loop.map { DocumentValue(.string($0.text)) } ?? DocumentValue(.null)
    case "motionBlur": DocumentValue(.string(motionBlur?.text ?? "false"))
    default: DocumentValue(.null)
    }
  }
}
