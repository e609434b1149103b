import StarmineGraphics
import StarmineScene

/// A bitmap that is made before the tiles are drawn: of a picture command, or of a filtered backdrop.
struct Picture: Sendable {
  /// Where the pixels lie.
  let bounds: DeviceRect
  /// Row by row, then `TileScratch.slack` more, because kernels read whole vectors.
  let pixels: [UInt32]
  /// Requested pixels: those in here and outside `bounds` are empty.
  var requested = DeviceRect.empty

  /// The same as an image, where the bitmap is not drawn pixel on pixel. Kept here, because a frame's plan only points
  /// to images.
  var image: CGImage?

  static let empty = Picture(bounds: .empty, pixels: [])

  /// How the bitmap is drawn, where it is not drawn pixel on pixel.
  func imageCommand(_ command: PictureCommand) -> ImageCommand? {
    guard let placement = command.placement, let image else { return nil }
    let place = RoundedRect(
      minX: Double(bounds.minX), minY: Double(bounds.minY), maxX: Double(bounds.maxX), maxY: Double(bounds.maxY))
    return ImageCommand(
      bounds: command.bounds, image: image, destination: place, transform: placement.transform,
      filter: placement.filter, alpha: 255)
  }

  fileprivate mutating func makeImage() {
    guard !bounds.isEmpty else { return }
    image = CGImage(
      width: bounds.width, height: bounds.height, pixels: Array(pixels.prefix(bounds.width * bounds.height)))
  }
}

extension Renderer {
  /// The bitmaps of a list's pictures and backdrops, in order. Each is made as a whole before any tile, so tiles cannot
  /// differ.
  func pictures(_ list: DisplayList, shadows: [ShadowMask], _ memo: FrameMemo, workers: Workers) -> [Picture] {
    var result: [Picture] = []
    var scene: BackdropScene?
    for (index, command) in list.commands.enumerated() {
      switch command {
      case .picture(let picture):
        result.append(memo.picture(of: picture) { self.picture(picture, memo, workers: workers) })
      case .backdrop(let backdrop):
        if scene == nil { scene = BackdropScene(list) }
        let below = scene?.below(index, isBelowGroup: backdrop.isBelowGroup)
        result.append(
          below.map { self.backdrop(backdrop, of: $0, shadows, result, workers: workers) } ?? .empty)
      default: break
      }
    }
    return result
  }

  private func picture(_ picture: PictureCommand, _ memo: FrameMemo, workers: Workers) -> Picture {
    let source = picture.source
    guard !source.isEmpty, !picture.bounds.isEmpty else { return .empty }
    var list = DisplayList(width: source.width, height: source.height, commands: picture.commands)
    (list.originX, list.originY) = (source.minX, source.minY)
    var drawn = PixelBuffer(width: list.width, height: list.height)
    draw(list, memo, into: &drawn, workers: workers)
    var bitmap = Bitmap(consume drawn, bounds: source)
    bitmap.apply(picture.filters, repeatsEdges: false, workers: workers, kernels: kernels)
    guard picture.placement != nil else { return bitmap.picture(in: picture.bounds) }
    var result = bitmap.picture(in: bitmap.bounds)
    result.makeImage()
    return result
  }

  /// - Parameter pictures: of the commands before this one.
  private func backdrop(
    _ backdrop: BackdropCommand, of below: BackdropScene.Below, _ shadows: [ShadowMask], _ pictures: [Picture],
    workers: Workers
  ) -> Picture {
    let bounds = backdrop.bounds.intersection(below.bounds)
    guard !bounds.isEmpty else { return .empty }
    let source = bounds.grown(by: backdrop.reach).intersection(below.bounds)
    var list = below.list
    (list.width, list.height) = (source.width, source.height)
    (list.originX, list.originY) = (source.minX, source.minY)
    var drawn = PixelBuffer(width: list.width, height: list.height)
    draw(
      list, shadows: Array(shadows[below.shadows]), pictures: Array(pictures[below.pictures]), into: &drawn,
      workers: workers)
    var bitmap = Bitmap(consume drawn, bounds: source)
    bitmap.apply(backdrop.filters, repeatsEdges: true, workers: workers, kernels: kernels)
    return bitmap.picture(in: bounds)
  }
}

/// Finds what lies below a command of a list.
private struct BackdropScene {
  /// Everything drawn so far to the surface that a command is drawn to.
  struct Below {
    var list: DisplayList
    /// The surface.
    var bounds: DeviceRect
    /// Shadows and pictures of the commands, by index into those of the whole list.
    var shadows: Range<Int>
    var pictures: Range<Int>
  }

  private struct Surface {
    var start: Int
    var bounds: DeviceRect
  }

  private let list: DisplayList
  /// For each command, then one: the shadows, and the pictures with backdrops, before it.
  private var shadowCounts = [0]
  private var pictureCounts = [0]

  init(_ list: DisplayList) {
    self.list = list
    for command in list.commands {
      var (shadows, pictures) = (0, 0)
      switch command {
      case .shadow: shadows = 1
      case .picture, .backdrop: pictures = 1
      default: break
      }
      shadowCounts.append(shadowCounts[shadowCounts.count - 1] + shadows)
      pictureCounts.append(pictureCounts[pictureCounts.count - 1] + pictures)
    }
  }

  func below(_ index: Int, isBelowGroup: Bool) -> Below? {
    let frame = DeviceRect(
      minX: list.originX, minY: list.originY, maxX: list.originX + list.width, maxY: list.originY + list.height)
    var surfaces = [Surface(start: 0, bounds: frame)]
    for (place, command) in list.commands[..<index].enumerated() {
      if case .pushGroup(let group) = command {
        surfaces.append(
          Surface(start: place + 1, bounds: group.bounds.intersection(surfaces[surfaces.count - 1].bounds)))
      } else if case .popGroup = command, surfaces.count > 1 {
        surfaces.removeLast()
      }
    }
    var end = index
    if isBelowGroup, surfaces.count > 1 { end = surfaces.removeLast().start - 1 }
    let surface = surfaces[surfaces.count - 1]
    var part = list
    part.commands = Array(list.commands[surface.start..<end])
    if surfaces.count > 1 { part.background = 0 }
    return Below(
      list: part, bounds: surface.bounds, shadows: shadowCounts[surface.start]..<shadowCounts[end],
      pictures: pictureCounts[surface.start]..<pictureCounts[end])
  }
}

extension TilePainter {
  func draw(_ picture: Picture, _ surface: Surface, _ clip: DeviceRect) {
    picture.pixels.withUnsafeBufferPointer { pixels in
      for y in clip.minY..<clip.maxY {
        let source = pixels.baseAddress! + picture.index(clip.minX, y)
        kernels.compositeSpan(surface.pointer(clip.minX, y), source, nil, 255, clip.width)
      }
    }
  }

  /// Exchanges pixels for those of the picture, in shares of coverage and alpha.
  func replace(with picture: Picture, walk: CoverageWalk, alpha: UInt32, _ surface: Surface, _ clip: DeviceRect) {
    picture.pixels.withUnsafeBufferPointer { pixels in
      for y in clip.minY..<clip.maxY {
        walk.row(y).forEachPart { first, last, isSolid in
          let (source, target) = (pixels.baseAddress! + picture.index(first, y), surface.pointer(first, y))
          for x in 0..<last - first {
            let coverage = isSolid ? 255 : UInt32(walk.bytes[first + x - clip.minX])
            let share = divide255(coverage * alpha)
            target[x] = added(scaled(source[x], share), scaled(target[x], 255 - share))
          }
        }
      }
    }
  }
}

extension Picture {
  fileprivate func index(_ x: Int, _ y: Int) -> Int { (y - bounds.minY) * bounds.width + x - bounds.minX }
}
