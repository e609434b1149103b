import Foundation
import StarmineGraphics
import StarmineDocument

extension DocumentValue {
  /// A layer whose sublayers and mask keep their places.
  static func layer(
    _ members: [(String, DocumentValue?)] = [], kind: String = "CALayer", mask: DocumentValue? = nil,
    sublayers: [DocumentValue] = []
  ) -> DocumentValue {
    let standard: [(String, DocumentValue?)] = [
      ("class", .text(kind)), ("bounds", .list([0, 0, 1, 1])), ("anchorPoint", .list([0, 0])),
      ("position", .list([0, 0])),
    ]
    let own = Set(members.map(\.0))
    return .object(
      standard.filter { !own.contains($0.0) } + members + [
        ("mask", mask), ("sublayers", sublayers.isEmpty ? nil : .texts(sublayers)),
      ])
  }

  static func shape(
    _ path: CGPath.Geometry, _ matrix: CGAffineTransform, _ members: [(String, DocumentValue?)]
  ) -> DocumentValue {
    .layer([("path", .text(PathText.text(path))), ("transform", .matrix(matrix))] + members, kind: "CAShapeLayer")
  }

  /// Nil for the identity.
  static func matrix(_ m: CGAffineTransform) -> DocumentValue? {
    m.isIdentity
      ? nil : .list([m.a, m.b, 0, 0, m.c, m.d, 0, 0, 0, 0, 1, 0, m.tx, m.ty, 0, 1].map { Double($0).bounded })
  }
}

extension Double {
  /// The nearest number that documents can have.
  var bounded: Double { Swift.max(-1e9, Swift.min(1e9, self)) }
}
