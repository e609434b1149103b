import Foundation
import Starmine
import Testing

/// Things in a program's scene that have no effect are in the warnings of an export.
@Suite struct SceneRemarkTests {
  private func warnings(_ build: @escaping (CALayer) -> Void) throws -> [String] {
    let movie = Movie(size: CGSize(width: 20, height: 20)) {
      let root = CALayer()
      root.name = "root"
      build(root)
      return root
    }
    movie.duration = 0.1
    return try movie.export(to: FileManager.default.temporaryDirectory.appending(path: "a.null").path).warnings
  }

  private func fade(beginTime: Double) -> CABasicAnimation {
    let animation = CABasicAnimation(keyPath: "opacity")
    (animation.fromValue, animation.toValue, animation.duration) = (0, 1, 1)
    animation.beginTime = beginTime
    return animation
  }

  @Test func cellsWithoutPictureAreNamed() throws {
    let found = try warnings { root in
      let (emitter, cell) = (CAEmitterLayer(), CAEmitterCell())
      (cell.name, cell.birthRate, cell.lifetime) = ("snow", 10, 1)
      emitter.emitterCells = [cell]
      root.addSublayer(emitter)
    }
    #expect(found.count == 1 && found[0].hasPrefix("CAEmitterLayer: cell snow: ") && found[0].contains("no contents"))
  }

  @Test func animationsThatAreOverAreNamed() throws {
    let found = try warnings { $0.add(fade(beginTime: 1.5), forKey: "a") }
    #expect(found.count == 1 && found[0].contains("CALayer \"root\": a ends before it is added"), "\(found)")
    #expect(try warnings { $0.add(fade(beginTime: CACurrentMediaTime() - 0.5), forKey: "a") } == [])
  }

  @Test(arguments: ["isHidden", "isDoubleSided", "isGeometryFlipped"])
  func namesOfSwiftAreNoKeys(name: String) throws {
    let key = name.dropFirst(2).prefix(1).lowercased() + name.dropFirst(3)
    let animated = try warnings { root in
      let animation = CABasicAnimation(keyPath: name)
      (animation.fromValue, animation.toValue) = (true, true)
      root.add(animation, forKey: nil)
    }
    #expect(animated.count == 1 && animated[0].contains("use \"\(key)\""), "\(animated)")
    let written = try warnings { $0.setValue(true, forKey: name) }
    #expect(written.count == 1 && written[0].contains("use \"\(key)\""), "\(written)")
    #expect(try warnings { $0.setValue(false, forKey: key) } == [])
  }
}
