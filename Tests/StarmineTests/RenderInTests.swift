import Starmine
import Testing

/// `render(in:)` as Apple's system draws it, apart from frames.
struct RenderInTests {
  private static func picture(_ layer: CALayer, _ quality: CGInterpolationQuality = .default) throws -> CGImage {
    let context = try #require(
      CGContext(
        data: nil, width: 64, height: 16, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
    context.interpolationQuality = quality
    layer.render(in: context)
    return try #require(context.makeImage())
  }

  @Test func transformLayersDrawLikeOtherLayers() throws {
    let layer = CATransformLayer()
    layer.bounds = CGRect(x: 0, y: 0, width: 16, height: 16)
    layer.masksToBounds = true
    (layer.borderWidth, layer.borderColor) = (2, CGColor(red: 1, green: 0, blue: 0, alpha: 1))
    let inner = CALayer()
    inner.frame = CGRect(x: 8, y: 4, width: 40, height: 8)
    inner.backgroundColor = CGColor(red: 0, green: 0, blue: 1, alpha: 1)
    layer.addSublayer(inner)
    let picture = try Self.picture(layer)
    #expect(picture[0, 8] == 0xFFFF_0000 && picture[10, 8] == 0xFF00_00FF && picture[30, 8] == 0)
  }

  @Test func shadowsEndAtTwiceTheirRadius() throws {
    let layer = CALayer()
    layer.bounds = CGRect(x: 0, y: 0, width: 16, height: 16)
    layer.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    (layer.shadowOpacity, layer.shadowRadius, layer.shadowOffset) = (1, 5, CGSize(width: 10, height: 0))
    let picture = try Self.picture(layer)
    #expect(picture[35, 8] >> 24 > 0 && picture[36, 8] == 0)
  }
}
