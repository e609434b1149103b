import Foundation
import StarmineGraphics
import StarmineLayers
package import StarmineDocument

/// Why a cell draws nothing.
package struct CellRemarks {
  private let value: DocumentValue
  private let path: String
  private let values: ValueReader
  private let changed: Set<String>
  /// Values of cells where nothing is said.
  private let usual: CAEmitterCell
  /// The cell whose particles this cell's come from; nil for cells of a layer.
  private let parent: Parent?

  struct Parent {
    /// The longest of its particles.
    var lifetime: Double
    /// Whether they can hit a floor or a wall.
    var meetsSurfaces: Bool
  }

  /// Seconds below which a particle is not seen: a few frames.
  private static let shortestSight = 0.05

  init(
    _ value: DocumentValue, _ path: String, _ values: ValueReader, _ changed: Set<String>, _ usual: CAEmitterCell,
    parent: Parent?
  ) {
    (self.value, self.path, self.values, self.changed) = (value, path, values, changed)
    (self.usual, self.parent) = (usual, parent)
  }

  /// Whether a remark is one of those below that say so of all particles, at any time.
  package static func saysThatNothingIsSeen(_ remark: DocumentProblem) -> Bool {
    ["never emits", "are not seen", "die at once"].contains { remark.message.contains($0) }
  }

  func add(to list: inout SceneRemarks) {
    checkBirths(&list)
    checkLife(&list)
    checkSight(&list)
  }

  /// The number at a key, or the default.
  private func number(_ key: String) -> Double {
    let unit = usual.info(forKey: key)?.unit ?? .none
    if let given = value[key: key] { return (try? values.number(given, unit: unit)) ?? 0 }
    return (usual.defaultProperty(key) as? NSNumber)?.doubleValue ?? 0
  }

  private func say(_ message: String, _ keys: [String], _ list: inout SceneRemarks) {
    let key = keys.first { value[key: $0] != nil }
    let place = key.flatMap { key in value.members.first { $0.key == key }?.location } ?? value.location
    list.add(message, at: place, key.map { "\(path).\($0)" } ?? path)
  }

  private func checkBirths(_ list: inout SceneRemarks) {
    let rate = number("birthRate")
    if rate <= 0, !changed.contains("birthRate") {
      return say(
        value[key: "birthRate"] == nil
          ? "the cell has no birthRate: it never emits"
          : "birthRate is \(ValueText.text(rate)) and nothing changes it: the cell never emits", ["birthRate"], &list)
    }
    let children = value[key: "emitterCells"]?.items ?? []
    if value[key: "contents"] == nil, children.isEmpty {
      say("the cell has births but no contents: its particles are not seen", ["birthRate"], &list)
    }
    if let parent { checkMoment(parent, &list) }
  }

  private func checkMoment(_ parent: Parent, _ list: inout SceneRemarks) {
    let moment = value[key: "emissionMoment"]?.text ?? "life"
    if moment == "impact", !parent.meetsSurfaces {
      return say(
        "the cell emits where its parent hits something, and neither that nor the layer has a floor or walls",
        ["emissionMoment"], &list)
    }
    guard moment == "life", number("beginTime") > 0, parent.lifetime > 0, number("beginTime") >= parent.lifetime else {
      return
    }
    say(
      "beginTime is \(ValueText.text(number("beginTime"))) s, but the particles that it starts from live "
        + "\(ValueText.text(parent.lifetime)) s at most", ["beginTime"], &list)
  }

  private func checkLife(_ list: inout SceneRemarks) {
    let life = number("lifetime")
    guard life + number("lifetimeRange") / 2 <= 0, !changed.contains("lifetime") else { return }
    say(
      value[key: "lifetime"] == nil
        ? "the cell has no lifetime: its particles die at once"
        : "lifetime is \(ValueText.text(life)): the particles die at once", ["lifetime"], &list)
  }

  private func checkSight(_ list: inout SceneRemarks) {
    guard value[key: "contents"] != nil, number("lifetime") > 0 else { return }
    if number("scale") == 0, number("scaleRange") == 0, number("scaleSpeed") <= 0, !changed.contains("scale") {
      return say("scale is 0 and does not grow: the particles are not seen", ["scale"], &list)
    }
    let color = value[key: "color"].flatMap { try? ColorReader.read($0) } ?? .white
    let (alpha, speed) = (Double(color.alpha) + number("alphaRange") / 2, number("alphaSpeed"))
    if alpha <= 0, speed <= 0, !changed.contains("color") {
      return say("the colour is transparent and stays so: the particles are not seen", ["color"], &list)
    }
    guard speed < 0, alpha / -speed < Self.shortestSight else { return }
    say(
      "the particles fade out \(ValueText.text(alpha / -speed)) s after their birth, before they can be seen",
      ["alphaSpeed"], &list)
  }
}
