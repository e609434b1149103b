import Synchronization

/// Source of an emitter's shape, where that is more than numbers: a path, rectangles, an image or a clip, a text.
/// Shared by reference, with the tables of places that follow from it.
final class EmitterSource: Sendable, Equatable {
  struct Values: Sendable, Equatable {
    var path: CGPath.Geometry?
    var rects: [CGRect] = []
    var image: LayerContents?
    var text: CGPath.Geometry?
  }

  /// Part of the shape for which there is a table.
  struct Wish: Hashable {
    var shape: EmitterShape
    var mode: EmitterMode
    /// The frame of a clip; 0 for everything else.
    var clipFrame = 0
    /// Whether the places of a picture or a text are turned over, since the geometry around is flipped.
    var isTurnedOver = false
  }

  /// A cache of what births make of the values: of a clip the frames that were asked for last.
  struct Tables: Sendable {
    private var values: [Wish: any Sendable] = [:]
    private var order: [Wish] = []

    /// Frames of a clip at most; more than births look at in one frame of the movie (`EmissionAnimation`).
    private static let limit = 128

    subscript(wish: Wish) -> (any Sendable)? { values[wish] }

    mutating func keep(_ table: any Sendable, _ wish: Wish) {
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
