import CStarmineFFmpeg

/// One row per image format that may be read: the name under which libavformat recognises it, and its decoder.
///
/// A closed list, because recognition also knows play lists and other things that open further files.
struct ImageFormat {
  let name: String
  let probe: String
  let codec: AVCodecID
  /// Whether the decoder may be told to stop at the first error. Those of the others stumble over harmless extras.
  var stopsAtErrors = false

  static let all: [ImageFormat] = [
    ImageFormat(name: "PNG", probe: "png_pipe", codec: AV_CODEC_ID_PNG, stopsAtErrors: true),
    // The first picture of an animation, which the still decoder reads too.
    ImageFormat(name: "APNG", probe: "apng", codec: AV_CODEC_ID_PNG, stopsAtErrors: true),
    ImageFormat(name: "JPEG", probe: "jpeg_pipe", codec: AV_CODEC_ID_MJPEG, stopsAtErrors: true),
    ImageFormat(name: "WebP", probe: "webp_pipe", codec: AV_CODEC_ID_WEBP, stopsAtErrors: true),
    ImageFormat(name: "GIF", probe: "gif", codec: AV_CODEC_ID_GIF),
    ImageFormat(name: "BMP", probe: "bmp_pipe", codec: AV_CODEC_ID_BMP),
    ImageFormat(name: "TIFF", probe: "tiff_pipe", codec: AV_CODEC_ID_TIFF),
    ImageFormat(name: "JPEG 2000", probe: "j2k_pipe", codec: AV_CODEC_ID_JPEG2000),
    ImageFormat(name: "QOI", probe: "qoi_pipe", codec: AV_CODEC_ID_QOI),
    ImageFormat(name: "PSD", probe: "psd_pipe", codec: AV_CODEC_ID_PSD),
    ImageFormat(name: "OpenEXR", probe: "exr_pipe", codec: AV_CODEC_ID_EXR, stopsAtErrors: true),
    ImageFormat(name: avif, probe: "", codec: AV_CODEC_ID_AV1),
    ImageFormat(name: "PPM", probe: "ppm_pipe", codec: AV_CODEC_ID_PPM),
    ImageFormat(name: "PGM", probe: "pgm_pipe", codec: AV_CODEC_ID_PGM),
    ImageFormat(name: "PBM", probe: "pbm_pipe", codec: AV_CODEC_ID_PBM),
  ]

  private static let avif = "AVIF"
  /// Whether the picture that is decoded is a part of the file (`AVIFPicture`); libavformat 5.1 does not know it.
  var isAVIF: Bool { name == Self.avif }

  static var names: [String] { all.map(\.name) }

  /// The format that the contents show; file names do not count.
  static func recognise(_ bytes: [UInt8]) -> ImageFormat? {
    LibraryLog.install()
    if AVIFPicture.begins(FileBytes(bytes)) { return all.first(where: \.isAVIF) }
    // A few kilobytes decide.
    guard let name = MediaContainer.demuxer(ofFile: bytes.prefix(65_536)) else { return nil }
    return all.first { $0.probe == name }
  }
}
