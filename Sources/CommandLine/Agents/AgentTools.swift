/// The tools. Each call is independent and names its scene. Only sprites are cached.
struct AgentTools: Sendable {
  let threads: Int
  private let folder = URL(fileURLWithPath: FileManager.default.currentDirectoryPath, isDirectory: true)

  /// Default longer side of an image in pixels: agents pay for pixels.
  private static let side = 640.0
  private static let sheetSide = 320.0
  /// Pixels.
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
    guard let size = RequestedSize(parsing: text) else {
      throw HostError(.argument, "size: expected pixels such as 640x360, found \(text.excerpt(60))")
    }
    let pixels = size.exact ?? size.pixels(for: CGSize(width: natural.width, height: natural.height))
    guard max(pixels.width, pixels.height) <= Self.largestSide else {
      throw HostError(.argument, "size: at most \(Self.largestSide) pixels a side; render writes larger movies")
    }
    return HostedScene.Frame(width: pixels.width, height: pixels.height)
  }

  private var files: FileScope { FileScope(folder: folder.path) }

  /// A path inside the working folder, after links are followed.
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
      // By default, the values of the document, because there are hundreds of defaults.
      rows = filter == nil ? all.filter { !$0.isDefault } : all
    }
    let lines = rows.prefix(Self.mostLines).map { container == nil ? $0.brief : "\($0.brief): \($0.info.summary)" }
    let rest = rows.count - lines.count
    let end = rest > 0 ? ["and \(rest) more; give a filter"] : rows.isEmpty ? ["nothing matches the filter"] : []
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
      throw HostError(.argument, "path: expected the extension .json or .json5")
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

  /// Images side by side, with the size of the first one.
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
      for other in plan.companions { try AgentTarget.check(other.path) }
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

extension AgentTools {
  /// Maximum number of checked elements, each with an image without it.
  private static let mostElements = 60

  /// The effect of each layer and cell on a frame: the number of pixels that change if it is hidden, or why none do.
  func why(_ arguments: AgentArguments) throws(HostError) -> [AgentContent] {
    let scene = try scene(arguments)
    let time = try moment(arguments, scene)
    let whole = try pixels(of: scene, time)
    let size = scene.pixelSize
    var lines = ["\(ValueText.text(time)) s, \(size.width)x\(size.height): \(summary(whole, scene))"]
    let seconds = max(0, time) * scene.movie.speed
    let sight = LayerVisibility(scene.movie.snapshot(at: seconds), at: seconds, in: scene.movie.size)
    let elements = elements(of: scene)
    for element in elements.prefix(Self.mostElements) {
      let other = try HostedScene(scene.source, frame: scene.frame, threads: threads)
      // A change that is invalid here gives no information.
      guard (try? other.apply(arguments.texts(.set) + [element.without])) != nil else { continue }
      let difference = difference(whole, try pixels(of: other, time), size)
      let reason = difference == nil ? reason(element, scene, without: other, sight) : ""
      lines.append("\(element.name): \(difference ?? "adds nothing: \(reason)")")
    }
    if elements.count > Self.mostElements { lines.append("and \(elements.count - Self.mostElements) more") }
    lines += scene.remarks.prefix(30).map(\.text)
    return [.text(lines.joined(separator: "\n"))]
  }

  private func reason(
    _ element: Element, _ scene: HostedScene, without other: HostedScene, _ sight: LayerVisibility
  ) -> String {
    guard element.isCell else { return sight.reason(element.name) }
    let layer = element.name.firstRange(of: ".emitterCells.").map { String(element.name[..<$0.lowerBound]) }
    if let hiding = layer.flatMap({ sight.hiding[$0] }) { return "its layer has \(hiding)" }
    let lookup = LayerLookup(root: scene.scene.rootLayer)
    func value(_ key: String) -> Any? { try? lookup.find("\(element.name).\(key)").value }
    let keys = ["birthRate", "lifetime", "scale", "contentsScale"]
    if let key = keys.first(where: { (value($0) as? NSNumber)?.doubleValue == 0 }) { return "\(key) 0" }
    let living = scene.counts.living - other.counts.living
    guard living > 0 else { return "no particle is alive at this time" }
    let isSeen = scene.counts.drawn > other.counts.drawn
    return "\(living) particles alive, \(isSeen ? "too faint or covered" : "outside the frame, transparent or hidden")"
  }

  private func summary(_ pixels: [UInt32], _ scene: HostedScene) -> String {
    let isEven = pixels.allSatisfy { $0 == pixels[0] }
    return counts(scene) + (isEven ? "; the picture has a single colour: nothing is visible" : "")
  }

  private func pixels(of scene: HostedScene, _ time: Double) throws(HostError) -> [UInt32] {
    try scene.draw(at: time) { (picture) throws(HostError) in
      picture.withPixels { all in
        (0..<picture.height).flatMap { y in all[y * picture.stride..<y * picture.stride + picture.width] }
      }
    }
  }

  /// A named layer or cell, and the change that removes it.
  private struct Element {
    let name: String
    let without: String
    var isCell = false
  }

  private func elements(of scene: HostedScene) -> [Element] {
    scene.parameters().compactMap { row in
      if row.name.hasSuffix(".birthRate"), row.info.kind == .number, row.owner == "CAEmitterCell" {
        return Element(name: String(row.name.dropLast(".birthRate".count)), without: "\(row.name)=0", isCell: true)
      }
      guard row.name.hasSuffix(".hidden"), row.info.kind == .boolean else { return nil }
      return Element(name: String(row.name.dropLast(".hidden".count)), without: "\(row.name)=true")
    }
  }

  private func difference(_ a: [UInt32], _ b: [UInt32], _ size: PixelSize) -> String? {
    var (left, top, right, bottom, count) = (size.width, size.height, -1, -1, 0)
    for y in 0..<size.height {
      for x in 0..<size.width where a[y * size.width + x] != b[y * size.width + x] {
        (left, right, top, bottom) = (min(left, x), max(right, x), min(top, y), max(bottom, y))
        count += 1
      }
    }
    return count == 0 ? nil : "\(count) pixels in \(left),\(top) to \(right),\(bottom)"
  }
}

enum AgentTarget {
  /// Errors: the path exists and is not a regular file. A link may lead outside the folder, and opening a pipe may
  /// block.
  /// - Parameter path: path of a file, or of numbered files (`a-%05d.png`).
  static func check(_ path: String) throws(HostError) {
    guard let numbered = NumberedPath(path) else { return try checkFile(path) }
    if NumberedPath(URL(fileURLWithPath: path).deletingLastPathComponent().path) != nil {
      throw HostError(.argument, "path: \(path.excerpt(200)): put the number pattern in the file name, not in a folder")
    }
    for number in numbered.existing { try checkFile(numbered.path(number)) }
  }

  /// Errors: the file exists and is not a Starmine document.
  static func checkDocument(_ path: String) throws(HostError) {
    let url = URL(fileURLWithPath: path).standardizedFileURL
    var status = stat()
    let isReachable = FileScope(folder: FileManager.default.currentDirectoryPath).contains(url.path)
    guard isReachable, lstat(path, &status) == 0 else { return }
    let bytes = status.st_size <= largestDocument ? FileManager.default.contents(atPath: path) : nil
    guard let bytes, let document = try? JSON5Parser.parse(Array(bytes)), document[key: "layer"] != nil else {
      throw HostError(.argument, "path: \(path.excerpt(200)) exists and is not a Starmine document; use another name")
    }
  }

  /// Maximum bytes that are read to check whether a file is a document.
  private static let largestDocument = 256 << 20

  private static func checkFile(_ path: String) throws(HostError) {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG else { return }
    let kind = status.st_mode & S_IFMT == S_IFLNK ? "a link" : "not a regular file"
    throw HostError(.argument, "path: \(path.excerpt(200)) is \(kind); name a regular file or a new one")
  }
}
