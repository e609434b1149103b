import Foundation
import Starmine
import StarmineGraphics
import Testing

/// Memory decides how many frames are under way, and what is refused.
@Suite struct RenderMemoryTests {
  private let need = RenderMemory.Need(always: 1000, worker: 100, place: 40)

  private func shares(_ workers: Int, _ available: Int) -> [Int]? {
    RenderMemory(need, workers: workers, available: available).map { [$0.workers, $0.places] }
  }

  @Test func enoughIsWorkersAndThreeFrames() {
    #expect(shares(1, 100_000) == [1, 4])
    #expect(shares(16, 100_000) == [16, 19])
  }

  /// First frames that wait, then workers; a last one has a frame.
  @Test func capacityFallsBeforeAnythingFails() {
    #expect(shares(16, 1000 + 16 * 140 + 80) == [16, 18])
    #expect(shares(16, 1000 + 16 * 140) == [16, 16])
    #expect(shares(16, 1000 + 16 * 140 - 1) == [15, 18])
    #expect(shares(16, 1000 + 140) == [1, 1])
    #expect(shares(16, 1000 + 139) == nil)
    #expect(shares(1, 0) == nil)
  }

  /// Shares are never more than there is.
  @Test func sharesFit() {
    for available in stride(from: 1140, to: 6000, by: 7) {
      guard let shares = RenderMemory(need, workers: 24, available: available) else {
        Issue.record("\(available) is enough")
        continue
      }
      #expect(need.bytes(workers: shares.workers, places: shares.places) <= available)
      #expect(shares.places >= shares.workers && shares.workers >= 1)
    }
  }

  /// The machine that runs this has memory, and less than there could be.
  @Test func availableMemoryIsAboveZero() {
    #expect(MemoryBudget.available > 16 << 20 && MemoryBudget.available < 1 << 50)
  }
}
