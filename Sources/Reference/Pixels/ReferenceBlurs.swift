import CStarminePixelKernels
package import StarmineRaster

// What the kernels for blurs compute, one pixel at a time.

/// A box pass across lines: each value becomes the sum of those of the lines inside the box, and of those of the lines
/// just outside of it on both sides in part. Beyond the lines there is nothing. Weights in 1/2^31.
package let referenceBoxLines: KernelTable.BoxLines = {
  out, outStride, values, stride, radius, inside, ends, count, length in
  for x in 0..<length {
    let value = { (y: Int) in y >= 0 && y < count ? values[y * stride + x] : 0 }
    var sum = (0..<radius).reduce(UInt32(0)) { $0 &+ value($1) }
    for y in 0..<count {
      sum &+= value(y + radius)
      let beside = value(y - radius - 1) &+ value(y + radius + 1)
      let weighted = UInt64(sum) &* UInt64(inside) &+ UInt64(beside) &* UInt64(ends)
      out[y * outStride + x] = UInt32(truncatingIfNeeded: (weighted &+ 0x4000_0000) >> 31)
      sum &-= value(y - radius)
    }
  }
}

/// Means of blocks, rounded to nearest.
package let referenceMeanBlocks: KernelTable.MeanBlocks = { out, rows, across, down, count in
  let shift = UInt32(across + down)
  for block in 0..<count {
    var sum = ComponentSums.half(shift)
    for row in 0..<1 << Int(down) {
      guard let row = rows[row] else { continue }
      for x in block << Int(across)..<(block + 1) << Int(across) { sum = sum &+ ComponentSums(row[x]) }
    }
    out[block] = sum.pixel(shift)
  }
}

/// Pixels between the middles of blocks, rounded to nearest.
package let referenceEnlargeRow: KernelTable.EnlargeRow = { out, near, far, _, enlargement, count in
  let place = enlargement.pointee
  let (rows, columns) = (UInt32(2 << place.down), UInt32(2 << place.across))
  let (weight, shift) = (UInt32(place.weight), UInt32(place.across + place.down + 2))
  for x in 0..<count {
    let halves = Int(place.first) + 2 * x
    let block = halves >> (Int(place.across) + 1)
    let share = UInt32(halves & (Int(columns) - 1))
    let mixed = { (block: Int) in
      let inside = max(0, min(place.blocks - 1, block))
      return ComponentSums(near[inside]) &* (rows - weight) &+ ComponentSums(far[inside]) &* weight
    }
    let sum = mixed(block) &* (columns - share) &+ mixed(block + 1) &* share
    out[x] = (sum &+ ComponentSums.half(shift)).pixel(shift)
  }
}
