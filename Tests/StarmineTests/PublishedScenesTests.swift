import Foundation
import Starmine
import StarmineTestSupport
import Testing

/// The 18 emitter scenes of published apps (facts in Tests/Conformance/emitter-scenes.json), with stand-in sprites,
/// drawn at five times each. Truth: that they draw at all, and show something; pictures of Apple's system are not at
/// hand.
@Suite struct PublishedScenesTests {
  private static let times = [0.0, 0.4, 1.3, 2.9, 8.0]

  @Test func everySceneIsDrawnAtFiveTimes() throws {
    let text = try Checkout.text(of: "Tests/Conformance/emitter-scenes.json")
    let scenes = try #require(JSONDecoder().decode(JSONValue.self, from: Data(text.utf8)).array)
    #expect(scenes.count == 18)
    for scene in scenes {
      let name = scene["id"].string ?? "?"
      let movie = PublishedScene(scene).movie
      var light: [Int] = []
      for time in Self.times {
        let frame = try pixels(movie.still(at: time, pixelSize: PixelSize(width: 94, height: 168)))
        light.append(frame.count { $0 != 0xFF20_3040 })
      }
      #expect(light.contains { $0 > 0 }, "\(name) shows nothing: \(light)")
    }
  }
}

/// A published scene as a layer tree.
private struct PublishedScene {
  let movie: Movie

  init(_ scene: JSONValue) {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 375, height: 667)
    root.position = CGPoint(x: 187.5, y: 333.5)
    movie = Movie(rootLayer: root, size: root.bounds.size)
    movie.background = CGColor(red: 0x20 / 255, green: 0x30 / 255, blue: 0x40 / 255, alpha: 1)
    for layer in scene["layers"].array ?? [] {
      let emitter = CAEmitterLayer()
      Self.assign(layer, to: emitter)
      emitter.emitterCells = Self.cells(layer)
      root.addSublayer(emitter)
      for event in layer["timeline"].array ?? [] { Self.schedule(event, emitter, movie) }
    }
  }

  /// Sets what is a property of a kind that fits; the documents carry a few that do not (`"emitterMode": "unordered"`).
  private static func assign(_ fields: JSONValue, to container: any PropertyContainer) {
    for (key, value) in fields.members where container.allKeys.contains(key) {
      _ = container.writeProperty(value.string == "CACurrentMediaTime()" ? CACurrentMediaTime() : value.any, key)
    }
  }

  private static func cells(_ parent: JSONValue) -> [CAEmitterCell]? {
    parent["emitterCells"].array?.map { fields in
      let cell = CAEmitterCell()
      assign(fields, to: cell)
      if !fields["contents"].isNull { cell.contents = Sprite(shape: "soft-dot", size: 32)?.makeImage() }
      cell.emitterCells = cells(fields)
      return cell
    }
  }

  private static func schedule(_ event: JSONValue, _ emitter: CAEmitterLayer, _ movie: Movie) {
    movie.at(event["t"].number ?? 0) { _ in
      for (key, value) in event["set"].members {
        if key == "removed" { emitter.removeFromSuperlayer() } else { try? emitter.set(value.any, atKeyPath: key) }
      }
    }
  }
}

extension JSONValue {
  fileprivate var members: [(key: String, value: JSONValue)] {
    (object ?? [:]).sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// As key-value coding takes it.
  fileprivate var any: Any? {
    if let array { return array.map { $0.any as Any } }
    return number ?? string
  }
}
