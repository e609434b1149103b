import Foundation
import Starmine
import StarmineGraphics
import StarmineMedia
import Testing

@Suite struct SamplingTests {
  /// A white square on black that moves 64 points a second.
  private static func movie() -> Movie {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 64, height: 32)
    root.position = CGPoint(x: 32, y: 16)
    let square = CALayer()
    square.bounds = CGRect(x: 0, y: 0, width: 8, height: 8)
    square.position = CGPoint(x: 8, y: 16)
    square.backgroundColor = .white
    let motion = CABasicAnimation(keyPath: "position.x")
    (motion.fromValue, motion.toValue, motion.duration) = (8, 56, 0.75)
    square.add(motion, forKey: "motion")
    root.addSublayer(square)
    let movie = Movie(rootLayer: root, size: CGSize(width: 64, height: 32))
    (movie.framesPerSecond, movie.duration) = (8, 0.75)
    return movie
  }

  private static func write(
    _ movie: Movie = movie(), blur: MotionBlur? = nil, _ change: (inout ExportOptions) -> Void = { _ in }
  ) throws -> [[UInt8]] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "sampling-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var options = ExportOptions()
    change(&options)
    let pixels = options.pixelSize ?? PixelSize(width: 64, height: 32)
    let path = folder.appending(path: "a.bgra").path
    movie.motionBlur = blur
    _ = try movie.export(to: path, options: options)
    let bytes = [UInt8](FileManager.default.contents(atPath: path) ?? Data())
    let size = pixels.width * pixels.height * 4
    return stride(from: 0, to: bytes.count, by: size).map { Array(bytes[$0..<$0 + size]) }
  }

  /// Blue of a row through the square.
  private static func row(_ frame: [UInt8]) -> [Int] { (0..<64).map { Int(frame[(16 * 64 + $0) * 4]) } }

  /// At 64 points a second and 8 frames a second the square moves 8 points a frame, so half a frame is 4 points: a
  /// point that it passes over in the exposure is lit for the share of the moments in which it is covered.
  @Test func aShutterOfHalfAFrameLeavesATrapezium() throws {
    let frames = try Self.write(blur: MotionBlur(angle: 180, phase: -90, samples: 64))
    #expect(frames.count == 6)
    // The middle of frame 2 is at 24 points: the square reaches from 20 to 28, its trail from 18 to 30.
    let row = Self.row(frames[2])
    let wanted = (0..<64).map { x -> Double in
      let middle = Double(x) + 0.5
      let distance = abs(middle - 24)
      return distance <= 2 ? 255 : max(0, min(1, (6 - distance) / 4)) * 255
    }
    #expect(zip(row, wanted).allSatisfy { abs(Double($0) - $1) <= 6 }, "\(row)")
  }

  @Test func sixteenMomentsComeCloseToSixtyFour() throws {
    let few = try Self.write(blur: MotionBlur())
    let many = try Self.write(blur: MotionBlur(samples: 64))
    #expect(Self.decibels(few.flatMap { $0 }, many.flatMap { $0 }) > 40)
  }

  /// Real scenes at a low rate, where trails are long. Measured: 63 to 68 dB at 4 frames a second, 71 and more at 60.
  @Test(arguments: ["fireworks-show", "snow-deep", "cube"]) func presetsNeedOnlySixteenMoments(preset: String) throws {
    func frames(_ samples: Int) throws -> [UInt8] {
      let movie = try Movie(sharingSpritesOf: preset)
      movie.framesPerSecond = 12
      let frames = try Self.write(movie, blur: MotionBlur(samples: samples)) { options in
        (options.frames, options.pixelSize) = (36..<37, PixelSize(width: 192, height: 108))
      }
      #expect(frames.count == 1)
      return frames.flatMap { $0 }
    }
    let (few, many, sharp) = (try frames(16), try frames(64), try frames(2))
    #expect(Self.decibels(few, many) > 40)
    // There is something to blur.
    #expect(Self.decibels(sharp, many) < Self.decibels(few, many))
  }

  private static func decibels(_ left: [UInt8], _ right: [UInt8]) -> Double {
    let sum = zip(left, right).reduce(0.0) { $0 + Double((Int($1.0) - Int($1.1)) * (Int($1.0) - Int($1.1))) }
    return 10 * log10(255 * 255 * Double(left.count) / max(sum, 1))
  }

  @Test func threadsAndRangesChangeNothing() throws {
    let blur = MotionBlur(angle: 360, phase: -180, samples: 8)
    let whole = try Self.write(blur: blur) { ($0.workers, $0.supersampling) = (1, 2) }
    #expect(try Self.write(blur: blur) { ($0.workers, $0.supersampling) = (3, 2) } == whole)
    let part = try Self.write(blur: blur) { ($0.frames, $0.supersampling) = (2..<4, 2) }
    #expect(part == Array(whole[2..<4]))
  }

  /// Things that stand still are as without blur.
  @Test func stillThingsStaySharp() throws {
    let plain = try Self.write()
    let blurred = try Self.write(blur: MotionBlur())
    #expect(Self.row(plain[3])[0..<8] == Self.row(blurred[3])[0..<8])
    #expect(plain[3] != blurred[3])
  }

  @Test func finerPixelsKeepWholePixels() throws {
    #expect(try Self.write { $0.supersampling = 4 } == Self.write())
  }

  /// Seven by seven shares of 1/49 are less than 1 in floats; so are twelve of 1/12.
  @Test(arguments: [(7, 1), (1, 12)]) func floatsStayOpaque(factor: Int, moments: Int) throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "opaque-\(UUID().uuidString).framemd5").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let movie = Self.movie()
    movie.depth = .float
    movie.motionBlur = moments == 1 ? nil : MotionBlur(samples: moments)
    var options = ExportOptions()
    options.supersampling = factor
    #expect(try movie.export(to: path, options: options).isOpaque)
  }

  /// Light of additive particles: alpha follows it, or it has none and colours are what they were.
  @Test func keptLightCoversNothing() throws {
    let frames = try [AdditiveAlpha.luminance, .keep].map { policy in
      try Self.write(sparks()) { $0.video.additiveAlpha = policy }[3]
    }
    let pixels = stride(from: 0, to: frames[0].count, by: 4)
    let lit = pixels.filter { frames[0][$0 + 2] > 40 }
    #expect(lit.count > 20)
    #expect(lit.allSatisfy { frames[0][$0 + 3] >= frames[0][$0 + 2] && frames[1][$0 + 3] == 0 })
    #expect(pixels.allSatisfy { frames[0][$0..<$0 + 3] == frames[1][$0..<$0 + 3] })
  }

  /// Additive sparks over nothing.
  private func sparks() -> Movie {
    let movie = Self.movie()
    let emitter = CAEmitterLayer()
    emitter.emitterPosition = CGPoint(x: 32, y: 16)
    emitter.renderMode = .additive
    let cell = CAEmitterCell()
    cell.contents = CGImage(width: 6, height: 6, pixels: Array(repeating: 0xC0C0_6020, count: 36))
    (cell.birthRate, cell.lifetime, cell.velocity, cell.emissionRange) = (40, 1, 12, 2 * .pi)
    emitter.emitterCells = [cell]
    movie.rootLayer.sublayers = [emitter]
    movie.background = .clear
    return movie
  }

  @Test func valuesOutOfRangeAreErrors() throws {
    #expect(throws: MovieError.self) { try Self.write { $0.supersampling = 9 } }
    #expect(throws: MovieError.self) { try Self.write(blur: MotionBlur(angle: 0)) }
    let error = #expect(throws: MovieError.self) {
      try Self.write(blur: MotionBlur(samples: 64)) { $0.supersampling = 4 }
    }
    #expect(error?.description.contains("use 16 samples") == true)
  }

  @Test func textIsReadAsItIsWritten() {
    #expect(MotionBlur(parsing: "180") == MotionBlur())
    #expect(MotionBlur(parsing: "360") == MotionBlur(angle: 360, phase: -180))
    #expect(MotionBlur(parsing: "90:0") == MotionBlur(angle: 90, phase: 0))
    #expect(MotionBlur(parsing: "90:-45:8") == MotionBlur(angle: 90, phase: -45, samples: 8))
    for text in ["", "0", "x", "180:", "180:0:1", "180:0:8:1", "900", "nan"] {
      #expect(MotionBlur(parsing: text) == nil)
    }
  }
}
