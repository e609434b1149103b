/// The inherited state for drawing a layer. It is passed down the tree by value, so nothing has to be restored.
struct DrawContext {
  /// Device pixels that can affect the output: the visible ones plus the reach of enclosing effects.
  var frame: DeviceRect
  /// Limit for the enlargement of `frame` by effects.
  var limit: DeviceRect
  var bitmapStart = 0
  /// Opacity of drawing: of the ancestors that do not fade as a group; inside a layer, including its own.
  var opacity: Float = 1
  /// Whether an odd number of ancestors have flipped geometry, so that images must be mirrored.
  var isFlipped = false
  /// Whether an ancestor reads or moves the commands when it ends.
  var isRead = false
  /// Whether pixels have more than 8 bits per component.
  let isDeep: Bool
  /// Number of enclosing transitions.
  var transitionDepth = 0

  /// Maximum pixels around the frame for effects. Drawing farther out has no shadow in the frame. With 6,000, nested
  /// blurs of very large layers took half a minute per frame.
  private static let farthest = 2000

  init(_ viewport: Viewport) {
    frame = DeviceRect(minX: 0, minY: 0, maxX: viewport.width, maxY: viewport.height)
    limit = frame.grown(by: (Self.farthest, Self.farthest))
    isDeep = viewport.isDeep
  }

  var alpha: UInt8 { UInt8(opacity * 255 + 0.5) }

  func with(_ change: (inout DrawContext) -> Void) -> DrawContext {
    var result = self
    change(&result)
    return result
  }

  /// The context inside something that reads the commands.
  var read: DrawContext { with { $0.isRead = true } }

  /// The context inside a layer, whose geometry may be flipped.
  func inside(_ state: LayerState) -> DrawContext { with { if state.isGeometryFlipped { $0.isFlipped.toggle() } } }

  /// Images remain upright where the geometry is flipped (documented).
  func upright(_ plane: PlaneTransform, _ area: RoundedRect) -> PlaneTransform {
    isFlipped ? plane.mirrored(area) : plane
  }
}
