import StarmineCore

/// Sparks from a point, made with the product `StarmineCore` alone: emitters, layers, movies and export, without views.
///
///     swift run -c release example-core-only [FILE]
@main
enum CoreOnly {
  static func main() throws {
    let movie = try makeMovie()
    print(try movie.export(to: CommandLine.arguments.dropFirst().first ?? "core-only.mp4").frames)
  }

  private static func makeMovie() throws -> Movie {
    let root = CALayer()
    root.frame = CGRect(x: 0, y: 0, width: 320, height: 180)
    let movie = Movie(rootLayer: root, size: root.bounds.size)
    movie.duration = 2
    movie.start = .clean

    let spark = CAEmitterCell()
    spark.name = "spark"
    spark.contents = try dot()
    spark.birthRate = 120
    spark.lifetime = 1
    spark.velocity = 90
    spark.velocityRange = 40
    spark.emissionRange = 2 * .pi
    spark.alphaSpeed = -1
    spark.color = CGColor(red: 1, green: 0.7, blue: 0.2, alpha: 1)

    let emitter = CAEmitterLayer()
    emitter.emitterPosition = CGPoint(x: 160, y: 90)
    emitter.renderMode = .additive
    emitter.emitterCells = [spark]
    root.addSublayer(emitter)
    movie.at(1) { _ in emitter.setValue(0, forKeyPath: "emitterCells.spark.birthRate") }
    return movie
  }

  private static func dot() throws -> CGImage {
    let size = 8
    let context = CGContext(
      data: nil, width: size, height: size, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceRGB(),
      bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
    context?.setFillColor(CGColor(red: 1, green: 1, blue: 1, alpha: 1))
    context?.fillEllipse(in: CGRect(x: 0, y: 0, width: size, height: size))
    guard let image = context?.makeImage() else { throw MovieError.outOfMemory("no memory for a dot") }
    return image
  }
}
