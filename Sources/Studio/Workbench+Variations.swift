import FlyingFox
import Foundation
import StarmineRendering
import StarmineGraphics
import StarmineLayers
import StarmineMedia
import StarminePresets
import StarmineTuning

// What the sheets of `tune` and `sheet` do, through the same code.
extension Workbench {
  static let mostVariations = 64
  static let mostPictures = 256
  /// Pixels of a sheet's pictures together.
  static let mostPixels = 32 << 20

  /// Random variations, the original first.
  func mutate(_ request: MutateRequest) throws -> VariationsReply {
    let scene = try draft(request.revision).source.scene()
    let amount = request.amount ?? 0.5
    guard amount > 0, amount <= 4 else { throw RequestError(.badRequest, "the amount is above 0 and up to 4") }
    let locks = locks(request.locks ?? [], in: scene)
    let count = request.count ?? 12
    guard (1...Self.mostVariations).contains(count) else {
      throw RequestError(.badRequest, "there are 1 to \(Self.mostVariations) variations")
    }
    let mutation = Mutation(amount: amount, locks: locks, seed: request.seed ?? scene.seed)
    return VariationsReply(try mutation.variations(of: scene, count: count))
  }

  /// Locks of single properties by their whole key paths; what keeps nothing in this scene is left out.
  private func locks(_ given: [String], in scene: PresetScene) -> [String] {
    let lookup = LayerLookup(root: scene.rootLayer)
    let paths = Set(scene.tunableProperties.map { $0.keyPath.lowercased() })
    let parts = Set(paths.flatMap { $0.split(separator: ".").map(String.init) })
    return given.prefix(500).compactMap { lock in
      if let path = (try? lookup.find(lock))?.path, paths.contains(path.lowercased()) { return path }
      let word = lock.lowercased()
      let isKnown = ["color", "colour"].contains(word) || parts.contains { $0.hasPrefix(word) }
      return isKnown && !lock.contains(".") ? lock : nil
    }
  }

  /// A contact sheet over time as PNG.
  func sheet(_ request: PictureRequest, times: [Double]?, count: Int, columns: Int?) throws -> [UInt8] {
    try request.check()
    guard (1...Self.mostPictures).contains(times?.count ?? count), (1...Self.mostPictures).contains(columns ?? 1) else {
      throw RequestError(.badRequest, "a sheet has 1 to \(Self.mostPictures) pictures, side by side or not")
    }
    let movie = newMovie(try scene(try draft(request), request))
    let length = movie.duration / movie.speed
    let times = times ?? (0..<count).map { count == 1 ? 0 : length * Double($0) / Double(count - 1) }
    let cell = request.size.map { PixelSize(width: $0[0], height: $0[1]) } ?? movie.thumbnailSize(longerSide: 320)
    guard times.count * cell.width * cell.height <= Self.mostPixels else {
      throw RequestError(
        .badRequest, "the pictures of a sheet have at most \(Self.mostPixels >> 20) megapixels together")
    }
    let across = min(times.count, columns ?? Int(Double(times.count).squareRoot().rounded(.up)))
    let pictures = try times.map { try movie.frame(at: $0 * movie.speed, FrameOptions(pixelSize: cell)) }
    let sheet = try ContactSheet(
      SheetLayout(columns: across, rows: (times.count + across - 1) / across, cell: cell))
    return try ImageWriter.png(try sheet.draw(pictures, workers: 0, unless: cancellation))
  }

  /// Every bundled preset with its line.
  func presets() -> PresetsReply {
    PresetsReply(
      presets: PresetLibrary.names.compactMap { name in
        guard let scene = try? draft(preset: name).source.stage() else { return nil }
        return PresetsReply.Preset(
          name: name, summary: scene.summary, group: scene.group?.rawValue ?? "",
          time: scene.duration / scene.speed / 2)
      })
  }
}
