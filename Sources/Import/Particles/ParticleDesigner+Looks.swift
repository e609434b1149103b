import Foundation
import StarminePresets

/// Size, rotation, colour and blending. What leads from start to finish runs over each particle's own life, as in the
/// players; spreads at the start stay over it.
extension ParticleDesigner {
  private static let sizes = 0.0...100_000

  /// - Parameter width: of the picture, pixels.
  mutating func looks(_ width: Double) {
    let start = keys.number("startParticleSize", default: width, within: Self.sizes) / width
    let finish = keys.number("finishParticleSize", "FinishParticleSize", default: -1, within: -1...100_000) / width
    let spread = 2 * keys.number("startParticleSizeVariance", within: Self.sizes) / width
    draft.set("scale", start, unless: 1)
    draft.set("scaleRange", spread)
    // Below 0 the size stays.
    if finish >= 0 { draft.addCurve("scale", from: start, to: finish, isAdditive: spread != 0) }
    keys.expect(
      0, "finishParticleSizeVariance", "FinishParticleSizeVariance",
      reason: "sizes at the end have no spread of their own")
    rotation()
    colors()
  }

  /// Degrees clockwise, whichever way y points.
  private mutating func rotation() {
    let degrees = (isUp ? -1.0 : 1) * Double.pi / 180
    let (start, end) = (keys.number("rotationStart"), keys.number("rotationEnd"))
    draft.set("rotation", degrees * start)
    draft.set("rotationRange", abs(2 * keys.number("rotationStartVariance") * degrees))
    draft.addCurve("rotation", from: degrees * start, to: degrees * end, isAdditive: true)
    draft.set("spinRange", abs(2 * keys.number("rotationEndVariance") * degrees) / life)
  }

  private mutating func colors() {
    let parts = ["Red", "Green", "Blue", "Alpha"]
    let spreads = parts.map { abs(keys.number("startColorVariance\($0)", "startColor\($0)Variance")) }
    let starts = parts.map { keys.number("startColor\($0)", default: 1) }
    let ends = zip(parts, starts).map { keys.number("finishColor\($0)", default: $1) }
    draft.cell.append(("color", colorValue(starts[0], starts[1], starts[2], starts[3])))
    for (part, spread) in zip(parts, spreads) { draft.set("\(part.lowercased())Range", 2 * spread) }
    if spreads.allSatisfy({ $0 == 0 }), starts != ends {
      draft.addBehavior([
        ("type", .text("colorOverLife")),
        ("colors", .texts([starts, ends].map { colorValue($0[0], $0[1], $0[2], $0[3]) })),
      ])
    } else {
      for (index, part) in parts.enumerated() {
        draft.addCurve("color.\(part.lowercased())", from: starts[index], to: ends[index], isAdditive: true)
      }
    }
    for part in parts {
      keys.expect(
        0, "finishColorVariance\(part)", "finishColor\(part)Variance",
        reason: "colours at the end have no spread of their own")
    }
  }

  /// Factors of OpenGL by their numbers, on a stage that is opaque: there the destination's alpha is 1.
  private static func factor(_ number: Double) -> Int {
    switch Int(exactly: number) ?? -1 {
    case 772: 1
    case 773: 0
    case let other: other
    }
  }

  mutating func blend() {
    // Of the first versions, which had no factors.
    let isAdditive = keys.value("blendAdditive")?.isTrue ?? false
    let standard: Double = isAdditive ? 1 : 771
    let (from, to) = (
      keys.number("blendFuncSource", default: 770), keys.number("blendFuncDestination", default: standard)
    )
    switch (Self.factor(from), Self.factor(to)) {
    case (770, 1), (1, 1): draft.layer.append(("renderMode", .text("additive")))
    case (770, 771), (1, 771): break
    case (775, 1), (1, 769): draft.layer.append(("renderMode", .text("screen")))
    case (774, 0), (0, 768), (774, 771): draft.layer.append(("renderMode", .text("multiply")))
    default:
      let factors = "\(ForeignValue.short(from)) and \(ForeignValue.short(to))"
      keys.lose(
        keys.has("blendFuncSource") ? "blendFuncSource" : "blendFuncDestination",
        "blending by \(factors); drawn as usual")
    }
  }
}
