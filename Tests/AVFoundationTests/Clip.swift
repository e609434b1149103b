import StarmineAVFoundation
import StarmineMedia
import Testing

/// A folder with a clip of 64x32 pixels, 2 s and 20 frames per second: a red square in the upper left corner moves
/// right by 16 pixels a second; with a tone of 440 Hz.
struct Clip {
  let folder: URL
  var url: URL { folder.appending(path: "clip.mp4") }

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "avfoundation-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let tone = folder.appending(path: "tone.wav")
    try Self.tone.write(to: tone)
    let root = CALayer()
    root.frame = CGRect(x: 0, y: 0, width: 64, height: 32)
    let square = CALayer()
    square.frame = CGRect(x: 0, y: 0, width: 16, height: 16)
    square.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    root.addSublayer(square)
    let movie = Movie(rootLayer: root, size: root.bounds.size)
    (movie.duration, movie.framesPerSecond) = (2, 20)
    movie.soundtracks = [Soundtrack(path: tone.path)]
    let move = CABasicAnimation(keyPath: "position.x")
    (move.fromValue, move.toValue, move.duration) = (8, 40, 2)
    square.add(move, forKey: nil)
    _ = try movie.export(to: url.path)
  }

  /// The clip with a matrix that turns it by a quarter, clockwise.
  func makeTurned() throws -> URL {
    var data = try Data(contentsOf: url)
    // Of the first track's header, behind version, times, number, duration, layer, group and volume.
    let tag = try #require(data.firstRange(of: Data("tkhd".utf8)))
    let matrix: [Int32] = [0, 0x10000, 0, -0x10000, 0, 0, 32 << 16, 0, 0x4000_0000]
    let bytes = matrix.flatMap { value in withUnsafeBytes(of: value.bigEndian) { Array($0) } }
    data.replaceSubrange(tag.upperBound + 40..<tag.upperBound + 76, with: bytes)
    try data.write(to: file("turned.mp4"))
    return file("turned.mp4")
  }

  func file(_ name: String) -> URL { folder.appending(path: name) }
  func remove() { try? FileManager.default.removeItem(at: folder) }

  /// Red, green and blue of a pixel in a frame of a file.
  static func pixel(_ url: URL, frame: Int, _ x: Int, _ y: Int) throws -> [UInt32] {
    components(try Footage(path: url.path).image(ofFrame: frame), x, y)
  }

  static func components(_ image: CGImage, _ x: Int, _ y: Int) -> [UInt32] {
    let pixel = image[x, y]
    return [pixel >> 16 & 255, pixel >> 8 & 255, pixel & 255]
  }

  /// Loudness of a part of a file's sound: the largest sample.
  static func peak(_ url: URL, _ seconds: Range<Double>) throws -> Float {
    let sound = try AudioDecoder(path: url.path).read(atMost: 48_000 * 10)
    let places = Int(seconds.lowerBound * 96_000)..<min(sound.samples.count, Int(seconds.upperBound * 96_000))
    return sound.samples[places].map(abs).max() ?? 0
  }

  /// Two seconds of a sine of half the full loudness.
  private static var tone: Data {
    let samples = (0..<96_000).map { Int16(16_000 * sin(Double($0) * 440 / 48_000 * 2 * .pi)) }
    var data = Data("RIFF".utf8)
    func add(_ value: some FixedWidthInteger) {
      withUnsafeBytes(of: value.littleEndian) { data.append(contentsOf: $0) }
    }
    add(UInt32(36 + 2 * samples.count))
    data += Data("WAVEfmt ".utf8)
    add(UInt32(16))
    for value in [UInt16(1), 1] { add(value) }
    for value in [UInt32(48_000), 96_000] { add(value) }
    for value in [UInt16(2), 16] { add(value) }
    data += Data("data".utf8)
    add(UInt32(2 * samples.count))
    samples.forEach { add($0) }
    return data
  }
}
