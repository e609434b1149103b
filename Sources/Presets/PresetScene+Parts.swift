import Foundation
import StarmineGraphics
public import StarmineLayers
import StarmineScene
package import StarmineDocument

extension MovieSettings.Parts {
  /// Words for parts; options and requests have them. Nil where none is given.
  ///
  /// - Throws: for more than one, and for words that are none.
  package init?(only: String?, without: String?, with: String?) throws(ValueMismatchError) {
    let given = [
      ("only", only, "particles", MovieSettings.Parts.particles), ("without", without, "scenery", .withoutScenery),
    ]
    let all = (given + [("with", with, "scenery", .all)]).filter { $0.1 != nil }
    guard let first = all.first else { return nil }
    guard all.count == 1 else {
      throw ValueMismatchError("\(all.map(\.0).joined(separator: ", ")): each says which layers are drawn; take one")
    }
    guard let word = first.1, word == first.2 else {
      throw ValueMismatchError("\(first.0)=\((first.1 ?? "").excerpt(40)): expected \(first.2)")
    }
    self = first.3
  }
}

extension PresetScene {
  /// Leaves layers out. Where scenery goes the background goes too: it becomes transparent; set another one afterwards.
  public mutating func show(_ parts: MovieSettings.Parts) {
    settings.parts = parts
    if parts == .withoutScenery || parts == .particles { settings.background = .clear }
  }

  /// A remark about parts that are left out without having been named, or that are not there; nil where all is clear.
  ///
  /// - Parameter isOverClip: whether a clip is behind the scene.
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

  /// Hides the layers that the parts leave out, for programs that have no parts: what is exported then shows what
  /// frames show.
  package func hideLayersLeftOut() {
    guard settings.shownParts != .all else { return }
    rootLayer.hide(allBut: settings.shownParts, under: nil)
  }

  /// The first of them by name, and how many more there are.
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
  /// Keys of what layers draw themselves, apart from their sublayers.
  private static let drawingKeys = [
    "backgroundColor", "contents", "colors", "path", "string", "emitterCells", "borderWidth", "shadowOpacity",
  ]

  /// - Returns: whether anything of the subtree is kept.
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

  /// Layers that say of themselves that they are scenery.
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
