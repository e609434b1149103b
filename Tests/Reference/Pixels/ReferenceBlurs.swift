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

/// Values moved toward those of the line before, by a share of the way in 1/65536.
package let referenceShiftLines: KernelTable.ShiftLines = { values, stride, share, count, length in
  for y in (0..<count).reversed() {
    for x in 0..<length {
      let before = y > 0 ? values[(y - 1) * stride + x] : 0
      let sum = UInt64(values[y * stride + x]) &* (65536 &- UInt64(share)) &+ UInt64(before) &* UInt64(share)
      values[y * stride + x] = UInt32(truncatingIfNeeded: (sum &+ 0x8000) >> 16)
    }
  }
}

/// Means of blocks, rounded to nearest.
package let referenceMeanBlocks: KernelTable.MeanBlocks = { out, rows, across, down, count in
  let shift = UInt32(across + down)
  for block in 0..<count {
    var sum = ComponentSums.half(shift)
    for row in 0..<1 << Int(down) {
      guard let row = rows[row]?.pixels(UInt32.self) else { continue }
      for x in block << Int(across)..<(block + 1) << Int(across) { sum = sum &+ ComponentSums(row[x]) }
    }
    out.pixels(UInt32.self)[block] = sum.pixel(shift)
  }
}

/// The same for floats: sums row by row, from the left.
package let referenceDeepMeanBlocks: KernelTable.MeanBlocks = { out, rows, across, down, count in
  for block in 0..<count {
    var sum = DeepPixel.zero
    for row in 0..<1 << Int(down) {
      guard let row = rows[row]?.pixels(DeepPixel.self) else { continue }
      for x in block << Int(across)..<(block + 1) << Int(across) { sum += row[x] }
    }
    out.pixels(DeepPixel.self)[block] = sum * (1 / Float(1 << (across + down)))
  }
}

extension PixelEnlargement {
  /// Of a pixel in a row: the block before it, and its way to the next one.
  fileprivate func place(_ x: Int) -> (block: Int, share: Int32) {
    let halves = Int(first) + 2 * x
    return (halves >> (Int(across) + 1), Int32(halves & (2 << Int(across) - 1)))
  }

  fileprivate func inside(_ block: Int) -> Int { max(0, min(blocks - 1, block)) }
}

/// Pixels between the middles of blocks, rounded to nearest.
package let referenceEnlargeRow: KernelTable.EnlargeRow = { out, near, far, _, enlargement, count in
  let place = enlargement.pointee
  let (near, far) = (near.pixels(UInt32.self), far.pixels(UInt32.self))
  let (rows, columns) = (UInt32(2 << place.down), UInt32(2 << place.across))
  let (weight, shift) = (UInt32(place.weight), UInt32(place.across + place.down + 2))
  for x in 0..<count {
    let (block, share) = place.place(x)
    let mixed = { (block: Int) in
      let inside = place.inside(block)
      return ComponentSums(near[inside]) &* (rows - weight) &+ ComponentSums(far[inside]) &* weight
    }
    let sum = mixed(block) &* (columns - UInt32(share)) &+ mixed(block + 1) &* UInt32(share)
    out.pixels(UInt32.self)[x] = (sum &+ ComponentSums.half(shift)).pixel(shift)
  }
}

/// The same for floats.
package let referenceDeepEnlargeRow: KernelTable.EnlargeRow = { out, near, far, _, enlargement, count in
  let place = enlargement.pointee
  let (near, far) = (near.pixels(DeepPixel.self), far.pixels(DeepPixel.self))
  let weight = Float(place.weight) / Float(2 << place.down)
  for x in 0..<count {
    let (block, share) = place.place(x)
    let way = Float(share) / Float(2 << place.across)
    let mixed = { (block: Int) in
      near[place.inside(block)] * (1 - weight) + far[place.inside(block)] * weight
    }
    out.pixels(DeepPixel.self)[x] = mixed(block) * (1 - way) + mixed(block + 1) * way
  }
}

/// What 1 is in a blur of floats, and the light at which it ends: values then have 23 bits, and sums over the widest
/// box stay in 32.
private let (unit, mostLight): (Float, Float) = (65536, 127)

/// Components of floats, rounded to whole numbers; what is not a number is none.
package let referenceWholeColumns: KernelTable.WholeColumns = { out, stride, rows, rowCount, count in
  for row in 0..<rowCount {
    for x in 0..<count {
      let pixel = rows[row].pixels(DeepPixel.self)[x]
      for component in 0..<4 {
        let light = pixel[component] > 0 ? min(pixel[component], mostLight) : 0
        out[x * stride + 4 * row + component] = UInt32((light * unit).rounded(.toNearestOrEven))
      }
    }
  }
}

/// The way back.
package let referenceDeepOfWholes: KernelTable.DeepOfWholes = { pixels, values, count in
  for x in 0..<count {
    for component in 0..<4 {
      pixels.pixels(DeepPixel.self)[x][component] = Float(Int32(values[4 * x + component])) * (1 / unit)
    }
  }
}
