/// Frames of a movie on a sheet, with their rectangles.
package struct Atlas: Sendable {
  /// In time order. Equal frames may share a rectangle.
  package let frames: [AtlasFrame]
  package let places: [AtlasRect]
  package let width: Int
  package let height: Int
  package let pixels: [UInt32]
  private let extrusion: Int

  /// Maximum number of pixels of a sheet.
  package static let mostPixels = 64 << 20

  /// Places frames on a sheet. Errors: a sheet that is too large.
  package init(_ frames: [AtlasFrame], _ options: AtlasOptions) throws(AtlasError) {
    let trimmed = options.trims ? Self.trimmed(frames, isPacked: options.isPacked) : frames
    // Equal frames are drawn once if positions are free.
    var (first, owners, kept) = ([[UInt32]: Int](), [Int](), [AtlasFrame]())
    for frame in trimmed {
      let known = options.isPacked ? first[frame.pixels] : nil
      if let known, kept[known].part.width == frame.part.width {
        owners.append(known)
        continue
      }
      first[frame.pixels] = kept.count
      owners.append(kept.count)
      kept.append(frame)
    }
    let layout = try AtlasLayout(kept.map(\.part), options)
    let (area, overflow) = layout.width.multipliedReportingOverflow(by: layout.height)
    guard !overflow, area <= Self.mostPixels else {
      throw AtlasError("the sheet would have more than 64 megapixels; use fewer or smaller frames")
    }
    var pixels = [UInt32](repeating: 0, count: area)
    for (frame, place) in zip(kept, layout.places) {
      Self.put(frame, at: place, into: &pixels, width: layout.width, options.extrusion)
    }
    (self.frames, self.pixels, width, height) = (trimmed, pixels, layout.width, layout.height)
    (places, extrusion) = (owners.map { layout.places[$0] }, options.extrusion)
  }

  /// In a grid, all frames are trimmed to the same part, so that cells have equal sizes.
  private static func trimmed(_ frames: [AtlasFrame], isPacked: Bool) -> [AtlasFrame] {
    if isPacked { return frames.map { $0.cut(to: $0.filled) } }
    guard let first = frames.first else { return [] }
    let shared = frames.dropFirst().reduce(first.filled) { $0.union($1.filled) }
    return frames.map { $0.cut(to: shared) }
  }

  private static func put(
    _ frame: AtlasFrame, at place: AtlasRect, into pixels: inout [UInt32], width: Int, _ extrusion: Int
  ) {
    for y in -extrusion..<place.height + extrusion {
      let row = min(max(y, 0), place.height - 1) * place.width
      let start = (place.y + y) * width + place.x
      for x in -extrusion..<place.width + extrusion {
        pixels[start + x] = frame.pixels[row + min(max(x, 0), place.width - 1)]
      }
    }
  }

  package var image: CGImage { CGImage(width: width, height: height, pixels: pixels) }

  /// Largest difference of a component between a frame and its part of a sheet that was read back; 255 for a sheet of
  /// another size.
  package func difference(from sheet: CGImage) -> Int {
    guard sheet.width == width, sheet.height == height else { return 255 }
    var most = 0
    for (frame, place) in zip(frames, places) {
      for y in 0..<place.height {
        for x in 0..<place.width {
          let found = sheet[place.x + x, place.y + y]
          most = max(most, Self.distance(frame.pixels[y * place.width + x], found))
        }
      }
    }
    return most
  }

  private static func distance(_ one: UInt32, _ other: UInt32) -> Int {
    [0, 8, 16, 24].map { abs(Int(one >> $0 & 255) - Int(other >> $0 & 255)) }.max() ?? 0
  }
}
