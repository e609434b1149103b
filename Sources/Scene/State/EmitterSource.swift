import Foundation
import StarmineGraphics
import Synchronization

/// Source of an emitter's shape, where that is more than numbers: a path, rectangles, an image, a text. Shared by
/// reference, with the tables of places that follow from it.
final class EmitterSource: Sendable, Equatable {
  struct Values: Sendable, Equatable {
    var path: CGPath.Geometry?
    var rects: [CGRect] = []
    var image: CGImage?
    var text: CGPath.Geometry?

    static func == (a: Values, b: Values) -> Bool {
      a.path == b.path && a.rects == b.rects && a.image === b.image && a.text == b.text
    }
  }

  /// Part of the shape for which there is a table.
  struct Wish: Hashable {
    var shape: EmitterShape
    var mode: EmitterMode
  }

  let values: Values
  /// A cache of what births make of the values.
  let tables = Mutex<[Wish: any Sendable]>([:])

  init(_ values: Values) { self.values = values }

  var path: CGPath.Geometry? { values.path }
  var rects: [CGRect] { values.rects }
  var image: CGImage? { values.image }
  var text: CGPath.Geometry? { values.text }

  static func == (a: EmitterSource, b: EmitterSource) -> Bool { a === b || a.values == b.values }
}
