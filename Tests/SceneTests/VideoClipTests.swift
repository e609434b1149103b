import Foundation
import StarmineGraphics
import StarmineScene
import Synchronization
import Testing

/// Frames at any times; a picture is as wide as its frame's number and one more.
private final class Frames: FrameSource {
  private let times: [Double]
  let duration: Double
  private let square: CGImage?
  private let broken: Int?
  let asked = Mutex<[Int]>([])

  /// - Parameters:
  ///   - side: of square pictures instead.
  ///   - broken: the number of a frame that cannot be had.
  init(_ times: [Double], duration: Double, side: Int? = nil, broken: Int? = nil) {
    (self.times, self.duration, self.broken) = (times, duration, broken)
    square = side.map { CGImage(width: $0, height: $0, pixels: [UInt32](repeating: .max, count: $0 * $0)) }
  }

  convenience init(count: Int, rate: Double = 10, side: Int? = nil, broken: Int? = nil) {
    self.init(
      (0..<count).map { Double($0) / rate }, duration: Double(count) / rate, side: side, broken: broken)
  }

  func frame(at seconds: Double) -> Int {
    seconds.isNaN ? 0 : max(0, (times.firstIndex { $0 > seconds + 1e-9 } ?? times.count) - 1)
  }

  func time(ofFrame number: Int) -> Double { times[number] }

  func picture(ofFrame number: Int) throws(VideoClipError) -> CGImage {
    asked.withLock { $0.append(number) }
    if number == broken { throw .frame(reason: "a.mp4: the frame at \(times[number]) s cannot be decoded") }
    return square ?? CGImage(width: number + 1, height: 1, pixels: [UInt32](repeating: .max, count: number + 1))
  }
}

/// Video clips as the contents of layers.
@Suite struct VideoClipTests {
  private func frames(_ clip: VideoClip, _ times: [Double]) -> [Int] { times.map { clip.frame(at: $0) } }

  private func clip(
    _ source: Frames, start: Double = 0, end: Double? = nil, rate: Double = 1, loops: Bool = false, at time: Double = 5
  ) throws -> VideoClip {
    try VideoClip(source, name: "a.mp4", start: start, end: end, rate: rate, loops: loops).begun(at: time)
  }

  @Test func theFrameOfATimeIsTheLastOneBefore() throws {
    let uneven = Frames([0, 0.1, 0.5, 0.6, 1.2], duration: 1.3)
    let clip = try clip(uneven)
    #expect(frames(clip, [5, 5.0999, 5.1, 5.4, 5.5, 5.7, 6.2]) == [0, 0, 1, 1, 2, 3, 4])
    // Before its beginning the first frame, after its end the last one.
    #expect(frames(clip, [4, -.infinity, 6.4, 1e9, .infinity, .nan]) == [0, 0, 4, 4, 4, 0])
    // Whatever was asked for before.
    #expect(frames(clip, [6.2, 5.1, 5.7, 5]) == [4, 1, 3, 0])
  }

  @Test func startAndEndCutTheClip() throws {
    let clip = try clip(Frames(count: 20), start: 0.45, end: 1.2)
    // The frame at 1.2 s is the first one after the end.
    #expect(frames(clip, [5, 5.04, 5.05, 5.5, 5.74, 5.75, 9]) == [4, 4, 5, 9, 11, 11, 11])
    // A stretch inside of one frame is that frame; an end beyond the clip is the clip's.
    #expect(try frames(self.clip(Frames(count: 20), start: 0.51, end: 0.52), [5, 9]) == [5, 5])
    #expect(try frames(self.clip(Frames(count: 20), start: 1.9, end: 77), [5, 9]) == [19, 19])
  }

  @Test func rateIsThatOfTheFile() throws {
    #expect(try frames(clip(Frames(count: 20), rate: 2), [5, 5.05, 5.5, 6]) == [0, 1, 10, 19])
    #expect(try frames(clip(Frames(count: 20), start: 1, rate: 0.5), [5, 5.19, 5.2, 6]) == [10, 10, 11, 15])
  }

  @Test func aLoopBeginsAgain() throws {
    let clip = try clip(Frames(count: 20), start: 0.5, end: 0.8, loops: true)
    #expect(frames(clip, [5, 5.1, 5.29, 5.3, 5.4, 5.9, 8.1]) == [5, 6, 7, 5, 6, 5, 6])
    // Before its beginning it has run for ever.
    #expect(frames(clip, [4.9, 4.7, 4.65]) == [7, 5, 7])
    // Rounds on the movie's clock, whose times are not exact.
    let rounds = try self.clip(Frames(count: 3), rate: 2, loops: true, at: 1000)
    for frame in 0..<600 { #expect(rounds.frame(at: 1000 + Double(frame) / 20) == frame % 3, "\(frame)") }
  }

  @Test func beforeTheCommitTheFirstFrameShows() throws {
    let clip = try VideoClip(Frames(count: 20), name: "a.mp4", start: 0.5)
    #expect(frames(clip, [0, 0.7, 1000]) == [5, 5, 5])
    let begun = clip.begun(at: 3)
    #expect(begun != clip && begun.begun(at: 9) === begun && begun == clip.begun(at: 3) && begun.beginTime == 3)
  }

  @Test(
    arguments: [
      ("start", -0.1, nil, 1), ("start", 2, nil, 1), ("start", .nan, nil, 1), ("end", 1, 1, 1), ("end", 1, 0.5, 1),
      ("end", 0, -1, 1), ("end", 0, .nan, 1), ("rate", 0, nil, 0), ("rate", 0, nil, -1), ("rate", 0, nil, .nan),
      ("rate", 0, nil, 1001),
    ] as [(String, Double, Double?, Double)])
  func valuesThatDoNotFitAreErrors(key: String, start: Double, end: Double?, rate: Double) {
    let error = #expect(throws: VideoClipError.self) {
      _ = try VideoClip(Frames(count: 20), name: "a.mp4", start: start, end: end, rate: rate)
    }
    guard case .value(key, _)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  // MARK: Drawing

  private func state(_ contents: LayerContents?, x: Double = 0) -> LayerState {
    var state = LayerState()
    (state.bounds, state.anchorPoint) = (CGRect(x: 0, y: 0, width: 40, height: 40), .zero)
    state.position = CGPoint(x: x, y: 0)
    state.contents = contents
    return state
  }

  private func list(_ states: [LayerState], at time: Double) -> DisplayList {
    let root = RenderNode(state: LayerState(), sublayers: states.map { RenderNode(state: $0) })
    return evaluate(RenderTree(root: root), at: time, in: Viewport(width: 100, height: 100))
  }

  private func widths(_ list: DisplayList) -> [Int] {
    list.commands.compactMap { if case .image(let command) = $0 { command.image.width } else { nil } }
  }

  @Test func aLayerShowsTheFrameOfItsOwnTime() throws {
    let contents = LayerContents.video(try clip(Frames(count: 20)))
    var twice = state(contents)
    (twice.timing.speed, twice.timing.timeOffset) = (2, -5)
    for (time, wanted) in [(5.0, [1, 1]), (5.3, [4, 7]), (5.1, [2, 3]), (9, [20, 20])] {
      #expect(widths(list([state(contents), twice], at: time)) == wanted, "\(time)")
    }
  }

  @Test func aFrameIsAskedForOnceAndOnlyWhereItIsSeen() throws {
    let source = Frames(count: 20)
    let contents = LayerContents.video(try clip(source))
    let all = list([state(contents), state(contents, x: 50), state(contents, x: 120), state(contents, x: -60)], at: 6)
    #expect(widths(all) == [11, 11] && source.asked.withLock { $0 } == [10])
  }

  @Test func onePictureFadesIntoTheOther() throws {
    var fading = state(nil)
    let (clip, image) = (LayerContents.video(try clip(Frames(count: 20))), LayerContents.image(whitePixel))
    fading.contentsFade.value = ContentsFade(from: image, to: clip, progress: 0.5)
    #expect(widths(list([fading], at: 5.4)) == [1, 5])
    fading.contentsFade.value = ContentsFade(from: clip, to: clip, progress: 0.5)
    #expect(widths(list([fading], at: 5.4)) == [5])
  }

  @Test func firstUnreadableFrameIsReported() throws {
    let source = Frames(count: 20, broken: 3)
    let contents = LayerContents.video(try clip(source))
    let failed = list([state(.image(whitePixel)), state(contents), state(contents)], at: 5.3)
    #expect(failed.clipProblem == "a.mp4: the frame at 0.3 s cannot be decoded")
    #expect(widths(failed) == [1] && source.asked.withLock { $0 } == [3])
    #expect(list([state(contents)], at: 5.4).clipProblem == nil)
  }

  /// A list holds the pictures that it shows.
  @Test(arguments: [(1, 256), (4096, 8)]) func numberOfVideoFramesIsLimited(side: Int, limit: Int) throws {
    let source = Frames(count: 300, rate: 1, side: side)
    let states = try (0..<limit + 2).map { number in
      state(.video(try clip(source, start: Double(number), end: Double(number) + 1)))
    }
    let full = list(states, at: 5)
    #expect(full.droppedEffects == 2 && full.commands.count == limit)
    #expect(list(Array(states.prefix(limit)), at: 5).droppedEffects == 0)
  }
}
