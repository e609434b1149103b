/// Size, rotation, colour and blending. Changes from start to finish run over each particle's life, as in the players;
/// start variances stay constant over it.
extension ParticleDesigner {
  private static let sizes = 0.0...100_000

  /// - Parameter width: Picture width in pixels.
  mutating func looks(_ width: Double) {
    var start = keys.number("startParticleSize", default: width, within: Self.sizes) / width
    var finish = keys.number("finishParticleSize", "FinishParticleSize", default: -1, within: -1...100_000) / width
    var spread = 2 * keys.number("startParticleSizeVariance", within: Self.sizes) / width
    let end = variance("finishParticleSizeVariance", "FinishParticleSizeVariance") / width
    // With a negative finish size, the size does not change.
    if end != 0, finish >= 0 {
      start = max(0, start + spread / 2 * share.place(0))
      finish = max(0, finish + end * share.place(1))
      spread = 0
    }
    draft.set("scale", start, unless: 1)
    draft.set("scaleRange", spread)
    if finish >= 0 { draft.addCurve("scale", from: start, to: finish, isAdditive: spread != 0) }
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
    var spreads = parts.map { abs(keys.number("startColorVariance\($0)", "startColor\($0)Variance")) }
    var starts = parts.map { keys.number("startColor\($0)", default: 1) }
    var ends = zip(parts, starts).map { keys.number("finishColor\($0)", default: $1) }
    let endSpreads = parts.map { variance("finishColorVariance\($0)", "finishColor\($0)Variance") }
    if endSpreads.contains(where: { $0 != 0 }) {
      for index in parts.indices {
        starts[index] = min(max(starts[index] + spreads[index] * share.place(2 + index), 0), 1)
        ends[index] = min(max(ends[index] + endSpreads[index] * share.place(6 + index), 0), 1)
        spreads[index] = 0
      }
    }
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
  }

  /// OpenGL blend factors for an opaque stage, whose destination alpha is 1.
  private static func factor(_ number: Double) -> Int {
    switch Int(exactly: number) ?? -1 {
    case 772: 1
    case 773: 0
    case let other: other
    }
  }

  mutating func blend() {
    // The first versions had no blend factors.
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
        "blend factors \(factors) are not supported; source over is used")
    }
  }
}
