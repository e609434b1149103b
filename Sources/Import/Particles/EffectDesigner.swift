import Foundation
import StarmineDocument

/// UIEffectDesigner's `.ped`: JSON with the values of one emitter and its cell, and a PNG as base64. y points up.
enum EffectDesigner {
  private static let modes = ["unordered", "additive", "oldestLast", "oldestFirst"]
  private static let shapes = ["rectangle", "line", "point"]
  /// Keys that are a cell's of the same name, with their defaults.
  private static let cellKeys: [(String, Double)] = [
    ("birthRate", 0), ("lifetime", 0), ("lifetimeRange", 0), ("velocity", 0), ("velocityRange", 0),
    ("xAcceleration", 0), ("yAcceleration", 0), ("zAcceleration", 0), ("scale", 1), ("scaleRange", 0),
    ("scaleSpeed", 0), ("spin", 0), ("spinRange", 0), ("redRange", 0), ("redSpeed", 0), ("greenRange", 0),
    ("greenSpeed", 0), ("blueRange", 0), ("blueSpeed", 0), ("alphaRange", 0), ("alphaSpeed", 0),
  ]

  /// Values that stand for work.
  private static let bounds = [
    "birthRate": 0.0...100_000, "lifetime": 0.0...3600, "lifetimeRange": 0.0...3600,
  ]

  static func scene(_ source: ImportSource) throws(ImportError) -> ForeignScene {
    let effect = ForeignObject(try source.json(), record: source.record)
    var (scene, draft) = (ForeignScene(), EmitterDraft())
    scene.isFlipped = true
    let size = CGSize(
      width: effect.number("width", default: 100, within: 0...8192),
      height: effect.number("height", default: 100, within: 0...8192))
    let preview = effect.value("previewRect")?.numbersInText ?? []
    if preview.count == 4, preview[2] >= 1, preview[3] >= 1, max(preview[2], preview[3]) <= 8192 {
      scene.size = CGSize(width: preview[2], height: preview[3])
    }
    scene.startsClean = false
    place(effect, size, scene.size, &draft)
    let color = effect.text("color") ?? "#FFFFFF"
    draft.cell.append(("color", self.color(color, alpha: effect.number("alpha", default: 1), effect)))
    draft.cell.append(("contents", picture(effect, source.record)))
    for (key, standard) in cellKeys where effect.has(key) {
      let range = bounds[key] ?? -1e6...1e6
      draft.set(key, effect.number(key, within: range), unless: standard)
    }
    draft.set("emissionLatitude", effect.number("latitude"))
    draft.set("emissionLongitude", effect.number("longitude"))
    if effect.number("version") > 0.1 { effect.lose("version", "a newer format: keys may mean something else") }
    // Of no use in the program itself.
    effect.pass("aux1", "aux2", "aux3")
    effect.finish()
    scene.layers = [draft.value(named: "effect")]
    return scene
  }

  /// The effect's own place is kept where it lies on the stage. The player counts it from the upper left corner, though
  /// within the effect y points up.
  private static func place(_ effect: ForeignObject, _ size: CGSize, _ stage: CGSize, _ draft: inout EmitterDraft) {
    let (x, y) = (effect.number("x", default: stage.width / 2), effect.number("y", default: stage.height / 2))
    let isOnStage = (0...Double(stage.width)).contains(x) && (0...Double(stage.height)).contains(y)
    let center = isOnStage ? [x, Double(stage.height) - y] : [Double(stage.width) / 2, Double(stage.height) / 2]
    if !isOnStage { effect.lose(effect.has("x") ? "x" : "y", "not on the stage; the effect stands in its middle") }
    draft.layer.append(("emitterPosition", .list(center)))
    draft.layer.append(("emitterSize", .list([Double(size.width), Double(size.height)])))
    for (key, names, name) in [("emitterType", shapes, "emitterShape"), ("emitterMode", modes, "renderMode")] {
      let index = effect.number(key)
      if let index = Int(exactly: index), names.indices.contains(index) {
        draft.layer.append((name, .text(names[index])))
      } else {
        effect.lose(key, "expected 0 to \(names.count - 1)")
      }
    }
  }

  private static func color(_ text: String, alpha: Double, _ effect: ForeignObject) -> DocumentValue {
    let digits = text.drop { $0 == "#" }
    guard digits.count == 6, let number = Int(digits, radix: 16) else {
      effect.lose("color", "expected #RRGGBB")
      return colorValue(1, 1, 1, alpha)
    }
    let parts = [number >> 16, number >> 8 & 255, number & 255].map { Double($0) / 255 }
    return colorValue(parts[0], parts[1], parts[2], alpha)
  }

  private static func picture(_ effect: ForeignObject, _ record: ImportRecord) -> DocumentValue {
    do throws(EmbeddedImageError) {
      return try EmbeddedImage.value(base64: effect.text("texture") ?? "", record)
    } catch {
      effect.lose("texture", "a generated picture stands for it: \(error.message)")
      return EmbeddedImage.standIn()
    }
  }
}

extension ImportSource {
  /// The bytes as JSON.
  /// - Parameter takesLists: whether a list will do instead of an object.
  func json(takesLists: Bool = false) throws(ImportError) -> ForeignValue {
    do {
      let value = try JSON5Parser.parse(bytes, memory: min(Importer.maximumMemory, DocumentMemory.standardLimit))
      switch value.content {
      case .object: break
      case .array where takesLists: break
      default: throw error("expected an object, found \(value.quoted)")
      }
      return ForeignValue(value)
    } catch let failure as ImportError {
      throw failure
    } catch let failure as JSON5Error {
      throw error(failure.message, at: failure.location)
    } catch {
      throw self.error("\(error)")
    }
  }
}
