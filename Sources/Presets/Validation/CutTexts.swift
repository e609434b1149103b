extension PresetScene {
  /// Maximum number of checked texts, because each is laid out.
  private static let mostTexts = 500

  /// Replaces notes on texts that are cut off by their layer or the canvas in `unsupported`.
  /// - Parameter file: name of the document in messages.
  package mutating func checkTexts(file: String) {
    unsupported.removeAll { $0.isCutText }
    let named = Set(events.flatMap { $0.changes.compactMap(\.name) + $0.animations.map(\.layer) })
    let hasStates = rootLayer.states != nil
    var (rest, count) = ([rootLayer], 0)
    while let layer = rest.popLast(), count < Self.mostTexts {
      rest += (layer.sublayers ?? []).reversed() + [layer.mask].compactMap { $0 }
      guard let text = layer as? CATextLayer else { continue }
      count += 1
      guard let misfit = text.misfit(isMoved: { hasStates || $0.label.map(named.contains) ?? false }) else { continue }
      var problem = DocumentProblem(remark: message(on: text, misfit), file: file)
      problem.isCutText = true
      unsupported.append(problem)
    }
  }

  private func message(on layer: CATextLayer, _ misfit: String) -> String {
    let text = layer.shownText ?? ""
    let owner = sequence(first: layer as CALayer, next: \.superlayer).lazy.compactMap(\.label).first
    let place = layer.label.map { "of layer \($0)" } ?? owner.map { "in layer \($0)" } ?? "of a layer"
    // A variable whose value is most of the text. Other matches are accidental.
    let variable = variables.filter { variable in
      guard variable.kind == .text, let value = variable.value, !value.isEmpty else { return false }
      return value.count * 2 >= text.count && text.contains(value)
    }.max { ($0.value?.count ?? 0) < ($1.value?.count ?? 0) }
    // Accents above the font's lines are cut in a short text too.
    let isHigh = misfit == "is cut at the top"
    let change = isHigh ? "move the layer into the stage" : variable.map { "shorten the variable \($0.name)" }
    let shrink = layer.fit == CATextLayerFitMode.none ? "set fit to shrink" : nil
    let help = [change, shrink].compactMap { $0 }.joined(separator: ", or ")
    let start = "The text \"\(text.excerpt(40))\" \(place) \(misfit)."
    return start + (help.isEmpty ? " Shorten it." : " \(help.prefix(1).uppercased() + help.dropFirst()).")
  }
}
