import Foundation
import StarmineGraphics
import StarmineRaster
import StarmineScene
import Testing

/// Pixels that are read and written as bytes. Layouts are Core Graphics' (documented).
@Suite struct ContextMemoryTests {
  private static let color = CGColor(red: 1, green: 0x80 / 255, blue: 0x40 / 255, alpha: 1)
  private static let last = CGImageAlphaInfo.premultipliedLast.rawValue

  private func made(
    _ width: Int, _ height: Int, _ info: UInt32 = last, data: UnsafeMutableRawPointer? = nil, row: Int = 0,
    space: CGColorSpace = CGColorSpaceCreateDeviceRGB()
  ) -> CGContext? {
    CGContext(
      data: data, width: width, height: height, bitsPerComponent: 8, bytesPerRow: row, space: space, bitmapInfo: info)
  }

  private func bytes(_ context: CGContext, _ count: Int) throws -> [UInt8] {
    let start = try #require(context.data)
    return [UInt8](UnsafeRawBufferPointer(start: start, count: count))
  }

  @Test func layoutsAreCoreGraphics() throws {
    let little = CGBitmapInfo.byteOrder32Little.rawValue
    let wanted: [(UInt32, [UInt8])] = [
      (CGImageAlphaInfo.premultipliedLast.rawValue, [255, 128, 64, 255]),
      (CGImageAlphaInfo.premultipliedFirst.rawValue, [255, 255, 128, 64]),
      (CGImageAlphaInfo.premultipliedFirst.rawValue | little, [64, 128, 255, 255]),
      (CGImageAlphaInfo.premultipliedLast.rawValue | little, [255, 64, 128, 255]),
      (CGImageAlphaInfo.noneSkipLast.rawValue | CGBitmapInfo.byteOrder32Big.rawValue, [255, 128, 64, 255]),
    ]
    for (info, expected) in wanted {
      let context = try #require(made(1, 1, info))
      context.setFillColor(Self.color)
      context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
      let image = try #require(context.makeImage())
      #expect(image.bitmapInfo.rawValue == info)
      let data = try #require(image.dataProvider?.data)
      #expect([UInt8](data as Data) == expected)
      #expect(try bytes(context, 4) == expected)
      let provider = try #require(CGDataProvider(data: data))
      let read = CGImage(
        width: 1, height: 1, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: 4,
        space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: image.bitmapInfo, provider: provider, decode: nil,
        shouldInterpolate: false, intent: .defaultIntent)
      #expect(try #require(read)[0, 0] == 0xFFFF_8040)
    }
  }

  @Test func aFirstLookInsideALayerChangesNothing() throws {
    for looks in [false, true] {
      let context = try #require(made(2, 1))
      context.clip(to: CGRect(x: 0, y: 0, width: 2, height: 1))
      context.setFillColor(red: 1, green: 0, blue: 0, alpha: 1)
      context.fill(CGRect(x: 0, y: 0, width: 2, height: 1))
      context.beginTransparencyLayer()
      context.setFillColor(red: 0, green: 1, blue: 0, alpha: 1)
      context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
      if looks { #expect(try bytes(context, 8) == [255, 0, 0, 255, 255, 0, 0, 255]) }
      context.endTransparencyLayer()
      #expect(try bytes(context, 8) == [0, 255, 0, 255, 255, 0, 0, 255])
    }
  }

  @Test func straightAlphaIsDivided() throws {
    let info = CGBitmapInfo(rawValue: CGImageAlphaInfo.last.rawValue)
    let data = NSData(data: Data([200, 100, 50, 128]))
    let provider = try #require(CGDataProvider(data: data))
    let image = try #require(
      CGImage(
        width: 1, height: 1, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: 4,
        space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: info, provider: provider, decode: nil,
        shouldInterpolate: false, intent: .defaultIntent))
    #expect(image[0, 0] == 0x8064_3219)
    // What 8 premultiplied bits keep of 100 and 50.
    let bytes = try #require(image.dataProvider?.data)
    #expect([UInt8](bytes as Data) == [199, 100, 50, 128])
  }

  @Test func callersMemoryIsDrawnAtOnce() throws {
    var memory = [UInt8](repeating: 7, count: 40)
    try memory.withUnsafeMutableBytes { memory in
      // Rows of 20 bytes, of which 12 are pixels.
      for place in [0, 20] { for x in 0..<12 { memory[place + x] = 0 } }
      let context = try #require(made(3, 2, data: memory.baseAddress, row: 20))
      context.setFillColor(Self.color)
      context.clip(to: CGRect(x: 0, y: 0, width: 2, height: 1))
      context.fill(CGRect(x: 0, y: 0, width: 1, height: 2))
      #expect([UInt8](memory[20..<32]) == [255, 128, 64, 255, 0, 0, 0, 0, 0, 0, 0, 0])
      #expect([UInt8](memory[0..<12]) == [UInt8](repeating: 0, count: 12))
      // What the caller writes is drawn over.
      memory[24] = 9
      memory[27] = 9
      context.setBlendMode(.plusLighter)
      context.fill(CGRect(x: 1, y: 0, width: 1, height: 1))
      #expect([UInt8](memory[24..<28]) == [255, 128, 64, 255])
      #expect(memory[12..<20].allSatisfy { $0 == 7 })
      #expect(context.makeImage()?[1, 1] == 0xFFFF_8040)
    }
  }

  @Test func memoryIsWhatImagesShow() throws {
    func draw(_ context: CGContext) {
      context.setFillColor(CGColor(red: 0.2, green: 0.5, blue: 0.9, alpha: 0.6))
      context.fillEllipse(in: CGRect(x: 1, y: 2, width: 19, height: 11))
      context.beginTransparencyLayer(auxiliaryInfo: nil)
      context.setFillColor(Self.color)
      context.fill(CGRect(x: 4.5, y: 3.25, width: 8, height: 9))
      context.endTransparencyLayer()
    }
    let image = try #require(made(24, 16))
    let memory = try #require(made(24, 16))
    #expect(memory.data != nil)
    draw(image)
    draw(memory)
    let data = try #require(image.makeImage()?.dataProvider?.data)
    #expect(try bytes(memory, 24 * 16 * 4) == [UInt8](data as Data))
  }

  @Test func greysAreLuma() throws {
    let grey = CGColorSpaceCreateDeviceGray()
    let context = try #require(made(2, 1, CGImageAlphaInfo.none.rawValue, space: grey))
    context.setFillColor(gray: 0.5, alpha: 1)
    context.fill(CGRect(x: 1, y: 0, width: 1, height: 1))
    #expect(context.bytesPerRow == 2 && context.bitsPerPixel == 8)
    #expect(try bytes(context, 2) == [0, 128])
  }

  @Test func wrongMemoryIsRefused() {
    var memory = [UInt8](repeating: 0, count: 64)
    memory.withUnsafeMutableBytes { memory in
      #expect(made(4, 1, data: memory.baseAddress, row: 15) == nil)
      #expect(made(4, 1, CGImageAlphaInfo.alphaOnly.rawValue, data: memory.baseAddress) == nil)
    }
    func image(_ width: Int, row: Int, bits: Int = 32) -> CGImage? {
      CGDataProvider(data: NSData(data: Data(count: 31))).flatMap {
        CGImage(
          width: width, height: 2, bitsPerComponent: 8, bitsPerPixel: bits, bytesPerRow: row,
          space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: [], provider: $0, decode: nil, shouldInterpolate: false,
          intent: .defaultIntent)
      }
    }
    #expect(image(4, row: 16) == nil && image(4, row: 12) == nil && image(0, row: 16) == nil)
    #expect(image(3, row: 16) != nil && image(3, row: .max) == nil && image(3, row: 16, bits: 16) == nil)
    #expect(image(5, row: 15, bits: 24) != nil)
  }
}
