import Foundation
import StarmineGraphics
import StarmineLayers

extension PresetScene {
  /// The scene in words: stage, tree of layers and cells with what differs from the defaults, timeline.
  package var outline: String {
    let (width, height) = pixelSize
    var lines = [summary.isEmpty ? name : "\(name): \(summary)", ""]
    lines.append(
      "movie  \(width)x\(height) pixels (\(Self.text(size.width)) x \(Self.text(size.height)) points at scale "
        + "\(Self.text(scale))), \(Self.text(framesPerSecond)) fps, \(Self.text(duration)) s, \(frameCount) frames, "
        + "background \(background.hexText), seed \(seed), \(start.rawValue) start"
        + movieChanges)
    lines.append("")
    append(rootLayer, title: rootLayer.className, depth: 0, to: &lines)
    if !events.isEmpty { lines += ["", "timeline"] + events.map { "  " + $0.outline } }
    return lines.joined(separator: "\n")
  }

  /// Values that the line does not name anyway, where they are not at their defaults.
  private var movieChanges: String {
    let said = ["size", "scale", "fps", "duration", "background", "seed", "start"]
    return MovieProperty.all.filter { !said.contains($0.key) && !$0.isDefault(in: self) }
      .map { ", \($0.key) \(text($0.read(self), $0.info))" }.joined()
  }

  private func append(_ container: any PropertyContainer, title: String, depth: Int, to lines: inout [String]) {
    let indent = String(repeating: "  ", count: depth)
    lines.append(indent + title + (container.name.map { " \"\($0)\"" } ?? ""))
    for key in container.keys {
      guard let info = container.info(forKey: key), !info.isDerived, key != "name", key != "id" else { continue }
      let value = text(container.readProperty(key), info)
      if value != text(container.defaultProperty(key), info) { lines.append("\(indent)    \(key) = \(value)") }
    }
    for key in container.listKeys {
      for element in container.elements(key) ?? [] {
        append(element, title: element.className, depth: depth + 1, to: &lines)
      }
    }
  }

  private func text(_ value: Any?, _ info: PropertyInfo) -> String {
    valueText.text(value, info)
  }

  private static func text(_ number: Double) -> String {
    ValueText.text(number)
  }
}

extension PresetEvent {
  /// In words: `at 2 s: sky.opacity = 0`.
  package var outline: String {
    let duration = transaction?.duration.map { " in \(ValueText.text($0)) s" } ?? ""
    return "at \(ValueText.text(time)) s\(duration): " + actions.joined(separator: ", ")
  }
}
