import Foundation
import StarmineBench
import StarmineRaster

/// A report of this machine with given results.
func report(_ results: [SceneResult]) -> BenchReport {
  BenchReport(
    build: BenchBuild(version: "0", executable: URL(filePath: "/proc/self/exe")), host: .current,
    date: Date(timeIntervalSince1970: 0), results: results)
}

/// A result whose frames cost what is said; the CPU time of every other round is dearer by a share.
func result(_ name: String, threads: Int = 1, cost: Double, spread: Double = 0, hash: String = "1") -> SceneResult {
  let rounds = (0..<8).map { number in
    var round = BenchRound()
    let cpu = cost * (1 + spread * Double(number) / 7)
    round.wall = Array(repeating: cost, count: 6)
    round.cpu = Array(repeating: cpu, count: 6)
    round.split = [.raster: round.cpu]
    return round
  }
  return SceneResult(
    scene: name, group: .layers, threads: threads, cycle: 2,
    contents: FrameContents(particles: 0, layers: 100, pixels: 5000), hash: hash, rounds: rounds)
}
