package import StarmineRaster

// What the kernels that fill and copy compute, one pixel at a time.

/// One colour.
package let referenceFill: KernelTable.Fill = { pixels, stride, color, count, rows in
  for y in 0..<rows {
    for x in 0..<count { pixels[y * stride + x] = color }
  }
}

/// Rows of pixels elsewhere.
package let referenceCopyRows: KernelTable.CopyRows = { pixels, stride, source, sourceStride, count, rows in
  for y in 0..<rows {
    for x in 0..<count { pixels[y * stride + x] = source[y * sourceStride + x] }
  }
}
