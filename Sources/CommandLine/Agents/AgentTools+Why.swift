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

  /// What each layer and cell adds to a moment: the pixels that are others without it.
  func why(_ arguments: AgentArguments) throws(HostError) -> [AgentContent] {
    let scene = try scene(arguments)
    let time = try moment(arguments, scene)
    let whole = try pixels(of: scene, time)
    let size = scene.pixelSize
    var lines = ["\(ValueText.text(time)) s, \(size.width)x\(size.height): \(summary(whole, scene))"]
    let elements = elements(of: scene)
    for element in elements.prefix(Self.mostElements) {
      let other = try HostedScene(scene.source, frame: scene.frame, threads: threads)
      // A change that does not fit here says nothing about what is seen.
      guard (try? other.apply(arguments.texts(.set) + [element.without])) != nil else { continue }
      lines.append("\(element.name): \(difference(whole, try pixels(of: other, time), size))")
    }
    if elements.count > Self.mostElements { lines.append("and \(elements.count - Self.mostElements) more") }
    lines += scene.remarks.prefix(30).map(\.text)
    return [.text(lines.joined(separator: "\n"))]
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

  /// Layers and cells with names, and the change that takes each away.
  private func elements(of scene: HostedScene) -> [(name: String, without: String)] {
    var found: [(String, String)] = []
    for row in scene.parameters() {
      if row.name.hasSuffix(".birthRate"), row.info.kind == .number, row.owner == "CAEmitterCell" {
        found.append((String(row.name.dropLast(".birthRate".count)), "\(row.name)=0"))
      } else if row.name.hasSuffix(".hidden"), row.info.kind == .boolean {
        found.append((String(row.name.dropLast(".hidden".count)), "\(row.name)=true"))
      }
    }
    return found
  }

  private func difference(_ a: [UInt32], _ b: [UInt32], _ size: PixelSize) -> String {
    var (left, top, right, bottom, count) = (size.width, size.height, -1, -1, 0)
    for y in 0..<size.height {
      for x in 0..<size.width where a[y * size.width + x] != b[y * size.width + x] {
        (left, right, top, bottom) = (min(left, x), max(right, x), min(top, y), max(bottom, y))
        count += 1
      }
    }
    if count == 0 { return "adds nothing" }
    return "\(count) pixels in \(left),\(top) to \(right),\(bottom)"
  }
}
