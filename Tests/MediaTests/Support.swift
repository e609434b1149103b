import Foundation
import StarmineRaster

/// A new folder for one test, removed when the test is done with it.
final class TemporaryFolder: Sendable {
  let path: String

  init() {
    path = NSTemporaryDirectory() + "media-" + UUID().uuidString
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String) -> String { path + "/" + name }

  /// Names of everything in the folder, hidden files included.
  var contents: [String] { (try? FileManager.default.contentsOfDirectory(atPath: path).sorted()) ?? [] }

  func bytes(_ name: String) -> [UInt8] { [UInt8](FileManager.default.contents(atPath: file(name)) ?? Data()) }
}

/// A frame from a rule that gives each pixel's `0xAARRGGBB`.
func makeFrame(_ width: Int, _ height: Int, _ pixel: (_ x: Int, _ y: Int) -> UInt32) -> PixelBuffer {
  var frame = PixelBuffer(width: width, height: height)
  let stride = frame.stride
  frame.withMutablePixels { pixels in
    for y in 0..<height { for x in 0..<width { pixels[y * stride + x] = pixel(x, y) } }
  }
  return frame
}

/// Blocks of 16x16 pixels with unrelated opaque colours, different in each frame.
func makePatches(_ width: Int, _ height: Int, frame: Int = 0) -> PixelBuffer {
  makeFrame(width, height) { x, y in patchColor(x / 16, y / 16, frame: frame) }
}

func patchColor(_ column: Int, _ row: Int, frame: Int = 0) -> UInt32 {
  var state = UInt32(truncatingIfNeeded: (column * 31 + row) * 17 + frame) &* 2_654_435_761
  state ^= state >> 15
  state = state &* 0x85EB_CA6B
  state ^= state >> 13
  return state | 0xFF00_0000
}

/// Red, green and blue of a pixel.
func components(_ pixel: UInt32) -> [Int] { [Int(pixel >> 16 & 255), Int(pixel >> 8 & 255), Int(pixel & 255)] }

/// The largest difference of two pixels in red, green or blue.
func difference(_ left: UInt32, _ right: UInt32) -> Int {
  zip(components(left), components(right)).map { abs($0 - $1) }.max()!
}
