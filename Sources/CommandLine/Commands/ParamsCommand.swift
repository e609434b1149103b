struct ParamsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "params", abstract: "List properties with unit, range and default.",
    discussion: """
      For a preset, lists the properties that it sets; --all adds the defaults. Searches for any other word, such as \
      glow, trail, gravity or speed.

      EXAMPLES:
        starmine params                          classes
        starmine params CAEmitterCell            properties of a class
        starmine params emissionRange            one property, in all classes
        starmine params fireworks                values of a preset
        starmine params fireworks color --all    values that match a word
        starmine params drag                     a behaviour or filter by type
        starmine params CIBloom                  a filter by its Core Image name
        starmine params movie                    movie settings
        starmine params gravity                  search
        starmine params CALayer --animatable --json
      """)

  @Argument(
    help: "Class, key, key path, preset, document or search term.",
    completion: .custom { _, _, prefix in Completion.subjects(prefix) })
  var subject: String?

  @Argument(help: "List only properties with this word in the name or description.") var filter: String?

  @Flag(help: "Include values of a preset that equal the default.") var all = false

  @Flag(help: "List only animatable properties.") var animatable = false

  @Flag(help: "Print JSON.") var json = false

  @OptionGroup var log: LogOptions

  func run() throws {
    guard let subject else { return try printClasses() }
    var rows = try rows(of: subject).filter { $0.info.isAnimatable || !animatable }
    if let filter {
      let words = SearchTerms.keys(for: filter)
      let isFound = { (row: ParameterRow) in row.matches(filter) || words.contains(row.info.key) }
      guard rows.contains(where: isFound) else {
        throw CommandError.usage(
          "\(subject) has no property that matches \"\(filter.excerpt())\"\(all ? "" : "; --all includes defaults")")
      }
      rows = rows.filter(isFound)
    }
    if json { return try printJSON(rows.map(\.record)) }
    for row in rows { print(row.text) }
  }

  private var containers: [any PropertyContainer] {
    PropertyClasses.all + PropertyClasses.effects + [MovieValues()]
  }

  private func printClasses() throws {
    let classes = containers.map { container in
      ClassRecord(
        name: container.className, keys: container.keys.filter { container.info(forKey: $0)?.isDerived == false })
    }
    if json { return try printJSON(classes) }
    for entry in classes { print("\(entry.name): \(entry.keys.joined(separator: ", "))") }
  }

  private struct ClassRecord: Encodable {
    var name: String
    var keys: [String]
  }

  private func rows(of subject: String) throws -> [ParameterRow] {
    let named = containers.filter { $0.subjects.contains(subject) }
    // An effect of the whole movie can have the name of a filter.
    let stage = movieRows(of: subject)
    if !named.isEmpty {
      return named.flatMap { container in
        container.rowKeys.compactMap { ParameterRow(container, key: $0, isQualified: named.count > 1) }
      } + stage
    }
    if subject.hasPrefix("\(MovieValues.className)."), !stage.isEmpty { return stage }
    let key = subject.split(separator: ".").last.map(String.init) ?? subject
    let found = (PropertyClasses.all + PropertyClasses.effects).flatMap { container in
      [subject, key].first { container.info(forKey: $0) != nil }
        .flatMap { ParameterRow(container, key: $0, isQualified: true) }.map { [$0] } ?? []
    }
    if !found.isEmpty { return Self.merged(found) + stage }
    if !stage.isEmpty { return Self.merged(stage + rows(about: subject)) }
    do {
      return try presetRows(PresetReference(subject).load(Movie.presetLoader))
    } catch PresetReference.LookupError.unknown(_, _) {
      return try searched(subject)
    }
  }

  /// A key of the movie with its components, with or without `movie.`.
  private func movieRows(of subject: String) -> [ParameterRow] {
    let key = subject.hasPrefix("movie.") ? String(subject.dropFirst("movie.".count)) : subject
    return (MovieProperty[key].map { [$0] + $0.parts } ?? []).compactMap {
      ParameterRow(MovieValues(), key: $0.key, isQualified: true)
    }
  }

  private func presetRows(_ scene: PresetScene) -> [ParameterRow] {
    let lookup = LayerLookup(root: scene.rootLayer)
    let movie = MovieValues(scene)
    let rows =
      scene.variables.map { ParameterRow($0) } + movie.keys.compactMap { ParameterRow(movie, key: $0, of: scene) }
      + lookup.changeable.map { ParameterRow(entry: $0, scene.valueText) }
    return rows.filter { all || !$0.isDefault }
  }

  /// Properties for a search term: by common terms, then by names and descriptions.
  private func searched(_ word: String) throws -> [ParameterRow] {
    let found = rows(about: word)
    if !found.isEmpty { return Self.merged(found) }
    let known = containers.flatMap(\.subjects) + PresetLibrary.names + Set(containers.flatMap(\.keys)).sorted()
    let hint = word.nearest(in: known + SearchTerms.all).map { $0 == word ? "" : "; did you mean \"\($0)\"?" } ?? "."
    throw CommandError.usage(
      "\"\(word.excerpt())\" does not match a class, property, preset or description\(hint) Classes: "
        + PropertyClasses.all.map(\.className).joined(separator: ", "))
  }

  private func rows(about word: String) -> [ParameterRow] {
    let keys = SearchTerms.keys(for: word)
    let rows = containers.flatMap { container in
      container.rowKeys.compactMap { ParameterRow(container, key: $0, isQualified: true) }
    }
    return rows.filter { keys.contains($0.info.key) || word.count > 2 && $0.matches(word) }
  }

  /// A property that classes inherit is listed once, for the first class.
  private static func merged(_ rows: [ParameterRow]) -> [ParameterRow] {
    var seen: [PropertyInfo] = []
    let ordered = rows.filter { $0.owner == "CALayer" } + rows.filter { $0.owner != "CALayer" }
    return ordered.filter { row in
      guard !seen.contains(row.info) else { return false }
      seen.append(row.info)
      return true
    }
  }
}

extension PropertyContainer {
  /// Names for a query: the class; for filters and behaviours also the type or the key in documents.
  var subjects: [String] {
    if let filter = self as? CAFilter {
      return filter.typeNames + ["CAFilter", "filters", "backgroundFilters", className]
    }
    if self is CATextAnimator { return [className, "animators"] }
    guard let behavior = self as? CAEmitterBehavior else { return [className] }
    return [behavior.type, "CAEmitterBehavior", "emitterBehaviors", className]
  }

  /// Listed keys. Includes components of the movie's values.
  fileprivate var rowKeys: [String] { self is MovieValues ? allKeys : keys }
}
