import StarmineScene

struct BackdropScene {
  /// All previous drawing on the surface of a command.
  struct Below {
    var list: DisplayList
    var bounds: DeviceRect
    /// Shadows and offscreens of the commands, by index into those of the whole list.
    var shadows: Range<Int>
    var offscreens: Range<Int>
  }

  private struct Surface {
    var start: Int
    var bounds: DeviceRect
  }

  private let list: DisplayList
  /// For each command, and one past the end: the number of preceding shadows, and of preceding offscreens with
  /// backdrops.
  private var shadowCounts = [0]
  private var offscreenCounts = [0]

  init(_ list: DisplayList) {
    self.list = list
    for command in list.commands {
      var (shadows, offscreens) = (0, 0)
      switch command {
      case .shadow: shadows = 1
      case .offscreen, .backdrop: offscreens = 1
      default: break
      }
      shadowCounts.append(shadowCounts[shadowCounts.count - 1] + shadows)
      offscreenCounts.append(offscreenCounts[offscreenCounts.count - 1] + offscreens)
    }
  }

  func below(_ index: Int, isBelowGroup: Bool) -> Below? {
    var surfaces = [Surface(start: 0, bounds: list.frame)]
    for (place, command) in list.commands[..<index].enumerated() {
      if case .pushGroup(let group) = command {
        surfaces.append(
          Surface(start: place + 1, bounds: group.bounds.intersection(surfaces[surfaces.count - 1].bounds)))
      } else if case .popGroup = command, surfaces.count > 1 {
        surfaces.removeLast()
      }
    }
    var end = index
    if isBelowGroup, surfaces.count > 1 { end = surfaces.removeLast().start - 1 }
    let surface = surfaces[surfaces.count - 1]
    var part = list
    part.commands = Array(list.commands[surface.start..<end])
    if surfaces.count > 1 { part.background = 0 }
    return Below(
      list: part, bounds: surface.bounds, shadows: shadowCounts[surface.start]..<shadowCounts[end],
      offscreens: offscreenCounts[surface.start]..<offscreenCounts[end])
  }
}
