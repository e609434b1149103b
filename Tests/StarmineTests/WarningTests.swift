import Foundation
import Starmine
import Testing

/// What a program learns of a movie that does not do what was meant.
struct WarningTests {
  private static func movie() -> (Movie, CALayer) {
    let root = CALayer()
    root.frame = CGRect(x: 0, y: 0, width: 8, height: 8)
    root.name = "square"
    let movie = Movie(rootLayer: root, size: root.bounds.size)
    (movie.duration, movie.framesPerSecond) = (1, 4)
    return (movie, root)
  }

  private static func warnings(_ movie: Movie) throws -> [String] {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).null")
    return try movie.export(to: file.path).warnings
  }

  @Test func usualAnimationsHaveNoWarnings() throws {
    let (movie, root) = Self.movie()
    for begin in [0, CACurrentMediaTime() + 0.5] {
      let animation = CABasicAnimation(keyPath: "opacity")
      (animation.fromValue, animation.toValue, animation.beginTime) = (0, 1, begin)
      root.add(animation, forKey: nil)
    }
    #expect(try movie.warnings.isEmpty && Self.warnings(movie).isEmpty)
  }

  @Test func documentsHaveTheWarningsOfTheirCheck() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(
      """
      { name: "late", movie: { size: [8, 8], duration: 1, fps: 4 }, layer: { sublayers: [ { name: "a",
        bounds: [0, 0, 4, 4],
        animations: { x: { keyPath: "opacity", fromValue: 0, toValue: 1, beginTime: 0.5, duration: 0.2 } } } ] } }
      """.utf8
    ).write(to: file)
    let movie = try Movie(presetNamed: file.path)
    #expect(movie.warnings.contains { $0.contains("before the movie begins") }, "\(movie.warnings)")
    #expect(try Self.warnings(movie) == movie.warnings)
  }
}
