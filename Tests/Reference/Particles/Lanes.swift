import StarmineScene

/// Eight points or directions.
struct VectorLanes {
  var x: Floats
  var y: Floats
  var z: Floats

  @inline(__always)
  init(_ x: Floats, _ y: Floats, _ z: Floats) {
    (self.x, self.y, self.z) = (x, y, z)
  }

  /// The same vector in every lane.
  @inline(__always)
  init(repeating vector: SIMD3<Float>) {
    x = Floats(repeating: vector.x)
    y = Floats(repeating: vector.y)
    z = Floats(repeating: vector.z)
  }

  @inline(__always)
  static func + (a: Self, b: Self) -> Self { Self(a.x + b.x, a.y + b.y, a.z + b.z) }

  @inline(__always)
  static func * (a: Self, factor: Floats) -> Self { Self(a.x * factor, a.y * factor, a.z * factor) }

  @inline(__always)
  static func * (a: Self, factor: Float) -> Self { Self(a.x * factor, a.y * factor, a.z * factor) }

  @inline(__always)
  func lane(_ index: Int) -> SIMD3<Float> { SIMD3(x[index], y[index], z[index]) }
}

/// Eight straight (not premultiplied), unclamped colours.
struct ColorLanes {
  var red: Floats
  var green: Floats
  var blue: Floats
  var alpha: Floats

  @inline(__always)
  init(_ red: Floats, _ green: Floats, _ blue: Floats, _ alpha: Floats) {
    (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
  }

  /// The same colour in every lane.
  @inline(__always)
  init(repeating color: SIMD4<Float>) {
    red = Floats(repeating: color[0])
    green = Floats(repeating: color[1])
    blue = Floats(repeating: color[2])
    alpha = Floats(repeating: color[3])
  }

  @inline(__always)
  func lane(_ index: Int) -> SIMD4<Float> { SIMD4(red[index], green[index], blue[index], alpha[index]) }
}

/// Eight right-handed frames: `forward` is the direction of emission, the others span the plane across it.
struct FrameLanes {
  var forward: VectorLanes
  var sideways: VectorLanes
  var upward: VectorLanes

  /// The frame around a unit direction: `sideways` lies in the xy plane, a quarter turn from +x toward +y.
  @inline(__always)
  init(forward d: VectorLanes) {
    let flat = d.x * d.x + d.y * d.y
    let scale = LaneMath.inverseSquareRoot(flat)
    let isUpright = flat .< 1e-12
    let sx = (0 - d.y * scale).replacing(with: 0, where: isUpright)
    let sy = (d.x * scale).replacing(with: 1, where: isUpright)
    forward = d
    sideways = VectorLanes(sx, sy, Floats(repeating: 0))
    // forward x sideways
    upward = VectorLanes(0 - d.z * sy, d.z * sx, d.x * sy - d.y * sx)
  }

  /// Turned from the base direction by a cell's longitude (about z) and latitude (out of the xy plane, toward +z).
  @inline(__always)
  init(base: VectorLanes, longitude: (sine: Float, cosine: Float), latitude: (sine: Float, cosine: Float)) {
    let turned = VectorLanes(
      base.x * longitude.cosine - base.y * longitude.sine, base.x * longitude.sine + base.y * longitude.cosine, base.z)
    let level = FrameLanes(forward: turned)
    guard latitude.cosine != 1 else {
      self = level
      return
    }
    let lifted = level.forward * latitude.cosine + level.upward * latitude.sine
    self.init(forward: lifted)
  }
}
