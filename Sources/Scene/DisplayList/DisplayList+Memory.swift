extension DisplayList {
  /// Bytes of the bitmaps that shadows and filters take while the list is drawn: those that are made at the same time,
  /// with the result of each, which is kept to the frame's end. Every bitmap counts once, wherever it is drawn.
  package var effectBytes: Int {
    var memory = BitmapBytes()
    let most = memory.most(commands)
    return memory.kept + most
  }
}

/// Memory that lists of commands take for bitmaps; four bytes a pixel, one for masks.
private struct BitmapBytes {
  /// Bytes of results.
  private(set) var kept = 0
  private var seen: Set<ObjectIdentifier> = []

  /// Bytes while the command of them all that takes most is made.
  mutating func most(_ commands: [DrawCommand]) -> Int {
    var most = 0
    for command in commands {
      switch command {
      case .offscreen(let offscreen): most = max(most, bytes(offscreen))
      case .shadow(let shadow): most = max(most, bytes(shadow))
      case .backdrop(let backdrop):
        kept += 4 * backdrop.bounds.area
        most = max(most, 12 * backdrop.bounds.grown(by: backdrop.reach).area)
      default: break
      }
    }
    return most
  }

  /// The bitmap, and with it either what is made for it or what its filters spread it to.
  private mutating func bytes(_ offscreen: OffscreenCommand) -> Int {
    guard seen.insert(ObjectIdentifier(offscreen.identity)).inserted else { return 0 }
    let spread = offscreen.source.grown(by: offscreen.reach)
    kept += offscreen.placement == nil ? 4 * offscreen.bounds.intersection(spread).area : 8 * spread.area
    return 4 * offscreen.source.area
      + max(most(offscreen.commands), offscreen.filters.isEmpty ? 0 : 8 * spread.area)
  }

  /// The silhouette, and with it either what is made for it or its alpha in two directions.
  private mutating func bytes(_ shadow: ShadowCommand) -> Int {
    guard seen.insert(ObjectIdentifier(shadow.identity)).inserted else { return 0 }
    kept += shadow.bounds.area
    return 4 * shadow.silhouetteBounds.area + max(most(shadow.silhouette), 2 * shadow.silhouetteBounds.area)
  }
}
