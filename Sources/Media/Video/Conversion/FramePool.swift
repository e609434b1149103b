import CStarmineFFmpeg

/// A pool of frames with one size and format. Freed frames return their memory, on any thread.
final class FramePool: Sendable {
  let width: Int
  let height: Int
  let format: VideoFormat
  /// Alignment of planes for the widest vector instructions.
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

  func check(width: Int, height: Int) throws(VideoError) {
    guard width == self.width && height == self.height else {
      throw .wrongFrameSize(width: width, height: height, expectedWidth: self.width, expectedHeight: self.height)
    }
  }

  /// A frame with undefined contents and the colour properties of the format.
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

  /// Adds the colour profile for PNG files.
  private func addProfile(to frame: borrowing OwnedFrame) throws(VideoError) {
    guard format.isDisplayP3, format.isSequence else { return }
    let bytes = DisplayP3Profile.bytes
    guard let data = av_frame_new_side_data(frame.pointer, AV_FRAME_DATA_ICC_PROFILE, bytes.count) else {
      throw .outOfMemory(operation: "labelling a frame")
    }
    data.pointee.data.update(from: bytes, count: bytes.count)
  }
}
