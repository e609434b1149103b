public import Starmine

/// A small program that makes one movie and writes it to a file: `swift run -c release example-NAME [FILE]`.
public protocol ExampleProgram {
  /// Name of the program, without `example-`; the movie goes to `out/NAME.mp4` unless the command line names a file.
  static var name: String { get }
  /// Builds the scene and its script.
  static func makeMovie() -> Movie
  /// Prints more about the finished movie. The default implementation prints nothing.
  static func report(_ movie: Movie)
}

extension ExampleProgram {
  public static func report(_ movie: Movie) {}

  public static func main() {
    do {
      try write(to: CommandLine.arguments.dropFirst().first ?? "out/\(name).mp4")
    } catch {
      FileHandle.standardError.write(Data("error: \(error)\n".utf8))
      exit(1)
    }
  }

  private static func write(to path: String) throws {
    let movie = makeMovie()
    try FileManager.default.createDirectory(
      at: URL(filePath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
    _ = try movie.export(to: path)
    print("\(path): \(movie.frameCount) frames")
    report(movie)
  }
}
