import ExampleSupport
import Starmine

// Names that a program is likely to declare, or to use from Foundation. Starmine does not use them for public types:
// if its engine's `Unit` or `Operation` were public, Foundation's would be ambiguous and this file would not compile.

struct Shape: Equatable { var sides = 3 }
struct Paint: Equatable { var color = UIColor.systemTeal }
struct Track: Equatable { var title = "one" }
struct Property: Equatable { var key = "x" }
struct Spring: Equatable { var stiffness = 1.0 }
struct Drawing: Equatable { var shapes = [Shape()] }
struct Sprite: Equatable { var frame = CGRect.zero }
struct Picture: Equatable { var sprites = [Sprite()] }
struct Gradient: Equatable { var paints = [Paint()] }
struct Transition: Equatable { var tracks = [Track()] }
struct Timing: Equatable { var spring = Spring() }
struct Scene: Equatable { var drawing = Drawing() }
struct Viewport: Equatable { var scale = 1.0 }
struct Emission: Equatable { var count = 1 }
struct Keyframes: Equatable { var times = [0.0] }
struct Renderer: Equatable { var viewport = Viewport() }
struct PixelBuffer: Equatable { var bytes = [UInt8]() }
struct Workers: Equatable { var count = 1 }
struct DisplayList: Equatable { var pictures = [Picture()] }

/// A green dot if all type names have the meaning that this file declares, a red dot otherwise.
@main enum CommonNames: ExampleProgram {
  static let name = "common-names"

  /// Foundation's names mean Foundation's types.
  private static var areFoundations: Bool {
    let metre = Dimension(symbol: "m", converter: UnitConverterLinear(coefficient: 1))
    let system: Unit = metre
    let queue: [Operation] = []
    let scanner = Scanner(string: "1")
    let stream: Stream? = nil
    let host: Host? = nil
    let timer: Timer? = nil
    return system.symbol == "m" && queue.isEmpty && scanner.string == "1"
      && stream == nil && host == nil && timer == nil
  }

  static func makeMovie() -> Movie {
    let isOwn =
      Shape() == Drawing().shapes[0] && Paint() == Gradient().paints[0]
      && Track() == Transition().tracks[0] && Property().key == "x" && Spring() == Timing().spring
      && Sprite() == Picture().sprites[0] && Scene().drawing == Drawing() && Emission().count == 1
      && Keyframes().times == [0] && Renderer().viewport == Viewport() && PixelBuffer().bytes.isEmpty
      && areFoundations && Workers().count == 1 && DisplayList().pictures == [Picture()]
    let window = UIWindow(width: 200, height: 100)
    let dot = UIView(frame: CGRect(x: 10, y: 40, width: 20, height: 20))
    dot.backgroundColor = isOwn ? .systemGreen : .systemRed
    window.addSubview(dot)
    let movie = Movie(window: window)
    movie.duration = 1
    movie.at(0) { _ in UIView.animate(withDuration: 1) { dot.center.x = 180 } }
    return movie
  }
}
