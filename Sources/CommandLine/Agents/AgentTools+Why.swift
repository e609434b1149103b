import Foundation
import StarmineRendering
import StarmineEmbedding
import StarmineLayers
import StarmineMedia
import StarminePresets
import StarmineRaster

extension AgentTools {
  /// Elements that are looked at, each by a picture without it.
  private static let mostElements = 60

  /// What each layer and cell adds to a moment: the pixels that differ without it, or why there are none.
  func why(_ arguments: AgentArguments) throws(HostError) -> [AgentContent] {
    let scene = try scene(arguments)
    let time = try moment(arguments, scene)
    let whole = try pixels(of: scene, time)
    let size = scene.pixelSize
    var lines = ["\(ValueText.text(time)) s, \(size.width)x\(size.height): \(summary(whole, scene))"]
    let seconds = max(0, time) * scene.movie.speed
    let sight = LayerSight(scene.movie.snapshot(at: seconds), at: seconds, in: scene.movie.size)
    let elements = elements(of: scene)
    for element in elements.prefix(Self.mostElements) {
      let other = try HostedScene(scene.source, frame: scene.frame, threads: threads)
      // A change that does not fit here says nothing about what is seen.
      guard (try? other.apply(arguments.texts(.set) + [element.without])) != nil else { continue }
      let difference = difference(whole, try pixels(of: other, time), size)
      let reason = difference == nil ? reason(element, scene, without: other, sight) : ""
      lines.append("\(element.name): \(difference ?? "adds nothing: \(reason)")")
    }
    if elements.count > Self.mostElements { lines.append("and \(elements.count - Self.mostElements) more") }
    lines += scene.remarks.prefix(30).map(\.text)
    return [.text(lines.joined(separator: "\n"))]
  }

  /// Why an element adds nothing.
  private func reason(
    _ element: Element, _ scene: HostedScene, without other: HostedScene, _ sight: LayerSight
  ) -> String {
    guard element.isCell else { return sight.reason(element.name) }
    let layer = element.name.firstRange(of: ".emitterCells.").map { String(element.name[..<$0.lowerBound]) }
    if let hiding = layer.flatMap({ sight.hiding[$0] }) { return "its layer has \(hiding)" }
    let lookup = LayerLookup(root: scene.scene.rootLayer)
    func value(_ key: String) -> Any? { try? lookup.find("\(element.name).\(key)").value }
    let keys = ["birthRate", "lifetime", "scale", "contentsScale"]
    if let key = keys.first(where: { (value($0) as? NSNumber)?.doubleValue == 0 }) { return "\(key) 0" }
    let living = scene.counts.living - other.counts.living
    guard living > 0 else { return "no particle is alive at this moment" }
    let isSeen = scene.counts.drawn > other.counts.drawn
    return "\(living) particles alive, \(isSeen ? "too faint or covered" : "outside the frame, transparent or hidden")"
  }

  private func summary(_ pixels: [UInt32], _ scene: HostedScene) -> String {
    let isEven = pixels.allSatisfy { $0 == pixels[0] }
    return counts(scene) + (isEven ? "; the picture is one colour: nothing is seen" : "")
  }

  private func pixels(of scene: HostedScene, _ time: Double) throws(HostError) -> [UInt32] {
    try scene.draw(at: time) { (picture) throws(HostError) in
      picture.withPixels { all in
        (0..<picture.height).flatMap { y in all[y * picture.stride..<y * picture.stride + picture.width] }
      }
    }
  }

  /// A layer or cell with a name, and the change that removes it.
  private struct Element {
    let name: String
    let without: String
    var isCell = false
  }

  private func elements(of scene: HostedScene) -> [Element] {
    scene.parameters().compactMap { row in
      if row.name.hasSuffix(".birthRate"), row.info.kind == .number, row.owner == "CAEmitterCell" {
        return Element(
          name: String(row.name.dropLast(".birthRate".count)), without: "\(row.name)=0", isCell: true)
      }
      guard row.name.hasSuffix(".hidden"), row.info.kind == .boolean else { return nil }
      return Element(name: String(row.name.dropLast(".hidden".count)), without: "\(row.name)=true")
    }
  }

  private func difference(_ a: [UInt32], _ b: [UInt32], _ size: PixelSize) -> String? {
    var (left, top, right, bottom, count) = (size.width, size.height, -1, -1, 0)
    for y in 0..<size.height {
      for x in 0..<size.width where a[y * size.width + x] != b[y * size.width + x] {
        (left, right, top, bottom) = (min(left, x), max(right, x), min(top, y), max(bottom, y))
        count += 1
      }
    }
    return count == 0 ? nil : "\(count) pixels in \(left),\(top) to \(right),\(bottom)"
  }
}
