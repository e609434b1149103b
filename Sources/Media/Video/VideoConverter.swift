import CStarmineFFmpeg
import CStarminePixelKernels
package import StarmineRaster

/// A frame in the form that a file's encoder takes. Made by a `VideoConverter`, moved into `VideoWriter.append`.
package struct VideoFrame: ~Copyable, Sendable {
  let picture: OwnedFrame

  /// The bytes of each plane, without padding between rows. For tests.
  package var planes: [[UInt8]] {
    let data = picture.pointer.pointee.data
    let strides = picture.pointer.pointee.linesize
    let format = AVPixelFormat(picture.pointer.pointee.format)
    let height = Int(picture.pointer.pointee.height)
    return [(data.0, strides.0, height), (data.1, strides.1, height / 2), (data.2, strides.2, height / 2)].enumerated()
      .compactMap { number, plane in
        guard let base = plane.0 else { return nil }
        let width = Int(av_image_get_linesize(format, picture.pointer.pointee.width, Int32(number)))
        return (0..<plane.2).flatMap { UnsafeBufferPointer(start: base + $0 * Int(plane.1), count: width) }
      }
  }
}

/// Conversion of one file's frames. Each worker makes its own converter from it; the frames' memory is shared and
/// reused.
package struct VideoConversion: Sendable {
  let pool: FramePool

  /// A converter for one thread at a time.
  package func makeConverter() throws(VideoError) -> VideoConverter {
    try VideoConverter(pool)
  }
}

/// Turns rendered frames into what the encoder takes: the part of writing that runs on any number of threads.
///
/// The result depends on the pixels alone, so it is the same on every thread and every processor.
package struct VideoConverter: ~Copyable, Sendable {
  /// Whether the format allows frames that never lie in memory as a whole: see `convert(drawing:)`.
  package let takesTiles: Bool
  private let pool: FramePool
  private let method: Method
  private enum Method: ~Copyable, Sendable {
    /// The file takes the pixels as they are.
    case copy
    /// YUV 4:2:0 by the kernel: six times as fast as libswscale, and within 0.51 of the formula.
    case kernel(PixelMatrix)
    case scaler(OwnedScaler)
  }

  /// CPU seconds that `convert` has taken so far.
  package private(set) var cpuSeconds: Double = 0

  init(_ pool: FramePool) throws(VideoError) {
    self.pool = pool
    takesTiles = pool.format.kernelMatrix != nil
    method = try VideoConverter.method(pool)
  }

  private static func method(_ pool: FramePool) throws(VideoError) -> Method {
    guard let matrix = pool.format.color.matrix else { return .copy }
    if let kernelMatrix = pool.format.kernelMatrix { return .kernel(kernelMatrix) }
    // Box-filtered chroma at full resolution is both the most exact choice without blur (within 0.51 of the formula)
    // and the fastest: 2.9 ms for 1080p, where point sampling takes 3.4 ms and fast bilinear 5.5 ms on the same
    // machine.
    let flags = SWS_AREA | SWS_FULL_CHR_H_INP | SWS_ACCURATE_RND | SWS_BITEXACT
    // BGR0: alpha is not looked at; premultiplied colour is the frame over black.
    guard
      let scaler = OwnedScaler(
        width: Int32(pool.width), height: Int32(pool.height), from: AV_PIX_FMT_BGR0, to: pool.format.pixelFormat,
        flags: flags),
      scaler.setColor(
        sourceMatrix: matrix, sourceFull: true, destinationMatrix: matrix,
        destinationFull: pool.format.color.range == AVCOL_RANGE_JPEG)
    else { throw .failed(operation: "colour conversion", reason: "libswscale has no way to \(pool.format.name)") }
    return .scaler(scaler)
  }

  /// The frame for the encoder. Alpha is ignored for formats without it: the colour is the frame over black.
  package mutating func convert(_ frame: borrowing PixelBuffer) throws(VideoError) -> VideoFrame {
    guard frame.width == pool.width && frame.height == pool.height else {
      throw .wrongFrameSize(
        width: frame.width, height: frame.height, expectedWidth: pool.width, expectedHeight: pool.height)
    }
    let start = CPUClock.threadSeconds
    let target = try pool.makeFrame()
    let stride = frame.stride
    let code = frame.withPixels { pixels in
      transfer(pixels.baseAddress!, stride: stride, to: target.pointer)
    }
    cpuSeconds += CPUClock.threadSeconds - start
    guard code >= 0 else { throw .failed(operation: "colour conversion", reason: LibraryResult.text(of: code)) }
    return VideoFrame(picture: target)
  }

  /// Converts a frame tile by tile, while the pixels are in the cache.
  ///
  /// - Precondition: `takesTiles`. Tiles start at columns that are multiples of 16 and in even rows.
  /// - Parameter draw: calls its argument with tiles that fill the frame, each row of tiles from the left, because a
  ///   tile's last columns may be written once more by the next one.
  package mutating func convert(drawing draw: ((DrawnTile) -> Void) -> Void) throws(VideoError) -> VideoFrame {
    guard let matrix = pool.format.kernelMatrix else {
      preconditionFailure("VideoConverter: \(pool.format.name) is made of whole frames")
    }
    let target = try pool.makeFrame()
    let picture = target.pointer
    var seconds = 0.0
    draw { tile in
      let start = CPUClock.threadSeconds
      transfer(tile, matrix, to: picture)
      seconds += CPUClock.threadSeconds - start
    }
    cpuSeconds += seconds
    return VideoFrame(picture: target)
  }

  private func transfer(
    _ pixels: UnsafePointer<UInt32>, stride: Int, to target: UnsafeMutablePointer<AVFrame>
  ) -> Int32 {
    let bytes = UnsafeRawPointer(pixels).assumingMemoryBound(to: UInt8.self)
    let height = Int32(pool.height)
    switch method {
    case .copy:
      let row = Int32(pool.width * 4)
      av_image_copy_plane(target.pointee.data.0, target.pointee.linesize.0, bytes, Int32(stride * 4), row, height)
      return 0
    case .kernel(let matrix):
      let frame = DrawnTile(x: 0, y: 0, width: pool.width, height: pool.height, pixels: pixels, stride: stride)
      transfer(frame, matrix, to: target)
      return 0
    case .scaler(let scaler):
      return scaler.scale([bytes, nil, nil, nil], [Int32(stride * 4), 0, 0, 0], height: height, to: target)
    }
  }

  /// Rows of tiles and of pool frames have room for the kernel's whole vectors.
  private func transfer(_ tile: DrawnTile, _ matrix: PixelMatrix, to target: UnsafeMutablePointer<AVFrame>) {
    let (planes, strides) = (target.pointee.data, target.pointee.linesize)
    guard let luma = planes.0, let u = planes.1, let v = planes.2 else { return }
    precondition(tile.x % 16 == 0 && tile.y % 2 == 0, "VideoConverter: a tile starts inside of a block")
    var matrix = matrix
    for row in 0..<tile.height / 2 {
      let (y, x) = (tile.y / 2 + row, tile.x / 2)
      pixel_yuv420_rows(
        luma + y * 2 * Int(strides.0) + tile.x, Int(strides.0), u + y * Int(strides.1) + x, v + y * Int(strides.2) + x,
        Int(strides.1), tile.pixels + row * 2 * tile.stride, tile.stride, &matrix, tile.width)
    }
  }
}
