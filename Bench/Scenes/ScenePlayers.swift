import StarmineLayers
import StarmineRaster
import StarmineScene

/// Evaluates trees and draws them.
final class TreePlayer: ScenePlayer {
  /// A committed tree at a media time.
  struct Moment {
    var tree: RenderTree
    var time: Double
  }

  private let moments: [Moment]
  private let viewport: Viewport
  private let renderer: Renderer
  private var buffer: PixelBuffer
  private var list: DisplayList?
  /// The last frame's.
  private var root: RenderNode?

  init(_ moments: [Moment], in viewport: Viewport, _ settings: BenchScene.Settings) {
    (self.moments, self.viewport) = (moments, viewport)
    renderer = Renderer(workers: settings.workers, kernels: settings.kernels)
    buffer = PixelBuffer(width: viewport.width, height: viewport.height)
  }

  /// One tree at moments a sixtieth of a second apart.
  convenience init(_ tree: RenderTree, frames: Int, in viewport: Viewport, _ settings: BenchScene.Settings) {
    let start = CACurrentMediaTime()
    self.init((0..<frames).map { Moment(tree: tree, time: start + Double($0) / 60) }, in: viewport, settings)
  }

  func draw(frame: Int, _ watch: inout Stopwatch) {
    let moment = moments[frame]
    let current = evaluate(
      moment.tree, at: moment.time, in: viewport, recycling: list.take(), workers: renderer.workers)
    watch.finish(.evaluate)
    renderer.render(current, into: &buffer) { if $0 == .binning { watch.finish(.bin) } else { watch.finish(.raster) } }
    watch.finish(.raster)
    (root, list) = (moment.tree.root, current)
  }

  var contents: FrameContents {
    var contents = list?.contents ?? FrameContents()
    contents.layers = Double(root?.descendantCount ?? 0)
    return contents
  }

  func addPicture(to hash: inout FrameHash) { hash.add(buffer) }

  var displayList: DisplayList? { list }

  var firstMoment: Moment? { moments.first }
}

/// Draws one list: what is measured is the renderer alone.
final class ListPlayer: ScenePlayer {
  private let list: DisplayList
  private let renderer: Renderer
  private var buffer: PixelBuffer

  init(_ list: DisplayList, _ settings: BenchScene.Settings) {
    self.list = list
    renderer = Renderer(workers: settings.workers, kernels: settings.kernels)
    buffer = PixelBuffer(width: list.width, height: list.height)
  }

  func draw(frame: Int, _ watch: inout Stopwatch) {
    renderer.render(list, into: &buffer) { if $0 == .binning { watch.finish(.bin) } else { watch.finish(.raster) } }
    watch.finish(.raster)
  }

  var contents: FrameContents { list.contents }

  func addPicture(to hash: inout FrameHash) { hash.add(buffer) }

  var displayList: DisplayList? { list }
}

/// Evaluates a tree and draws nothing.
final class EvaluationPlayer: ScenePlayer {
  private var tree: RenderTree
  /// Makes a tree anew for every frame, without what earlier frames have left; nil keeps the first.
  private let remake: (() -> RenderTree)?
  private let start = CACurrentMediaTime()
  private var list: DisplayList?

  init(_ tree: RenderTree) { (self.tree, remake) = (tree, nil) }

  /// Every frame is the first of its tree.
  init(cold makeTree: @escaping () -> RenderTree) { (tree, remake) = (makeTree(), makeTree) }

  func draw(frame: Int, _ watch: inout Stopwatch) {
    if let remake {
      tree = remake()
      watch = Stopwatch()
    }
    list = evaluate(tree, at: start + Double(frame) / 60, in: BenchScene.viewport, recycling: list.take())
    watch.finish(.evaluate)
  }

  /// Evaluation is paid for by living particles, drawn or not.
  var contents: FrameContents { FrameContents(particles: Double(list?.liveParticles ?? 0)) }

  func addPicture(to hash: inout FrameHash) {
    for case .particles(let batch) in list?.commands ?? [] {
      for index in 0..<batch.count {
        hash.add(batch.x[index].bitPattern)
        hash.add(batch.y[index].bitPattern)
        hash.add(batch.widthX[index].bitPattern)
        hash.add(batch.tint[index])
      }
    }
  }
}

extension BenchScene {
  /// A tree that is evaluated and drawn at frames a sixtieth of a second apart.
  static func tree(
    named name: String, _ group: Group, _ summary: String, cycle: Int = 4, in viewport: Viewport = BenchScene.viewport,
    _ makeTree: @escaping @Sendable () -> RenderTree
  ) -> BenchScene {
    BenchScene(name: name, group: group, summary: summary, cycle: cycle) {
      TreePlayer(makeTree(), frames: cycle, in: viewport, $0)
    }
  }
}

extension RenderNode {
  /// Layers below this one.
  fileprivate var descendantCount: Int {
    sublayers.reduce(mask == nil ? 0 : 1) { $0 + 1 + $1.descendantCount }
  }
}
