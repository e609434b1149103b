/// Commands drawn apart into a bitmap, which goes through filters and is then drawn in their place.
public struct PictureCommand: Sendable {
  /// Pixels that it can touch.
  public var bounds: DeviceRect
  public private(set) var commands: [DrawCommand]
  /// Pixels of the bitmap, in the commands' coordinates; what lies outside is transparent.
  public var source: DeviceRect
  /// In order.
  public var filters: [PixelFilter]
  /// Where the bitmap lies; nil: pixel on pixel.
  public var placement: PicturePlacement?
  public private(set) var identity = CommandIdentity()

  public init(
    bounds: DeviceRect, commands: [DrawCommand], source: DeviceRect, filters: [PixelFilter] = [],
    placement: PicturePlacement? = nil
  ) {
    (self.bounds, self.commands, self.source) = (bounds, commands, source)
    (self.filters, self.placement) = (filters, placement)
  }

  /// Changes what is drawn apart.
  mutating func changeCommands(_ body: (inout DrawCommand) -> Void) {
    for index in commands.indices { body(&commands[index]) }
    identity = CommandIdentity()
  }

  /// Pixels along x and y by which the filters spread the bitmap.
  public var reach: (x: Int, y: Int) { filters.reach }
}

/// How a bitmap is drawn as an image.
public struct PicturePlacement: Hashable, Sendable {
  /// From the bitmap's pixels to device pixels.
  public var transform: PlaneTransform
  public var filter: SamplingFilter

  public init(transform: PlaneTransform, filter: SamplingFilter) {
    (self.transform, self.filter) = (transform, filter)
  }
}

/// Puts what has been drawn so far through filters, inside a shape.
public struct BackdropCommand: Sendable {
  /// Pixels that it can touch.
  public var bounds: DeviceRect
  /// In order; pixels beyond the edge of what is drawn to count as those at the edge.
  public var filters: [PixelFilter]
  public var shape: RoundedRect
  public var transform: PlaneTransform
  /// Share of the filtered pixels, 0...255.
  public var alpha: UInt8
  /// Takes what lies below the group that it is in, and draws it into the group.
  public var isBelowGroup = false

  public init(
    bounds: DeviceRect, filters: [PixelFilter], shape: RoundedRect, transform: PlaneTransform, alpha: UInt8 = 255
  ) {
    (self.bounds, self.filters) = (bounds, filters)
    (self.shape, self.transform, self.alpha) = (shape, transform, alpha)
  }

  /// Pixels along x and y from which the filters carry colour.
  public var reach: (x: Int, y: Int) { filters.reach }
}

extension [PixelFilter] {
  var reach: (x: Int, y: Int) {
    reduce((0, 0)) { ($0.0 + $1.reach.x, $0.1 + $1.reach.y) }
  }
}

extension DeviceRect {
  /// With more pixels on every side.
  public func grown(by reach: (x: Int, y: Int)) -> DeviceRect {
    DeviceRect(minX: minX - reach.x, minY: minY - reach.y, maxX: maxX + reach.x, maxY: maxY + reach.y)
  }
}
