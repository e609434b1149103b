import StarmineLayers
import StarmineScene

/// Views' state of a thread.
final class ViewThread {
  /// Contexts of the blocks that are running, the innermost one last.
  var contexts: [any UIViewActionContext] = []
  /// Contexts that are drawn to, the current one last (`UIGraphicsPushContext`).
  var drawingContexts: [CGContext] = []
  /// Whether blocks animate (`UIView.setAnimationsEnabled(_:)`).
  var areAnimationsEnabled = true

  let screen = UIScreen()
  let application = UIApplication()

  static var current: ViewThread { threads.value }
  private static let threads = ThreadLocal { ViewThread() }

  /// Runs a body inside a context.
  func with(_ context: any UIViewActionContext, _ body: () -> Void) {
    contexts.append(context)
    body()
    contexts.removeLast()
  }

  /// Runs a body as if no block was running: a completion may come in the middle of another block.
  func outsideOfBlocks(_ body: () -> Void) {
    let kept = contexts
    contexts = []
    body()
    contexts = kept
  }
}
