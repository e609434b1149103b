import Foundation
import StarmineGraphics
import StarmineRaster
import StarmineScene

/// A scene in a form that small programs over other engines read (Bench/Peers): the same places, colours and pictures.
///
/// What is kept is what a user of those engines would draw: a stroke is a line with a pen, not its outline, and a mask
/// around a picture is a shape filled with the picture. `PeerCase+Data.swift` says how it is written.
package struct PeerCase: Sendable {
  /// Why a scene has no such form.
  package struct Unsupported: Error, CustomStringConvertible {
    package var description: String
  }

  let width: Int
  let height: Int
  /// Premultiplied `0xAARRGGBB`, as all colours.
  let background: UInt32
  private(set) var images: [CGImage] = []
  private(set) var paths: [CGPath.Geometry] = []
  private(set) var paints: [Paint] = []
  private(set) var pens: [StrokeStyle] = []
  private(set) var texts: [Text] = []
  private(set) var items: [Item] = []
  /// Text that layers show as pictures, the next one last; none where it is to be drawn as these.
  private var textPieces: [TextPiece] = []
  /// How the last image was cut in nine, and the index of the first part.
  private var lastCuts: (Cuts, Int)?

  private struct Cuts: Equatable {
    var image: CGImage
    var columns: [Range<Int>]
    var rows: [Range<Int>]
  }

  /// Kind of an item; the numbers are those of the file.
  enum Kind: UInt32 {
    case image, rectangle, path, evenOddPath, stroke, shadow, group, groupEnd, text
  }

  /// One thing to draw.
  struct Item {
    var kind: Kind
    /// Place of the mode in `modes`.
    var blend: UInt32 = 0
    /// Index of the image, path or text.
    var index = -1
    /// In place of the colour; -1 for none.
    var paint = -1
    var pen = -1
    /// Colour of the shape; the tint of an image or group.
    var color = UInt32.max
    var place = Frame()
    /// Radius of a rectangle's corners, pixels.
    var radius = 0.0
    /// Standard deviation of a shadow or of a group's blur, pixels.
    var sigma = 0.0
    /// Offset of a shadow, pixels.
    var offset = (x: 0.0, y: 0.0)
  }

  /// Where an origin and two unit vectors lie in the picture: for images and rectangles their edges, for paths and
  /// paints the unit of their coordinates.
  struct Frame: Hashable {
    var x = 0.0, y = 0.0
    var widthX = 1.0, widthY = 0.0
    var heightX = 0.0, heightY = 1.0
  }

  /// Filling of a shape beside one colour.
  enum Paint: Hashable {
    /// Along the width of its frame; around its origin, one unit far; around its origin from the width to the height.
    case gradient(GradientKind, [Gradient.Stop], Frame)
    /// Stretched over its frame.
    case image(Int, Frame)
  }

  /// The first frame of a scene.
  package init(of scene: BenchScene) throws {
    self = try onFreshThread {
      let player = try scene.makePlayer(BenchScene.Settings())
      var watch = Stopwatch()
      try player.draw(frame: 0, &watch)
      guard let list = player.displayList else {
        throw Unsupported(description: "\(scene.name) is not a scene of commands that other engines know")
      }
      var pieces = player.firstMoment.map { ShapePiece.all(in: $0.tree.root, at: $0.time) } ?? []
      pieces.reverse()
      var result = PeerCase(width: list.width, height: list.height, background: list.background)
      if scene.setsText, let moment = player.firstMoment {
        result.textPieces = TextPiece.all(in: moment.tree.root, at: moment.time).reversed()
      }
      do { try result.append(list.commands[...], &pieces) } catch let reason as Unsupported {
        throw Unsupported(description: "\(scene.name) has \(reason), which cases of other engines cannot say")
      }
      return result
    }
  }

  private init(width: Int, height: Int, background: UInt32) {
    (self.width, self.height, self.background) = (width, height, background)
  }

  /// - Parameter pieces: the paths that are drawn, the next one last.
  private mutating func append(_ commands: ArraySlice<DrawCommand>, _ pieces: inout [ShapePiece]) throws {
    var index = commands.startIndex
    while index < commands.endIndex {
      switch commands[index] {
      case .particles(let batch): try append(batch)
      case .image(let image): items += try lines(image) ?? parts(image)
      case .fill(let fill): items.append(try item(fill, &pieces))
      case .rects(let batch): items += try batch.fills.map { try item(FillCommand($0), &pieces) }
      case .shadow(let shadow): items.append(try item(shadow))
      case .pushGroup(let group):
        let end = try commands.endOfGroup(at: index)
        try append(group, commands[(index + 1)..<end], &pieces)
        index = end
      case .popGroup: break
      case .offscreen(let offscreen): try append(offscreen, &pieces)
      case .backdrop, .cut: throw Unsupported(description: "filters of what lies below, or planes in space")
      }
      index += 1
    }
  }

  private mutating func append(_ batch: ParticleBatch) throws {
    guard batch.sprites.count == 1, let blend = Self.blend(batch.blend) else {
      throw Unsupported(description: "sprites of several images")
    }
    let image = self.index(of: batch.sprites[0].image)
    for index in 0..<batch.count {
      let (widthX, widthY) = (Double(batch.widthX[index]), Double(batch.widthY[index]))
      let (heightX, heightY) = (Double(batch.heightX[index]), Double(batch.heightY[index]))
      let place = Frame(
        x: Double(batch.x[index]) - (widthX + heightX) / 2, y: Double(batch.y[index]) - (widthY + heightY) / 2,
        widthX: widthX, widthY: widthY, heightX: heightX, heightY: heightY)
      items.append(Item(kind: .image, blend: blend, index: image, color: batch.tint[index], place: place))
    }
  }

  /// A group as it is for another engine: a blend mode of one thing, a shape filled with a picture, or a group.
  private mutating func append(
    _ group: GroupCommand, _ inside: ArraySlice<DrawCommand>, _ pieces: inout [ShapePiece]
  ) throws {
    guard let blend = Self.blend(group.filter) else {
      throw Unsupported(description: "the mode \(group.filter.rawValue)")
    }
    if let clip = group.clip {
      guard group.alpha == 255, inside.count == 1, case .image(let image) = inside[inside.startIndex] else {
        throw Unsupported(description: "a clip of anything but an image")
      }
      return items.append(try item(image, inside: clip, &pieces).with { $0.blend = blend })
    }
    let (start, color) = (items.count, UInt32(group.alpha) &* 0x0101_0101)
    if inside.count == 1, case .offscreen(let offscreen) = inside[inside.startIndex] {
      try append(offscreen, &pieces)
      (items[start].blend, items[start].color) = (blend, color)
      return
    }
    if group.alpha == 255, inside.count == 1 {
      try append(inside, &pieces)
      items[start].blend = blend
      return
    }
    items.append(Item(kind: .group, blend: blend, color: color))
    try append(inside, &pieces)
    items.append(Item(kind: .groupEnd))
  }

  /// A group that is blurred.
  private mutating func append(_ offscreen: OffscreenCommand, _ pieces: inout [ShapePiece]) throws {
    guard offscreen.placement == nil, offscreen.filters.count == 1, case .blur(let x, let y) = offscreen.filters[0],
      x == y
    else { throw Unsupported(description: "filters other than a blur") }
    var group = Item(kind: .group)
    group.sigma = x
    items.append(group)
    try append(offscreen.commands[...], &pieces)
    items.append(Item(kind: .groupEnd))
  }

  /// An image under a mask of one shape: the shape, filled with it.
  private mutating func item(
    _ image: ImageCommand, inside clip: PlacedShape, _ pieces: inout [ShapePiece]
  ) throws -> Item {
    let picture = try item(image)
    guard picture.color == .max else { throw Unsupported(description: "a clip of a faded image") }
    let shape = FillCommand(
      bounds: image.bounds, shape: clip.shape, transform: clip.transform, paint: .solid(0xFF00_0000))
    return try item(shape, &pieces).with { $0.paint = index(of: .image(picture.index, picture.place)) }
  }
}

// MARK: Things to draw

extension PeerCase {
  private mutating func item(_ command: ImageCommand) throws -> Item {
    guard command.transform.isAffine, command.filter == .linear, command.destination.cornerRadius == 0,
      command.fit.isUnset
    else { throw Unsupported(description: "images with parts, corners or filters") }
    let image = command.tint == .max ? command.image : command.image.tinted(command.tint)
    return Item(
      kind: .image, index: index(of: image), color: UInt32(command.alpha) &* 0x0101_0101,
      place: Frame(command.destination, command.transform))
  }

  /// The lines of the text that an image shows; nil where it is to be drawn as a picture.
  private mutating func lines(_ command: ImageCommand) throws -> [Item]? {
    while let piece = textPieces.last, !piece.fits(command.destination) { textPieces.removeLast() }
    guard let piece = textPieces.popLast() else { return nil }
    guard command.alpha == 255, command.transform.isAffine else { throw Unsupported(description: "faded text") }
    return piece.lines.map { line in
      let index = texts.firstIndex(of: line) ?? texts.count
      if index == texts.count { texts.append(line) }
      return Item(kind: .text, index: index, color: piece.color, place: Frame(command.transform))
    }
  }

  /// The image, or the nine parts that it stretches in, each as an image of its own.
  private mutating func parts(_ command: ImageCommand) throws -> [Item] {
    guard let slices = command.fit.value.slices else { return [try item(command)] }
    var whole = command
    whole.fit.value.slices = nil
    guard whole.fit.value == .defaults else { throw Unsupported(description: "parts of images") }
    whole.fit = Rare()
    let (image, frame) = (command.image, try item(whole).place)
    let columns = slices.horizontal.stretches(pixels: image.width)
    let rows = slices.vertical.stretches(pixels: image.height)
    let first = firstPart(of: image, columns.map(\.pixels), rows.map(\.pixels))
    return (0..<9).map { number in
      let (row, column) = (rows[number / 3], columns[number % 3])
      let place = frame.placing(
        origin: CGPoint(x: column.from, y: row.from), width: CGPoint(x: column.to - column.from, y: 0),
        height: CGPoint(x: 0, y: row.to - row.from))
      return Item(kind: .image, index: first + number, color: UInt32(command.alpha) &* 0x0101_0101, place: place)
    }
  }

  /// Where the nine parts of an image begin, row by row: those of the image before if it is the same.
  private mutating func firstPart(of image: CGImage, _ columns: [Range<Int>], _ rows: [Range<Int>]) -> Int {
    let cuts = Cuts(image: image, columns: columns, rows: rows)
    if let (last, first) = lastCuts, last == cuts { return first }
    let first = images.count
    for row in rows { images += columns.map { image.part($0, row) } }
    lastCuts = (cuts, first)
    return first
  }

  private mutating func item(_ fill: FillCommand, _ pieces: inout [ShapePiece]) throws -> Item {
    guard fill.transform.isAffine else { throw Unsupported(description: "perspective") }
    var item = Item(kind: .rectangle)
    switch fill.paint {
    case .solid(let color): item.color = color
    case .gradient(let gradient):
      let plane = gradient.transform?.concatenated(with: fill.transform) ?? fill.transform
      item.paint = index(of: try Paint(gradient, plane))
    }
    switch fill.shape {
    case .roundedRect(let rect) where !fill.transform.isAxisAligned && (rect.cornerRadius > 0 || item.paint >= 0):
      guard rect.corners == .all, rect.curve == .circular else {
        throw Unsupported(description: "corners of several kinds")
      }
      (item.kind, item.place, item.index) = (.path, Frame(fill.transform), index(of: rect.outline))
    case .roundedRect(let rect): item.take(rect, fill.transform)
    case .path(let shape):
      // Pieces outside of the frame are not drawn.
      while let piece = pieces.last, !piece.fits(shape, under: fill.transform) { pieces.removeLast() }
      guard let piece = pieces.popLast() else { throw Unsupported(description: "paths that no layer has") }
      item.place = Frame(fill.transform)
      item.kind = piece.pen == nil ? (shape.rule == .evenOdd ? .evenOddPath : .path) : .stroke
      if let pen = piece.pen { item.pen = index(of: pen) }
      item.index = index(of: piece.path)
    case .border(let rect, let width) where rect.cornerRadius == 0:
      // The middle of the line.
      var path = CGPath.Geometry()
      path.addRect(
        CGRect(x: rect.minX, y: rect.minY, width: rect.maxX - rect.minX, height: rect.maxY - rect.minY)
          .insetBy(dx: width / 2, dy: width / 2))
      (item.kind, item.place, item.index) = (.stroke, Frame(fill.transform), index(of: path))
      item.pen = index(of: StrokeStyle(width: width))
    case .border, .ring: throw Unsupported(description: "rings with round corners")
    }
    return item
  }

  private func item(_ shadow: ShadowCommand) throws -> Item {
    guard shadow.silhouette.count == 1, case .fill(let fill) = shadow.silhouette[0],
      case .roundedRect(let rect) = fill.shape, fill.transform.isAxisAligned, shadow.sigmaX == shadow.sigmaY
    else { throw Unsupported(description: "shadows of anything but rectangles") }
    var item = Item(kind: .shadow, color: shadow.color)
    item.take(rect, fill.transform)
    (item.sigma, item.offset) = (shadow.sigmaX, (shadow.offsetX, shadow.offsetY))
    return item
  }

  private mutating func index(of image: CGImage) -> Int {
    if let found = images.suffix(32).firstIndex(of: image) { return found }
    images.append(image)
    return images.count - 1
  }

  /// Scenes draw a path many times, or each once.
  private mutating func index(of path: CGPath.Geometry) -> Int {
    if let found = paths.suffix(8).firstIndex(of: path) { return found }
    paths.append(path)
    return paths.count - 1
  }

  private mutating func index(of paint: Paint) -> Int {
    paints.append(paint)
    return paints.count - 1
  }

  private mutating func index(of pen: StrokeStyle) -> Int {
    if let found = pens.firstIndex(of: pen) { return found }
    pens.append(pen)
    return pens.count - 1
  }

  private static func blend(_ mode: BlendMode) -> UInt32? {
    switch mode {
    case .sourceOver: 0
    case .additive: 1
    case .multiply: 2
    case .screen: 3
    default: nil
    }
  }

  /// By their numbers in the file.
  static let modes: [CompositingFilter] = [
    .sourceOver, .plusL, .multiplyBlendMode, .screenBlendMode, .overlayBlendMode, .darkenBlendMode, .lightenBlendMode,
    .colorDodgeBlendMode, .colorBurnBlendMode, .hardLightBlendMode, .softLightBlendMode, .differenceBlendMode,
    .exclusionBlendMode,
  ]

  private static func blend(_ filter: CompositingFilter) -> UInt32? {
    let same: [CompositingFilter: CompositingFilter] = [
      .normalBlendMode: .sourceOver, .linearDodgeBlendMode: .plusL,
    ]
    return modes.firstIndex(of: same[filter] ?? filter).map(UInt32.init)
  }
}

extension PeerCase.Item {
  fileprivate mutating func take(_ rect: RoundedRect, _ t: PlaneTransform) {
    place = PeerCase.Frame(rect, t)
    radius = rect.cornerRadius * (t.m11 * t.m11 + t.m12 * t.m12).squareRoot()
  }

  fileprivate func with(_ change: (inout Self) -> Void) -> Self {
    var copy = self
    change(&copy)
    return copy
  }
}

extension RoundedRect {
  /// As a path.
  fileprivate var outline: CGPath.Geometry {
    var path = CGPath.Geometry()
    path.addRoundedRect(
      in: CGRect(x: minX, y: minY, width: maxX - minX, height: maxY - minY), cornerWidth: cornerRadius,
      cornerHeight: cornerRadius)
    return path
  }
}

extension SliceAxis {
  /// The three stretches of the destination, 0...1, and the pixels of the image that each shows.
  fileprivate func stretches(pixels: Int) -> [(from: Double, to: Double, pixels: Range<Int>)] {
    let cuts = [0, Int((sourceMin * Double(pixels)).rounded()), Int((sourceMax * Double(pixels)).rounded()), pixels]
    let places = [0, destinationMin, destinationMax, 1]
    return (0..<3).map { (places[$0], places[$0 + 1], cuts[$0]..<cuts[$0 + 1]) }
  }
}

extension CGImage {
  /// With every pixel multiplied by a premultiplied colour.
  fileprivate func tinted(_ color: UInt32) -> CGImage {
    CGImage(width: width, height: height, pixels: base.pixels.map { product($0, color) })
  }

  fileprivate func part(_ columns: Range<Int>, _ rows: Range<Int>) -> CGImage {
    let all = Array(base.pixels)
    let pixels = rows.flatMap { row in all[(row * width + columns.lowerBound)..<(row * width + columns.upperBound)] }
    return CGImage(width: columns.count, height: rows.count, pixels: pixels)
  }
}

extension ArraySlice<DrawCommand> {
  /// The `popGroup` that belongs to a `pushGroup`.
  fileprivate func endOfGroup(at start: Int) throws -> Int {
    var depth = 0
    for index in start..<endIndex {
      if case .pushGroup = self[index] { depth += 1 }
      if case .popGroup = self[index] { depth -= 1 }
      if depth == 0 { return index }
    }
    throw PeerCase.Unsupported(description: "a group without end")
  }
}
