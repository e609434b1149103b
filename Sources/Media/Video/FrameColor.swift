import StarmineGraphics
import CStarmineFFmpeg
import CStarminePixelKernels

struct FrameColor: Sendable {
  let primaries: AVColorPrimaries
  let transfer: AVColorTransferCharacteristic
  let space: AVColorSpace
  let range: AVColorRange
  let chromaLocation: AVChromaLocation
  /// Matrix from RGB; nil for RGB.
  let matrix: PixelMatrix?

  /// BT.709 matrix, limited range. The transfer function is also labelled 709 although the pixels are sRGB: editors and
  /// browsers expect this of screen graphics and show the colours unchanged.
  static let bt709Limited = FrameColor(
    primaries: AVCOL_PRI_BT709, transfer: AVCOL_TRC_BT709, space: AVCOL_SPC_BT709, range: AVCOL_RANGE_MPEG,
    // The conversion averages the pixels of a block.
    chromaLocation: AVCHROMA_LOC_CENTER, matrix: .bt709Limited)

  /// Numbers of the full range that do not represent colours.
  static let alphaLayer = FrameColor(
    primaries: AVCOL_PRI_UNSPECIFIED, transfer: AVCOL_TRC_UNSPECIFIED, space: AVCOL_SPC_UNSPECIFIED,
    range: AVCOL_RANGE_JPEG, chromaLocation: AVCHROMA_LOC_UNSPECIFIED, matrix: nil)

  /// BT.601 matrix, full range, as in JPEG files.
  static let jpeg = FrameColor(
    primaries: AVCOL_PRI_BT709, transfer: AVCOL_TRC_IEC61966_2_1, space: AVCOL_SPC_BT470BG, range: AVCOL_RANGE_JPEG,
    chromaLocation: AVCHROMA_LOC_CENTER, matrix: .bt601Full)

  /// BT.2020 matrix and primaries with an HDR transfer function, limited range.
  /// - Parameter sharesRows: whether a block has two rows, with the sample at its first pixel.
  static func bt2020Limited(_ curve: HighDynamicRange.Curve, sharesRows: Bool) -> FrameColor {
    FrameColor(
      primaries: AVCOL_PRI_BT2020, transfer: curve == .pq ? AVCOL_TRC_SMPTE2084 : AVCOL_TRC_ARIB_STD_B67,
      space: AVCOL_SPC_BT2020_NCL, range: AVCOL_RANGE_MPEG,
      chromaLocation: sharesRows ? AVCHROMA_LOC_TOPLEFT : AVCHROMA_LOC_LEFT, matrix: .bt2020Limited)
  }

  /// The renderer's colours, marked as sRGB if possible.
  static let sRGB = FrameColor(
    primaries: AVCOL_PRI_BT709, transfer: AVCOL_TRC_IEC61966_2_1, space: AVCOL_SPC_RGB, range: AVCOL_RANGE_JPEG,
    chromaLocation: AVCHROMA_LOC_UNSPECIFIED, matrix: nil)

  static let linear = FrameColor(
    primaries: AVCOL_PRI_BT709, transfer: AVCOL_TRC_LINEAR, space: AVCOL_SPC_RGB, range: AVCOL_RANGE_JPEG,
    chromaLocation: AVCHROMA_LOC_UNSPECIFIED, matrix: nil)

  static let untouched = FrameColor(
    primaries: AVCOL_PRI_UNSPECIFIED, transfer: AVCOL_TRC_UNSPECIFIED, space: AVCOL_SPC_UNSPECIFIED,
    range: AVCOL_RANGE_UNSPECIFIED, chromaLocation: AVCHROMA_LOC_UNSPECIFIED, matrix: nil)

  var labels: [String] { FrameColor.labels(primaries, transfer, space, range) }

  static func labels(
    _ primaries: AVColorPrimaries, _ transfer: AVColorTransferCharacteristic, _ space: AVColorSpace,
    _ range: AVColorRange
  ) -> [String] {
    [
      av_color_primaries_name(primaries), av_color_transfer_name(transfer), av_color_space_name(space),
      av_color_range_name(range),
    ].map { name in name.map { String(cString: $0) } ?? "" }
  }
}
