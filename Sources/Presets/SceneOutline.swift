import Foundation
import Graphics
import Layers

extension PresetScene {
  /// The scene in words: stage, tree of layers and cells with what differs from the defaults, timeline.
  public var outline: String {
    let (width, height) = pixelSize
    var lines = [summary.isEmpty ? name : "\(name): \(summary)", ""]
    lines.append(
      "movie  \(width)x\(height) pixels (\(Self.text(size.width)) x \(Self.text(size.height)) points at scale "
        + "\(Self.text(scale))), \(Self.text(framesPerSecond)) fps, \(Self.text(duration)) s, \(frameCount) frames, "
        + "background \(background.hexText), seed \(seed), \(start.rawValue) start")
    lines.append("")
    append(rootLayer, title: rootLayer.className, depth: 0, to: &lines)
    if !events.isEmpty { lines += ["", "timeline"] + events.map(describe) }
    return lines.joined(separator: "\n")
  }

  private func append(_ container: any PropertyContainer, title: String, depth: Int, to lines: inout [String]) {
    let indent = String(repeating: "  ", count: depth)
    lines.append(indent + title + (container.name.map { " \"\($0)\"" } ?? ""))
    for key in container.keys {
      guard let info = container.info(forKey: key), !info.isDerived, key != "name" else { continue }
      let value = text(container.readProperty(key), info)
      if value != text(container.defaultProperty(key), info) { lines.append("\(indent)    \(key) = \(value)") }
    }
    for key in container.keys {
      for element in container.elements(key) ?? [] {
        append(element, title: element.className, depth: depth + 1, to: &lines)
      }
    }
  }

  private func describe(_ event: PresetEvent) -> String {
    let actions = event.changes.map { "\($0.path) = \($0.text)" } + event.removals.map { "remove \($0)" }
    return "  at \(Self.text(event.time)) s: " + actions.joined(separator: ", ")
  }

  private func text(_ value: Any?, _ info: PropertyInfo) -> String {
    switch value {
    case nil: return "none"
    case let number as NSNumber where info.kind == .boolean: return number.boolValue ? "true" : "false"
    case let number as NSNumber:
      let unit = info.unit == .none ? "" : " \(info.unit.rawValue)"
      return Self.text(number.doubleValue) + unit
    case let point as CGPoint: return "\(Self.text(point.x)), \(Self.text(point.y))"
    case let size as CGSize: return "\(Self.text(size.width)) x \(Self.text(size.height))"
    case let rect as CGRect:
      return "\(Self.text(rect.minX)), \(Self.text(rect.minY)), \(Self.text(rect.width)) x \(Self.text(rect.height))"
    case let color as CGColor:
      return [color.red, color.green, color.blue, color.alpha].map { Self.text($0) }.joined(separator: " ")
        + " (\(color.hexText))"
    case let image as CGImage: return values.images.origin(of: image)
    case let text as String: return text
    case let value?: return String(describing: value)
    }
  }

  /// At most six digits, so that 32-bit values read as they were written.
  private static func text(_ number: Double) -> String {
    String(format: "%.6g", number)
  }
}
