package import StarmineRaster

/// Rows of words elsewhere: what the kernel that copies computes.
package let referenceCopyRows: KernelTable.CopyRows = { target, stride, first, sourceStride, count, rows in
  let (pixels, source) = (target.pixels(UInt32.self), first.pixels(UInt32.self))
  for y in 0..<rows {
    for x in 0..<count { pixels[y * stride + x] = source[y * sourceStride + x] }
  }
}
