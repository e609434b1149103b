import CStarmineFFmpeg

extension VideoFormat {
  package static let all: [VideoFormat] = delivery + editing + web + sequences + streams + measuring

  // MARK: For players

  private static let delivery: [VideoFormat] = [
    VideoFormat(
      key: "h264", name: "H.264 in MP4", extensions: ["mp4", "m4v"], use: "players, the web, upload", .mp4,
      encoder: "libx264", package: x264, pixels: AV_PIX_FMT_YUV420P, color: .bt709Limited, coding: h264, tolerance: 12),
    VideoFormat(
      key: "h264-10", name: "10-bit H.264 in MP4", extensions: ["mp4"], use: "fewer bands in gradients", .mp4,
      encoder: "libx264", package: x264, pixels: AV_PIX_FMT_YUV420P10LE, color: .bt709Limited, depth: 10, coding: h264,
      tolerance: 12),
    VideoFormat(
      key: "hevc", name: "HEVC in MP4", extensions: ["mp4"], use: "smaller than H.264; phones, televisions", .mp4,
      encoder: "libx265", package: x265, pixels: AV_PIX_FMT_YUV420P, color: .bt709Limited, coding: hevc, tolerance: 16),
    VideoFormat(
      key: "hevc-10", name: "10-bit HEVC in MP4", extensions: ["mp4"], use: "HEVC with fewer bands", .mp4,
      encoder: "libx265", package: x265, pixels: AV_PIX_FMT_YUV420P10LE, color: .bt709Limited, depth: 10, coding: hevc,
      tolerance: 16),
    VideoFormat(
      key: "av1", name: "AV1 in MP4", extensions: ["mp4"], use: "the smallest files; new browsers", .mp4,
      encoder: "libsvtav1", package: svt, pixels: AV_PIX_FMT_YUV420P, color: .bt709Limited, coding: av1, tolerance: 12),
    VideoFormat(
      key: "av1-10", name: "10-bit AV1 in MP4", extensions: ["mp4"], use: "AV1 with fewer bands", .mp4,
      encoder: "libsvtav1", package: svt, pixels: AV_PIX_FMT_YUV420P10LE, color: .bt709Limited, depth: 10, coding: av1,
      tolerance: 12),
    VideoFormat(
      key: "h264-mov", name: "H.264 in QuickTime", extensions: ["mov"], use: "editors, opaque", .quickTime,
      encoder: "libx264", package: x264, pixels: AV_PIX_FMT_YUV420P, color: .bt709Limited, coding: h264, tolerance: 12),
  ]

  private static let debian = "(Debian and Ubuntu: libavcodec\(LIBAVCODEC_VERSION_MAJOR) or libavcodec-extra)"
  private static let x264 = "a libavcodec built with x264 \(debian)"
  private static let x265 = "a libavcodec built with x265 \(debian)"
  private static let svt = "a libavcodec built with SVT-AV1 \(debian)"
  private static let vpx = "a libavcodec built with libvpx \(debian)"
  private static let libwebp = "a libavcodec built with libwebp \(debian)"

  /// x264 can make other decisions with other vector instructions unless this is set. For large frames it keeps three
  /// frames instead of ten, and threads share a frame instead of using one each (`performance.md 2.5`).
  private static let h264 = Coding(
    settings: [("x264-params", "cpu-independent=1")],
    largeSettings: [("x264-params", "cpu-independent=1:rc-lookahead=3:sync-lookahead=0:sliced-threads=1")],
    quality: ("crf", 0...51, 18),
    speed: ("preset", VideoOptions.encoderPresets, "veryfast"))

  /// The number of threads affects x265's decisions, so it is fixed. Apple's players support only this tag. With a
  /// single block of 64 pixels per row, x265 3.5 reads uninitialized memory: equal frames give different bytes.
  private static let hevc = Coding(
    settings: [("x265-params", "log-level=error:frame-threads=2:pools=4")], quality: ("crf", 0...51, 20),
    speed: ("preset", VideoOptions.encoderPresets, "veryfast"), tag: "hvc1", keepsHDR: true, isUsualForHDR: true,
    leastWidth: 66)

  /// The encoders of colours and alpha must create the same types of pictures, so these have a fixed order.
  private static let hevcAlpha = Coding(
    settings: [
      (
        "x265-params",
        hevc.settings[0].value + ":keyint=120:min-keyint=120:scenecut=0:open-gop=0:b-adapt=0:bframes=3"
      )
    ], quality: ("crf", 0...51, 16), speed: hevc.speed, tag: "hvc1", layersAlpha: true, leastWidth: 66)

  /// SVT-AV1 1.4 writes its version to standard error, and waits forever if it was not started and ended. It does not
  /// accept sides below 64 pixels.
  private static let av1 = Coding(
    settings: [("svtav1-params", "lp=4")], quality: ("crf", 0...63, 28),
    speed: ("preset", (0...13).map(String.init), "9"), keepsHDR: true, leastWidth: 64, leastHeight: 64,
    takesTurns: true, mustBeEnded: true, silence: ("SVT_LOG", "1"))

  // MARK: For editors

  private static let editing: [VideoFormat] = [
    VideoFormat(
      key: "prores4444", name: "ProRes 4444 in QuickTime", extensions: ["mov"],
      use: "Premiere, Final Cut, Resolve, After Effects", .quickTime, encoder: "prores_aw",
      pixels: AV_PIX_FMT_YUVA444P10LE, color: .bt709Limited, alpha: .either, depth: 10,
      coding: Coding(
        settings: [("profile", "4"), ("vendor", "apl0")], tag: "ap4h", depthFollowsAlpha: true, smoothsSlices: true,
        isIntra: true, isLimited: true, keepsHDR: true),
      tolerance: 3),
    VideoFormat(
      key: "prores", name: "ProRes 422 HQ in QuickTime", extensions: ["mov"], use: "editors, opaque", .quickTime,
      encoder: "prores_aw", pixels: AV_PIX_FMT_YUV422P10LE, color: .bt709Limited, depth: 10,
      coding: Coding(
        settings: [("profile", "3"), ("vendor", "apl0")], tag: "apch", isIntra: true, isLimited: true,
        keepsHDR: true, isUsualForHDR: true),
      tolerance: 3),
    VideoFormat(
      key: "hevc-10-mov", name: "10-bit HEVC in QuickTime", extensions: ["mov"], use: "HDR of phones", .quickTime,
      encoder: "libx265", package: x265, pixels: AV_PIX_FMT_YUV420P10LE, color: .bt709Limited, depth: 10, coding: hevc,
      tolerance: 16),
    VideoFormat(
      key: "hevc-alpha", name: "HEVC with alpha in QuickTime", extensions: ["mov", "mp4"],
      use: "iPhone, iPad, Safari, QuickTime", .quickTimeForPlayers, encoder: "libx265", package: x265,
      pixels: AV_PIX_FMT_YUVA420P, color: .bt709Limited, alpha: .premultiplied, coding: hevcAlpha, tolerance: 16),
    VideoFormat(
      key: "hevc-alpha-10", name: "10-bit HEVC with alpha in QuickTime", extensions: ["mov", "mp4"],
      use: "HEVC with alpha, fewer bands", .quickTimeForPlayers, encoder: "libx265", package: x265,
      pixels: AV_PIX_FMT_YUVA420P10LE, color: .bt709Limited, alpha: .premultiplied, depth: 10, coding: hevcAlpha,
      tolerance: 16),
    VideoFormat(
      key: "hevc-alpha-straight", name: "HEVC with straight alpha in QuickTime", extensions: ["mov", "mp4"],
      use: "Apple's players and programs that expect straight colours", .quickTimeForPlayers, encoder: "libx265",
      package: x265, pixels: AV_PIX_FMT_YUVA420P, color: .bt709Limited, alpha: .straight, coding: hevcAlpha,
      tolerance: 16),
    VideoFormat(
      key: "animation", name: "QuickTime Animation", extensions: ["mov"], use: "lossless; After Effects, Resolve",
      .quickTime, encoder: "qtrle", pixels: AV_PIX_FMT_ARGB, color: .untouched, alpha: .either,
      coding: Coding(settings: [("g", "1")], isIntra: true)),
    VideoFormat(
      key: "png-mov", name: "PNG in QuickTime", extensions: ["mov"], use: "lossless and small, for all editors",
      .quickTime, encoder: "png", pixels: AV_PIX_FMT_RGBA, color: .untouched, alpha: .either,
      coding: Coding(settings: [("pred", "mixed")], isIntra: true)),
    VideoFormat(
      key: "ffv1", name: "FFV1 in Matroska", extensions: ["mkv"], use: "lossless archive", .matroska, encoder: "ffv1",
      pixels: AV_PIX_FMT_BGRA, color: .untouched, alpha: .either,
      coding: Coding(settings: [("level", "3"), ("g", "1"), ("slicecrc", "1")], isIntra: true)),
  ]

  // MARK: For browsers and chats

  private static let web: [VideoFormat] = [
    VideoFormat(
      key: "vp9", name: "VP9 in WebM", extensions: ["webm"], use: "browsers", .webm, encoder: "libvpx-vp9",
      package: vpx, pixels: AV_PIX_FMT_YUV420P, color: .bt709Limited, coding: vp9, tolerance: 12),
    VideoFormat(
      key: "vp9-alpha", name: "VP9 with alpha in WebM", extensions: ["webm"], use: "browsers, OBS", .webm,
      encoder: "libvpx-vp9", package: vpx, pixels: AV_PIX_FMT_YUVA420P, color: .bt709Limited, alpha: .straight,
      coding: vp9, tolerance: 12),
    VideoFormat(
      key: "vp9-10", name: "10-bit VP9 in WebM", extensions: ["webm"], use: "VP9 with fewer bands", .webm,
      encoder: "libvpx-vp9", package: vpx, pixels: AV_PIX_FMT_YUV420P10LE, color: .bt709Limited, depth: 10,
      coding: vp9, tolerance: 12),
    VideoFormat(
      key: "apng", name: "APNG", extensions: ["apng"], use: "lossless animation in browsers", .apng, encoder: "apng",
      pixels: AV_PIX_FMT_RGBA, color: .sRGB, alpha: .straight, coding: Coding(settings: [("pred", "mixed")])),
    VideoFormat(
      key: "webp", name: "animated WebP", extensions: ["webp"], use: "browsers, chats", .webp,
      encoder: "libwebp_anim", package: libwebp, pixels: AV_PIX_FMT_BGRA, color: .sRGB, alpha: .straight,
      coding: Coding(settings: [("lossless", "0")], quality: ("quality", 0...100, 85)), tolerance: 20),
    VideoFormat(
      key: "webp-lossless", name: "lossless animated WebP", extensions: ["webp"], use: "WebP without any loss", .webp,
      encoder: "libwebp_anim", package: libwebp, pixels: AV_PIX_FMT_BGRA, color: .sRGB, alpha: .straight,
      coding: Coding(settings: [("lossless", "1"), ("quality", "60")])),
    VideoFormat(
      key: "gif", name: "GIF", extensions: ["gif"], use: "everywhere; 256 colours, alpha of one bit", .gif,
      encoder: "gif", pixels: AV_PIX_FMT_PAL8, color: .sRGB, alpha: .straight,
      coding: Coding(settings: [("gifflags", "0")]), maximumRate: 50, preferredRate: 25),
  ]

  /// Alternate reference frames are incompatible with alpha in libvpx. Without a target rate the quality is constant.
  private static let vp9 = Coding(
    settings: [("b", "0"), ("deadline", "good"), ("row-mt", "1"), ("auto-alt-ref", "0"), ("lag-in-frames", "0")],
    quality: ("crf", 0...63, 24), speed: ("cpu-used", (0...8).map(String.init), "5"), decoder: "libvpx-vp9",
    keepsHDR: true)

  // MARK: A file for each frame

  private static let sequences: [VideoFormat] = [
    VideoFormat(
      key: "png", name: "PNG files", extensions: ["png"], use: "every editor and compositor", .pictures,
      encoder: "png", pixels: AV_PIX_FMT_RGBA, color: .sRGB, alpha: .straight,
      coding: Coding(settings: [("pred", "mixed")], isIntra: true)),
    VideoFormat(
      key: "png-16", name: "PNG files of 16 bits", extensions: ["png"], use: "gradients without bands", .pictures,
      encoder: "png", pixels: AV_PIX_FMT_RGBA64BE, color: .sRGB, alpha: .straight, depth: 16,
      coding: Coding(settings: [("pred", "mixed")], isIntra: true)),
    VideoFormat(
      key: "exr", name: "EXR files", extensions: ["exr"], use: "compositing in linear light, half floats", .pictures,
      encoder: "exr", pixels: AV_PIX_FMT_GBRAPF32LE, color: .linear, alpha: .premultiplied, depth: 16,
      coding: Coding(settings: [("compression", "zip16"), ("format", "half")], isIntra: true), tolerance: 0.5),
    VideoFormat(
      key: "exr-float", name: "EXR files of 32-bit floats", extensions: ["exr"], use: "compositing, whole floats",
      .pictures, encoder: "exr", pixels: AV_PIX_FMT_GBRAPF32LE, color: .linear, alpha: .premultiplied, depth: 32,
      coding: Coding(settings: [("compression", "zip16"), ("format", "float")], isIntra: true)),
    VideoFormat(
      key: "tiff", name: "TIFF files", extensions: ["tiff", "tif"], use: "print and compositing", .pictures,
      encoder: "tiff", pixels: AV_PIX_FMT_RGBA, color: .untouched, alpha: .straight,
      coding: Coding(settings: [("compression_algo", "lzw")], isIntra: true)),
    VideoFormat(
      key: "tiff-16", name: "TIFF files of 16 bits", extensions: ["tiff", "tif"], use: "print, gradients without bands",
      .pictures, encoder: "tiff", pixels: AV_PIX_FMT_RGBA64LE, color: .untouched, alpha: .straight, depth: 16,
      coding: Coding(settings: [("compression_algo", "lzw")], isIntra: true)),
    VideoFormat(
      key: "qoi", name: "QOI files", extensions: ["qoi"], use: "fast and lossless", .pictures, encoder: "qoi",
      pixels: AV_PIX_FMT_RGBA, color: .untouched, alpha: .straight, coding: Coding(isIntra: true)),
    VideoFormat(
      key: "jpeg", name: "JPEG files", extensions: ["jpg", "jpeg"], use: "small pictures, opaque", .pictures,
      encoder: "mjpeg", pixels: AV_PIX_FMT_YUVJ444P, color: .jpeg,
      coding: Coding(quality: ("qscale", 1...31, 2), isIntra: true), tolerance: 6),
  ]

  // MARK: For pipes

  private static let streams: [VideoFormat] = [
    VideoFormat(
      key: "y4m", name: "YUV4MPEG2", extensions: ["y4m"], use: "frames for another program, opaque", .yuv4mpeg,
      encoder: "wrapped_avframe", pixels: AV_PIX_FMT_YUV420P, color: .bt709Limited, coding: Coding(isIntra: true)),
    VideoFormat(
      key: "nut", name: "raw frames in NUT", extensions: ["nut"], use: "frames with alpha and times for a program",
      .nut, encoder: "rawvideo", pixels: AV_PIX_FMT_RGBA, color: .untouched, alpha: .either,
      coding: raw),
    VideoFormat(
      key: "rgba", name: "raw RGBA", extensions: ["rgba"], use: "bytes for a program that knows size and rate", .bytes,
      encoder: "wrapped_avframe", pixels: AV_PIX_FMT_RGBA, color: .untouched, alpha: .either, coding: raw),
    VideoFormat(
      key: "bgra", name: "raw premultiplied BGRA", extensions: ["bgra"], use: "the renderer's own bytes", .bytes,
      encoder: "wrapped_avframe", pixels: AV_PIX_FMT_BGRA, color: .untouched, alpha: .premultiplied,
      coding: raw),
    VideoFormat(
      key: "rgb24", name: "raw RGB", extensions: ["rgb"], use: "bytes without alpha", .bytes,
      encoder: "wrapped_avframe", pixels: AV_PIX_FMT_RGB24, color: .untouched, coding: raw),
    VideoFormat(
      key: "yuv420p", name: "raw YUV 4:2:0", extensions: ["yuv"], use: "uncompressed input for encoders", .bytes,
      encoder: "wrapped_avframe", pixels: AV_PIX_FMT_YUV420P, color: .bt709Limited, coding: raw),
  ]

  private static let raw = Coding(isIntra: true)

  // MARK: For tests and measurements

  private static let measuring: [VideoFormat] = [
    VideoFormat(
      key: "framemd5", name: "frame checksums", extensions: ["framemd5"], use: "what changed, from which frame on",
      .checksums, encoder: "rawvideo", pixels: AV_PIX_FMT_BGRA, color: .untouched, alpha: .premultiplied),
    // Frames are drawn and converted as for H.264, to measure an export without encoding.
    VideoFormat(
      key: "null", name: "no file, to measure drawing", extensions: ["null"], use: "how fast frames are drawn",
      .nothing, encoder: "wrapped_avframe", pixels: AV_PIX_FMT_YUV420P, color: .bt709Limited),
  ]
}
