import ExampleSupport
import Starmine

/// POP's animations side by side: springs of increasing bounciness, decays and basic curves on the left; springs for
/// scale, colour, rotation, size, corners and strokes on the right, with a dot that follows another.
///
///     swift run -c release example-pop-gallery [FILE]
@main
enum PopGallery: ExampleProgram {
  static let name = "pop-gallery"

  static func makeMovie() -> Movie {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 1280, height: 720)
    root.position = CGPoint(x: 640, y: 360)
    let movie = Movie(rootLayer: root, size: root.bounds.size)
    movie.duration = 8
    movie.background = CGColor(red: 0.96, green: 0.96, blue: 0.95, alpha: 1)
    buildTracks(in: root, movie: movie)
    buildTiles(in: root, movie: movie)
    return movie
  }
}
