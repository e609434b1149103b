/// Writes a scene as Swift: one file that runs on iOS, macOS and Starmine, and its pictures.
///
/// Features that Apple's systems lack are set for Starmine only and are listed in a comment.
package struct SwiftWriter {
  let scene: PresetScene
  private let name: String
  private var document = WrittenDocument()
  private var pictures: PictureFiles
  /// Lines of the current function.
  var body: [String] = []
  private var count = 0
  var origin: Origin

  /// The media time in seconds that begin times are relative to, and its expression in the code.
  struct Origin {
    let time: Double
    let text: String?

    static let now = "CACurrentMediaTime()"
  }

  private static let spellings = [
    "hidden": "isHidden", "doubleSided": "isDoubleSided", "geometryFlipped": "isGeometryFlipped",
    "enabled": "isEnabled", "wrapped": "isWrapped", "removedOnCompletion": "isRemovedOnCompletion",
    "additive": "isAdditive", "cumulative": "isCumulative", "indexed": "isIndexed",
  ]

  /// - Parameter name: The file name without its extension.
  package static func document(of scene: PresetScene, named name: String) -> WrittenDocument {
    var writer = SwiftWriter(scene, name)
    return writer.write()
  }

  private init(_ scene: PresetScene, _ name: String) {
    (self.scene, self.name) = (scene, name)
    origin = Origin(time: scene.clock, text: Origin.now)
    pictures = PictureFiles(folder: "\(name)-pictures")
  }

  private mutating func write() -> WrittenDocument {
    scene.featuresOfMovie.forEach { lose($0) }
    let root = layer(scene.rootLayer)
    states(of: root)
    later(in: root)
    body.append("    return \(root)")
    let events = timeline()
    let text = head + body.joined(separator: "\n") + "\n  }\n\n" + events + tail
    document.files = [("\(name).swift", .text(text))]
    document.files += pictures.pictures.map { ($0.path, .image($0.image)) }
    return document
  }

  mutating func lose(_ what: String) { document.lose(what) }

  /// Escapes line breaks so that any text stays in its comment.
  private static func comment(_ text: String) -> String {
    text.split { $0.isNewline || $0 == "\t" }.joined(separator: " ").onOneLine(1000)
  }

  private var typeName: String { SwiftLiteral.name(name, upper: true) }

  private var head: String {
    let (width, height) = (SwiftLiteral.number(scene.size.width), SwiftLiteral.number(scene.size.height))
    let lost =
      document.lost.isEmpty
      ? "" : "///\n/// Not on Apple's systems:\n" + document.lost.map { "/// - \($0)\n" }.joined()
    let summary = scene.summary.isEmpty ? scene.name : scene.summary
    return """
      #if canImport(UIKit)
        import UIKit
      #elseif canImport(AppKit)
        import AppKit
      #else
        import Starmine
      #endif

      /// \(Self.comment(summary)). Made by `starmine save --as swift`.
      ///
      /// Add the layer to a view of \(width) x \(height) points whose y points down, and call `play(on:)`. The pictures
      /// are in the folder `\(Self.comment(name))-pictures`.
      \(lost)enum \(typeName) {
        /// Points.
        static let size = CGSize(width: \(width), height: \(height))
        /// Seconds.
        static let duration: Double = \(SwiftLiteral.number(NSNumber(value: scene.duration)))

        /// - Parameter pictures: the folder of the pictures.
        static func makeLayer(pictures: URL) -> CALayer {

      """.replacing("\n\n      \n", with: "\n\n")
  }

  private var tail: String {
    """

      #if canImport(UIKit) || canImport(AppKit)
        /// Starts the timeline.
        @MainActor static func play(on root: CALayer) {
          for (time, change) in timeline {
            DispatchQueue.main.asyncAfter(deadline: .now() + time) { change(root) }
          }
        }
      #endif

      private static func picture(_ name: String, in folder: URL) -> CGImage? {
        let path = folder.appendingPathComponent(name).path
        #if canImport(AppKit) && !canImport(UIKit)
          return NSImage(contentsOfFile: path)?.cgImage(forProposedRect: nil, context: nil, hints: nil)
        #else
          return UIImage(contentsOfFile: path)?.cgImage
        #endif
      }

      private static func find(_ name: String, in layer: CALayer) -> CALayer? {
        if layer.name == name { return layer }
        for sublayer in layer.sublayers ?? [] {
          if let found = find(name, in: sublayer) { return found }
        }
        return layer.mask.flatMap { find(name, in: $0) }
      }
    }

    """
  }

  /// Writes a layer with its content. Returns its variable.
  mutating func layer(_ layer: CALayer) -> String {
    count += 1
    let variable = "\(SwiftLiteral.name(layer.name ?? "layer"))\(count)"
    body.append("    let \(variable) = \(layer.className)()")
    properties(of: layer, variable)
    // The timeline finds layers by name only.
    if layer.name == nil, let id = layer.id { body.append("    \(variable).name = \(SwiftLiteral.quoted(id))") }
    if let cells = (layer as? CAEmitterLayer)?.emitterCells { self.cells(cells, of: variable) }
    behaviors((layer as? CAEmitterLayer)?.emitterBehaviors, of: variable)
    if let animators = (layer as? CATextLayer)?.animators { self.animators(animators, of: variable) }
    if let filters = layer.filters as? [CAFilter] { self.filters(filters, key: "filters", of: variable) }
    if let filters = layer.backgroundFilters as? [CAFilter] {
      self.filters(filters, key: "backgroundFilters", of: variable)
    }
    if let emitter = layer as? CAEmitterLayer, emitter.beginTime == 0, scene.start == .clean {
      body.append("    // The emitter starts without particles.")
      body.append("    \(variable).beginTime = CACurrentMediaTime()")
    }
    for key in layer.animationKeys() ?? [] {
      guard let animation = layer.animation(forKey: key),
        let name = self.animation(animation, of: layer)
      else { continue }
      body.append("    \(variable).add(\(name), forKey: \(SwiftLiteral.quoted(key)))")
    }
    for sublayer in layer.sublayers ?? [] {
      let inner = self.layer(sublayer)
      body.append("    \(variable).addSublayer(\(inner))")
    }
    if let mask = layer.mask {
      let inner = self.layer(mask)
      body.append("    \(variable).mask = \(inner)")
    }
    return variable
  }

  private mutating func properties(of container: some PropertyContainer, _ variable: String) {
    for key in container.keys {
      guard let info = container.info(forKey: key), !info.isDerived, info.origin != .hint else { continue }
      let (value, standard) = (container.readProperty(key), container.defaultProperty(key))
      let isPicture = info.kind == .image || info.kind == .contents
      guard SwiftLiteral.text(value, info.kind) != SwiftLiteral.text(standard, info.kind) || isPicture else { continue }
      switch info.kind {
      case .image, .contents:
        if let clip = value as? VideoClip { lose("the video clip \(clip.name)") }
        guard let image = value as? CGImage else { continue }
        assign("picture(\"\(pictures.name(of: image))\", in: pictures)", to: info, of: variable)
      case .filters, .cells, .layers, .layer, .behaviors, .animators: continue
      default: set(key, value, info, of: container, variable)
      }
    }
  }

  private mutating func set(
    _ key: String, _ value: Any?, _ info: PropertyInfo, of container: some PropertyContainer, _ variable: String
  ) {
    // Times on the movie's clock start when the scene is shown.
    if key == "beginTime", let time = (value as? NSNumber)?.doubleValue, time >= scene.clock {
      let rest = time - scene.clock
      let offset = rest == 0 ? "" : " + \(SwiftLiteral.number(NSNumber(value: rest)))"
      return body.append("    \(variable).beginTime = CACurrentMediaTime()\(offset)")
    }
    // Strings on Apple's systems need KVC's values; a switch is a Boolean on both.
    let isText =
      info.origin != .declared || key == "compositingFilter" || key == "font"
      || container is CAEmitterCell && key.hasSuffix("icationFilter")
    guard var literal = SwiftLiteral.text(value, isText && info.kind != .boolean ? .string : info.kind) else {
      return lose("\(container.className).\(key)")
    }
    if key == "font" { literal = "NSString(string: \(literal))" }
    if key == "edgeAntialiasingMask" { literal = "CAEdgeAntialiasingMask(rawValue: \(literal))" }
    if key == "maskedCorners" { literal = "CACornerMask(rawValue: \(literal))" }
    assign(literal, to: info, of: variable)
  }

  private mutating func assign(_ literal: String, to info: PropertyInfo, of variable: String) {
    let key = info.key
    guard info.origin != .declared else {
      return body.append(SwiftLiteral.assignment("    \(variable).\(Self.spellings[key] ?? key)", literal))
    }
    let isOurs = info.origin == .engine
    if isOurs { lose(key) }
    let remark = isOurs ? "Starmine's own" : "private on Apple's systems"
    body.append("    \(variable).setValue(\(literal), forKey: \"\(key)\")  // \(remark)")
  }

  private mutating func cells(_ cells: [CAEmitterCell], of owner: String) {
    var names: [String] = []
    for cell in cells {
      count += 1
      let variable = "\(SwiftLiteral.name(cell.name ?? "cell"))\(count)"
      names.append(variable)
      body.append("    let \(variable) = CAEmitterCell()")
      properties(of: cell, variable)
      behaviors(cell.emitterBehaviors, of: variable)
      if let inner = cell.emitterCells, !inner.isEmpty { self.cells(inner, of: variable) }
    }
    body.append("    \(owner).emitterCells = [\(names.joined(separator: ", "))]")
  }

  /// `CAFilter` is private API on Apple's systems, so filters are omitted there.
  private mutating func filters(_ filters: [CAFilter], key: String, of owner: String) {
    guard !filters.isEmpty else { return }
    lose("\(key): \(filters.map(\.type).joined(separator: ", "))")
    let parts = filters.map { ($0 as any PropertyContainer, "CAFilter", $0.type, $0.inputKeys) }
    hidden(parts, key: key, of: owner)
  }

  private mutating func behaviors(_ behaviors: [CAEmitterBehavior]?, of owner: String) {
    guard let behaviors, !behaviors.isEmpty else { return }
    lose("emitterBehaviors: \(behaviors.map(\.type).joined(separator: ", "))")
    let parts = behaviors.map { ($0 as any PropertyContainer, "CAEmitterBehavior", $0.type, $0.inputKeys) }
    hidden(parts, key: "emitterBehaviors", of: owner)
  }

  /// Writes text animators, which only Starmine supports.
  private mutating func animators(_ animators: [CATextAnimator], of owner: String) {
    lose("animators: texts stand still")
    onlyHere { writer in
      let names = animators.map { animator in
        writer.count += 1
        let variable = "animator\(writer.count)"
        writer.body.append("    let \(variable) = CATextAnimator()")
        writer.properties(of: animator, variable)
        return variable
      }
      writer.body.append("    \(owner).animators = [\(names.joined(separator: ", "))]")
    }
  }

  /// Writes objects of classes that are private on Apple's systems.
  private mutating func hidden(
    _ parts: [(object: any PropertyContainer, className: String, type: String, inputs: [String])], key: String,
    of owner: String
  ) {
    onlyHere { writer in
      let names = parts.map { writer.part($0.object, $0.className, $0.type, $0.inputs) }
      writer.body.append("    \(owner).\(key) = [\(names.joined(separator: ", "))]")
    }
  }

  /// Returns the variable that holds the object.
  private mutating func part(
    _ object: any PropertyContainer, _ className: String, _ type: String, _ inputs: [String]
  ) -> String {
    count += 1
    let variable = "part\(count)"
    body.append("    let \(variable) = \(className)(type: \(SwiftLiteral.quoted(type)))")
    if let name = object.name { body.append("    \(variable).name = \(SwiftLiteral.quoted(name))") }
    for input in inputs {
      let value = object.readProperty(input)
      guard let info = object.info(forKey: input), value != nil,
        let literal = SwiftLiteral.text(value, info.kind == .number ? .number : .string)
      else { continue }
      body.append("    \(variable).setValue(\(literal), forKey: \"\(input)\")")
    }
    return variable
  }

  /// Writes lines that are compiled for Starmine only.
  mutating func onlyHere(_ write: (inout SwiftWriter) -> Void) {
    let start = body.count
    write(&self)
    let lines = body[start...].map { "  " + $0.replacing("\n", with: "\n  ") }
    body.replaceSubrange(start..., with: ["    #if canImport(Starmine)"] + lines + ["    #endif"])
  }

  /// Writes an animation. Returns its variable; nil if its values have no literal.
  mutating func animation(_ animation: CAAnimation, of layer: CALayer) -> String? {
    count += 1
    let variable = "animation\(count)"
    body.append("    let \(variable) = \(String(describing: Swift.type(of: animation)))()")
    for key in Swift.type(of: animation).keys {
      guard let info = Swift.type(of: animation).info(forKey: key) else { continue }
      let fresh = Swift.type(of: animation).init()
      let (value, standard) = (animation.value(forKey: key), fresh.value(forKey: key))
      guard let literal = SwiftLiteral.text(value, info.kind), literal != SwiftLiteral.text(standard, info.kind) else {
        continue
      }
      set(key, value, info, variable)
    }
    if let function = animation.timingFunction {
      body.append("    \(variable).timingFunction = \(Self.curve(function))")
    }
    switch animation {
    case let basic as CABasicAnimation: endpoints(basic, variable, layer)
    case let keyframes as CAKeyframeAnimation: stops(keyframes, variable, layer)
    case let group as CAAnimationGroup:
      let inner = (group.animations ?? []).compactMap { self.animation($0, of: layer) }
      body.append("    \(variable).animations = [\(inner.joined(separator: ", "))]")
    default: break
    }
    return variable
  }

  private mutating func set(_ key: String, _ value: Any?, _ info: PropertyInfo, _ variable: String) {
    if key == "beginTime", let time = (value as? NSNumber)?.doubleValue, time >= origin.time {
      let offset = SwiftLiteral.number(NSNumber(value: time - origin.time))
      let start = origin.text.map { "\($0) + " } ?? ""
      return body.append("    \(variable).beginTime = \(start)\(offset)")
    }
    guard let literal = SwiftLiteral.text(value, info.kind) else { return }
    body.append("    \(variable).\(Self.spellings[key] ?? key) = \(literal)")
  }

  static func curve(_ function: CAMediaTimingFunction) -> String {
    var numbers: [Float] = []
    for index in [1, 2] {
      var point: [Float] = [0, 0]
      function.getControlPoint(at: index, values: &point)
      numbers += point
    }
    let texts = numbers.map { SwiftLiteral.number(NSNumber(value: $0)) }
    return "CAMediaTimingFunction(controlPoints: \(texts.joined(separator: ", ")))"
  }

  private mutating func endpoints(_ basic: CABasicAnimation, _ variable: String, _ layer: CALayer) {
    for (key, value) in [("fromValue", basic.fromValue), ("toValue", basic.toValue), ("byValue", basic.byValue)] {
      guard let value else { continue }
      if let literal = self.value(value) {
        body.append("    \(variable).\(key) = \(literal)")
      } else {
        lose("animation of \(basic.keyPath ?? "nothing"): \(key)")
      }
    }
    if let function = basic.valueFunction { body.append(Self.valueFunction(function, variable)) }
  }

  private static func valueFunction(_ function: CAValueFunction, _ variable: String) -> String {
    "    \(variable).valueFunction = CAValueFunction(name: .init(rawValue: "
      + "\(SwiftLiteral.quoted(function.name.rawValue))))"
  }

  private mutating func stops(_ animation: CAKeyframeAnimation, _ variable: String, _ layer: CALayer) {
    if let values = animation.values {
      let texts = values.map { self.value($0) ?? "NSNull()" }
      body.append("    \(variable).values = [\(texts.joined(separator: ", "))] as [Any]")
    }
    if let path = animation.path, let text = SwiftLiteral.text(path, .path) {
      body.append("    \(variable).path = \(text)")
    }
    let lists = [
      ("keyTimes", animation.keyTimes), ("tensionValues", animation.tensionValues),
      ("continuityValues", animation.continuityValues), ("biasValues", animation.biasValues),
    ]
    for case (let key, let numbers?) in lists {
      body.append("    \(variable).\(key) = [\(numbers.map(SwiftLiteral.number).joined(separator: ", "))]")
    }
    if let curves = animation.timingFunctions {
      body.append("    \(variable).timingFunctions = [\(curves.map(Self.curve).joined(separator: ", "))]")
    }
    if let function = animation.valueFunction { body.append(Self.valueFunction(function, variable)) }
  }

  /// A value of any type, as `Any`.
  mutating func value(_ value: Any) -> String? {
    if let image = value as? CGImage { return "picture(\"\(pictures.name(of: image))\", in: pictures) as Any" }
    if let list = value as? [Any], !(value is [NSNumber]), !(value is [CGColor]) {
      let texts = list.compactMap { self.value($0) }
      return texts.count == list.count ? "[\(texts.joined(separator: ", "))] as [Any]" : nil
    }
    return SwiftLiteral.text(value, .string)
  }
}
