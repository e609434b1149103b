import StarmineGraphics
import StarmineScene
import Testing

/// Sizes of what frames copy by the thousand. Ours; a larger one is a decision, not an accident.
@Suite struct SizeTests {
  /// A list of 100,000 layers has as many commands, written once and read by the plan of the frame: 18 MB. Large parts
  /// that few commands have lie behind references.
  @Test func commandsAreSmall() {
    #expect(MemoryLayout<DrawCommand>.stride <= 184)
  }

  /// The state of every animated layer is copied in every frame, onto the stack. What few layers have is in
  /// `RareValues`, behind one reference.
  @Test func statesAreSmall() {
    #expect(MemoryLayout<LayerState>.stride <= 280)
    #expect(MemoryLayout<Rare<RareValues>>.size == MemoryLayout<UnsafeRawPointer>.size)
  }
}
