/// Paths of documents: a path text, or a figure such as `{"ellipse": [x, y, width, height]}` or
/// `{"rect": [x, y, width, height], "radius": 8}`.
struct PathReader {
  package let values: ValueReader

  func read(_ value: DocumentValue) throws(ValueMismatchError) -> CGPath {
    switch value.content {
    case .string(let text): return try values.paths.path(text)
    case .object(let members):
      let names = Set(members.map(\.key))
      if names == ["ellipse"] { return CGPath(ellipseIn: try rect(members[0].value), transform: nil) }
      guard names.contains("rect"), names.isSubset(of: ["rect", "radius"]) else { break }
      return try roundedRect(members)
    default: break
    }
    throw ValueMismatchError(
      "expected a path such as \"M 0 0 L 10 0 Z\", {\"ellipse\": [x, y, width, height]} or "
        + "{\"rect\": [x, y, width, height], \"radius\": 8}, found \(value.quoted)")
  }

  private func roundedRect(_ members: [DocumentMember]) throws(ValueMismatchError) -> CGPath {
    var (frame, radius) = (CGRect.zero, 0.0)
    for member in members {
      if member.key == "rect" { frame = try rect(member.value) }
      if member.key == "radius" { radius = try values.number(member.value, unit: .points) }
    }
    if radius <= 0 { return CGPath(rect: frame, transform: nil) }
    return CGPath(roundedRect: frame, cornerWidth: radius, cornerHeight: radius, transform: nil)
  }

  private func rect(_ value: DocumentValue) throws(ValueMismatchError) -> CGRect {
    let n = try values.numbers(value, count: 4, unit: .points, example: "[x, y, width, height]")
    return CGRect(x: n[0], y: n[1], width: n[2], height: n[3])
  }
}

/// Paths of a document by their texts. Layers that say the same share one path, and with it all that frames find out
/// about it, which then stays in the processor's caches.
final class PathStore {
  private var paths: [String: CGPath] = [:]

  func path(_ text: String) throws(ValueMismatchError) -> CGPath {
    if let known = paths[text] { return known }
    let path = CGPath(try PathText.parse(text))
    paths[text] = path
    return path
  }
}
