import Foundation
import StarmineCore
import StarmineEmbedding
import StarmineGraphics
import StarmineLayers
import StarmineMedia
import StarminePresets
import StarmineRendering
import StarmineRaster
import StarmineTuning

/// What the tools do. Each call stands for itself: it says its scene, and nothing is kept but sprites.
struct AgentTools: Sendable {
  let threads: Int
  /// Files that calls may name.
  private let folder = URL(fileURLWithPath: FileManager.default.currentDirectoryPath, isDirectory: true)

  /// Pixels of a picture's longer side where nothing else is asked for: pictures cost an agent by their pixels.
  private static let side = 640.0
  private static let sheetSide = 320.0
  /// Pixels of a picture's longer side at most.
  static let largestSide = 2048

  // MARK: Scenes

  func source(_ text: String) throws(HostError) -> PresetSource {
    if text.drop(while: \.isWhitespace).first == "{" {
      return Hosting.source(text: Array(text.utf8), name: "document", folder: folder)
    }
    if PresetReference(text).isFile { _ = try path(text) }
    return try Hosting.source(named: text, in: files)
  }

  func scene(
    _ arguments: AgentArguments, _ name: AgentTool.Argument = .scene, side: Double = side, changed: Bool = true
  ) throws(HostError) -> HostedScene {
    let source = try source(arguments.text(name) ?? "")
    let scene = try HostedScene(source, threads: threads)
    if changed { _ = try scene.apply(arguments.texts(.set)) }
    try scene.resize(to: frame(arguments.text(.size), scene.movie.thumbnailSize(longerSide: side)))
    return scene
  }

  private func frame(_ text: String?, _ natural: PixelSize) throws(HostError) -> HostedScene.Frame {
    guard let text else { return HostedScene.Frame(width: natural.width, height: natural.height) }
    guard let size = AskedSize(parsing: text) else {
      throw HostError(.argument, "size: expected pixels such as 640x360, found \(text.excerpt(60))")
    }
    let pixels = size.exact ?? size.pixels(for: CGSize(width: natural.width, height: natural.height))
    guard max(pixels.width, pixels.height) <= Self.largestSide else {
      throw HostError(.argument, "size: at most \(Self.largestSide) pixels a side; render writes larger movies")
    }
    return HostedScene.Frame(width: pixels.width, height: pixels.height)
  }

  /// Files that calls may read and write.
  private var files: FileScope { FileScope(folder: folder.path) }

  /// A path below the working folder, links followed.
  private func path(_ text: String) throws(HostError) -> String {
    let url = text.hasPrefix("/") ? URL(fileURLWithPath: text) : folder.appendingPathComponent(text)
    let path = url.standardizedFileURL.path
    guard !text.isEmpty, !text.contains("\0"), files.contains(path) else {
      throw HostError(.argument, "\(text.excerpt(200)) is outside of the working folder")
    }
    return path
  }

  func moment(_ arguments: AgentArguments, _ scene: HostedScene) throws(HostError) -> Double {
    try arguments.number(.at) ?? scene.movie.duration / scene.movie.speed / 2
  }

  func counts(_ scene: HostedScene) -> String {
    let counts = scene.counts
    return "\(counts.living) particles alive, \(counts.drawn) drawn"
  }

  // MARK: Tools

  func presets() throws(HostError) -> [AgentContent] {
    [.text(try Hosting.presets().map { "\($0.name): \($0.summary)" }.joined(separator: "\n"))]
  }

  func parameters(_ arguments: AgentArguments) throws(HostError) -> [AgentContent] {
    let (name, filter) = (try arguments.text(.scene) ?? "", try arguments.text(.filter))
    let container = (PropertyClasses.all + PropertyClasses.effects + [MovieValues()]).first { $0.className == name }
    let rows: [ParameterRow]
    if let container {
      rows = container.keys.compactMap { ParameterRow(container, key: $0) }
        .filter { row in filter.map { row.matches($0) } ?? true }
    } else {
      let all = try scene(arguments, changed: false).parameters(filter)
      // Without a word, what the document says; defaults are hundreds.
      rows = filter == nil ? all.filter { !$0.isDefault } : all
    }
    let lines = rows.prefix(Self.mostLines).map { container == nil ? $0.brief : "\($0.brief): \($0.info.summary)" }
    let rest = rows.count - lines.count
    let end = rest > 0 ? ["and \(rest) more; give a filter"] : rows.isEmpty ? ["nothing has that word"] : []
    return [.text((lines + end).joined(separator: "\n"))]
  }

  private static let mostLines = 150

  func validate(_ arguments: AgentArguments) throws(HostError) -> [AgentContent] {
    let remarks = try scene(arguments, changed: false).remarks.prefix(Self.mostLines).map(\.text)
    return [.text((["valid"] + remarks).joined(separator: "\n"))]
  }

  func save(_ arguments: AgentArguments) throws(HostError) -> [AgentContent] {
    let scene = try scene(arguments)
    guard let target = try arguments.text(.path) else {
      return [.text(String(decoding: try scene.document(in: folder), as: UTF8.self))]
    }
    let path = try path(target)
    guard path.hasSuffix(".json") || path.hasSuffix(".json5") else {
      throw HostError(.argument, "path: a document has the extension .json or .json5")
    }
    let bytes = try scene.document(in: URL(fileURLWithPath: path).deletingLastPathComponent())
    do { try DocumentFile.write(bytes, to: path, in: files) } catch { throw HostError(error) }
    return [.text("\(target): \(bytes.count) bytes")]
  }

  func still(_ arguments: AgentArguments) throws(HostError) -> [AgentContent] {
    let scene = try scene(arguments)
    let time = try moment(arguments, scene)
    let png = try scene.draw(at: time) { (picture) throws(HostError) in try Self.png(picture) }
    return [.png(png), .text("\(ValueText.text(time)) s: \(counts(scene))")] + notes(scene)
  }

  private static func png(_ picture: borrowing PixelBuffer) throws(HostError) -> [UInt8] {
    do throws(ImageError) { return try ImageWriter.png(picture, isQuick: true) } catch { throw HostError(error) }
  }

  private func notes(_ scene: HostedScene) -> [AgentContent] {
    let remarks = scene.remarks.prefix(10).map(\.text)
    return remarks.isEmpty ? [] : [.text(remarks.joined(separator: "\n"))]
  }

  func sheet(_ arguments: AgentArguments) throws(HostError) -> [AgentContent] {
    let scene = try scene(arguments, side: Self.sheetSide)
    let length = scene.movie.duration / scene.movie.speed
    let times = try arguments.numbers(.times) ?? TimesArgument.spread(from: length / 12, to: length * 11 / 12, count: 6)
    guard (1...36).contains(times.count) else { throw HostError(.argument, "times: 1 to 36 moments") }
    var lines: [String] = []
    for time in times {
      try scene.draw(at: time) { (_) throws(HostError) in }
      lines.append("\(ValueText.text(time)) s: \(counts(scene))")
    }
    let columns = min(times.count, 3)
    let png = try sheet(times.map { (scene, $0) }, columns: columns, times.map { "\(ValueText.text($0)) s" })
    return [.png(png), .text(lines.joined(separator: "\n"))] + notes(scene)
  }

  /// Pictures beside each other, of the first one's size.
  private func sheet(
    _ moments: [(scene: HostedScene, time: Double)], columns: Int, _ captions: [String]
  ) throws(HostError) -> [UInt8] {
    guard let size = moments.first?.scene.pixelSize else { throw HostError(.argument, "a sheet without pictures") }
    do {
      var layout = SheetLayout(columns: columns, rows: (moments.count + columns - 1) / columns, cell: size)
      layout.captions = captions
      var pictures: [MovieFrame] = []
      for (scene, time) in moments {
        try scene.check(moment: time)
        let movie = scene.movie
        pictures.append(try movie.frame(at: max(0, time) * movie.speed, FrameOptions(pixelSize: size)))
      }
      return try ImageWriter.png(ContactSheet(layout).draw(pictures, workers: threads))
    } catch {
      throw HostError(error)
    }
  }

  func difference(_ arguments: AgentArguments) throws(HostError) -> [AgentContent] {
    let first = try scene(arguments, side: Self.sheetSide, changed: false)
    let second = try scene(arguments, .other, side: Self.sheetSide, changed: false)
    let time = try moment(arguments, first)
    let differences = SceneDifference.lines(first.scene, second.scene)
    let lines = differences.prefix(Self.mostLines)
    let rest = differences.count - lines.count
    let png = try sheet([(first, time), (second, time)], columns: 2, ["scene", "other"])
    let end = rest > 0 ? ["and \(rest) more"] : lines.isEmpty ? ["no difference"] : []
    return [.png(png), .text((lines + end).joined(separator: "\n"))]
  }

  func render(_ arguments: AgentArguments) throws(HostError) -> [AgentContent] {
    let target = try arguments.text(.path) ?? ""
    let path = try path(target)
    var request = RenderRequest(try source(arguments.text(.scene) ?? ""))
    (request.workers, request.video.scope) = (threads, files)
    do {
      try request.set(arguments.texts(.set))
      let fields: [AgentTool.Argument] = [.size, .frames, .format, .profile]
      var options = try fields.compactMap { field in try arguments.text(field).map { "\(field.rawValue)=\($0)" } }
      if let clip = try arguments.text(.over) { options.append("over=\(try self.path(clip))") }
      if let sound = try arguments.text(.audio) { request.sounds = [Soundtrack(path: try self.path(sound))] }
      try request.setOptions(options)
      let plan = try request.plan(to: path)
      let result = try plan.export()
      let statistics = result.statistics
      let seconds = ValueText.text((statistics.wallSeconds * 100).rounded() / 100)
      let notes = plan.sceneNotes + (plan.notes + result.notes).map(\.text)
      let line = "\(target): \(statistics.frames) frames, \(statistics.outputBytes) bytes, in \(seconds) s"
      return [.text(([line] + notes).joined(separator: "\n"))]
    } catch {
      throw HostError(error)
    }
  }

  func bench(_ arguments: AgentArguments) throws(HostError) -> [AgentContent] {
    let scene = try scene(arguments)
    let length = scene.movie.duration / scene.movie.speed
    let all = 40
    var sums = (script: 0.0, evaluation: 0.0, drawing: 0.0)
    var slowest = (milliseconds: 0.0, time: 0.0)
    for index in 0..<all {
      let time = length * Double(index) / Double(all)
      try scene.draw(at: time) { (_) throws(HostError) in }
      let counts = scene.counts
      sums = (sums.script + counts.script, sums.evaluation + counts.evaluation, sums.drawing + counts.drawing)
      let frame = counts.script + counts.evaluation + counts.drawing
      if frame > slowest.milliseconds { slowest = (frame, time) }
    }
    func mean(_ sum: Double) -> String { ValueText.text((sum / Double(all) * 100).rounded() / 100) }
    let size = scene.pixelSize
    return [
      .text(
        """
        \(size.width)x\(size.height), \(all) frames, milliseconds a frame, \(threads) threads
        script \(mean(sums.script)), evaluation \(mean(sums.evaluation)), drawing \(mean(sums.drawing))
        slowest: \(ValueText.text(slowest.milliseconds.rounded())) at \(ValueText.text(slowest.time)) s
        """)
    ]
  }
}
