import Foundation
import StarmineGraphics
import StarmineLayers

/// Turns `contents` of a document into images, each only once, and remembers where they came from.
final class ImageStore {
  private let directory: URL
  private let load: (URL) throws -> CGImage
  private var files: [URL: CGImage] = [:]
  private var sprites: [Sprite: CGImage] = [:]
  /// Files that were asked for, there or not.
  private(set) var requested = Set<URL>()
  private var origins: [ObjectIdentifier: String] = [:]

  /// - Parameter directory: what relative paths start from.
  init(directory: URL, load: @escaping (URL) throws -> CGImage) {
    (self.directory, self.load) = (directory, load)
  }

  /// For outlines: a path or a sprite.
  func origin(of image: CGImage) -> String {
    origins[ObjectIdentifier(image)] ?? "image \(image.width)x\(image.height)"
  }

  /// A path relative to the document, or a sprite `{"sprite": "soft-dot", "size": 64}`.
  func image(_ value: DocumentValue) throws(ValueMismatch) -> CGImage {
    switch value.content {
    case .string(let path): try file(path)
    case .object(let members): image(of: try SpriteReader(members: members, location: value.location).read())
    default:
      throw ValueMismatch(
        "expected an image path or a sprite such as {\"sprite\": \"soft-dot\", \"size\": 64}, found \(value.quoted)")
    }
  }

  /// A path of a document, which may be relative to it.
  func url(of path: String) -> URL {
    (path.hasPrefix("/") ? URL(fileURLWithPath: path) : directory.appendingPathComponent(path)).standardizedFileURL
  }

  /// The name of a font, or the path of its file if it has a slash in it, which may be relative to the document.
  func font(_ name: String) -> String { name.contains("/") ? url(of: name).path : name }

  private func file(_ path: String) throws(ValueMismatch) -> CGImage {
    guard !path.isEmpty, !path.contains("\0") else { throw ValueMismatch("expected an image path, found \"\"") }
    let url = url(of: path)
    requested.insert(url)
    if let image = files[url] { return image }
    let image: CGImage
    do {
      image = try load(url)
    } catch {
      throw ValueMismatch("the image \(url.path) cannot be read: \(error)")
    }
    files[url] = image
    origins[ObjectIdentifier(image)] = path
    return image
  }

  private func image(of sprite: Sprite) -> CGImage {
    if let image = sprites[sprite] { return image }
    let image = sprite.makeImage()
    sprites[sprite] = image
    origins[ObjectIdentifier(image)] = sprite.summary
    return image
  }
}

/// Decodes the description of a sprite.
struct SpriteReader {
  let members: [DocumentMember]
  let location: SourceLocation

  static let keys = ["sprite", "size", "width", "height", "color", "softness", "blur"]

  func read() throws(ValueMismatch) -> Sprite {
    if let stranger = members.first(where: { !Self.keys.contains($0.key) }) {
      let alternatives = stranger.key.alternatives(among: Self.keys)
      throw ValueMismatch("a sprite has no \"\(stranger.key)\"\(alternatives)", at: stranger.location)
    }
    var sprite = try shape()
    if let width = try number("width", in: 1...Double(Sprite.maximumSize)) { sprite.width = Int(width) }
    if let height = try number("height", in: 1...Double(Sprite.maximumSize)) { sprite.height = Int(height) }
    if let softness = try number("softness", in: 0...1) { sprite.softness = softness }
    if let blur = try number("blur", in: 0...0.15) { sprite.blur = blur }
    if let color = member("color") { sprite.color = try ColorReader.read(color) }
    return sprite
  }

  private func shape() throws(ValueMismatch) -> Sprite {
    let names = Sprite.shapes.map(\.name)
    guard let value = member("sprite") else {
      throw ValueMismatch("expected \"sprite\": one of \(names.joined(separator: ", "))", at: location)
    }
    let size = try number("size", in: 1...Double(Sprite.maximumSize)) ?? 64
    guard case .string(let name) = value.content, let sprite = Sprite(shape: name, size: Int(size)) else {
      throw ValueMismatch(unknownSpelling(value, among: names), at: value.location)
    }
    return sprite
  }

  private func member(_ key: String) -> DocumentValue? { members.first { $0.key == key }?.value }

  private func number(_ key: String, in range: ClosedRange<Double>) throws(ValueMismatch) -> Double? {
    guard let value = member(key) else { return nil }
    guard case .number(let number) = value.content, range.contains(number) else {
      throw ValueMismatch(
        "\(key): expected \(range.lowerBound.shortText) to \(range.upperBound.shortText), found \(value.quoted)",
        at: value.location)
    }
    return number
  }
}

/// "expected one of a, b, found "c"; did you mean "b"?"
func unknownSpelling(_ value: DocumentValue, among names: [String]) -> String {
  var hint = ""
  if case .string(let text) = value.content, let nearest = text.nearest(in: names) {
    hint = "; did you mean \"\(nearest)\"?"
  }
  return "expected one of \(names.filter { !$0.isEmpty }.joined(separator: ", ")), found \(value.quoted)\(hint)"
}
