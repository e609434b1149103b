import CStarmineFFmpeg

/// The encoder of the alpha of HEVC files. Its packets become layer 1 of the colours' packets.
struct AlphaLayer: ~Copyable, Sendable {
  private let codec: OwnedCodec
  private let packet: OwnedPacket
  /// Grey without luma, used as the chroma of all pictures.
  private let blank: OwnedFrame
  private let headers: AlphaHeaders

  /// - Parameters:
  ///   - codec: opened for `VideoFormat.alphaLayer`.
  ///   - colors: the encoder of the colours, which gets the headers of both layers.
  init(
    _ codec: consuming OwnedCodec, of format: VideoFormat, colors: borrowing OwnedCodec
  ) throws(VideoError) {
    let headers = try AlphaHeaders(
      colors: colors.headers, alpha: codec.headers, depth: format.depth, isPremultiplied: format.alpha != .straight)
    guard let packet = OwnedPacket(), let blank = OwnedFrame(), colors.setHeaders(headers.record) else {
      throw .outOfMemory(operation: "starting the \(format.encoder) encoder")
    }
    let (context, picture) = (codec.pointer, blank.pointer)
    (picture.pointee.width, picture.pointee.height) = (context.pointee.width, context.pointee.height)
    picture.pointee.format = context.pointee.pix_fmt.rawValue
    guard av_frame_get_buffer(picture, 0) >= 0, blank.fillBlack() else {
      throw .outOfMemory(operation: "starting the \(format.encoder) encoder")
    }
    self.headers = headers
    self.blank = blank
    self.packet = packet
    self.codec = codec
  }

  /// - Parameter frame: a frame with colours and alpha.
  func send(_ frame: borrowing OwnedFrame) throws(VideoError) {
    guard let luma = OwnedFrame(sharing: blank), luma.takeLuma(fromAlphaOf: frame) else {
      throw .outOfMemory(operation: "encoding")
    }
    luma.pointer.pointee.pts = frame.pointer.pointee.pts
    try Encoder.check(codec.send(luma))
  }

  func sendEnd() throws(VideoError) { try Encoder.check(codec.sendEnd()) }

  /// Adds the alpha to a packet's picture. Returns false while its encoder needs more pictures.
  func join(_ colors: borrowing OwnedPacket) throws(VideoError) -> Bool {
    guard try Encoder.receive(codec, packet) else { return false }
    guard packet.pointer.pointee.pts == colors.pointer.pointee.pts else {
      throw AlphaHeaders.failure("the encoder ordered the frames of alpha and colours differently")
    }
    let bytes = try headers.accessUnit(colors: colors.bytes, alpha: packet.bytes)
    guard colors.replaceBytes(bytes) else { throw .outOfMemory(operation: "encoding") }
    return true
  }
}

extension VideoFormat {
  /// Whether alpha is a second layer of the stream.
  var hasAlphaLayer: Bool { coding.layersAlpha && hasAlpha }

  /// The format for decoders without layers: only the colours.
  var baseLayer: VideoFormat { hasAlphaLayer ? holding(layerPixels, color) : self }

  /// The format of the alpha layer: luma with full range. Errors in alpha change all edges, so it has a better quality,
  /// and uses no tools that trade accuracy for texture.
  var alphaLayer: VideoFormat {
    var format = holding(layerPixels, .alphaLayer)
    format.coding.settings = coding.settings.map {
      $0.name == "x265-params" ? ($0.name, $0.value + ":psy-rd=0:psy-rdoq=0:aq-mode=0:cutree=0") : $0
    }
    return format
  }

  private var layerPixels: AVPixelFormat { depth > 8 ? AV_PIX_FMT_YUV420P10LE : AV_PIX_FMT_YUV420P }

  /// The colours of a frame of this format, with shared pixels.
  func colors(of frame: borrowing OwnedFrame) throws(VideoError) -> OwnedFrame {
    guard let colors = OwnedFrame(sharing: frame) else { throw .outOfMemory(operation: "encoding") }
    if hasAlphaLayer { colors.pointer.pointee.format = layerPixels.rawValue }
    return colors
  }
}

extension VideoOptions {
  /// Quality of the alpha layer, by steps of the scale of HEVC: half the error for 6 of them. With 12
  /// the bundled overlays have 55 dB or more in 1080p.
  func forAlphaLayer(of format: VideoFormat) -> VideoOptions {
    var result = self
    if let quality = format.coding.quality { result.crf = max(0, (crf ?? quality.standard) - 12) }
    return result
  }
}
