import Layers

/// Decodes the timeline and checks every path against the layers of the document.
struct TimelineReader {
  let problems: ProblemList
  let values: ValueReader
  let lookup: LayerLookup

  /// By time; events of the same time stay in the order of the document.
  func events(_ document: ObjectReader) -> [PresetEvent] {
    let events = document.array("timeline").enumerated().compactMap { index, item in
      event(item, path: document.path(to: "timeline", index))
    }
    return events.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
  }

  private func event(_ value: DocumentValue, path: String) -> PresetEvent? {
    guard let object = ObjectReader(value, path: path, problems: problems) else { return nil }
    object.checkKeys(["at", "set", "remove"])
    if object["at"] == nil { object.error("missing: seconds from the start", at: object.location, key: "at") }
    let time = object.read("at") { value throws(ValueMismatch) in
      let time = try values.number(value, unit: .seconds)
      guard time >= 0 else { throw ValueMismatch("expected 0 or more, found \(value.quoted)") }
      return time
    }
    guard let time else { return nil }
    return PresetEvent(time: time, changes: changes(object), removals: removals(object))
  }

  private func changes(_ event: ObjectReader) -> [PresetEvent.Change] {
    guard let value = event["set"], let object = ObjectReader(value, path: event.path(to: "set"), problems: problems)
    else { return [] }
    return object.members.compactMap { member in
      object.read(member.key) { value throws(ValueMismatch) in
        let found: LayerLookup.Found
        do throws(ValueMismatch) {
          found = try lookup.find(member.key)
        } catch {
          throw ValueMismatch(error.message, at: member.location)
        }
        let read = try values.read(value, kind: found.info.kind, unit: found.info.unit)
        return PresetEvent.Change(path: member.key, value: read, text: value.quoted)
      }
    }
  }

  private func removals(_ event: ObjectReader) -> [String] {
    let name = event.read("remove") { value throws(ValueMismatch) in
      let names = lookup.layers.dropFirst().compactMap(\.name)
      guard case .string(let name) = value.content, names.contains(name) else {
        throw ValueMismatch("layer to remove: " + unknownSpelling(value, among: names))
      }
      return name
    }
    return name.map { [$0] } ?? []
  }
}
