/// Video frames of a display list. It retains their images, so there is a limit.
package struct ClipFrames: Sendable {
  struct Key: Hashable {
    let source: ObjectIdentifier
    let frame: Int

    init(_ clip: VideoClip, frame: Int) { (source, self.frame) = (ObjectIdentifier(clip.source), frame) }
  }

  /// Maximum number of different frames of all videos, and of their pixels: 512 MB.
  static let (maximumFrames, maximumPixels) = (256, 128 << 20)
  /// Nil for a frame that cannot be decoded.
  private(set) var images: [Key: CGImage?] = [:]
  private var pixels = 0

  package init() {}

  var isFull: Bool { images.count >= Self.maximumFrames || pixels >= Self.maximumPixels }

  mutating func keep(_ image: CGImage?, _ key: Key) {
    images[key] = .some(image)
    pixels += image.map { $0.width * $0.height } ?? 0
  }

  /// The image of contents at a time of the layer; nil for an unknown frame.
  func image(of contents: LayerContents?, at time: Double) -> CGImage? {
    switch contents {
    case nil: nil
    case .image(let image): image
    case .video(let clip): images[Key(clip, frame: clip.frame(at: time))] ?? nil
    }
  }
}
