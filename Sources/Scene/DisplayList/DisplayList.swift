package import StarmineGraphics

/// Whole device pixels, half open: `minX <= x < maxX`.
package struct DeviceRect: Hashable, Sendable {
  package var minX: Int
  package var minY: Int
  package var maxX: Int
  package var maxY: Int

  package init(minX: Int, minY: Int, maxX: Int, maxY: Int) {
    (self.minX, self.minY, self.maxX, self.maxY) = (minX, minY, maxX, maxY)
  }

  package static let empty = DeviceRect(minX: 0, minY: 0, maxX: 0, maxY: 0)
  package var isEmpty: Bool { minX >= maxX || minY >= maxY }
  package var width: Int { max(0, maxX - minX) }
  package var height: Int { max(0, maxY - minY) }

  package func intersection(_ other: DeviceRect) -> DeviceRect {
    let result = DeviceRect(
      minX: max(minX, other.minX), minY: max(minY, other.minY), maxX: min(maxX, other.maxX),
      maxY: min(maxY, other.maxY))
    return result.isEmpty ? .empty : result
  }

  package func union(_ other: DeviceRect) -> DeviceRect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    return DeviceRect(
      minX: min(minX, other.minX), minY: min(minY, other.minY), maxX: max(maxX, other.maxX),
      maxY: max(maxY, other.maxY))
  }
}

/// Everything to draw in one frame: flat commands in drawing order, all in device pixels (y down, origin top left).
///
/// Everything in it is finite and already culled against the frame; drawing it cannot fail.
package struct DisplayList: Sendable {
  package var width: Int
  package var height: Int
  /// Device coordinates of the first pixel.
  package var originX = 0
  package var originY = 0
  /// Premultiplied `0xAARRGGBB` that the frame is cleared to.
  package var background: UInt32
  package var commands: [DrawCommand]
  /// Particles that live at this time, drawn or not.
  package var liveParticles = 0
  /// Births that exceeded the limit of particles per frame; above 0 the picture is incomplete.
  package var droppedParticles = 0
  /// Copies of replicators that exceeded the limit of one frame; above 0 the picture is incomplete.
  package var droppedCopies = 0
  /// Shadows, filters and bitmaps that exceeded the work of one frame; above 0 the picture is incomplete.
  package var droppedEffects = 0
  /// Paths and drawings that exceeded the work of one frame; above 0 the picture is incomplete.
  package var droppedPaths = 0
  /// Memory that particles were evaluated in, for the next list.
  var scratch: EmissionScratch?
  /// Memory that the commands' references were made in, for the next list.
  var commandMemory: CommandMemory?
  /// Whether commands refer to such things.
  var hasReusableCommands = false

  package init(width: Int, height: Int, background: UInt32 = 0, commands: [DrawCommand] = []) {
    (self.width, self.height, self.background, self.commands) = (width, height, background, commands)
  }
}

/// One thing to draw. A list holds tens of thousands: what few of them have is stored apart.
package enum DrawCommand: Sendable {
  case fill(FillCommand)
  case image(ImageCommand)
  case particles(ParticleBatch)
  case shadow(ShadowCommand)
  case picture(PictureCommand)
  case backdrop(BackdropCommand)
  /// Begins a group: everything up to the matching `popGroup` is drawn into transparent scratch of these bounds.
  case pushGroup(GroupCommand)
  /// Erases part of the innermost group.
  case cut(CutCommand)
  /// Blends the scratch with what lies below.
  case popGroup
}

/// How source pixels join the pixels below; both on premultiplied values.
package enum BlendMode: String, Sendable {
  /// `s + d (1 - s.a)`
  case sourceOver
  /// `min(1, s + d)`, alpha too (Core Animation's additive render mode)
  case additive
}

/// A rectangle with one corner radius in its own plane, before `transform`.
package struct RoundedRect: Hashable, Sendable {
  package var minX: Double
  package var minY: Double
  package var maxX: Double
  package var maxY: Double
  /// Already limited to half the shorter side.
  package var cornerRadius: Double
  /// The corners that are round; the others are square.
  package var corners: CACornerMask {
    get { CACornerMask(rawValue: UInt(cornerBits)) }
    set { cornerBits = UInt8(newValue.rawValue & CACornerMask.all.rawValue) }
  }
  private var cornerBits = UInt8(CACornerMask.all.rawValue)
  package var curve = CornerCurve.circular
  /// The other edges cover a pixel wholly or not at all; without effect where corners are round.
  package var smoothEdges = CAEdgeAntialiasingMask.all

  package init(minX: Double, minY: Double, maxX: Double, maxY: Double, cornerRadius: Double = 0) {
    (self.minX, self.minY, self.maxX, self.maxY) = (minX, minY, maxX, maxY)
    self.cornerRadius = cornerRadius
  }
}

/// A shape to cover.
package enum Shape: Hashable, Sendable {
  case roundedRect(RoundedRect)
  case path(PathShape)
  /// The inside of the rectangle, no farther than `width` from its edges; the inner radius is smaller by the width.
  case border(RoundedRect, width: Double)
  /// The area inside the outer one and outside the inner one, which is inside the outer one.
  indirect case ring(RoundedRect, inner: RoundedRect)
}

/// Paint of covered pixels.
package enum Paint: Hashable, Sendable {
  /// Premultiplied `0xAARRGGBB`, opacity included.
  case solid(UInt32)
  /// Opacity included.
  indirect case gradient(Gradient)
}

/// Paint through the coverage of a shape.
package struct FillCommand: Sendable {
  package var bounds: DeviceRect
  package var shape: Shape
  /// From the shape's plane to device pixels.
  package var transform: PlaneTransform
  package var paint: Paint

  package init(bounds: DeviceRect, shape: Shape, transform: PlaneTransform, paint: Paint) {
    (self.bounds, self.shape, self.transform, self.paint) = (bounds, shape, transform, paint)
  }

  /// One colour, a premultiplied `0xAARRGGBB`, over a rounded rectangle.
  package init(bounds: DeviceRect, shape: RoundedRect, transform: PlaneTransform, color: UInt32) {
    self.init(bounds: bounds, shape: .roundedRect(shape), transform: transform, paint: .solid(color))
  }
}

/// An image stretched over a rectangle of a plane.
package struct ImageCommand: Sendable {
  package var bounds: DeviceRect
  package var image: CGImage
  /// Where the image lies in its plane; its corner radius clips it.
  package var destination: RoundedRect
  package var transform: PlaneTransform
  package var filter: SamplingFilter
  /// Opacity, 0...255.
  package var alpha: UInt8
  /// Premultiplied `0xAARRGGBB` that multiplies the image's pixels component by component.
  package var tint: UInt32 = .max
  /// How the image lies there, where it is not simply stretched.
  package var fit = Rare<ImageFit>()

  package init(
    bounds: DeviceRect, image: CGImage, destination: RoundedRect, transform: PlaneTransform, filter: SamplingFilter,
    alpha: UInt8
  ) {
    (self.bounds, self.image, self.destination) = (bounds, image, destination)
    (self.transform, self.filter, self.alpha) = (transform, filter, alpha)
  }
}

/// Which part of an image shows.
package struct ImageFit: RareGroup {
  /// The part of the image that is stretched over the destination, in units of its size; outside the image its edges
  /// repeat.
  package var source = ContentsPlacement.unit
  /// How that part stretches; nil: evenly.
  package var slices: NineSlice?
  /// Added to the level of detail under the trilinear filter.
  package var detailBias = 0.0
  /// Inside the destination; where there is one, no more than this shows.
  package var clip: RoundedRect?

  package static let defaults = ImageFit()
}

/// A group drawn apart and then blended once.
package struct GroupCommand: Sendable {
  /// Pixels that the group can touch; the scratch holds no more.
  package var bounds: DeviceRect
  /// Opacity of the whole, 0...255.
  package var alpha: UInt8
  /// The group is multiplied by the coverage of this shape, if there is one.
  package var clip: (shape: Shape, transform: PlaneTransform)? {
    get { placedClip.map { ($0.shape, $0.transform) } }
    set { placedClip = newValue.map { PlacedShape($0.shape, $0.transform) } }
  }
  private var placedClip: PlacedShape?
  /// How it joins what lies below; a mask is a group that leaves only what lies below it (`destIn`).
  package var filter = CompositingFilter.sourceOver

  package init(
    bounds: DeviceRect, alpha: UInt8 = 255, clip: (shape: RoundedRect, transform: PlaneTransform)? = nil,
    filter: CompositingFilter = .sourceOver
  ) {
    (self.bounds, self.alpha, self.filter) = (bounds, alpha, filter)
    self.clip = clip.map { (.roundedRect($0.shape), $0.transform) }
  }
}

private final class PlacedShape: Sendable {
  let shape: Shape
  let transform: PlaneTransform

  init(_ shape: Shape, _ transform: PlaneTransform) {
    (self.shape, self.transform) = (shape, transform)
  }
}

/// Leaves of the innermost group only the pixels whose centres are inside every half plane.
package struct CutCommand: Sendable {
  /// Those of the group.
  package var bounds: DeviceRect
  package var halfPlanes: [HalfPlane]

  package init(bounds: DeviceRect, halfPlanes: [HalfPlane]) {
    (self.bounds, self.halfPlanes) = (bounds, halfPlanes)
  }
}
