/* Kernels that read or write pixels, declared once for each pixel format. `PixelKernels.h` includes this header with a
   definition of `PIXEL_KERNEL(name)`, the function's name; without it the header is empty. Pixels are 32-bit for
   `pixel_...` and four floats for `deep_...`. Colours, tints and texels are 32-bit in both, and factors are 0 to 255. A
   gain multiplies the blue, green, red and alpha of a tint for float pixels; 8-bit pixels ignore it. */

#ifdef PIXEL_KERNEL

/* Draws sprites in order. Every source has a level. Eight texels are read from the start of every row, even if a level
   has fewer. The reference is `ReferenceSprites`, which also draws invisible pixels. */
void PIXEL_KERNEL(draw_sprites_over)(const PixelTarget *_Nonnull target, const PixelSprite *_Nonnull sprites, ptrdiff_t
                                     count, const PixelSource *_Nonnull sources, uint64_t *_Nonnull scratch);

void PIXEL_KERNEL(draw_sprites_add)(const PixelTarget *_Nonnull target, const PixelSprite *_Nonnull sprites, ptrdiff_t
                                    count, const PixelSource *_Nonnull sources, uint64_t *_Nonnull scratch);

void PIXEL_KERNEL(blend_over)(void *_Nonnull pixels, const uint64_t *_Nonnull near_row, const uint64_t *_Nonnull
                              far_row, uint32_t near_weight, uint32_t far_weight, uint32_t tint, const float *_Nonnull
                              gain, ptrdiff_t count);

void PIXEL_KERNEL(blend_add)(void *_Nonnull pixels, const uint64_t *_Nonnull near_row, const uint64_t *_Nonnull far_row,
                             uint32_t near_weight, uint32_t far_weight, uint32_t tint, const float *_Nonnull gain,
                             ptrdiff_t count);

void PIXEL_KERNEL(fill_span)(void *_Nonnull pixels, const uint8_t *_Nullable coverage, uint32_t color, ptrdiff_t count);

/* Fills `count` rows with one colour through coverage. `pixels` is column `clip_first` of the first row. Only columns
   from there to `clip_last` are drawn. */
void PIXEL_KERNEL(fill_rows)(void *_Nonnull pixels, ptrdiff_t stride, const PixelRow *_Nonnull rows, const uint8_t
                             *_Nonnull coverage, int32_t clip_first, int32_t clip_last, uint32_t color, ptrdiff_t
                             count);

/* Fills all rows of the clip with one colour through the coverage, and clears the coverage. The first pixel is that of
   the clip. Up to 15 pixels after a row's end are read and written back. */
void PIXEL_KERNEL(fill_cells)(void *_Nonnull pixels, ptrdiff_t stride, const PixelCells *_Nonnull cells, uint32_t
                              color);

/* Draws source pixels instead of a colour, through the coverage of some rows. The first source pixel is that of the
   first row. Up to 15 source pixels after a row's end are read. */
void PIXEL_KERNEL(paint_cells)(void *_Nonnull pixels, ptrdiff_t stride, const PixelCells *_Nonnull cells, const void
                               *_Nonnull painted, ptrdiff_t painted_stride, ptrdiff_t first, ptrdiff_t last);

/* Fills spans with one colour through coverage. Positions are relative to `pixels`. Up to 7 pixels and bytes of
   coverage after a span's end are read, and the pixels are written back. */
void PIXEL_KERNEL(fill_spans)(void *_Nonnull pixels, const PixelSpan *_Nonnull spans, ptrdiff_t span_count, const
                              uint8_t *_Nonnull coverage, uint32_t color);

/* Fills `rows` rows of `count` pixels, at least one, with one colour. The coverage, 0 to 255, is `left` for the first
   pixel of each row, `right` for the last, and `middle` between them. A single pixel has the coverage `left`. */
void PIXEL_KERNEL(fill_box)(void *_Nonnull pixels, ptrdiff_t stride, ptrdiff_t rows, uint32_t color, uint32_t left,
                            uint32_t middle, uint32_t right, ptrdiff_t count);

/* Spans read up to 7 bytes of coverage and 7 source pixels after a row's end, without using them. */
void PIXEL_KERNEL(composite_span)(void *_Nonnull pixels, const void *_Nonnull source, const uint8_t *_Nullable coverage,
                                  uint32_t alpha, ptrdiff_t count);

/* Composites source pixels with the backdrop. Up to 7 source pixels after the row's end are read. */
void PIXEL_KERNEL(combine_span)(void *_Nonnull pixels, const void *_Nonnull source, const PixelFactors *_Nonnull
                                factors, ptrdiff_t count);

/* Composites source pixels with the backdrop by an operator; see `referenceMixSpan`. Up to 7 source pixels after the
   row's end are read. */
void PIXEL_KERNEL(mix_span)(void *_Nonnull pixels, const void *_Nonnull source, int32_t mix, ptrdiff_t count);

/* Blends source pixels with the backdrop in a blend mode; see `referenceBlendSpan`. Up to 7 source pixels after the
   row's end are read. */
void PIXEL_KERNEL(blend_span)(void *_Nonnull pixels, const void *_Nonnull source, int32_t mode, ptrdiff_t count);

/* Writes the premultiplied pixels of a gradient of at least one segment, without blending: `rows` rows of `columns`,
   starting at the device pixel (x, y). Columns and rows are at most 2^22 from the origin. Gradients between circles are
   not opaque: a pixel without a circle is 0. See `referenceGradientRows`. */
void PIXEL_KERNEL(gradient_rows)(void *_Nonnull out, ptrdiff_t stride, const PixelGradient *_Nonnull gradient, int32_t
                                 x, int32_t y, ptrdiff_t columns, ptrdiff_t rows);

/* Computes the means of `count` blocks, each `1 << across` pixels wide and `1 << down` rows high, with exponents from 0
   to 3. A missing row is transparent. See `referenceMeanBlocks`. */
void PIXEL_KERNEL(mean_blocks)(void *_Nonnull out, const void *_Nullable const *_Nonnull rows, int32_t across,
                               int32_t down, ptrdiff_t count);

/* Interpolates pixels between block centres. No pixel is more than half a block outside the outermost centres.
   `scratch` is that of the blocks. See `referenceEnlargeRow`. */
void PIXEL_KERNEL(enlarge_row)(void *_Nonnull out, const void *_Nonnull near_row, const void *_Nonnull far_row,
                               uint32_t *_Nonnull scratch, const PixelEnlargement *_Nonnull enlargement,
                               ptrdiff_t count);

/* Writes one colour to `rows` rows of `count` pixels, without blending. */
void PIXEL_KERNEL(fill)(void *_Nonnull pixels, ptrdiff_t stride, uint32_t color, ptrdiff_t count, ptrdiff_t rows);

#endif
