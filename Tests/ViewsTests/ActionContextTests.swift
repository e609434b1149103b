import Foundation
import StarmineGraphics
import StarmineLayers
import StarmineScene
import StarmineViews
import Testing

/// Block APIs of one's own.
@Suite struct ActionContextTests {
  /// Notes what it is asked for, and lets colours glide.
  private final class Asked: UIViewActionContext {
    var events: [String] = []
    func action(for view: UIView, forKey event: String) -> (any CAAction)? {
      events.append(event)
      guard event == "backgroundColor" else { return nil }
      let glide = CABasicAnimation(keyPath: event)
      (glide.fromValue, glide.duration) = (view.layer.value(forKeyPath: event), 3)
      return glide
    }
  }

  @Test func theInnermostContextAnswers() {
    let (stage, asked) = (Stage(), Asked())
    UIView.animate(withDuration: 1) {
      UIView.perform(in: asked) {
        stage.view.center.x = 9
        stage.view.backgroundColor = .blue
        UIView.animate(withDuration: 2) { stage.view.alpha = 0 }
      }
      stage.view.bounds.origin.x = 4
    }
    #expect(asked.events == ["position", "backgroundColor"])
    let layer = stage.view.layer
    #expect(layer.animation(forKey: "backgroundColor")?.duration == 3 && layer.animation(forKey: "position") == nil)
    #expect(
      layer.animation(forKey: "opacity")?.duration == 2 && layer.animation(forKey: "bounds.origin")?.duration == 1)
  }

  @Test func changesAreWrittenDown() throws {
    let (stage, child) = (Stage(), UIView())
    let changes = UIView.changes {
      stage.view.center.x = 70
      stage.view.center.x = 90
      stage.view.addSubview(child)
      child.backgroundColor = .green
      UIView.performWithoutAnimation { child.alpha = 0.5 }
    }
    #expect(changes.map(\.keyPath) == ["position", "backgroundColor"])
    #expect(stage.view.layer.animationKeys() == nil && stage.view.center.x == 90)
    let (first, second) = (try #require(changes.first), try #require(changes.last))
    #expect((first.oldValue as? CGPoint)?.x == 50 && (first.newValue as? CGPoint)?.x == 90)
    #expect(second.layer === child.layer && second.oldValue == nil)
    first.undo()
    second.undo()
    #expect(stage.view.center.x == 50 && child.backgroundColor == nil)
  }
}
