import StarmineGraphics
import StarmineLayers

extension Sprite {
  /// As `show` prints it and documents take it.
  package var summary: String { document.line() }

  /// As documents spell it, without what is the default.
  package var document: DocumentValue {
    var members = [DocumentMember("sprite", DocumentValue(.string(shape)))]
    func add(_ key: String, _ value: Double) { members.append(DocumentMember(key, DocumentValue(.number(value)))) }
    if let usual = Sprite(shape: shape, size: height), usual.width == width {
      add("size", Double(height))
    } else {
      add("width", Double(width))
      add("height", Double(height))
    }
    if color != .white, let value = ValueSpelling.document(color, .color) {
      members.append(DocumentMember("color", value))
    }
    if softness != 0 { add("softness", softness) }
    if blur != 0 { add("blur", blur) }
    return DocumentValue(.object(members))
  }
}
