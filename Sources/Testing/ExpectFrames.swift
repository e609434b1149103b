public import StarmineLayers
public import StarmineCore
public import StarmineGraphics
import Testing
import XCTest

/// Fails the running test, of Swift Testing or XCTest, unless a layer's frames are those of the file beside the test:
/// `CardTests.frames.txt` beside `CardTests.swift`, with checksums of each frame.
///
/// The layer is drawn as it is, with its animations, as large as its bounds, and with what lies behind and before it in
/// its tree; times run from the moment it is first drawn, and what is built for it on the same thread begins then.
/// Frames are the same to the last bit on every
/// processor, so there is no tolerance. A failure leaves the picture, and one that shows where it differs, in
/// `.build/snapshots`. With `UPDATE_SNAPSHOTS=1` in the environment the file is written anew.
///
/// - Parameters:
///   - layer: may be part of a tree.
///   - times: seconds, in any order.
///   - name: of the frames in the file; unique among the tests of a source file.
///   - scale: pixels per point.
///   - background: default transparent.
public func expectFrames(
  of layer: CALayer, at times: [Double], named name: String, scale: CGFloat = 1, background: CGColor = .clear,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
  let stage = LayerStage(layer)
  defer { stage.leave() }
  let movie = Movie(rootLayer: stage.root, size: layer.bounds.size)
  (movie.scale, movie.background) = (scale, background)
  expectFrames(
    of: movie, at: times, named: name, fileID: fileID, filePath: filePath, line: line, column: column)
}

/// The same for a movie: its size, scale, background and timeline count.
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
    let place = SourceLocation(
      fileID: "\(fileID)", filePath: "\(filePath)", line: Int(line), column: Int(column))
    Issue.record(Comment(rawValue: problem), sourceLocation: place)
  }
}

/// A layer that fills the root of a movie meanwhile.
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

  /// The layer is free again.
  func leave() { top.removeFromSuperlayer() }
}
