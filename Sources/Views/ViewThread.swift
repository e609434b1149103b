/// Views' state of a thread, or of the movie whose script runs on it.
final class ViewThread: StageValue {
  /// Contexts of the blocks that are running, the innermost one last.
  var contexts: [any UIViewActionContext] = []
  /// Contexts that are drawn to, the current one last (`UIGraphicsPushContext`).
  var drawingContexts: [CGContext] = []
  /// Whether blocks animate (`UIView.setAnimationsEnabled(_:)`).
  var areAnimationsEnabled = true

  let screen: UIScreen
  let application: UIApplication

  init() { (screen, application) = (UIScreen(), UIApplication()) }

  private init(beside other: ViewThread) {
    (screen, application, areAnimationsEnabled) = (other.screen, other.application, other.areAnimationsEnabled)
  }

  func next() -> ViewThread { ViewThread(beside: self) }

  static var current: ViewThread { ofStage }

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
