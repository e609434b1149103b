import StarmineRaster

/// A frame of a clip from a rule that gives each pixel's premultiplied `0xAARRGGBB`.
func clipFrame(_ width: Int, _ height: Int, _ pixel: (_ x: Int, _ y: Int) -> UInt32) -> PixelBuffer {
  var frame = PixelBuffer(width: width, height: height)
  let stride = frame.stride
  frame.withMutablePixels { pixels in
    for y in 0..<height {
      for x in 0..<width { pixels[y * stride + x] = pixel(x, y) }
    }
  }
  return frame
}
