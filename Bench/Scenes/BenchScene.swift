import StarmineGraphics
package import StarmineRaster
import StarmineScene

/// One scene of the throughput suite: a fixed seed, a fixed canvas, made anew for every run.
package struct BenchScene: Sendable {
  /// Scenes that belong together.
  package enum Group: String, Sendable, CaseIterable, Codable {
    /// Sprites at fixed places, drawn alone: the cases that Bench/Peers draws with other engines.
    case sprites
    /// Whole emitters: evaluated, sorted into tiles, drawn.
    case particles
    /// Particles evaluated and not drawn.
    case evaluation
    case layers
    /// The tests of MotionMark as documents.
    case motionmark
    /// The scenes of ThorVG's benchmark.
    case thorvg
    /// Changes of a layer tree, not drawn.
    case commit
    /// The bundled presets, a few moments of each.
    case presets
    /// Scenes of the other groups, drawn in floats.
    case deep
    /// Whole exports, encoder and file included.
    case export
  }

  /// How a scene is drawn.
  package struct Settings: Sendable {
    /// Threads that draw.
    package var workers: Int
    package var kernels: KernelTable

    package init(workers: Int = 1, kernels: KernelTable = .fast) {
      (self.workers, self.kernels) = (workers, kernels)
    }
  }

  package let name: String
  package let group: Group
  /// One line: what is drawn.
  package let summary: String
  /// Frames that are drawn again and again, so that runs of any length are made of the same frames.
  package let cycle: Int
  /// Called on the thread that then draws.
  let makePlayer: @Sendable (Settings) throws -> any ScenePlayer
  /// The text of the document that the scene is; nil for scenes that are code.
  package internal(set) var document: (@Sendable () -> String)?
  /// Other engines set its text by their own means, and not as the pictures that layers keep of it.
  var setsText = false

  /// Full HD.
  static let viewport = Viewport(width: 1920, height: 1080, background: .black)

  /// Every scene of the suite, in the order of reports.
  package static let all: [BenchScene] =
    spriteScenes + particleScenes + evaluationScenes + behaviorScenes + layerScenes + motionMarkScenes + thorVGScenes
    + [commitScene] + presetScenes + deepScenes + exportScenes
}

/// A scene made ready to draw: what one run owns.
protocol ScenePlayer: AnyObject {
  /// Draws a frame of the cycle, and tells the watch when a stage of it is over.
  func draw(frame: Int, _ watch: inout Stopwatch) throws
  /// Contents of the frame drawn last.
  var contents: FrameContents { get }
  /// Takes in what the frame drawn last looks like.
  func addPicture(to hash: inout FrameHash)
  /// Display list of the frame drawn last; nil for players that keep none.
  var displayList: DisplayList? { get }
  /// Tree and time of the first frame; nil for players that have none.
  var firstMoment: TreePlayer.Moment? { get }
}

extension ScenePlayer {
  var displayList: DisplayList? { nil }
  var firstMoment: TreePlayer.Moment? { nil }
}

/// Contents of one frame.
package struct FrameContents: Codable, Sendable, Equatable {
  /// Drawn ones.
  package var particles = 0.0
  package var layers = 0.0
  /// Pixels that commands and sprites cover, each of them counted.
  package var pixels = 0.0

  package init(particles: Double = 0, layers: Double = 0, pixels: Double = 0) {
    (self.particles, self.layers, self.pixels) = (particles, layers, pixels)
  }

  static func += (left: inout FrameContents, right: FrameContents) {
    left.particles += right.particles
    left.layers += right.layers
    left.pixels += right.pixels
  }

  static func / (left: FrameContents, right: Double) -> FrameContents {
    FrameContents(particles: left.particles / right, layers: left.layers / right, pixels: left.pixels / right)
  }
}

/// FNV-1a over numbers.
struct FrameHash {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(_ number: UInt32) {
    value = (value ^ UInt64(number)) &* 0x100_0000_01B3
  }

  /// Row padding left out.
  mutating func add(_ buffer: borrowing PixelBuffer) {
    let (width, height, stride) = (buffer.width, buffer.height, buffer.stride)
    var hash = self
    buffer.withPixels { pixels in
      for row in 0..<height {
        for column in 0..<width { hash.add(pixels[row * stride + column]) }
      }
    }
    self = hash
  }
}
