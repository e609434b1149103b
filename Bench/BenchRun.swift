import Foundation
import Layers
public import Raster
import Scene

/// What one scene cost: all times in seconds of wall clock, one entry per frame.
public struct BenchResult: Sendable {
  public var scene: BenchScene
  public var workers: Int
  /// Particles drawn per frame, on average.
  public var particlesPerFrame: Double
  public var evaluateSeconds: [Double]
  public var rasterSeconds: [Double]
  /// The same in CPU time of all threads, which other programs' load changes less.
  public var evaluateCPUSeconds: [Double] = []
  public var rasterCPUSeconds: [Double] = []
  /// Of all frames' pixels; a faster but different picture is noticed.
  public var frameHash: UInt64

  /// The middle of a list of samples.
  public static func median(_ samples: [Double]) -> Double {
    let sorted = samples.sorted()
    return sorted.isEmpty ? 0 : sorted[sorted.count / 2]
  }

  public var evaluateNanosecondsPerParticle: Double {
    Self.median(evaluateSeconds) / max(particlesPerFrame, 1) * 1e9
  }
  public var rasterNanosecondsPerParticle: Double {
    Self.median(rasterSeconds) / max(particlesPerFrame, 1) * 1e9
  }
  public var framesPerSecond: Double {
    1 / max(Self.median(zip(evaluateSeconds, rasterSeconds).map { $0 + $1 }), 1e-9)
  }
}

extension BenchScene {
  /// Draws frames a sixtieth of a second apart, with no sink, after warm-up frames that are not counted.
  public func run(frames: Int, workers: Int, kernels: KernelLevel, warmUp: Int = 3) -> BenchResult {
    let tree = makeTree()
    let renderer = Renderer(workers: workers, kernels: kernels)
    var buffer = PixelBuffer(width: Self.viewport.width, height: Self.viewport.height)
    var result = BenchResult(
      scene: self, workers: workers, particlesPerFrame: 0, evaluateSeconds: [], rasterSeconds: [],
      frameHash: 0xCBF2_9CE4_8422_2325)
    let clock = ContinuousClock()
    var drawn = 0
    var list: DisplayList?
    for frame in -warmUp..<frames {
      let time = CACurrentMediaTime() + Double(frame + warmUp) / 60
      let (start, startCPU) = (clock.now, processorSeconds())
      let current = evaluate(tree, at: time, in: Self.viewport, recycling: list.take())
      let (evaluated, evaluatedCPU) = (clock.now, processorSeconds())
      renderer.render(current, into: &buffer)
      let (rendered, renderedCPU) = (clock.now, processorSeconds())
      list = current
      guard frame >= 0 else { continue }
      result.evaluateSeconds.append(seconds(evaluated - start))
      result.rasterSeconds.append(seconds(rendered - evaluated))
      result.evaluateCPUSeconds.append(evaluatedCPU - startCPU)
      result.rasterCPUSeconds.append(renderedCPU - evaluatedCPU)
      drawn += current.drawnParticles
      result.frameHash = buffer.hash(from: result.frameHash)
    }
    result.particlesPerFrame = Double(drawn) / Double(max(frames, 1))
    return result
  }
}

/// CPU time of this process so far.
private func processorSeconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}

private func seconds(_ duration: Duration) -> Double {
  Double(duration.components.seconds) + Double(duration.components.attoseconds) * 1e-18
}

extension DisplayList {
  /// Particles in all batches.
  fileprivate var drawnParticles: Int {
    commands.reduce(0) { sum, command in
      if case .particles(let batch) = command { sum + batch.count } else { sum }
    }
  }
}

extension PixelBuffer {
  /// FNV-1a over the pixels, row padding left out.
  fileprivate func hash(from seed: UInt64) -> UInt64 {
    withPixels { pixels in
      var hash = seed
      for row in 0..<height {
        for column in 0..<width {
          hash = (hash ^ UInt64(pixels[row * stride + column])) &* 0x100_0000_01B3
        }
      }
      return hash
    }
  }
}
