import CStarmineFFmpeg

/// Properties of a video besides its samples, as reported by libav. `remarks` lists those that are lost.
package struct FootageTraits: Sendable {
  let depth: Int
  package let hasAlpha: Bool
  let primaries: AVColorPrimaries
  let curve: AVColorTransferCharacteristic
  let space: AVColorSpace
  let fieldOrder: AVFieldOrder
  /// Rotation in degrees beyond the nearest quarter turn.
  let obliqueDegrees: Double
  let sideData: Set<AVPacketSideDataType.RawValue>
  /// Types of side data of the first frame, if it was decoded.
  private var frameData = Set<AVFrameSideDataType.RawValue>()
  /// Dolby Vision profile, or nil.
  let dolbyProfile: Int?
  let isSequence: Bool
  /// Number of video streams.
  let pictureStreams: Int

  init(_ file: borrowing FootageFile) {
    let (stream, parameters) = (file.stream, file.stream.parameters)
    let pixels = av_pix_fmt_desc_get(AVPixelFormat(parameters.format))
    let flags = pixels.map { Int32(truncatingIfNeeded: $0.pointee.flags) } ?? 0
    depth = pixels.map { Int($0.pointee.comp.0.depth) } ?? 8
    // The stream's value comes from a decoder that ignores alpha.
    hasAlpha = flags & AV_PIX_FMT_FLAG_ALPHA != 0 || FootageDecoder.alphaDecoder(stream, parameters.codec_id) != nil
    (primaries, curve, space) = (parameters.color_primaries, parameters.color_trc, parameters.color_space)
    fieldOrder = parameters.field_order
    let kinds = 0..<AV_PKT_DATA_NB.rawValue
    sideData = Set(kinds.filter { shim_stream_data(stream.pointer, AVPacketSideDataType($0), nil) != nil })
    obliqueDegrees = shim_display_matrix(stream.pointer).map { FootageTraits.oblique(av_display_rotation_get($0)) } ?? 0
    dolbyProfile = stream.dolbyProfile
    isSequence = file.isSequence
    pictureStreams = file.container.movingPictures.count
  }

  private static func oblique(_ degrees: Double) -> Double {
    guard degrees.isFinite else { return 0 }
    let rest = degrees.truncatingRemainder(dividingBy: 90)
    return min(abs(rest), 90 - abs(rest))
  }

  /// Whether drawing over the original samples is blended in linear light (`OverlayLight`).
  var takesLight: Bool { isHDR && space == AVCOL_SPC_BT2020_NCL && depth > 8 }

  package var isDeep: Bool { isHDR || depth > 8 }

  package var isHDR: Bool { curve == AVCOL_TRC_SMPTE2084 || curve == AVCOL_TRC_ARIB_STD_B67 }

  /// Whether displays cannot show the samples directly: HDR, linear or logarithmic.
  var hasForeignCurve: Bool {
    isHDR || [AVCOL_TRC_LINEAR, AVCOL_TRC_LOG, AVCOL_TRC_LOG_SQRT, AVCOL_TRC_SMPTE428].contains(curve)
  }

  /// Whether the primaries differ much from those of sRGB.
  var isWide: Bool {
    [
      AVCOL_PRI_BT2020, AVCOL_PRI_SMPTE428, AVCOL_PRI_SMPTE431, AVCOL_PRI_SMPTE432, AVCOL_PRI_FILM, AVCOL_PRI_BT470M,
    ].contains(primaries)
  }

  var isInterlaced: Bool { fieldOrder != AV_FIELD_UNKNOWN && fieldOrder != AV_FIELD_PROGRESSIVE }

  func has(_ kind: AVPacketSideDataType) -> Bool { sideData.contains(kind.rawValue) }

  func frameHas(_ kind: AVFrameSideDataType) -> Bool { frameData.contains(kind.rawValue) }

  /// Adds the properties of the first frame, because many codecs store data of all frames only there.
  func with(_ first: FootageFrame) -> FootageTraits {
    var traits = self
    traits.frameData = first.sideData
    return traits
  }

  var curveName: String {
    switch curve {
    case AVCOL_TRC_ARIB_STD_B67: "HLG"
    case AVCOL_TRC_SMPTE2084: "PQ"
    default: av_color_transfer_name(curve).map { String(cString: $0) } ?? "unknown"
    }
  }

  var primariesName: String { av_color_primaries_name(primaries).map { String(cString: $0) } ?? "unknown" }

  /// Side data that applies to the frames with any overlay, and is copied to the file.
  static let keptData = [
    AV_PKT_DATA_MASTERING_DISPLAY_METADATA, AV_PKT_DATA_CONTENT_LIGHT_LEVEL, AV_PKT_DATA_STEREO3D,
    AV_PKT_DATA_SPHERICAL,
  ]
}

extension FootageTraits {
  /// A description of unsupported colours, or nil.
  static func unknownColors(_ stream: MediaStream) -> String? {
    let parameters = stream.parameters
    let strange = [
      AVCOL_SPC_YCGCO, AVCOL_SPC_SMPTE2085, AVCOL_SPC_CHROMA_DERIVED_NCL, AVCOL_SPC_CHROMA_DERIVED_CL, AVCOL_SPC_ICTCP,
    ]
    if strange.contains(parameters.color_space) {
      return "the matrix " + (av_color_space_name(parameters.color_space).map { String(cString: $0) } ?? "unknown")
    }
    // Profile 5 needs a Dolby Vision player. Other profiles have a standard base layer.
    return stream.dolbyProfile == 5 ? "Dolby Vision's profile 5" : nil
  }
}

extension MediaStream {
  fileprivate var dolbyProfile: Int? { data(AV_PKT_DATA_DOVI_CONF).flatMap { $0.count > 2 ? Int($0[2]) : nil } }
}
