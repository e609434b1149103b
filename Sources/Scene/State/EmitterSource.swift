import Synchronization

/// Complex sources of an emitter's shape: a path, rectangles, an image or a video, a text. Shared by reference, with
/// the tables of positions.
final class EmitterSource: Sendable, Equatable {
  struct Values: Sendable, Equatable {
    var path: CGPath.Geometry?
    var rects: [CGRect] = []
    var image: LayerContents?
    var text: CGPath.Geometry?
  }

  struct Request: Hashable {
    var shape: EmitterShape
    var mode: EmitterMode
    /// Number of the video frame; 0 for other sources.
    var clipFrame = 0
    /// Whether positions of an image or a text are mirrored, because the geometry is flipped.
    var isTurnedOver = false
  }

  /// A cache of tables. For a video, those of the last requested frames.
  struct Tables: Sendable {
    private var values: [Request: any Sendable] = [:]
    private var order: [Request] = []

    /// Maximum number of video frames, above the number that births of one movie frame use (`EmissionAnimation`).
    private static let limit = 128

    subscript(wish: Request) -> (any Sendable)? { values[wish] }

    mutating func keep(_ table: any Sendable, _ wish: Request) {
      if order.count >= Self.limit { values[order.removeFirst()] = nil }
      values[wish] = table
      order.append(wish)
    }
  }

  let values: Values
  let tables = Mutex(Tables())

  init(_ values: Values) { self.values = values }

  var path: CGPath.Geometry? { values.path }
  var rects: [CGRect] { values.rects }
  var image: LayerContents? { values.image }
  var text: CGPath.Geometry? { values.text }

  static func == (a: EmitterSource, b: EmitterSource) -> Bool { a === b || a.values == b.values }
}
