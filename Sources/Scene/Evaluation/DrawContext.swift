/// Everything that the surroundings of a layer say about drawing it: handed down the tree by value, so that nothing has
/// to be put back.
struct DrawContext {
  /// Device pixels that count: those that can be seen, and those that effects around carry into sight.
  var frame: DeviceRect
  /// How far effects may widen the frame.
  var limit: DeviceRect
  /// Where the commands of the innermost bitmap begin.
  var bitmapStart = 0
  /// Opacity of everything drawn here: of the layers around that do not fade as one picture; in a layer, with its own.
  var opacity: Float = 1
  /// Whether an odd number of the layers around have flipped geometry: images are turned upright again.
  var isFlipped = false
  /// Whether something around looks at the commands, or moves them, when it is closed.
  var isRead = false
  /// Whether pixels hold more than 8 bits of a component.
  let isDeep: Bool
  /// Transitions around.
  var transitionDepth = 0

  /// Pixels around the frame that effects may reach into: what lies farther out throws no shadow into it. With 6,000,
  /// nested blurs of endless layers took half a minute per frame.
  private static let farthest = 2000

  init(_ viewport: Viewport) {
    frame = DeviceRect(minX: 0, minY: 0, maxX: viewport.width, maxY: viewport.height)
    limit = frame.grown(by: (Self.farthest, Self.farthest))
    isDeep = viewport.isDeep
  }

  /// The opacity of a group or an image.
  var alpha: UInt8 { UInt8(opacity * 255 + 0.5) }

  /// The same with other values.
  func with(_ change: (inout DrawContext) -> Void) -> DrawContext {
    var result = self
    change(&result)
    return result
  }

  /// Inside of something that looks at the commands.
  var read: DrawContext { with { $0.isRead = true } }

  /// Inside of a layer, where geometry may be flipped.
  func inside(_ state: LayerState) -> DrawContext {
    with { if state.isGeometryFlipped { $0.isFlipped.toggle() } }
  }

  /// Images keep their top at the top where the geometry around them is flipped (documented).
  func upright(_ plane: PlaneTransform, _ area: RoundedRect) -> PlaneTransform {
    isFlipped ? plane.mirrored(area) : plane
  }
}
