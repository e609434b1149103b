extension CATransform3D: PropertyValue {
  package static let kind = ValueKind.transform

  /// A transform or its 16 numbers in row order.
  package init?(keyValue: Any?) {
    guard let keyValue else { return nil }
    if let transform = cast(keyValue, to: CATransform3D.self) {
      self = transform
      return
    }
    guard let n = numbers(in: keyValue, count: 16) else { return nil }
    self.init()
    (m11, m12, m13, m14) = (n[0], n[1], n[2], n[3])
    (m21, m22, m23, m24) = (n[4], n[5], n[6], n[7])
    (m31, m32, m33, m34) = (n[8], n[9], n[10], n[11])
    (m41, m42, m43, m44) = (n[12], n[13], n[14], n[15])
  }

  /// The virtual key paths of transforms (documented; behavior.md 2.9). Writing one component keeps the others. The
  /// translation is the last row of the matrix. Angles are rotations about x, then y, then z.
  ///
  /// Apple's list does not contain `scale.xy`, `translation.xy` and the shears, but code and documents use them. Their
  /// effect is assumed.
  package static var components: [Property<CATransform3D>] {
    rotations + scales + shears + [
      Property(
        "translation", \.planarTranslation, computed: { $1(&$0.planarTranslation) }, unit: .points,
        range: -2000...2000, "Translation in the plane."),
      Property(
        "translation.xy", \.planarTranslation, computed: { $1(&$0.planarTranslation) }, unit: .points,
        range: -2000...2000, "Translation in the plane."),
      Property("translation.x", \.m41, unit: .points, range: -2000...2000, "Translation along x."),
      Property("translation.y", \.m42, unit: .points, range: -2000...2000, "Translation along y."),
      Property("translation.z", \.m43, unit: .points, range: -2000...2000, "Translation along z."),
    ]
  }

  private static var rotations: [Property<CATransform3D>] {
    [
      Property(
        "rotation", \.angleZ, computed: { $1(&$0.angleZ) }, unit: .radians, range: -Double.pi...Double.pi,
        "Angle about z."),
      Property(
        "rotation.x", \.angleX, computed: { $1(&$0.angleX) }, unit: .radians, range: -Double.pi...Double.pi,
        "Angle about x."),
      Property(
        "rotation.y", \.angleY, computed: { $1(&$0.angleY) }, unit: .radians, range: -Double.pi...Double.pi,
        "Angle about y."),
      Property(
        "rotation.z", \.angleZ, computed: { $1(&$0.angleZ) }, unit: .radians, range: -Double.pi...Double.pi,
        "Angle about z."),
    ]
  }

  private static var scales: [Property<CATransform3D>] {
    [
      Property(
        "scale", \.uniformScale, computed: { $1(&$0.uniformScale) }, range: 0...4,
        "All three factors; reads as their average."
      ).takingTransforms,
      Property(
        "scale.xy", \.planarScale, computed: { $1(&$0.planarScale) }, range: 0...4,
        "Both factors in the plane; reads as their average."
      ).takingTransforms,
      Property("scale.x", \.factorX, computed: { $1(&$0.factorX) }, range: 0...4, "Factor along x."),
      Property("scale.y", \.factorY, computed: { $1(&$0.factorY) }, range: 0...4, "Factor along y."),
      Property("scale.z", \.factorZ, computed: { $1(&$0.factorZ) }, range: 0...4, "Factor along z."),
    ]
  }

  private static var shears: [Property<CATransform3D>] {
    [
      Property(
        "shear.x", \.shearX, computed: { $1(&$0.shearX) }, range: -2...2,
        "How far x grows with y: the slant of the y axis."),
      Property(
        "shear.y", \.shearY, computed: { $1(&$0.shearY) }, range: -2...2,
        "How far y grows with x: the slant of the x axis."),
    ]
  }
}

/// The scale factors of a transform, or a number for all three.
private struct ScaleFactors: PropertyValue, LaneValue {
  static let kind = ValueKind.number
  static let laneCount = 3
  let lanes: SIMD4<Double>

  init(lanes: SIMD4<Double>) { self.lanes = lanes }

  init?(keyValue: Any?) {
    if let transform = keyValue as? CATransform3D {
      self.init(lanes: SIMD4(transform.factors, 0))
    } else {
      guard let number = Double(keyValue: keyValue) else { return nil }
      self.init(lanes: SIMD4(SIMD3(repeating: number), 0))
    }
  }
}

extension Property<CATransform3D> {
  /// A scale that also accepts a transform and uses its factors (assumed, behavior.md 1.18).
  fileprivate var takingTransforms: Property {
    let write = write
    return Property(
      info, read: read,
      write: { scaled, value in
        if write(&scaled, value) { return true }
        guard let factors = (value as? CATransform3D)?.factors else { return false }
        scaled.factors = factors
        return true
      },
      access: access.map(Self.takingFactors))
  }

  /// By numbers, and by the factors of transforms where the numbers do not do.
  private static func takingFactors(_ numbers: @escaping TrackMaker<Root>) -> TrackMaker<Root> {
    { request throws(WrongValueError) in
      do { return try numbers(request) } catch {
        return try ScaleFactors.trackWriter(request)?.lifted(through: \.scaleFactors)
      }
    }
  }
}

extension CATransform3D {
  fileprivate var scaleFactors: ScaleFactors {
    get { ScaleFactors(lanes: SIMD4(factors, 0)) }
    set { factors = SIMD3(newValue.lanes.x, newValue.lanes.y, newValue.lanes.z) }
  }

  fileprivate var planarTranslation: CGSize {
    get { CGSize(width: m41, height: m42) }
    set { (m41, m42) = (newValue.width, newValue.height) }
  }

  private var parts: TransformComponents? { TransformComponents(self)?.withNearestMirror }

  /// Radians about x, then y, then z.
  fileprivate var angles: SIMD3<Double> {
    // Most rotating layers start from the identity.
    get { self == CATransform3DIdentity ? SIMD3() : parts?.rotation.eulerAngles ?? SIMD3() }
    set { change { $0.rotation = Quaternion(eulerAngles: newValue) } }
  }

  fileprivate var factors: SIMD3<Double> {
    get { parts?.scale ?? SIMD3(repeating: 1) }
    set { change { $0.scale = newValue } }
  }

  // Separate computed properties, used in every frame: a key path with two steps takes twice as long.
  fileprivate var angleX: Double {
    get { angles.x }
    set { angles.x = newValue }
  }
  fileprivate var angleY: Double {
    get { angles.y }
    set { angles.y = newValue }
  }
  fileprivate var angleZ: Double {
    get { angles.z }
    set { if self == CATransform3DIdentity { turnAboutZ(newValue) } else { angles.z = newValue } }
  }
  /// Rotates the identity without the products by 0 and 1, because most animated layers rotate like this.
  private mutating func turnAboutZ(_ angle: Double) {
    let (z, w) = (Double.sin(angle / 2), Double.cos(angle / 2))
    (m11, m12) = (1 - 2 * (z * z), 2 * (z * w))
    (m21, m22) = (2 * -(z * w), 1 - 2 * (z * z))
  }
  fileprivate var factorX: Double {
    get { factors.x }
    set { factors.x = newValue }
  }
  fileprivate var factorY: Double {
    get { factors.y }
    set { factors.y = newValue }
  }
  fileprivate var factorZ: Double {
    get { factors.z }
    set { factors.z = newValue }
  }

  fileprivate var planarScale: Double {
    get { (factors.x + factors.y) / 2 }
    set { factors = SIMD3(newValue, newValue, factors.z) }
  }

  fileprivate var shearX: Double {
    get { parts?.skew.x ?? 0 }
    set { change { $0.skew.x = newValue } }
  }

  /// The shear along y, from a decomposition that shears the x axis instead of the y axis.
  fileprivate var shearY: Double {
    get { withAxesExchanged.shearX }
    set {
      var other = withAxesExchanged
      other.shearX = newValue
      self = other.withAxesExchanged
    }
  }

  /// The transform with x and y exchanged.
  private var withAxesExchanged: CATransform3D {
    CATransform3D(
      m11: m22, m12: m21, m13: m23, m14: m24, m21: m12, m22: m11, m23: m13, m24: m14, m31: m32, m32: m31, m33: m33,
      m34: m34, m41: m42, m42: m41, m43: m43, m44: m44)
  }

  fileprivate var uniformScale: Double {
    get { factors.sum() / 3 }
    set { factors = SIMD3(repeating: newValue) }
  }

  /// Changes a component. A transform that cannot be decomposed does not change.
  private mutating func change(_ body: (inout TransformComponents) -> Void) {
    guard var parts else { return }
    body(&parts)
    self = parts.matrix
  }
}
