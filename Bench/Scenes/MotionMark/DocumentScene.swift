import StarmineRendering
import Foundation
import StarmineCore
import StarmineGraphics
package import StarminePresets
import StarmineScene

extension BenchScene {
  /// A scene that is a document, as `starmine still` and `starmine render` take it: its text is read as any other's.
  ///
  /// - Parameter background: of the frame, as documents spell colours.
  static func document(
    named name: String, _ group: Group, _ summary: String, background: String = "#000000", cycle: Int = 12,
    seed: UInt64 = 1, _ layers: @escaping @Sendable (inout LayerStage) -> [DocumentValue]
  ) -> BenchScene {
    let write: @Sendable () -> String = {
      var stage = LayerStage(seed: seed)
      let document: DocumentValue = [
        "name": .text(name), "summary": .text(summary),
        "movie": [
          "size": [.number(Double(viewport.width)), .number(Double(viewport.height))], "fps": 60, "duration": 10,
          "background": .text(background),
        ],
        "layer": ["sublayers": .list(layers(&stage))],
      ]
      return document.pretty() + "\n"
    }
    var scene = BenchScene(name: name, group: group, summary: summary, cycle: cycle) { settings in
      let preset = try Movie.presetLoader.load(
        Array(write().utf8), file: "\(name).json", directory: URL(filePath: "/", directoryHint: .isDirectory))
      let movie = Movie(preset)
      let tree = movie.snapshot(at: 0)
      let moments = (0..<cycle).map { TreePlayer.Moment(tree: tree, time: Movie.startTime + Double($0) / 60) }
      return TreePlayer(moments, in: try movie.viewport(for: nil), settings)
    }
    scene.document = write
    return scene
  }
}

// MARK: Values of documents as Swift's literals

extension DocumentValue: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral, ExpressibleByStringLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByNilLiteral
{
  package init(dictionaryLiteral members: (String, DocumentValue)...) {
    self.init(.object(members.map { DocumentMember($0, $1) }))
  }

  package init(arrayLiteral items: DocumentValue...) { self.init(.array(items)) }

  package init(stringLiteral text: String) { self.init(.string(text)) }

  package init(integerLiteral number: Int) { self.init(.number(Double(number))) }

  package init(floatLiteral number: Double) { self.init(.number(number)) }

  package init(booleanLiteral flag: Bool) { self.init(.boolean(flag)) }

  package init(nilLiteral: ()) { self.init(.null) }

  static func text(_ text: String) -> DocumentValue { DocumentValue(.string(text)) }

  /// With three decimals, which are enough for pixels.
  static func number(_ number: Double) -> DocumentValue { DocumentValue(.number((number * 1000).rounded() / 1000)) }

  static func numbers(_ numbers: Double...) -> DocumentValue { DocumentValue(.array(numbers.map(Self.number))) }

  static func list(_ items: [DocumentValue]) -> DocumentValue { DocumentValue(.array(items)) }

  /// An object with more members; later ones count.
  func with(_ more: DocumentValue) -> DocumentValue {
    guard case .object(let old) = content, case .object(let new) = more.content else { return self }
    return DocumentValue(.object(old.filter { member in !new.contains { $0.key == member.key } } + new))
  }
}

// MARK: Motion

extension DocumentValue {
  /// Evenly from one value to another and again, or back.
  ///
  /// - Parameter phase: the part of the way that lies behind at the beginning, 0 to 1; of both ways with `returns`.
  static func motion(
    of keyPath: String, from: DocumentValue, to: DocumentValue, seconds: Double, phase: Double = 0,
    returns: Bool = false, curve: DocumentValue = "linear"
  ) -> DocumentValue {
    [
      "keyPath": .text(keyPath), "fromValue": from, "toValue": to, "duration": .number(seconds),
      "timingFunction": curve, "autoreverses": DocumentValue(.boolean(returns)), "repeatCount": "infinity",
      "timeOffset": .number(phase * seconds * (returns ? 2 : 1)),
    ]
  }

  /// Through values at even steps of time and again.
  static func steps(
    of keyPath: String, _ values: [DocumentValue], seconds: Double, jumps: Bool = false
  ) -> DocumentValue {
    [
      "class": "CAKeyframeAnimation", "keyPath": .text(keyPath), "values": .list(values),
      "calculationMode": jumps ? "discrete" : "linear", "duration": .number(seconds), "repeatCount": "infinity",
    ]
  }

  /// Around the middle, from an angle in radians on.
  static func turning(from angle: Double, seconds: Double, clockwise: Bool = true) -> DocumentValue {
    motion(
      of: "transform.rotation.z", from: .number(angle), to: .number(angle + (clockwise ? 2 : -2) * .pi),
      seconds: seconds)
  }
}
