/// Everything to draw in one frame: flat commands in drawing order, all in device pixels (y down, origin top left).
///
/// Everything in it is finite and already culled against the frame; drawing it cannot fail.
package struct DisplayList: Sendable {
  package var width: Int
  package var height: Int
  /// Device coordinates of the first pixel.
  package var originX = 0
  package var originY = 0
  /// Premultiplied `0xAARRGGBB` that the frame is cleared to.
  package var background: UInt32
  package var commands: [DrawCommand]
  /// What all of it goes through at the end; nil: nothing.
  package var light: FrameLight?
  /// Whether steps of gradients are broken up in pixels of 8 bits.
  package var dithersGradients = false
  /// Particles that live at this time, drawn or not.
  package var liveParticles = 0
  /// Births that exceeded the limit of particles per frame; above 0 the picture is incomplete.
  package var droppedParticles = 0
  /// Copies of replicators that exceeded the limit of one frame; above 0 the picture is incomplete.
  package var droppedCopies = 0
  /// Layers are nested deeper than a tree may be; nothing is drawn.
  package var isTooDeep = false
  /// Why a frame of a clip is not there; the first one that failed.
  package var clipProblem: String?
  /// Shadows, filters, bitmaps and frames of clips that exceeded the work of one frame; above 0 the picture is
  /// incomplete.
  package var droppedEffects = 0
  /// Paths and drawings that exceeded the work of one frame; above 0 the picture is incomplete.
  package var droppedPaths = 0
  /// Memory that particles were evaluated in, for the next list.
  var scratch: EmissionScratch?
  /// Memory that the commands' references were made in, for the next list.
  var commandPool: CommandPool?
  /// Whether commands refer to such things.
  var hasReusableCommands = false

  package init(width: Int, height: Int, background: UInt32 = 0, commands: [DrawCommand] = []) {
    (self.width, self.height, self.background, self.commands) = (width, height, background, commands)
  }
}

extension DisplayList {
  /// The list's pixels in device coordinates.
  package var frame: DeviceRect {
    DeviceRect(minX: originX, minY: originY, maxX: originX + width, maxY: originY + height)
  }

  /// Pixels that commands from an index on can colour; groups count as wholes.
  func unionOfBounds(from index: Int) -> DeviceRect { commands[index...].bounds }
}
