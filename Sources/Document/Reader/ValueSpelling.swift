/// Writes property values in the form of documents and `--set`: the counterpart of `ValueReader`.
package enum ValueSpelling {
  /// Nil for values without a document form, such as images, paths and lists of layers.
  package static func document(_ value: Any?, _ kind: ValueKind) -> DocumentValue? {
    switch value {
    case nil: DocumentValue(.null)
    case let number as NSNumber where kind == .boolean: DocumentValue(.boolean(number.boolValue))
    case let number as NSNumber: Self.number(number)
    case let text as String: DocumentValue(.string(text))
    case let point as CGPoint: list([point.x, point.y])
    case let size as CGSize: list([size.width, size.height])
    case let rect as CGRect: list([rect.minX, rect.minY, rect.width, rect.height])
    case let color as CGColor: Self.color(color)
    case let transform as CATransform3D: list(transform.entries)
    case let clip as VideoClip: VideoClipReader.document(clip)
    case let items as [Any]: array(items)
    default: nil
    }
  }

  private static func array(_ items: [Any]) -> DocumentValue? {
    let values = items.compactMap { document($0, .number) }
    return values.count == items.count ? DocumentValue(.array(values)) : nil
  }

  private static func number(_ number: NSNumber) -> DocumentValue? {
    // Writes 32-bit values with their short decimal: 0.2 instead of 0.200000003.
    let isSingle = String(cString: number.objCType) == "f"
    let value = isSingle ? Double("\(number.floatValue)") ?? number.doubleValue : number.doubleValue
    return value.isFinite ? DocumentValue(.number(value)) : nil
  }

  private static func list(_ numbers: [CGFloat]) -> DocumentValue {
    DocumentValue(.array(numbers.map { DocumentValue(.number(Double($0))) }))
  }

  /// Hexadecimal if that is exact.
  private static func color(_ color: CGColor) -> DocumentValue {
    if let again = CGColor(hex: color.hexText), again == color { return DocumentValue(.string(color.hexText)) }
    return list([color.red, color.green, color.blue, color.alpha])
  }

  package static func argument(_ value: Any?, _ kind: ValueKind) -> String? {
    guard let document = document(value, kind) else { return nil }
    if case .string(let text) = document.content { return text }
    return document.line()
  }
}

extension CATransform3D {
  fileprivate var entries: [CGFloat] {
    [m11, m12, m13, m14, m21, m22, m23, m24, m31, m32, m33, m34, m41, m42, m43, m44]
  }
}

extension ValueSpelling {
  /// A value as programs show it: in document form, an image as its sprite or file, otherwise a description.
  package static func model(
    _ value: Any?, _ info: PropertyInfo, _ texts: ValueText, sprite: Sprite? = nil
  ) -> DocumentValue {
    if value == nil { return DocumentValue(.null) }
    let text = DocumentValue(.string(texts.text(value, info)))
    switch info.kind {
    case .image, .contents: return sprite?.document ?? document(value, info.kind) ?? text
    case .transform, .path: return text
    case .cells, .layers, .layer, .filters, .behaviors, .animators: return DocumentValue(.null)
    default: return document(value, info.kind) ?? text
    }
  }
}

extension Sprite {
  /// The sprite as printed by `show`, valid in documents.
  package var summary: String { document.line() }

  /// The document form without default values.
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
    if seed != 0 { add("seed", Double(seed)) }
    if sheet != 1 { add("sheet", Double(sheet)) }
    return DocumentValue(.object(members))
  }
}
