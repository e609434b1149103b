import ExampleSupport
import Starmine

/// Animations while the main thread is busy: Core Animation moves the left bar, POP the right one. From 2 s to 7 s the
/// script blocks. POP stops during that time; Core Animation continues, as it does on iOS in the render server.
///
///     swift run -c release example-pop-stall [FILE]
@main
enum PopStall: ExampleProgram {
  static let name = "pop-stall"
  static let blockStart = 2.0
  static let blockLength = 5.0
  /// Indexes of the bars in the root layer's sublayers.
  static let coreBar = 0
  static let popBar = 1

  static func report(_ movie: Movie) {
    let frames = stalledFrames(of: movie)
    do {
      print("of the \(frames.count) frames of a stall of \(blockLength) s")
      print("Core Animation advanced in \(try framesAdvanced(frames, sublayer: coreBar))")
      print("POP            advanced in \(try framesAdvanced(frames, sublayer: popBar))")
    } catch {
      print("the frames cannot be compared: \(error)")
    }
  }

  static func makeMovie() -> Movie {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 960, height: 480)
    root.position = CGPoint(x: 480, y: 240)
    let movie = Movie(rootLayer: root, size: root.bounds.size)
    movie.duration = 9
    movie.background = CGColor(red: 0.07, green: 0.08, blue: 0.12, alpha: 1)
    let left = makeBar(x: 240, color: CGColor(red: 0.25, green: 0.6, blue: 1, alpha: 1))
    let right = makeBar(x: 720, color: CGColor(red: 1, green: 0.45, blue: 0.3, alpha: 1))
    root.sublayers = [
      left, right, makeText("Core Animation", x: 240, y: 400), makeText("POP", x: 720, y: 400), makeNotice(),
    ]
    turn(left)
    turnByPop(right)
    movie.at(blockStart) { _ in Movie.block(for: blockLength) }
    return movie
  }

  static func turn(_ bar: CALayer) {
    let turn = CABasicAnimation(keyPath: "transform.rotation.z")
    turn.toValue = Double.pi
    turn.duration = 2
    turn.repeatCount = 500
    bar.add(turn, forKey: "turn")
  }

  static func turnByPop(_ bar: CALayer) {
    let turn: POPBasicAnimation = POPBasicAnimation(propertyNamed: kPOPLayerRotation)
    turn.fromValue = 0
    turn.toValue = Double.pi
    turn.duration = 2
    turn.timingFunction = CAMediaTimingFunction(name: .linear)
    turn.repeatForever = true
    bar.pop_add(turn, forKey: "turn")
  }

  static func makeBar(x: CGFloat, color: CGColor) -> CALayer {
    let bar = CALayer()
    bar.bounds = CGRect(x: 0, y: 0, width: 220, height: 48)
    bar.position = CGPoint(x: x, y: 220)
    bar.cornerRadius = 24
    bar.backgroundColor = color
    return bar
  }

  static func makeText(_ string: String, x: CGFloat, y: CGFloat) -> CATextLayer {
    let text = CATextLayer()
    text.string = string
    text.fontSize = 28
    text.alignmentMode = .center
    text.bounds = CGRect(x: 0, y: 0, width: 440, height: 40)
    text.position = CGPoint(x: x, y: y)
    return text
  }

  /// Shows that the script is busy, with an animation that was committed before.
  static func makeNotice() -> CATextLayer {
    let notice = makeText("the script stage is busy", x: 480, y: 60)
    notice.foregroundColor = CGColor(red: 1, green: 0.8, blue: 0.2, alpha: 1)
    notice.opacity = 0
    let shown = CABasicAnimation(keyPath: "opacity")
    shown.fromValue = 1
    shown.toValue = 1
    shown.beginTime = CACurrentMediaTime() + blockStart
    shown.duration = blockLength
    notice.add(shown, forKey: "shown")
    return notice
  }

  /// The frames from the start of the stall to the last one before its end.
  static func stalledFrames(of movie: Movie) -> Range<Int> {
    Int(blockStart * movie.framesPerSecond)..<Int((blockStart + blockLength) * movie.framesPerSecond)
  }

  /// Number of frames that differ from the frame before, by their checksums, when only one layer is visible.
  static func framesAdvanced(_ frames: Range<Int>, sublayer: Int) throws -> Int {
    let movie = makeMovie()
    for (index, layer) in (movie.rootLayer.sublayers ?? []).enumerated() { layer.isHidden = index != sublayer }
    let sums = FileManager.default.temporaryDirectory.appending(path: "pop-stall-\(UUID().uuidString).framemd5")
    defer { try? FileManager.default.removeItem(at: sums) }
    var options = ExportOptions()
    options.frames = frames.lowerBound - 1..<frames.upperBound
    options.pixelSize = PixelSize(width: 240, height: 120)
    _ = try movie.export(to: sums.path(percentEncoded: false), options: options)
    let lines = try String(contentsOf: sums, encoding: .utf8).split(separator: "\n").filter { !$0.hasPrefix("#") }
    let pictures = lines.map { $0.split(separator: ",").last }
    return zip(pictures, pictures.dropFirst()).count { $0 != $1 }
  }
}
