// The additional transitions of views. Apple draws them with private filters; here they use display list commands
// (behavior.md 8.6).

extension Evaluation {
  /// A half rotation in space: the old image up to its edge, then the new one from there.
  mutating func flip(_ images: TransitionImages, from side: Transition.Side, progress: Double) {
    guard let image = progress < 0.5 ? images.old : images.new else { return }
    let angle = Double.pi * (progress < 0.5 ? progress : progress - 1)
    var turned = images
    turned.space = CATransform3DConcat(
      Self.turn(by: angle, from: side, about: images.new.state.bounds), images.space.flattened)
    let index = list.commands.count
    let group = GroupCommand(bounds: images.context.frame, filter: image.filter)
    if image.filter != .sourceOver { list.commands.append(.pushGroup(group)) }
    draw(image, of: turned)
    if image.filter != .sourceOver { close(group, from: index, within: images.context.frame) }
  }

  /// The edge on `side` moves toward the viewer. The whole moves back by the same distance, so that corners are not
  /// clipped. The eye distance is three sides (both assumed: Apple's perspective is not published).
  private static func turn(by angle: Double, from side: Transition.Side, about bounds: CGRect) -> CATransform3D {
    let isUpright = side == .fromLeft || side == .fromRight
    let sign: Double = side == .fromLeft || side == .fromTop ? 1 : -1
    let length = isUpright ? bounds.width : bounds.height
    var lens = CATransform3DIdentity
    lens.m34 = -1 / (3 * max(bounds.width, bounds.height, 1))
    let matrices = [
      CATransform3DMakeTranslation(-bounds.midX, -bounds.midY, 0),
      CATransform3DMakeRotation(CGFloat(sign * angle), isUpright ? 0 : 1, isUpright ? 1 : 0, 0),
      CATransform3DMakeTranslation(0, 0, -length / 2 * CGFloat(abs(Double.sin(angle)))), lens,
      CATransform3DMakeTranslation(bounds.midX, bounds.midY, 0),
    ]
    return matrices.reduce(CATransform3DIdentity, CATransform3DConcat)
  }

  /// A page is rolled up from its lower right corner by a cylinder that moves to the upper left, over the other image.
  /// Nothing is visible outside the bounds.
  /// - Parameter isReversed: whether the new image is the page and unrolls.
  mutating func curl(_ images: TransitionImages, isReversed: Bool, progress: Double) {
    let index = list.commands.count
    let bounds = images.new.state.bounds
    let group = GroupCommand(
      bounds: images.context.frame, clip: (RoundedRect(bounds), PlaneTransform(images.space.flattened)),
      filter: images.new.filter)
    list.commands.append(.pushGroup(group))
    let (page, below) = isReversed ? (images.new, images.old) : (images.old, images.new)
    if let below { draw(below, of: images) }
    if var page {
      page.state.masksToBounds = true
      let roll = PageRoll(bounds: bounds, progress: isReversed ? 1 - progress : progress)
      let space = images.space.flattened
      shade(roll.shadowBelow, of: roll, in: space, images.context)
      for strip in roll.strips {
        if strip.isFlap { shade(roll.shadowOnPage, of: roll, in: space, images.context) }
        draw(strip, of: page, images, roll, in: space)
      }
    }
    close(group, from: index, within: images.context.frame)
  }

  private mutating func draw(
    _ strip: PageRoll.Strip, of page: TransitionImage, _ images: TransitionImages, _ roll: PageRoll,
    in space: CATransform3D
  ) {
    var folded = images
    folded.space = CATransform3DConcat(roll.fold(strip), space)
    let area = roll.area(from: strip.start, to: strip.end)
    let place = PlaneTransform(CATransform3DConcat(roll.placed, folded.space))
    let index = list.commands.count
    let group = GroupCommand(bounds: images.context.frame, clip: (area, place), filter: .sourceOver)
    list.commands.append(.pushGroup(group))
    draw(page, of: folded)
    // Paper and light are limited to the page.
    let cover = list.commands.count
    let light = GroupCommand(bounds: images.context.frame, filter: .sourceAtop)
    list.commands.append(.pushGroup(light))
    let frame = images.context.frame
    if strip.isBack { fill(area, place, [PageRoll.paper, PageRoll.paper], isClipped: true, within: frame) }
    fill(area, place, strip.shades, isClipped: true, within: frame)
    close(light, from: cover, within: images.context.frame)
    close(group, from: index, within: images.context.frame)
  }

  private mutating func shade(
    _ shadow: PageRoll.Shadow?, of roll: PageRoll, in space: CATransform3D, _ context: DrawContext
  ) {
    guard let shadow else { return }
    fill(
      roll.area(from: shadow.start, to: shadow.end), PlaneTransform(CATransform3DConcat(roll.placed, space)),
      shadow.shades, within: context.frame)
  }

  /// Fills an area with a gradient from its start to its end.
  /// - Parameter isClipped: whether an enclosing group clips the area, so that its edges need no antialiasing.
  private mutating func fill(
    _ area: RoundedRect, _ place: PlaneTransform, _ colors: [SIMD4<Float>], isClipped: Bool = false,
    within frame: DeviceRect
  ) {
    let rect = CGRect(x: area.minX, y: area.minY, width: area.maxX - area.minX, height: area.maxY - area.minY)
    let gradient = Gradient(
      kind: .axial,
      stops: [Gradient.Stop(location: 0, color: colors[0]), Gradient.Stop(location: 1, color: colors[1])],
      rect: rect, start: CGPoint(x: 0.5, y: 0), end: CGPoint(x: 0.5, y: 1))
    var shape = area
    if isClipped { (shape.minY, shape.maxY) = (area.minY - rect.height, area.maxY + rect.height) }
    let bounds = shape.deviceBounds(place, within: frame)
    guard !bounds.isEmpty, colors.contains(where: { $0.w > 0 }) else { return }
    list.commands.append(
      .fill(FillCommand(bounds: bounds, shape: .roundedRect(shape), transform: place, paint: .gradient(gradient))))
  }
}

/// A page around a half cylinder, seen from above: a flat part, strips around the cylinder, and the folded part, which
/// lies face down.
///
/// Positions are measured across the cylinder from where the page leaves the ground, toward its free corner.
private struct PageRoll {
  /// Colour of the back, through which the image is faintly visible.
  static let paper = SIMD4<Float>(0.96, 0.96, 0.97, 0.82)
  /// Number of strips of the half cylinder, enough for invisible edges.
  private static let stripCount = 16
  private static let relativeRadius = 0.11
  /// Direction of the roll in radians from vertical.
  private static let slant = 0.35

  /// Width of the shadow in front of the roll in radii.
  private static let shadowWidth = 0.9

  struct Strip {
    var start: Double
    var end: Double
    var shownStart: Double
    var shownEnd: Double
    var isBack: Bool
    /// Whether the strip is in the folded part.
    var isFlap: Bool
    var shades: [SIMD4<Float>]
  }

  struct Shadow {
    var start: Double
    var end: Double
    var shades: [SIMD4<Float>]
  }

  private let bounds: CGRect
  private let direction: SIMD2<Double>
  private let radius: Double
  /// Nearest and farthest positions of the page, and its maximum extent along the roll.
  private let near: Double
  private let far: Double
  private let breadth: Double
  /// Where the page leaves the ground, along `direction` from the origin of the plane.
  private let line: Double

  init(bounds: CGRect, progress: Double) {
    self.bounds = bounds
    direction = SIMD2(Double.sin(Self.slant), Double.cos(Self.slant))
    let (x, y) = (Double(bounds.minX), Double(bounds.minY))
    let first = x * direction.x + y * direction.y
    let length = Double(bounds.width) * direction.x + Double(bounds.height) * direction.y
    radius = Self.relativeRadius * Double.hypot(Double(bounds.width), Double(bounds.height))
    // The roll is finished when all of it, including its shadow, is before the first corner.
    line = first + length - min(max(progress, 0), 1) * (length + (1 + Self.shadowWidth) * radius)
    (near, far) = (first - line, first + length - line)
    breadth = 2 * (abs(x) + abs(y) + Double(bounds.width) + Double(bounds.height))
  }

  /// From coordinates across and along the cylinder to the plane.
  var placed: CATransform3D {
    var matrix = CATransform3DIdentity
    (matrix.m11, matrix.m12) = (direction.y, -direction.x)
    (matrix.m21, matrix.m22) = (direction.x, direction.y)
    (matrix.m41, matrix.m42) = (direction.x * line, direction.y * line)
    return matrix
  }

  func area(from start: Double, to end: Double) -> RoundedRect {
    RoundedRect(minX: -breadth, minY: start, maxX: breadth, maxY: end)
  }

  /// Visible position of a position of the page.
  private func shown(_ place: Double) -> Double {
    if place <= 0 { return place }
    return place < .pi * radius ? radius * Double.sin(place / radius) : .pi * radius - place
  }

  /// Transform from a strip of the plane to its visible position.
  func fold(_ strip: Strip) -> CATransform3D {
    let scale = (strip.shownEnd - strip.shownStart) / (strip.end - strip.start)
    let shift = strip.shownStart - scale * strip.start
    let (x, y) = (direction.x, direction.y)
    var matrix = CATransform3DIdentity
    (matrix.m11, matrix.m12) = (1 + (scale - 1) * x * x, (scale - 1) * x * y)
    (matrix.m21, matrix.m22) = (matrix.m12, 1 + (scale - 1) * y * y)
    let offset = shift - (scale - 1) * line
    (matrix.m41, matrix.m42) = (x * offset, y * offset)
    return matrix
  }

  /// From bottom to top.
  var strips: [Strip] {
    var result = [strip(from: min(near, -1), to: min(0, far))]
    let step = .pi * radius / Double(Self.stripCount)
    for index in 0..<Self.stripCount where Double(index) * step < far {
      // Overlaps the previous strip slightly to avoid a seam.
      let start = Double(index) * step
      result.append(strip(from: start - (index == 0 ? 0 : step * 0.1), to: min(start + step, far)))
    }
    if far > .pi * radius { result.append(strip(from: .pi * radius - step * 0.1, to: far, isFlap: true)) }
    return result.filter { $0.end - $0.start > 1e-6 && abs($0.shownEnd - $0.shownStart) > 1e-6 }
  }

  private func strip(from start: Double, to end: Double, isFlap: Bool = false) -> Strip {
    let middle = (start + end) / 2 / radius
    // In the folded part, the straight line continues from its start.
    let shownStart = isFlap ? .pi * radius - start : shown(start)
    return Strip(
      start: start, end: end, shownStart: shownStart, shownEnd: shown(end), isBack: middle > .pi / 2, isFlap: isFlap,
      shades: [shade(start / radius), shade(end / radius)])
  }

  /// Black over the page, darker at steeper angles.
  private func shade(_ angle: Double) -> SIMD4<Float> {
    let steepness = Double.sin(min(max(angle, 0), .pi))
    return SIMD4(0, 0, 0, Float(0.45 * steepness * steepness))
  }

  var shadowBelow: Shadow? {
    guard far > 0 else { return nil }
    let edge = far < .pi / 2 * radius ? shown(far) : radius
    let strength = Float(min(1, far / radius))
    return Shadow(
      start: edge - 0.5 * radius, end: edge + Self.shadowWidth * radius,
      shades: [SIMD4(0, 0, 0, 0.45 * strength), SIMD4(0, 0, 0, 0)])
  }

  var shadowOnPage: Shadow? {
    let edge = shown(far)
    return Shadow(
      start: edge - 0.5 * radius, end: edge + 0.1 * radius, shades: [SIMD4(0, 0, 0, 0), SIMD4(0, 0, 0, 0.35)])
  }
}
