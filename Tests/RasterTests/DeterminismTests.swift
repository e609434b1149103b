import Dispatch
import StarmineRaster
import StarmineReference
import StarmineScene
import Synchronization
import Testing

@Suite struct DeterminismTests {
  static let variants: [(tileSize: Int, workers: Int, kernels: KernelLevel)] =
    [16, 64, 100, 1000].flatMap { size in
      [1, 2, 7].flatMap { workers in KernelLevel.allCases.map { (size, workers, $0) } }
    }

  @Test("same bytes for every tile size, worker count and kernel level", arguments: 1...12)
  func variantsAgree(seed: UInt64) {
    let list = RandomScenes.list(233, 171, seed: seed)
    let expected = render(list, tileSize: 1000)
    for variant in Self.variants {
      let actual = render(list, tileSize: variant.tileSize, workers: variant.workers, kernels: variant.kernels)
      let different = zip(expected, actual).enumerated().first { $0.element.0 != $0.element.1 }
      #expect(different == nil, "\(variant): pixel \(different?.offset ?? 0) of 233x171")
    }
  }

  @Test("many particles: chunks counted by several workers keep the order")
  func manyParticles() {
    var list = DisplayList(width: 200, height: 150)
    list.commands = [.particles(RandomScenes.batch(20_000, 200, 150, seed: 5))]
    let expected = render(list)
    #expect(expected == render(list, workers: 3, kernels: .fast))
  }

  @Test("one renderer used from several threads at once, and again")
  func reentrant() {
    let lists = (1...6).map { RandomScenes.list(120, 90, seed: UInt64($0)) }
    let expected = lists.map { render($0) }
    let renderer = Renderer(workers: 2)
    let failures = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: 24) { index in
      let actual = render(lists[index % 6], with: renderer)
      if actual != expected[index % 6] { failures.withLock { $0 += 1 } }
    }
    #expect(failures.withLock { $0 } == 0)
  }
}
