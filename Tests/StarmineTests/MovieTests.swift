import Foundation
import Starmine
import StarmineRaster
import Testing

@Suite struct MovieTests {
  /// As in a window: half a pixel is left over at the right, and nothing is moved.
  @Test func fractionalSizesAreDrawnFromTheOrigin() throws {
    let root = CALayer()
    root.frame = CGRect(x: 0, y: 0, width: 10.5, height: 8.25)
    let square = CALayer()
    square.frame = CGRect(x: 2, y: 2, width: 4, height: 4)
    square.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    root.addSublayer(square)
    let picture = try Movie(rootLayer: root, size: root.bounds.size).still(at: 0)
    #expect(picture.width == 11 && picture.height == 8)
    let columns = (0..<11).map { picture[$0, 4] & 0xFF0000 }
    #expect(columns == (0..<11).map { (2..<6).contains($0) ? 0xFF0000 : 0 })
  }

  @Test func timelineEventsRunOnceInOrderOfTime() {
    let movie = SampleMovie.make()
    var seen: [String] = []
    movie.at(0.5) { _ in seen.append("b \(CACurrentMediaTime())") }
    movie.at(0.25) { _ in seen.append("a \(CACurrentMediaTime())") }
    movie.at(0.5) { _ in seen.append("c") }
    _ = movie.snapshot(at: 0.2)
    #expect(seen.isEmpty)
    _ = movie.snapshot(at: 1)
    _ = movie.snapshot(at: 1)
    #expect(seen == ["a 1000.25", "b 1000.5", "c"])
  }

  /// A script that blocks its stage publishes what it has changed when it is over, and makes what follows late; what
  /// was published before goes on.
  @Test func aBlockedStageIsLate() {
    let movie = Movie(rootLayer: CALayer(), size: CGSize(width: 8, height: 8))
    var seen: [Double] = []
    movie.at(1) { root in
      root.zPosition = 1
      MediaClock.block(for: 2)
      root.zPosition += 1
    }
    movie.at(1.5) { _ in seen.append(CACurrentMediaTime() - Movie.startTime) }
    movie.at(4) { _ in seen.append(CACurrentMediaTime() - Movie.startTime) }
    let positions = [0.5, 2, 2.9, 3, 5].map { movie.snapshot(at: $0).root.state.zPosition }
    #expect(positions == [0, 0, 0, 2, 2])
    #expect(seen == [3, 4])
    #expect(movie.snapshot(at: 2.5).root.state.zPosition == 0)
  }

  /// A timeline that adds to what it added: an error when a frame is asked for, and the script goes no further.
  @Test func treesThatAreTooDeepAreAnError() throws {
    let movie = Movie(rootLayer: CALayer(), size: CGSize(width: 8, height: 8))
    var innermost = movie.rootLayer
    var events = 0
    for index in 0..<40 {
      movie.at(Double(index) / 100) { _ in
        events += 1
        for _ in 0..<40 {
          let layer = CALayer()
          innermost.addSublayer(layer)
          innermost = layer
        }
      }
    }
    _ = try movie.still(at: 0.045, workers: 1)
    #expect(throws: MovieError.tooDeep(frame: 60)) { _ = try movie.still(at: 1, workers: 1) }
    #expect(events == 7)
  }

  @Test func framesBeforeAnEventAreDrawnFromTheTreeOfTheirTime() throws {
    let movie = SampleMovie.make()
    movie.at(0.5) { $0.isHidden = true }
    let early = try pixels(movie.still(at: 0.4))
    // Hiding fades the layer out in a quarter of a second.
    let late = try pixels(movie.still(at: 0.8))
    let isBlack = late.allSatisfy { $0 == 0xFF00_0000 }
    #expect(isBlack)
    let again = try pixels(movie.still(at: 0.4)) == early
    #expect(again)
    let isDifferent = early != late
    #expect(isDifferent)
  }

  @Test func seekingGivesWhatPlayingGives() throws {
    let times = stride(from: 0, to: 1, by: 0.1).map { $0 }
    let played = SampleMovie.make(withEvents: true)
    let forward = try times.map { try pixels(played.still(at: $0)) }
    for (time, expected) in zip(times, forward).reversed() {
      let sought = SampleMovie.make(withEvents: true)
      let isSame = try pixels(sought.still(at: time)) == expected
      #expect(isSame, "at \(time) s")
    }
  }

  @Test func aCleanStartHasNoPastAndASteadyOneHas() {
    func live(_ start: Movie.Start) -> Int {
      let movie = SampleMovie.make()
      movie.start = start
      let viewport = Viewport(width: 64, height: 48)
      return evaluate(movie.snapshot(at: 0), at: Movie.startTime, in: viewport).liveParticles
    }
    #expect(live(.clean) == 0)
    #expect(live(.steady) == 200)
  }

  @Test func theSeedChangesThePictureAndOnlyTheSeed() throws {
    func picture(_ seed: UInt32) throws -> [UInt32] {
      let movie = SampleMovie.make()
      movie.seed = seed
      return try pixels(movie.still(at: 0.5))
    }
    let (first, again, other) = (try picture(1), try picture(1), try picture(2))
    let isSame = first == again
    let isDifferent = first != other
    #expect(isSame && isDifferent)
  }

  @Test func anotherPixelSizeFitsAndCentresTheScene() throws {
    let root = CALayer()
    root.frame = CGRect(x: 0, y: 0, width: 40, height: 20)
    root.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    let movie = Movie(rootLayer: root, size: CGSize(width: 40, height: 20))
    let still = try movie.still(at: 0, pixelSize: PixelSize(width: 80, height: 80))
    #expect(still[40, 19] == 0xFF00_0000)
    #expect(still[0, 20] == 0xFFFF_0000)
    #expect(still[79, 59] == 0xFFFF_0000)
    #expect(still[40, 60] == 0xFF00_0000)
  }

  /// A square of a quarter of the stage, in a frame four times as high as that is wide: how wide and high it becomes,
  /// and where it begins.
  @Test(arguments: [
    (Movie.Fit.contain, 10, 10, 0, 30), (.cover, 40, 40, -30, 0), (.reflow, 40, 40, -30, 0), (.stretch, 10, 40, 0, 0),
  ])
  func theStageFitsItsFrame(fit: Movie.Fit, width: Int, height: Int, x: Int, y: Int) throws {
    let (root, square) = (CALayer(), CALayer())
    root.frame = CGRect(x: 0, y: 0, width: 40, height: 40)
    square.frame = CGRect(x: 0, y: 0, width: 20, height: 20)
    square.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    root.addSublayer(square)
    let movie = Movie(rootLayer: root, size: CGSize(width: 40, height: 40))
    movie.fit = fit
    let still = try movie.still(at: 0, pixelSize: PixelSize(width: 20, height: 80))
    let wrong = (0..<80).flatMap { row in
      (0..<20).compactMap { column in
        let isRed = (x..<x + width).contains(column) && (y..<y + height).contains(row)
        return still[column, row] == (isRed ? 0xFFFF_0000 : 0xFF00_0000) ? nil : [column, row]
      }
    }
    #expect(wrong.isEmpty)
  }

  @Test(arguments: [
    CGSize(width: 0, height: 10), CGSize(width: Double.nan, height: 10), CGSize(width: 1e6, height: 1e6),
  ])
  func impossibleSizesAreRefused(size: CGSize) {
    let movie = Movie(rootLayer: CALayer(), size: size)
    #expect(throws: MovieError.self) { _ = try pixels(movie.still(at: 0)) }
  }

  @Test func tooManyParticlesAreAnErrorThatNamesTheLimit() {
    let movie = SampleMovie.make()
    movie.rootLayer.setValue(1e9, forKeyPath: "sublayers.sky.emitterCells.snow.birthRate")
    let error = #expect(throws: MovieError.self) { _ = try pixels(movie.still(at: 0)) }
    #expect(error?.description.contains("8000000") == true)
  }
}

/// A small scene with an emitter, a translucent clipped layer and, on request, a script.
enum SampleMovie {
  static func make(withEvents: Bool = false) -> Movie {
    let root = CALayer()
    root.frame = CGRect(x: 0, y: 0, width: 64, height: 48)
    let movie = Movie(rootLayer: root, size: root.bounds.size)
    movie.framesPerSecond = 20
    movie.duration = 1
    let panel = CALayer()
    panel.frame = CGRect(x: 5.5, y: 7.25, width: 30, height: 20)
    panel.cornerRadius = 6
    panel.backgroundColor = CGColor(red: 0.2, green: 0.4, blue: 1, alpha: 0.8)
    panel.opacity = 0.7
    root.addSublayer(panel)
    let sky = CAEmitterLayer()
    sky.name = "sky"
    sky.emitterShape = .line
    sky.emitterPosition = CGPoint(x: 32, y: -2)
    sky.emitterSize = CGSize(width: 64, height: 0)
    sky.emitterCells = [makeSnow()]
    root.addSublayer(sky)
    if withEvents { addEvents(to: movie) }
    return movie
  }

  private static func makeSnow() -> CAEmitterCell {
    let cell = CAEmitterCell()
    cell.name = "snow"
    cell.contents = CGImage(width: 4, height: 4, pixels: [UInt32](repeating: 0xFFFF_FFFF, count: 16))
    cell.birthRate = 100
    cell.lifetime = 2
    cell.velocity = 30
    cell.velocityRange = 20
    cell.emissionLongitude = .pi
    cell.emissionRange = 0.5
    cell.spinRange = 6
    cell.alphaRange = 0.5
    return cell
  }

  private static func addEvents(to movie: Movie) {
    movie.at(0.25) { $0.setValue(400, forKeyPath: "sublayers.sky.emitterCells.snow.birthRate") }
    movie.at(0.55) { $0.setValue(-120, forKeyPath: "sublayers.sky.emitterCells.snow.yAcceleration") }
    movie.at(0.75) { $0.setValue(0, forKeyPath: "sublayers.sky.emitterCells.snow.birthRate") }
  }
}

/// The visible pixels of a frame, row by row.
func pixels(_ buffer: consuming PixelBuffer) -> [UInt32] {
  let (width, height, stride) = (buffer.width, buffer.height, buffer.stride)
  return buffer.withPixels { all in
    (0..<height).flatMap { row in all[row * stride..<row * stride + width] }
  }
}
