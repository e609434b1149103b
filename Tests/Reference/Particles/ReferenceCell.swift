import CStarmineParticleKernels
import StarmineScene

// Closed forms of eight particles at a time: the plain twin of the kernels' arithmetic.

extension ParticleCell {
  /// The frame of emission around base directions.
  func frame(base: VectorLanes) -> FrameLanes {
    FrameLanes(
      base: base, longitude: (longitude.sine, longitude.cosine), latitude: (latitude.sine, latitude.cosine))
  }

  /// Birth values of eight particles.
  func birth(_ identities: Words, origin: OriginLanes, frame: FrameLanes) -> BirthLanes {
    let direction = cone_half_angle > 0 ? coneDirection(identities, frame) : frame.forward
    func component(
      _ base: Floats, _ value: Float, _ range: Float, _ quantity: RandomStream.Quantity
    ) -> Floats {
      base * value + RandomStream.spread(ParticleSpread(mean: 0, range: range), identities, quantity)
    }
    let base = origin.color
    return BirthLanes(
      position: origin.position,
      direction: direction,
      velocity: direction * RandomStream.spread(velocity, identities, .velocity),
      scale: RandomStream.spread(scale, identities, .scale) * origin.scale,
      color: ColorLanes(
        component(base.red, color.red, color_range.red, .red),
        component(base.green, color.green, color_range.green, .green),
        component(base.blue, color.blue, color_range.blue, .blue),
        component(base.alpha, color.alpha, color_range.alpha, .alpha)))
  }

  /// Directions evenly spread over the cone around the frame's forward direction.
  private func coneDirection(_ identities: Words, _ frame: FrameLanes) -> VectorLanes {
    let u = RandomStream.uniform(identities, .coneAngle)
    guard cone_is_solid != 0 else {
      let (sine, cosine) = LaneMath.sineCosine(turns: (u * 2 - 1) * (cone_half_angle / (2 * .pi)))
      return frame.forward * cosine + frame.sideways * sine
    }
    let turn = LaneMath.sineCosine(turns: RandomStream.uniform(identities, .coneTurn))
    return frame.direction(along: 1 - u * (1 - cone_cosine), turn)
  }

  /// The appearance at an age: closed forms, behavior.md 5.7.
  func appearance(_ birth: BirthLanes, age: Floats, identities: Words) -> AppearanceLanes {
    let (acceleration, moved) = (speed.position, offset.position)
    let halfSquare = age * age * 0.5
    let position = VectorLanes(
      birth.position.x + birth.velocity.x * age + (halfSquare * acceleration.x + moved.x),
      birth.position.y + birth.velocity.y * age + (halfSquare * acceleration.y + moved.y),
      birth.position.z + birth.velocity.z * age + (halfSquare * acceleration.z + moved.z))
    let (right, down) = axes(age: age, identities)
    return AppearanceLanes(
      position: position, right: right, down: down,
      scale: birth.scale + age * speed.scale + offset.scale,
      color: ColorLanes(
        birth.color.red + (age * speed.color.red + offset.color.red),
        birth.color.green + (age * speed.color.green + offset.color.green),
        birth.color.blue + (age * speed.color.blue + offset.color.blue),
        birth.color.alpha + (age * speed.color.alpha + offset.color.alpha)))
  }

  /// The sprite's own x and y axes.
  private func axes(age: Floats, _ identities: Words) -> (VectorLanes, VectorLanes) {
    let zero = Floats(repeating: 0)
    let one = Floats(repeating: 1)
    guard turns != 0 else { return (VectorLanes(one, zero, zero), VectorLanes(zero, one, zero)) }
    return turnedAxes(
      RandomStream.spread(rotation, identities, .rotation) + RandomStream.spread(spin, identities, .spin) * age,
      identities)
  }

  private func turnedAxes(_ angle: Floats, _ identities: Words) -> (VectorLanes, VectorLanes) {
    let (sine, cosine) = LaneMath.sineCosine(turns: angle * (1 / (2 * Float.pi)))
    if is_plane != 0 { return turnedPlane(sine, cosine, identities) }
    let zero = Floats(repeating: 0)
    return (VectorLanes(cosine, sine, zero), VectorLanes(0 - sine, cosine, zero))
  }

  /// One particle's axes at an angle.
  func axes(turnedBy angle: Float, _ identities: Words) -> (SIMD3<Float>, SIMD3<Float>) {
    let (right, down) = turnedAxes(Floats(repeating: angle), identities)
    return (right.lane(0), down.lane(0))
  }

  /// Unit vectors x and y turned about each particle's own axis (Rodrigues' rotation formula).
  private func turnedPlane(_ sine: Floats, _ cosine: Floats, _ identities: Words) -> (VectorLanes, VectorLanes) {
    let axis = planeAxes(identities)
    let rest = 1 - cosine
    return (
      VectorLanes(
        cosine + axis.x * axis.x * rest, axis.z * sine + axis.x * axis.y * rest,
        axis.x * axis.z * rest - axis.y * sine),
      VectorLanes(
        axis.x * axis.y * rest - axis.z * sine, cosine + axis.y * axis.y * rest,
        axis.x * sine + axis.y * axis.z * rest)
    )
  }

  /// Axes evenly spread over the cone.
  private func planeAxes(_ identities: Words) -> VectorLanes {
    let frame = FrameLanes(forward: VectorLanes(repeating: SIMD3(axis)))
    let turn = LaneMath.sineCosine(turns: RandomStream.uniform(identities, .orientationTurn))
    return frame.direction(along: 1 - RandomStream.uniform(identities, .orientationAngle) * (1 - axis_cosine), turn)
  }
}

extension FrameLanes {
  /// Directions by their share along the frame's axis and their turn around it.
  fileprivate func direction(along: Floats, _ turn: (sine: Floats, cosine: Floats)) -> VectorLanes {
    let across = LaneMath.squareRoot(1 - along * along)
    return forward * along + sideways * (across * turn.cosine) + upward * (across * turn.sine)
  }
}

/// Values that a particle takes from its origin: the emitter's shape, or its parent particle.
struct OriginLanes {
  var position: VectorLanes
  var scale: Floats
  var color: ColorLanes
}

/// Attributes drawn at birth.
struct BirthLanes {
  var position: VectorLanes
  var direction: VectorLanes
  var velocity: VectorLanes
  var scale: Floats
  var color: ColorLanes

  func parent(_ lane: Int) -> ParticleParent {
    ParticleParent(
      position: ParticleVector(position.lane(lane)), velocity: ParticleVector(velocity.lane(lane)),
      direction: ParticleVector(direction.lane(lane)), scale: scale[lane], color: ParticleColor(color.lane(lane)))
  }
}

/// Appearance of eight particles: place, the sprite's own x and y axes, size factor, colour.
struct AppearanceLanes {
  var position: VectorLanes
  var right: VectorLanes
  var down: VectorLanes
  var scale: Floats
  var color: ColorLanes
}

extension AppearanceLanes {
  /// Light on a turned plane, from the upper left in front: (-0.36, -0.48, 0.8) is the way to it. Its back is darker,
  /// and where the normal halves the ways to light and eye, on either side, it mirrors the light.
  func shone(_ shine: Float) -> ColorLanes {
    let (r, d) = (right, down)
    let (x, y, z) = (r.y * d.z - r.z * d.y, r.z * d.x - r.x * d.z, r.x * d.y - r.y * d.x)
    let (one, half) = (Floats(repeating: 1), z * 0.948683 - y * 0.252982 - x * 0.189737)
    var facing = z * 0.8 - y * 0.48 - x * 0.36
    facing = facing.replacing(with: one, where: facing .> 1)
    facing = facing.replacing(with: 0 - one, where: facing .< -1)
    var mirrored = half * half
    mirrored = mirrored.replacing(with: one, where: mirrored .> 1)
    for _ in 0..<4 { mirrored *= mirrored }
    let (shade, glint) = (1 - (0.5 - facing * 0.5) * shine, mirrored * (shine * 0.8))
    return ColorLanes(
      color.red * shade + glint, color.green * shade + glint, color.blue * shade + glint, color.alpha)
  }
}

/// Eight device sprites: centre and edge vectors, pixels.
struct SpriteLanes {
  var x: Floats
  var y: Floats
  var widthX: Floats
  var widthY: Floats
  var heightX: Floats
  var heightY: Floats

  /// Writes one of them and widens the bounds to hold it.
  func store(_ lane: Int, at index: Int, in out: inout ParticleColumns) {
    for (column, numbers) in [x, y, widthX, widthY, heightX, heightY].enumerated() {
      out.numbers[column * out.stride + index] = numbers[lane]
    }
    let (extentX, extentY) = (self.extentX[lane], self.extentY[lane])
    out.low_x = min(out.low_x, x[lane] - extentX)
    out.low_y = min(out.low_y, y[lane] - extentY)
    out.high_x = max(out.high_x, x[lane] + extentX)
    out.high_y = max(out.high_y, y[lane] + extentY)
  }

  /// Half the width and height of the upright rectangle around each.
  var extentX: Floats { (LaneMath.magnitude(widthX) + LaneMath.magnitude(heightX)) * 0.5 }
  var extentY: Floats { (LaneMath.magnitude(widthY) + LaneMath.magnitude(heightY)) * 0.5 }
}

extension ParticleView {
  /// Device sprites, and the lanes of them that can be seen.
  func project(_ seen: AppearanceLanes) -> (sprite: SpriteLanes, isVisible: SIMDMask<SIMD8<Int32>>) {
    let p = seen.position
    let (width, height) = (seen.scale * self.width, seen.scale * self.height)
    var lanes = SpriteLanes(
      x: p.x * xx + p.y * xy + (p.z * xz + x0),
      y: p.x * yx + p.y * yy + (p.z * yz + y0),
      widthX: (seen.right.x * xx + seen.right.y * xy + seen.right.z * xz) * width,
      widthY: (seen.right.x * yx + seen.right.y * yy + seen.right.z * yz) * width,
      heightX: (seen.down.x * xx + seen.down.y * xy + seen.down.z * xz) * height,
      heightY: (seen.down.x * yx + seen.down.y * yy + seen.down.z * yz) * height)
    var isVisible = seen.scale .> 0
    if is_perspective != 0 { isVisible = isVisible .& foreshorten(&lanes, seen, width, height) }
    let (extentX, extentY) = (lanes.extentX, lanes.extentY)
    isVisible = isVisible .& (lanes.x + extentX .> min_x) .& (lanes.x - extentX .< max_x)
    isVisible = isVisible .& (lanes.y + extentY .> min_y) .& (lanes.y - extentY .< max_y)
    isVisible = isVisible .& (extentX .< largest_extent) .& (extentY .< largest_extent)
    return (lanes, isVisible)
  }

  /// Divides by W; a sprite's edges follow the map's derivative at its centre. Points behind the eye are not visible.
  private func foreshorten(
    _ lanes: inout SpriteLanes, _ seen: AppearanceLanes, _ width: Floats, _ height: Floats
  ) -> SIMDMask<SIMD8<Int32>> {
    let p = seen.position
    let w = p.x * wx + p.y * wy + (p.z * wz + w0)
    let inverse = Floats(repeating: 1) / w
    let widthW = (seen.right.x * wx + seen.right.y * wy + seen.right.z * wz) * width
    let heightW = (seen.down.x * wx + seen.down.y * wy + seen.down.z * wz) * height
    lanes.x = lanes.x * inverse
    lanes.y = lanes.y * inverse
    lanes.widthX = (lanes.widthX - lanes.x * widthW) * inverse
    lanes.widthY = (lanes.widthY - lanes.y * widthW) * inverse
    lanes.heightX = (lanes.heightX - lanes.x * heightW) * inverse
    lanes.heightY = (lanes.heightY - lanes.y * heightW) * inverse
    return w .> 1e-4
  }
}

extension ColorLanes {
  /// Premultiplied `0xAARRGGBB`, components clamped to 0...1.
  var packed: Words {
    let alpha = LaneMath.clampedToUnit(self.alpha) * 255
    let red = LaneMath.rounded(LaneMath.clampedToUnit(self.red) * alpha)
    let green = LaneMath.rounded(LaneMath.clampedToUnit(self.green) * alpha)
    let blue = LaneMath.rounded(LaneMath.clampedToUnit(self.blue) * alpha)
    return LaneMath.rounded(alpha) &<< 24 | red &<< 16 | green &<< 8 | blue
  }
}
