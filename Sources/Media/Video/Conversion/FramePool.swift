import CStarmineFFmpeg

/// Hands out empty pictures of one form and takes their memory back when they are freed, on any thread.
final class FramePool: Sendable {
  let width: Int
  let height: Int
  let format: VideoFormat
  /// Planes start on these boundaries, as the widest vector instructions like it.
  private static let alignment: Int32 = 64
  private let pool: OwnedBufferPool

  init(width: Int, height: Int, format: VideoFormat) throws(VideoError) {
    self.width = width
    self.height = height
    self.format = format
    let bytes = av_image_get_buffer_size(format.pixelFormat, Int32(width), Int32(height), FramePool.alignment)
    guard bytes > 0, let pool = OwnedBufferPool(bytes: Int(bytes) + Int(FramePool.alignment)) else {
      throw .outOfMemory(operation: "making a frame of \(width)x\(height)")
    }
    self.pool = pool
  }

  /// Errors: `wrongFrameSize`.
  func check(width: Int, height: Int) throws(VideoError) {
    guard width == self.width && height == self.height else {
      throw .wrongFrameSize(width: width, height: height, expectedWidth: self.width, expectedHeight: self.height)
    }
  }

  /// A picture with undefined contents, labelled with the format's colour.
  func makeFrame() throws(VideoError) -> OwnedFrame {
    guard let frame = OwnedFrame() else { throw .outOfMemory(operation: "making a frame of \(width)x\(height)") }
    let picture = frame.pointer
    picture.pointee.format = format.pixelFormat.rawValue
    picture.pointee.width = Int32(width)
    picture.pointee.height = Int32(height)
    picture.pointee.sample_aspect_ratio = AVRational(num: 1, den: 1)
    picture.pointee.color_primaries = format.color.primaries
    picture.pointee.color_trc = format.color.transfer
    picture.pointee.colorspace = format.color.space
    picture.pointee.color_range = format.color.range
    picture.pointee.chroma_location = format.color.chromaLocation
    guard pool.fill(frame, alignment: FramePool.alignment) else {
      throw .outOfMemory(operation: "making a frame of \(width)x\(height)")
    }
    try addProfile(to: frame)
    return frame
  }

  /// What PNG files say colours by.
  private func addProfile(to frame: borrowing OwnedFrame) throws(VideoError) {
    guard format.isDisplayP3, format.isSequence else { return }
    let bytes = DisplayP3Profile.bytes
    guard let data = av_frame_new_side_data(frame.pointer, AV_FRAME_DATA_ICC_PROFILE, bytes.count) else {
      throw .outOfMemory(operation: "labelling a frame")
    }
    data.pointee.data.update(from: bytes, count: bytes.count)
  }
}
