/// Where frames lie on a sheet, as other programs read it.
package enum AtlasDescription {
  package enum Format: String, Sendable, CaseIterable {
    /// Ours: a list of places with times.
    case plain
    /// TexturePacker's JSON (hash), which most engines read.
    case texturepacker
  }

  package struct Subject: Sendable {
    package var name: String
    /// File of the sheet, without its folder.
    package var image: String
    package var framesPerSecond: Double
    package var isPremultiplied: Bool
    package var program: String

    package init(name: String, image: String, framesPerSecond: Double, isPremultiplied: Bool, program: String) {
      (self.name, self.image, self.framesPerSecond) = (name, image, framesPerSecond)
      (self.isPremultiplied, self.program) = (isPremultiplied, program)
    }
  }

  package static func value(of atlas: Atlas, _ subject: Subject, _ format: Format) -> any Encodable & Sendable {
    switch format {
    case .plain: Plain(atlas, subject)
    case .texturepacker: TexturePacker(atlas, subject)
    }
  }

  struct Rect: Encodable, Sendable {
    let x: Int
    let y: Int
    let w: Int
    let h: Int

    init(_ rect: AtlasRect) { (x, y, w, h) = (rect.x, rect.y, rect.width, rect.height) }
  }

  struct Size: Encodable, Sendable {
    let w: Int
    let h: Int
  }

  struct Frame: Encodable, Sendable {
    let frame: Rect
    let rotated = false
    let trimmed: Bool
    let spriteSourceSize: Rect
    let sourceSize: Size

    init(_ frame: AtlasFrame, _ place: AtlasRect) {
      (self.frame, spriteSourceSize) = (Rect(place), Rect(frame.part))
      sourceSize = Size(w: frame.size.width, h: frame.size.height)
      trimmed = frame.part.width != frame.size.width || frame.part.height != frame.size.height
    }
  }

  struct Meta: Encodable, Sendable {
    let app: String
    let version = "1.0"
    let image: String
    let format = "RGBA8888"
    let size: Size
    let scale = "1"

    init(_ atlas: Atlas, _ subject: Subject) {
      (app, image, size) = (subject.program, subject.image, Size(w: atlas.width, h: atlas.height))
    }
  }

  private struct TexturePacker: Encodable, Sendable {
    let frames: [String: Frame]
    let meta: Meta

    init(_ atlas: Atlas, _ subject: Subject) {
      let digits = max(4, "\(atlas.frames.count)".count)
      let named = zip(atlas.frames, atlas.places).enumerated().map { index, pair in
        let number = String(repeating: "0", count: max(0, digits - "\(index)".count)) + "\(index)"
        return ("\(subject.name)-\(number).png", Frame(pair.0, pair.1))
      }
      (frames, meta) = (Dictionary(named) { $1 }, Meta(atlas, subject))
    }
  }

  /// As `schema/atlas.schema.json` says.
  private struct Plain: Encodable, Sendable {
    struct Place: Encodable, Sendable {
      let x: Int
      let y: Int
      let width: Int
      let height: Int
      let offsetX: Int
      let offsetY: Int
      let time: Double
    }

    let name: String
    let image: String
    let width: Int
    let height: Int
    let frameWidth: Int
    let frameHeight: Int
    let framesPerSecond: Double
    let alpha: String
    let frames: [Place]

    init(_ atlas: Atlas, _ subject: Subject) {
      (name, image, width, height) = (subject.name, subject.image, atlas.width, atlas.height)
      (frameWidth, frameHeight) = (atlas.frames.first?.size.width ?? 0, atlas.frames.first?.size.height ?? 0)
      (framesPerSecond, alpha) = (subject.framesPerSecond, subject.isPremultiplied ? "premultiplied" : "straight")
      frames = zip(atlas.frames, atlas.places).map { frame, place in
        Place(
          x: place.x, y: place.y, width: place.width, height: place.height, offsetX: frame.part.x,
          offsetY: frame.part.y, time: (frame.time * 1e6).rounded() / 1e6)
      }
    }
  }
}
