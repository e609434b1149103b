import Foundation
import Starmine
import StarmineRaster
import Testing

/// What is ours about strokes: they move along their path, and dashes animate.
@Suite struct StrokeMotionTests {
  /// Whether each of 100 pixels of a line from left to right is painted at a time.
  private func line(at time: Double, _ settings: (CAShapeLayer) -> Void) throws -> [Bool] {
    MediaClock.time = Movie.startTime
    let (root, shape, path) = (CALayer(), CAShapeLayer(), CGMutablePath())
    path.addLines(between: [CGPoint(x: 0, y: 2), CGPoint(x: 100, y: 2)])
    (shape.path, shape.strokeColor, shape.lineWidth) = (path, .white, 4)
    settings(shape)
    root.addSublayer(shape)
    let movie = Movie(rootLayer: root, size: CGSize(width: 100, height: 4))
    movie.duration = 4
    return try pixels(movie.still(at: time, workers: 1))[100..<200].map { $0 & 255 > 127 }
  }

  private func painted(_ ranges: Range<Int>...) -> [Bool] {
    (0..<100).map { index in ranges.contains { $0.contains(index) } }
  }

  @Test(arguments: [
    (0.0, 0.0, 0.25, [0..<25]), (0.5, 0, 0.25, [50..<75]), (0.9, 0, 0.25, [0..<15, 90..<100]),
    (-0.1, 0, 0.25, [0..<15, 90..<100]), (1.5, 0.1, 0.3, [60..<80]), (0.3, 0, 1, [0..<100]),
  ])
  func strokesGoOnAtTheBeginning(offset: Double, start: Double, end: Double, ranges: [Range<Int>]) throws {
    let found = try line(at: 0) { shape in
      (shape.strokeOffset, shape.strokeStart, shape.strokeEnd) = (offset, start, end)
    }
    #expect(found == (0..<100).map { index in ranges.contains { $0.contains(index) } })
  }

  @Test func theOffsetAnimates() throws {
    let found = try line(at: 1) { shape in
      shape.strokeEnd = 0.2
      let way = CABasicAnimation(keyPath: "strokeOffset")
      (way.fromValue, way.toValue, way.duration, way.beginTime) = (0.0, 1.0, 2, Movie.startTime)
      shape.add(way, forKey: "way")
    }
    #expect(found == painted(50..<70))
  }

  /// Lengths of as many dashes are mixed one by one.
  @Test func dashesAnimate() throws {
    func found(at time: Double) throws -> [Bool] {
      try line(at: time) { shape in
        let way = CABasicAnimation(keyPath: "lineDashPattern")
        (way.fromValue, way.toValue, way.duration, way.beginTime) = ([10, 30], [30, 50], 2, Movie.startTime)
        shape.add(way, forKey: "way")
      }
    }
    #expect(try found(at: 0) == painted(0..<10, 40..<50, 80..<90))
    #expect(try found(at: 1) == painted(0..<20, 60..<80))
  }
}
