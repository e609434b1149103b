public import StarmineLayers
public import StarmineCore
public import StarmineGraphics
import Testing
import XCTest

/// Fails the running test of Swift Testing or XCTest unless the frames of a layer match the file next to the test.
/// `CardTests.frames.txt` next to `CardTests.swift` contains checksums of each frame.
///
/// The layer is drawn with its animations, at the size of its bounds, and with other layers of its tree that are
/// visible there. Times are relative to the first drawing. Animations and timers that are created for it on the same
/// thread start then. Frames are equal to the last bit on every processor, so there is no tolerance. After a failure,
/// `.build/snapshots` contains the image, and one that marks the differences. With `UPDATE_SNAPSHOTS=1` in the
/// environment, the file is written.
///
/// - Parameters:
///   - layer: a layer, which can be part of a tree.
///   - times: seconds, in any order.
///   - name: name of the frames in the file, unique among the tests of a source file.
///   - scale: pixels per point.
///   - background: background colour. Default transparent.
public func expectFrames(
  of layer: CALayer, at times: [Double], named name: String, scale: CGFloat = 1, background: CGColor = .clear,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
  let stage = LayerStage(layer)
  defer { stage.leave() }
  let movie = Movie(rootLayer: stage.root, size: layer.bounds.size)
  (movie.scale, movie.background) = (scale, background)
  expectFrames(of: movie, at: times, named: name, fileID: fileID, filePath: filePath, line: line, column: column)
}

/// Fails the running test unless the frames of a movie match the file. It uses the size, scale, background and timeline
/// of the movie.
public func expectFrames(
  of movie: Movie, at times: [Double], named name: String, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
  let problems: [String]
  do {
    problems = try FrameCheck(name: name, besideSource: "\(filePath)").problems(of: movie, at: times)
  } catch {
    problems = ["\(name): \(error)"]
  }
  for problem in problems {
    guard Test.current != nil else {
      XCTFail(problem, file: filePath, line: line)
      continue
    }
    let place = SourceLocation(fileID: "\(fileID)", filePath: "\(filePath)", line: Int(line), column: Int(column))
    Issue.record(Comment(rawValue: problem), sourceLocation: place)
  }
}

/// Moves a layer to the root of a movie temporarily.
private struct LayerStage {
  let root = CALayer()
  private let top: CALayer

  init(_ layer: CALayer) {
    var top = layer
    while let above = top.superlayer { top = above }
    self.top = top
    root.addSublayer(top)
    root.bounds = root.convert(layer.bounds, from: layer)
    root.position = CGPoint(x: root.bounds.width / 2, y: root.bounds.height / 2)
  }

  func leave() { top.removeFromSuperlayer() }
}
