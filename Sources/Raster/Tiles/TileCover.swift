import StarmineGraphics
import StarmineScene

/// Where drawing a tile can start: an opaque cover of the whole tile hides everything before it, and covers of a
/// single-colour tile only change its colour. The pixels are the same as if everything were drawn.
extension FramePlan {
  /// The commands that must be drawn, and the colour to clear the tile to first.
  /// - Parameter form: Float pixels keep intermediate colours, so translucent covers are drawn.
  func visibleCommands(
    inTile tile: Int, bounds: DeviceRect, background: UInt32, _ form: PixelDepth
  ) -> (UnsafeBufferPointer<Int32>.SubSequence, color: UInt32) {
    let all = commands(inTile: tile)
    let covers = { (index: Int32) in self.commands[Int(index)].cover.contains(bounds) }
    var start = all.lastIndex { covers($0) && commands[Int($0)].isOpaqueCover } ?? 0
    var color = background
    while start < all.count, covers(all[start]), let cover = commands[Int(all[start])].coverColor,
      form == .words || cover >> 24 == 255
    {
      color = sourceOver(cover, color)
      start += 1
    }
    return (all[start...], color)
  }

  /// The colour of all pixels, if it is known before any tile is drawn.
  func onlyColor(background: UInt32, _ form: PixelDepth) -> UInt32? {
    var only: UInt32?
    for tile in 0..<grid.count {
      let (commands, color) = visibleCommands(inTile: tile, bounds: grid.rect(tile), background: background, form)
      guard commands.isEmpty, only == nil || only == color else { return nil }
      only = color
    }
    return only
  }
}

extension ShapeCoverage {
  /// Fully covered pixels; possibly not all of them.
  var solid: DeviceRect {
    switch self {
    case .box(let box): box.solid
    case .roundedBox(let box, _, let minY, let maxY): box.solid.cut(atY: minY, maxY).1
    case .polygon, .ring, .nothing: .empty
    }
  }

  var isMasked: Bool {
    switch self {
    case .box, .roundedBox(_, .mask, _, _): true
    default: false
    }
  }
}
