import CStarmineFFmpeg
import StarmineGraphics
import StarmineRaster

/// Converts the colours of an image with an ICC profile (ICC.1) to sRGB. Supports profiles with three curves and a
/// matrix (Display P3, Adobe RGB, BT.2020 and others) and greys.
struct ColorProfile {
  /// Linear light of 256 values of red, green and blue.
  private let curves: [[Float]]
  /// The curves in finer steps.
  private let fineCurves: [[Float]]
  /// From the profile's linear light to linear sRGB, in rows.
  private let rows: [SIMD3<Float>]

  enum Found {
    /// No conversion is needed.
    case sRGB
    case profile(ColorProfile)
    /// Colours are not converted, with the reason.
    case remark(String)
  }

  /// Maximum size of a profile. Those with a matrix and curves have a few thousand bytes.
  private static let longest = 4 << 20

  /// - Parameter said: colour properties of the file.
  static func find(in picture: UnsafeMutablePointer<AVFrame>, _ said: PictureColors) -> Found {
    guard !said.hasLongProfile else { return remark(nil, "is too long") }
    if let data = av_frame_get_side_data(picture, AV_FRAME_DATA_ICC_PROFILE), let base = data.pointee.data {
      guard data.pointee.size <= longest else { return remark(nil, "is too long") }
      return find(in: FileBytes(UnsafeRawBufferPointer(start: base, count: Int(data.pointee.size))))
    }
    let primaries = said.primaries ?? ColorPrimaries(picture.pointee.color_primaries)
    let number = picture.pointee.color_trc
    guard let curve = said.exponent.map({ .some(power($0)) }) ?? curve(number) else {
      let name = av_color_transfer_name(number).map { String(cString: $0) } ?? "\(number.rawValue)"
      return .remark("the transfer curve \(name) is not supported: sRGB is assumed")
    }
    if primaries == nil, curve == nil { return .sRGB }
    let profile = ColorProfile(primaries ?? .sRGB, curve ?? ColorEncoding.sRGB.light)
    return profile.changesNothing ? .sRGB : .profile(profile)
  }

  private static func find(in bytes: FileBytes) -> Found {
    guard let tags = ProfileTags(bytes) else { return remark(nil, "is damaged") }
    guard tags.isUsable else { return remark(tags.name, "has lookup tables") }
    guard let profile = ColorProfile(tags) else { return remark(tags.name, "is damaged") }
    return profile.changesNothing ? .sRGB : .profile(profile)
  }

  /// Meaning of a transfer function number of ISO/IEC 23091-2. The inner nil means the curve of sRGB, which images also
  /// mean with those of video. The outer nil means unknown.
  private static func curve(_ number: AVColorTransferCharacteristic) -> ((Double) -> Double)?? {
    switch number {
    case AVCOL_TRC_BT709, AVCOL_TRC_SMPTE170M, AVCOL_TRC_SMPTE240M, AVCOL_TRC_IEC61966_2_4, AVCOL_TRC_BT1361_ECG,
      AVCOL_TRC_IEC61966_2_1, AVCOL_TRC_BT2020_10, AVCOL_TRC_BT2020_12, AVCOL_TRC_UNSPECIFIED, AVCOL_TRC_RESERVED0,
      AVCOL_TRC_RESERVED, AVCOL_TRC_SMPTE2084, AVCOL_TRC_ARIB_STD_B67:
      .some(nil)
    case AVCOL_TRC_GAMMA22: power(2.2)
    case AVCOL_TRC_GAMMA28: power(2.8)
    case AVCOL_TRC_SMPTE428: { Double.pow($0, 2.6) * 52.37 / 48 }
    case AVCOL_TRC_LINEAR: { $0 }
    default: nil
    }
  }

  private static func power(_ exponent: Double) -> (Double) -> Double { { Double.pow($0, exponent) } }

  private static func remark(_ name: String?, _ reason: String) -> Found {
    let called = name.map { $0.isEmpty ? "" : " \"\($0)\"" } ?? ""
    return .remark("the colour profile\(called) \(reason): sRGB is assumed")
  }

  /// From the profile connection space (XYZ with D50, Bradford adaptation) to linear sRGB.
  private static let toSRGB: [SIMD3<Double>] = [
    SIMD3(3.1338561, -1.6168667, -0.4906146), SIMD3(-0.9787684, 1.9161415, 0.0334540),
    SIMD3(0.0719453, -0.2289914, 1.4052427),
  ]

  private init?(_ tags: ProfileTags) {
    let names = tags.isGray ? ["kTRC", "kTRC", "kTRC"] : ["rTRC", "gTRC", "bTRC"]
    curves = names.compactMap { tags.curve($0, steps: 255) }
    fineCurves = names.compactMap { tags.curve($0, steps: Self.fineSteps) }
    guard curves.count == 3, fineCurves.count == 3 else { return nil }
    if tags.isGray {
      rows = [SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1)]
      return
    }
    guard let red = tags.point("rXYZ"), let green = tags.point("gXYZ"), let blue = tags.point("bXYZ") else {
      return nil
    }
    rows = Self.toSRGB.map { row in
      SIMD3(Float((row * red).sum()), Float((row * green).sum()), Float((row * blue).sum()))
    }
  }

  /// - Parameter curve: converts an encoded value to linear light.
  init(_ primaries: ColorPrimaries, _ curve: (Double) -> Double) {
    func values(_ steps: Int) -> [Float] { (0...steps).map { Float(min(1, curve(Double($0) / Double(steps)))) } }
    curves = [[Float]](repeating: values(255), count: 3)
    fineCurves = [[Float]](repeating: values(Self.fineSteps), count: 3)
    rows = primaries.toSRGB.map { SIMD3<Float>(Float($0.x), Float($0.y), Float($0.z)) }
  }

  /// Whether colours change by at most one step, as with profiles of sRGB.
  private var changesNothing: Bool {
    let levels = stride(from: UInt32(0), through: 255, by: 15)
    for red in levels {
      for green in levels {
        for blue in levels {
          let color = red << 16 | green << 8 | blue
          let found = changed(color)
          for shift in [UInt32(0), 8, 16] {
            if abs(Int32(found >> shift & 255) - Int32(color >> shift & 255)) > 1 { return false }
          }
        }
      }
    }
    return true
  }

  func apply(to row: UnsafeMutableBufferPointer<UInt32>) {
    // Neighbours are often equal.
    var (last, result) = (UInt32(0), changed(0))
    for x in row.indices {
      let color = row[x] & 0xFF_FFFF
      if color != last { (last, result) = (color, changed(color)) }
      row[x] = row[x] & 0xFF00_0000 | result
    }
  }

  private func changed(_ color: UInt32) -> UInt32 {
    let light = SIMD3(curves[0][Int(color >> 16 & 255)], curves[1][Int(color >> 8 & 255)], curves[2][Int(color & 255)])
    return rows.reduce(0) { $0 << 8 | Self.byte((light * $1).sum()) }
  }

  private static let fineSteps = 4096

  /// Linear sRGB of a colour, which may be outside 0...1.
  /// - Parameter color: straight red, green and blue, 0...1.
  func light(_ color: SIMD3<Float>) -> SIMD3<Float> {
    var light = SIMD3<Float>()
    for index in 0..<3 {
      let place = max(0, min(1, color[index])) * Float(Self.fineSteps)
      let low = min(Int(place), Self.fineSteps - 1)
      let curve = fineCurves[index]
      light[index] = curve[low] + (curve[low + 1] - curve[low]) * (place - Float(low))
    }
    return inSRGB(light)
  }

  func inSRGB(_ light: SIMD3<Float>) -> SIMD3<Float> {
    SIMD3((rows[0] * light).sum(), (rows[1] * light).sum(), (rows[2] * light).sum())
  }

  /// Encoded sRGB of linear light, clipped to black and white.
  private static func byte(_ light: Float) -> UInt32 {
    let place = light > 0 ? min(light, 1) * Float(steps) : 0
    return UInt32(bytes[Int(place + 0.5)])
  }

  private static let steps = 16_384
  private static let bytes: [UInt8] = (0...steps).map {
    UInt8((LinearLight.encoded(Double($0) / Double(steps)) * 255).rounded())
  }
}
