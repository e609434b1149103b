extension PixelBuffer {
  /// Row by row, without padding.
  package var packedPixels: [UInt32] {
    unsafe withPixels { pixels in
      var result: [UInt32] = []
      result.reserveCapacity(width * height)
      for y in 0..<height { unsafe result.append(contentsOf: pixels[y * stride..<y * stride + width]) }
      return result
    }
  }
}
