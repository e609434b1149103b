import ExampleSupport
import Starmine

/// The two complete programs of `Documentation/swift.md`; a test compares them line by line. Both write their movies to
/// a temporary folder. The second is also written to the file given as an argument.
@main enum ReadmeSnippets: ExampleProgram {
  static let name = "readme"

  static func makeMovie() -> Movie {
    do {
      let there = FileManager.default.currentDirectoryPath
      let folder = FileManager.default.temporaryDirectory.appending(path: "readme-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer {
        _ = FileManager.default.changeCurrentDirectoryPath(there)
        try? FileManager.default.removeItem(at: folder)
      }
      _ = FileManager.default.changeCurrentDirectoryPath(folder.path(percentEncoded: false))
      if let picture = UIImage.sample(0, side: 32).cgImage { try ImageWriter.writePNG(picture, toPath: "rocket.png") }
      try emitter()
    } catch {
      fatalError("\(error)")
    }
    let movie = views()
    movie.duration = 3
    return movie
  }

  private static func emitter() throws {
    let emitter = CAEmitterLayer()
    emitter.emitterPosition = CGPoint(x: 187.5, y: 587)
    emitter.emitterShape = .line
    emitter.renderMode = .additive

    let rocket = CAEmitterCell()
    rocket.name = "rocket"
    rocket.birthRate = 3
    rocket.lifetime = 1.02
    rocket.velocity = 500
    rocket.contents = try ImageReader.image(atPath: "rocket.png")
    emitter.emitterCells = [rocket]

    let movie = Movie(rootLayer: emitter, size: CGSize(width: 375, height: 667))
    movie.scale = 2
    movie.duration = 3
    movie.at(0.1) { root in root.setValue(0, forKeyPath: "emitterCells.rocket.birthRate") }
    _ = try movie.export(to: "fireworks.mp4")
  }

  private static func views() -> Movie {
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 375, height: 667))
    let card = UIView(frame: CGRect(x: 40, y: 100, width: 295, height: 200))
    card.backgroundColor = .systemTeal
    window.addSubview(card)

    let movie = Movie(window: window)
    movie.at(0.5) { _ in
      UIView.animate(withDuration: 0.8, delay: 0, usingSpringWithDamping: 0.6, initialSpringVelocity: 0) {
        card.center.y = 500
      } completion: { _ in
        UIView.transition(with: card, duration: 1, options: .transitionCurlUp) { card.backgroundColor = .systemOrange }
      }
    }
    movie.at(2) { _ in window.tap(at: CGPoint(x: 200, y: 500)) }
    return movie
  }
}
