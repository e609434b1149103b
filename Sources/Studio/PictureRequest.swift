/// A complete request for an image. Equal requests give equal bytes.
struct PictureRequest: Decodable, Sendable, Equatable {
  /// Number of the reply over the WebSocket.
  var number: Int?
  /// Revision of a text. Without it and without a preset, the opened document is used.
  var revision: String?
  var preset: String?
  /// Changes in the form of `--set`.
  var set: [String]?
  /// Seconds, as for `still --at`; nil: 0.
  var time: Double?
  /// Pixels; nil: the size of the document.
  var size: [Int]?
  /// Background instead of the document's; `none` for transparent.
  var background: String?
  /// `particles`: draw particles only.
  var only: String?
  /// `scenery`: leave out scenery and background.
  var without: String?
  /// `scenery`: keep scenery over any background.
  var with: String?
  var type: String?
  /// 1 to 100, for lossy types.
  var quality: Int?

  static let longestSide = 4096
  static let mostPixels = 16 << 20
  static let mostChanges = 4000

  /// Reads a URL query: `?t=2.5&size=960x540&set=spark.velocity=200&type=jpeg`.
  init(_ query: [HTTPRequest.QueryItem]) throws {
    (revision, preset, background, type) = (query["revision"], query["preset"], query["background"], query["type"])
    (only, without, with) = (query["only"], query["without"], query["with"])
    set = query.filter { $0.name == "set" }.map(\.value)
    if let text = query["t"] {
      guard let number = Double(text) else { throw RequestError(.badRequest, "t=\(text.prefix(40)): expected seconds") }
      time = number
    }
    if let text = query["size"] {
      let sides = text.split(separator: "x").map { Int($0) }
      guard sides.count == 2, let width = sides[0], let height = sides[1] else {
        throw RequestError(.badRequest, "size=\(text.prefix(40)): expected WIDTHxHEIGHT")
      }
      size = [width, height]
    }
    if let text = query["quality"] {
      guard let number = Int(text) else {
        throw RequestError(.badRequest, "quality=\(text.prefix(40)): expected a number")
      }
      quality = number
    }
  }

  var format: PictureFormat {
    get throws {
      guard let type else { return .png }
      guard let format = PictureFormat(rawValue: type) else {
        let known = PictureFormat.allCases.map(\.rawValue).joined(separator: ", ")
        throw RequestError(.badRequest, "type=\(type.prefix(40)): expected one of \(known)")
      }
      return format
    }
  }

  var parts: MovieSettings.Parts? {
    get throws { try .init(only: only, without: without, with: with) }
  }

  /// As for `still --size`: the canvas may take the aspect ratio of the frame.
  var frame: PresetFrame? {
    guard let size, size.count == 2 else { return nil }
    return PresetFrame(size: CGSize(width: size[0], height: size[1]))
  }

  func check() throws {
    guard (0...86_400).contains(time ?? 0) else {
      throw RequestError(.badRequest, "expected a time of 0 to 86400 seconds")
    }
    if let size {
      guard size.count == 2, size.allSatisfy({ (1...Self.longestSide).contains($0) }),
        size[0] * size[1] <= Self.mostPixels
      else {
        throw RequestError(.badRequest, "a picture has sides of 1 to \(Self.longestSide) and at most 16 megapixels")
      }
    }
    guard (1...100).contains(quality ?? 1) else { throw RequestError(.badRequest, "expected a quality of 1 to 100") }
    guard (set ?? []).count <= Self.mostChanges else { throw RequestError(.badRequest, "too many changes") }
  }
}

extension PropertyOverride {
  static func parsed(_ texts: [String]?) throws(ValueMismatchError) -> [PropertyOverride] {
    try (texts ?? []).map { text throws(ValueMismatchError) in try PropertyOverride(parsing: text) }
  }
}

struct Picture: Sendable {
  let bytes: [UInt8]
  let format: PictureFormat
  let width: Int
  let height: Int
  let particles: Int
  let milliseconds: Double
}
