/// A layer's own drawing, as commands in its own coordinates (points): sharp at every scale.
///
/// `CGContext` creates it. Pixel bounds in the commands are ignored and computed for every frame.
package final class Drawing: Sendable, Equatable {
  package let commands: [DrawCommand]
  /// Ranges of commands that are not always visible, ascending and disjoint.
  package let fades: [Fade]
  /// Number of paths above the limit.
  package let droppedPaths: Int

  /// Commands that fade in linearly, or that are visible until the end of the fade.
  package struct Fade: Sendable, Equatable {
    package var commands: Range<Int>
    /// Seconds in the layer's local time.
    package var begin: Double
    package var duration: Double
    package var isLeaving = false

    package init(_ commands: Range<Int>, begin: Double, duration: Double, isLeaving: Bool = false) {
      (self.commands, self.begin, self.duration, self.isLeaving) = (commands, begin, duration, isLeaving)
    }

    package func opacity(at time: Double) -> Double {
      let progress = duration > 0 ? max(0, min(1, (time - begin) / duration)) : 1
      return isLeaving ? (progress < 1 ? 1 : 0) : progress
    }
  }

  package init(commands: [DrawCommand], fades: [Fade] = [], droppedPaths: Int = 0) {
    (self.commands, self.fades, self.droppedPaths) = (commands, fades, droppedPaths)
  }

  func commands(at time: Double) -> [DrawCommand] {
    guard !fades.isEmpty else { return commands }
    var result: [DrawCommand] = []
    var next = 0
    for fade in fades {
      result += commands[next..<fade.commands.lowerBound]
      next = fade.commands.upperBound
      let alpha = UInt8(fade.opacity(at: time) * 255 + 0.5)
      if alpha == 0 { continue }
      if alpha < 255 { result.append(.pushGroup(GroupCommand(bounds: .empty, alpha: alpha))) }
      result += commands[fade.commands]
      if alpha < 255 { result.append(.popGroup) }
    }
    return result + commands[next...]
  }

  package static func == (left: Drawing, right: Drawing) -> Bool { left === right }
}
