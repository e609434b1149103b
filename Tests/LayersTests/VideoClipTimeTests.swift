import Foundation
import StarmineGraphics
import StarmineLayers
import StarmineScene
import Testing

/// Ten frames a second; a picture is as wide as its frame's number and one more.
private final class Frames: FrameSource {
  let duration = 100.0

  func frame(at seconds: Double) -> Int { Int(min(max(seconds * 10 + 1e-6, 0), 999)) }

  func time(ofFrame number: Int) -> Double { Double(number) / 10 }

  func picture(ofFrame number: Int) throws(VideoClipError) -> CGImage {
    CGImage(width: number + 1, height: 1, pixels: [UInt32](repeating: .max, count: number + 1))
  }
}

/// The time of clips that layers show.
@Suite struct VideoClipTimeTests {
  /// A clip, on a clock that stands at 1000.
  private func start() throws -> VideoClip {
    MediaClock.time = 1000
    return try VideoClip(Frames(), name: "a.mp4")
  }

  private func layer(_ contents: Any? = nil) -> CALayer {
    let layer = CALayer()
    (layer.bounds, layer.contents) = (CGRect(x: 0, y: 0, width: 10, height: 10), contents)
    layer.anchorPoint = .zero
    return layer
  }

  /// Numbers of the frames that a tree shows, in drawing order.
  private func frames(_ root: CALayer, _ times: [Double]) -> [[Int]] {
    let tree = root.committedTree()
    return times.map { time in
      evaluate(tree, at: time, in: Viewport(width: 20, height: 20)).commands.compactMap {
        if case .image(let image) = $0 { image.image.width - 1 } else { nil }
      }
    }
  }

  @Test func aClipBeginsWithTheCommit() throws {
    let clip = try start()
    let root = layer(clip)
    #expect(frames(root, [1000, 1000.1, 1002.5, 999]) == [[0], [1], [25], [0]])
    // Another change is not a new beginning, nor is coming back.
    MediaClock.advance(to: 1003)
    root.opacity = 0.5
    #expect(frames(root, [1004]) == [[40]])
  }

  @Test func settingAClipAgainRestartsIt() throws {
    let clip = try start()
    CATransaction.setDisableActions(true)
    let root = layer()
    _ = root.committedTree()
    MediaClock.advance(to: 1003)
    CATransaction.setDisableActions(true)
    root.contents = clip
    #expect(frames(root, [1003, 1004]) == [[0], [10]])
    MediaClock.advance(to: 1005)
    CATransaction.setDisableActions(true)
    root.contents = clip
    #expect(frames(root, [1005, 1006]) == [[0], [10]])
  }

  @Test func oneClipOnTwoLayersBeginsOnEach() throws {
    let clip = try start()
    let (root, late) = (layer(clip), layer(clip))
    _ = root.committedTree()
    MediaClock.advance(to: 1002)
    CATransaction.setDisableActions(true)
    root.addSublayer(late)
    #expect(frames(root, [1002, 1003]) == [[20, 0], [30, 10]])
  }

  @Test func theLayersTimingHolds() throws {
    let clip = try start()
    let (root, inner) = (layer(), layer(clip))
    root.addSublayer(inner)
    (root.speed, inner.speed, inner.timeOffset) = (2, 0.5, 3)
    #expect(frames(root, [1000, 1001, 1000.4]) == [[30], [40], [34]])
    // A clip waits for its layer.
    let waiting = layer(clip)
    (waiting.beginTime, waiting.speed) = (1002, 2)
    #expect(frames(waiting, [1000, 1002, 1003]) == [[0], [0], [20]])
    let parent = layer()
    parent.beginTime = 1001
    parent.addSublayer(layer(clip))
    #expect(frames(parent, [1000, 1001, 1001.5]) == [[0], [0], [5]])
  }

  @Test func aStandingLayerShowsTheFrameOfItsOffset() throws {
    let clip = try start()
    let root = layer(clip)
    (root.speed, root.timeOffset) = (0, 1.5)
    #expect(frames(root, [1000, 1009]) == [[15], [15]])
    MediaClock.advance(to: 1002)
    root.timeOffset = 4
    #expect(frames(root, [1009]) == [[40]])
  }

  /// The way to pause a layer that Apple's documentation gives, and to let it go on.
  @Test func pausedLayersGoOnWhereTheyStopped() throws {
    let clip = try start()
    let root = layer(clip)
    _ = root.committedTree()
    MediaClock.advance(to: 1002)
    let paused = root.convertTime(CACurrentMediaTime(), from: nil)
    (root.speed, root.timeOffset) = (0, paused)
    #expect(frames(root, [1002, 1009]) == [[20], [20]])
    MediaClock.advance(to: 1005)
    (root.speed, root.timeOffset, root.beginTime) = (1, 0, 0)
    root.beginTime = root.convertTime(CACurrentMediaTime(), from: nil) - paused
    #expect(frames(root, [1005, 1006]) == [[20], [30]])
  }

  @Test func newContentsFadeFromTheRunningClip() throws {
    let clip = try start()
    let root = layer(clip)
    _ = root.committedTree()
    MediaClock.advance(to: 1002)
    root.contents = CGImage(width: 1, height: 1, pixels: [.max])
    #expect((root.animation(forKey: "contents") as? CABasicAnimation)?.fromValue is VideoClip)
    #expect(frames(root, [1002.1, 1003]) == [[21, 0], [0]])
  }

  @Test func clipsOfAnimationsBeginWithThem() throws {
    let clip = try start()
    let root = layer()
    _ = root.committedTree()
    let animation = CAKeyframeAnimation(keyPath: "contents")
    (animation.values, animation.calculationMode, animation.duration) = ([clip, clip], .discrete, 4)
    (animation.keyTimes, animation.beginTime) = ([0, 0.5, 1], 1001)
    root.add(animation, forKey: nil)
    #expect(frames(root, [1000, 1001, 1002.5, 1006]) == [[], [0], [15], []])
    let basic = CABasicAnimation(keyPath: "contents")
    (basic.fromValue, basic.toValue, basic.duration) = (clip, clip, 4)
    basic.beginTime = 1010
    root.add(basic, forKey: nil)
    #expect(frames(root, [1012]) == [[20]])
  }

  @Test func contentsReturnTheAssignedObject() throws {
    let clip = try start()
    let layer = layer(clip)
    #expect(layer.contents as? VideoClip === clip && layer.value(forKey: "contents") as? VideoClip === clip)
    layer.setValue(nil, forKey: "contents")
    #expect(layer.contents == nil)
    layer.setValue(clip, forKey: "contents")
    #expect(layer.contents is VideoClip)
    _ = layer.committedTree()
    #expect((layer.presentation()?.contents as? VideoClip)?.beginTime == 1000)
    let row = try #require(layer.info(forKey: "contents"))
    #expect("\(row.kind)" == "an image or a video clip" && row.isAnimatable)
  }

  // MARK: Emitters

  private func emitter(_ contents: Any?, image: Any? = nil) -> CAEmitterLayer {
    let (cell, layer) = (CAEmitterCell(), CAEmitterLayer())
    (cell.name, cell.contents, cell.birthRate, cell.lifetime) = ("spark", contents, 5, 2)
    (layer.emitterCells, layer.emitterImage) = ([cell], image)
    if image != nil { (layer.emitterShape, layer.emitterMode) = (.image, .surface) }
    layer.bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
    (layer.anchorPoint, layer.emitterPosition) = (.zero, CGPoint(x: 5, y: 5))
    return layer
  }

  /// Numbers of the frames that particles show.
  private func particleFrames(_ root: CALayer, _ times: [Double]) -> [Int] {
    let tree = root.committedTree()
    return times.flatMap { time in
      evaluate(tree, at: time, in: Viewport(width: 20, height: 20)).commands.compactMap {
        if case .particles(let batch) = $0 { (batch.sprites.first?.image.width ?? 0) - 1 } else { nil }
      }
    }
  }

  /// As a layer's clip: it begins with the commit, and again when it is set again, also through key paths.
  @Test func aCellsClipRunsInItsLayersTime() throws {
    let clip = try start()
    let root = emitter(clip)
    #expect((root.emitterCells?.first?.contents as? VideoClip) === clip)
    #expect(particleFrames(root, [1001, 1000.5, 1003]) == [10, 5, 30])
    MediaClock.advance(to: 1002)
    root.birthRate = 2
    #expect(particleFrames(root, [1003]) == [30])
    MediaClock.advance(to: 1004)
    root.setValue(clip, forKeyPath: "emitterCells.spark.contents")
    #expect(particleFrames(root, [1005]) == [10])
    (root.speed, root.timeOffset) = (0, 1002.5)
    // A time before the second one: the particles of that time show the first.
    #expect(particleFrames(root, [1006, 1009]) == [25, 25])
  }

  @Test func anEmittersImageBeginsWithTheCommit() throws {
    let clip = try start()
    let root = emitter(CGImage(width: 1, height: 1, pixels: [.max]), image: clip)
    #expect(root.emitterImage as? VideoClip === clip)
    #expect(!particleFrames(root, [1001]).isEmpty)
    #expect((root.emitterImage as? VideoClip)?.beginTime == 1000)
    root.emitterImage = "not an image"
    #expect(root.emitterImage == nil)
  }

  @Test func aCellsClipMayBeAnimated() throws {
    let clip = try start()
    let root = emitter(clip)
    let animation = CAKeyframeAnimation(keyPath: "emitterCells.spark.contents")
    (animation.values, animation.calculationMode, animation.duration) = ([clip, clip], .discrete, 4)
    (animation.keyTimes, animation.beginTime) = ([0, 0.5, 1], 1001)
    root.add(animation, forKey: nil)
    // Its own one before and after the animation, that of the animation from its beginning on.
    #expect(particleFrames(root, [1000.5, 1002, 1004.5, 1006]) == [5, 10, 35, 60])
  }
}
