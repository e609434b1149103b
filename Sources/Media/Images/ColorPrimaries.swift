import CStarmineFFmpeg

/// Chromaticities x and y of red, green, blue and white (CIE 1931).
struct ColorPrimaries: Equatable {
  private let red: SIMD2<Double>
  private let green: SIMD2<Double>
  private let blue: SIMD2<Double>
  private let white: SIMD2<Double>

  private static let d65 = [0.3127, 0.3290]
  static let sRGB = ColorPrimaries(known: [0.64, 0.33, 0.30, 0.60, 0.15, 0.06] + d65)

  private init(known values: [Double]) {
    (red, green) = (SIMD2(values[0], values[1]), SIMD2(values[2], values[3]))
    (blue, white) = (SIMD2(values[4], values[5]), SIMD2(values[6], values[7]))
  }

  /// Nil for invalid values.
  /// - Parameter values: x and y of red, green, blue and white.
  init?(_ values: [Double]) {
    guard values.count == 8, values.allSatisfy({ $0.isFinite && abs($0) < 2 }) else { return nil }
    self.init(known: values)
    guard [red, green, blue, white].allSatisfy({ abs($0.y) > 1e-4 }), abs(determinant(columns)) > 1e-6 else {
      return nil
    }
  }

  /// The primaries with a number (ISO/IEC 23091-2); nil for those of sRGB, unspecified and unknown ones.
  init?(_ number: AVColorPrimaries) {
    let values: [Double]
    switch number {
    case AVCOL_PRI_BT470M: values = [0.67, 0.33, 0.21, 0.71, 0.14, 0.08, 0.310, 0.316]
    case AVCOL_PRI_BT470BG: values = [0.64, 0.33, 0.29, 0.60, 0.15, 0.06] + Self.d65
    case AVCOL_PRI_SMPTE170M, AVCOL_PRI_SMPTE240M: values = [0.630, 0.340, 0.310, 0.595, 0.155, 0.070] + Self.d65
    case AVCOL_PRI_FILM: values = [0.681, 0.319, 0.243, 0.692, 0.145, 0.049, 0.310, 0.316]
    case AVCOL_PRI_BT2020: values = [0.708, 0.292, 0.170, 0.797, 0.131, 0.046] + Self.d65
    case AVCOL_PRI_SMPTE431: values = [0.680, 0.320, 0.265, 0.690, 0.150, 0.060, 0.314, 0.351]
    case AVCOL_PRI_SMPTE432: values = [0.680, 0.320, 0.265, 0.690, 0.150, 0.060] + Self.d65
    case AVCOL_PRI_EBU3213: values = [0.630, 0.340, 0.295, 0.605, 0.155, 0.077] + Self.d65
    default: return nil
    }
    self.init(known: values)
  }

  /// Matrix from linear light of these primaries to linear sRGB, in rows. White stays white (Bradford adaptation).
  var toSRGB: [SIMD3<Double>] {
    let other = Self.sRGB
    let whites = (product(Self.bradford, Self.point(white)), product(Self.bradford, Self.point(other.white)))
    let scale = whites.1 / whites.0
    let adaption = product(
      inverse(Self.bradford), [Self.bradford[0] * scale.x, Self.bradford[1] * scale.y, Self.bradford[2] * scale.z])
    return product(inverse(other.toXYZ), product(adaption, toXYZ))
  }

  private static let bradford = [
    SIMD3(0.8951, 0.2664, -0.1614), SIMD3(-0.7502, 1.7135, 0.0367), SIMD3(0.0389, -0.0685, 1.0296),
  ]

  private static func point(_ place: SIMD2<Double>) -> SIMD3<Double> {
    SIMD3(place.x / place.y, 1, (1 - place.x - place.y) / place.y)
  }

  /// XYZ of red, green and blue as columns, stored row by row.
  private var columns: [SIMD3<Double>] {
    let points = [red, green, blue].map(Self.point)
    return (0..<3).map { SIMD3(points[0][$0], points[1][$0], points[2][$0]) }
  }

  /// Scaled so that the sum is white.
  private var toXYZ: [SIMD3<Double>] {
    let shares = product(inverse(columns), Self.point(white))
    return columns.map { $0 * shares }
  }
}

private func product(_ rows: [SIMD3<Double>], _ vector: SIMD3<Double>) -> SIMD3<Double> {
  SIMD3((rows[0] * vector).sum(), (rows[1] * vector).sum(), (rows[2] * vector).sum())
}

private func product(_ first: [SIMD3<Double>], _ second: [SIMD3<Double>]) -> [SIMD3<Double>] {
  first.map { second[0] * $0.x + second[1] * $0.y + second[2] * $0.z }
}

private func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
  SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
}

private func determinant(_ rows: [SIMD3<Double>]) -> Double { (rows[0] * cross(rows[1], rows[2])).sum() }

private func inverse(_ rows: [SIMD3<Double>]) -> [SIMD3<Double>] {
  let columns = [cross(rows[1], rows[2]), cross(rows[2], rows[0]), cross(rows[0], rows[1])]
  let scale = 1 / determinant(rows)
  return (0..<3).map { SIMD3(columns[0][$0], columns[1][$0], columns[2][$0]) * scale }
}
