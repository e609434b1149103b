/// Everything drawn in a frame: commands in drawing order, in device pixels (y down, origin top left).
///
/// All values are finite and culled to the frame. Drawing cannot fail.
package struct DisplayList: Sendable {
  package var width: Int
  package var height: Int
  /// Device coordinates of the first pixel.
  package var originX = 0
  package var originY = 0
  /// Premultiplied `0xAARRGGBB`.
  package var background: UInt32
  package var commands: [DrawCommand]
  /// Effects on the whole frame at its end, or nil.
  package var light: FrameLight?
  /// Whether gradients are dithered in 8-bit pixels.
  package var dithersGradients = false
  /// Number of living particles, drawn or not.
  package var liveParticles = 0
  /// Number of births above the limit of a frame. If above 0, the frame is incomplete.
  package var droppedParticles = 0
  /// Number of copies above the limit of a frame. If above 0, the frame is incomplete.
  package var droppedCopies = 0
  /// Whether layers are nested too deep. Nothing is drawn then.
  package var isTooDeep = false
  /// Reason of the first video frame that cannot be read.
  package var clipProblem: String?
  /// Number of shadows, filters, bitmaps and video frames above the limit. If above 0, the frame is incomplete.
  package var droppedEffects = 0
  /// Number of paths and drawings above the limit of a frame. If above 0, the frame is incomplete.
  package var droppedPaths = 0
  /// Memory for particles, reused by the next list.
  var scratch: EmissionScratch?
  /// Memory of commands, reused by the next list.
  var commandPool: CommandPool?
  /// Whether commands use the pool.
  var hasReusableCommands = false

  package init(width: Int, height: Int, background: UInt32 = 0, commands: [DrawCommand] = []) {
    (self.width, self.height, self.background, self.commands) = (width, height, background, commands)
  }
}

extension DisplayList {
  package var frame: DeviceRect {
    DeviceRect(minX: originX, minY: originY, maxX: originX + width, maxY: originY + height)
  }

  /// Pixels that commands from an index can change. Groups count as a whole.
  func unionOfBounds(from index: Int) -> DeviceRect { commands[index...].bounds }
}
