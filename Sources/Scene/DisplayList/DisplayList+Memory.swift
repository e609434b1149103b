extension DisplayList {
  /// Bytes of bitmaps for shadows and filters during drawing: those that exist at the same time, and results, which are
  /// kept to the end of the frame. Every bitmap counts once.
  /// - Parameter isDeep: whether the list is drawn in float.
  package func effectBytes(isDeep: Bool = false) -> Int {
    var memory = BitmapBytes()
    let most = memory.most(commands, isDeep: isDeep || light != nil)
    return memory.kept + most + (light?.bloom == nil ? 0 : BitmapBytes.float * frame.area)
  }
}

/// Memory for bitmaps of commands: bytes per pixel by format, one for masks.
private struct BitmapBytes {
  private static let word = 4
  static let float = 16
  /// Bytes.
  private(set) var kept = 0
  private var seen: Set<ObjectIdentifier> = []

  /// Bytes during the command that needs most.
  mutating func most(_ commands: [DrawCommand], isDeep: Bool) -> Int {
    var most = 0
    for command in commands {
      switch command {
      case .offscreen(let offscreen): most = max(most, bytes(offscreen, isDeep: isDeep))
      case .shadow(let shadow): most = max(most, bytes(shadow))
      case .backdrop(let backdrop):
        let pixel = isDeep ? Self.float : Self.word
        kept += pixel * backdrop.bounds.area
        most = max(most, 3 * pixel * backdrop.bounds.grown(by: backdrop.reach).area)
      default: break
      }
    }
    return most
  }

  /// The bitmap, plus its contents or its filtered result.
  private mutating func bytes(_ offscreen: OffscreenCommand, isDeep: Bool) -> Int {
    guard seen.insert(ObjectIdentifier(offscreen.identity)).inserted else { return 0 }
    let spread = offscreen.source.grown(by: offscreen.reach)
    let isDeep = offscreen.isDeep(in: isDeep)
    let pixel = isDeep ? Self.float : Self.word
    // Before and after a filter, and for float the integer components between.
    let filtered = (isDeep ? 3 : 2) * pixel
    // Words, their copy and smaller levels; for float the same again in floats.
    let image = (isDeep ? 36 : 8) * spread.area
    kept += offscreen.placement == nil ? pixel * offscreen.bounds.intersection(spread).area : image
    return pixel * offscreen.source.area
      + max(most(offscreen.commands, isDeep: isDeep), offscreen.filters.isEmpty ? 0 : filtered * spread.area)
  }

  /// The silhouette, plus its contents or its alpha in two directions.
  private mutating func bytes(_ shadow: ShadowCommand) -> Int {
    guard seen.insert(ObjectIdentifier(shadow.identity)).inserted else { return 0 }
    kept += shadow.bounds.area
    let area = shadow.silhouetteBounds.area
    return Self.word * area + max(most(shadow.silhouette, isDeep: false), 2 * area)
  }
}
