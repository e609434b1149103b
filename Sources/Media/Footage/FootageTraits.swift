import CStarmineFFmpeg

/// A clip's properties besides its samples, as libav says them. `remarks` names those that are lost.
package struct FootageTraits: Sendable {
  /// Bits of a sample.
  let depth: Int
  package let hasAlpha: Bool
  let primaries: AVColorPrimaries
  let curve: AVColorTransferCharacteristic
  let space: AVColorSpace
  let fieldOrder: AVFieldOrder
  /// Degrees by which the pictures are to be turned, beyond the nearest quarter.
  let obliqueDegrees: Double
  /// Kinds of data that the stream has for all its frames.
  let sideData: Set<AVPacketSideDataType.RawValue>
  /// Kinds of data of the first frame, if it was decoded.
  private var frameData = Set<AVFrameSideDataType.RawValue>()
  /// Profile of Dolby Vision; nil without.
  let dolbyProfile: Int?
  /// Whether it is a sequence of picture files.
  let isSequence: Bool
  /// Streams of moving pictures, the chosen one among them.
  let pictureStreams: Int

  init(_ file: borrowing FootageFile) {
    let (stream, parameters) = (file.stream, file.stream.parameters)
    let pixels = av_pix_fmt_desc_get(AVPixelFormat(parameters.format))
    let flags = pixels.map { Int32(truncatingIfNeeded: $0.pointee.flags) } ?? 0
    depth = pixels.map { Int($0.pointee.comp.0.depth) } ?? 8
    // The stream's own word is that of a decoder that ignores alpha.
    hasAlpha =
      flags & AV_PIX_FMT_FLAG_ALPHA != 0 || FootageDecoder.alphaDecoder(stream, parameters.codec_id) != nil
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

  /// Whether what is drawn over the clip's own samples is laid over their light (`OverlayLight`).
  var takesLight: Bool { isHDR && space == AVCOL_SPC_BT2020_NCL && depth > 8 }

  /// Whether samples have more than 8 bits, or a transfer function of HDR.
  package var isDeep: Bool { isHDR || depth > 8 }

  /// Whether the curve is one of those that go beyond what a screen of BT.709 shows.
  package var isHDR: Bool { curve == AVCOL_TRC_SMPTE2084 || curve == AVCOL_TRC_ARIB_STD_B67 }

  /// Whether no screen shows the samples as they are: HDR, light itself, or its logarithm.
  var hasForeignCurve: Bool {
    isHDR || [AVCOL_TRC_LINEAR, AVCOL_TRC_LOG, AVCOL_TRC_LOG_SQRT, AVCOL_TRC_SMPTE428].contains(curve)
  }

  /// Whether colours have primaries that differ much from those of sRGB.
  var isWide: Bool {
    [
      AVCOL_PRI_BT2020, AVCOL_PRI_SMPTE428, AVCOL_PRI_SMPTE431, AVCOL_PRI_SMPTE432, AVCOL_PRI_FILM, AVCOL_PRI_BT470M,
    ].contains(primaries)
  }

  var isInterlaced: Bool { fieldOrder != AV_FIELD_UNKNOWN && fieldOrder != AV_FIELD_PROGRESSIVE }

  func has(_ kind: AVPacketSideDataType) -> Bool { sideData.contains(kind.rawValue) }

  /// Whether the first frame, if it was decoded, has data of a kind.
  func frameHas(_ kind: AVFrameSideDataType) -> Bool { frameData.contains(kind.rawValue) }

  /// The same with what the first frame says: many codecs hold data of all frames in each of them alone.
  func with(_ first: FootageFrame) -> FootageTraits {
    var traits = self
    traits.frameData = first.sideData
    return traits
  }

  /// Names that people know, for the two curves of HDR.
  var curveName: String {
    switch curve {
    case AVCOL_TRC_ARIB_STD_B67: "HLG"
    case AVCOL_TRC_SMPTE2084: "PQ"
    default: av_color_transfer_name(curve).map { String(cString: $0) } ?? "unknown"
    }
  }

  var primariesName: String { av_color_primaries_name(primaries).map { String(cString: $0) } ?? "unknown" }

  /// Data of the stream that is true of the pictures whatever is drawn over them, and that the file gets too.
  static let keptData = [
    AV_PKT_DATA_MASTERING_DISPLAY_METADATA, AV_PKT_DATA_CONTENT_LIGHT_LEVEL, AV_PKT_DATA_STEREO3D,
    AV_PKT_DATA_SPHERICAL,
  ]
}

extension FootageTraits {
  /// The way in which a clip's samples mean colours, where nothing here knows it; nil where it is known.
  static func unknownColors(_ stream: MediaStream) -> String? {
    let parameters = stream.parameters
    let strange = [
      AVCOL_SPC_YCGCO, AVCOL_SPC_SMPTE2085, AVCOL_SPC_CHROMA_DERIVED_NCL, AVCOL_SPC_CHROMA_DERIVED_CL, AVCOL_SPC_ICTCP,
    ]
    if strange.contains(parameters.color_space) {
      return "the matrix " + (av_color_space_name(parameters.color_space).map { String(cString: $0) } ?? "unknown")
    }
    // Of profile 5 no player without Dolby Vision makes sense; the others have usual pictures below.
    return stream.dolbyProfile == 5 ? "Dolby Vision's profile 5" : nil
  }
}

extension MediaStream {
  /// The third byte of Dolby Vision's record.
  fileprivate var dolbyProfile: Int? { data(AV_PKT_DATA_DOVI_CONF).flatMap { $0.count > 2 ? Int($0[2]) : nil } }
}
