/* Kernels that read or write pixels, once for each form of them: `PixelKernels.h` includes this with
   `PIXEL_KERNEL(name)` as the function's name, without which there is nothing here. Pixels are 32-bit words for
   `pixel_...`, four floats for `deep_...`; colours, tints and texels are words in both, and shares of them 0 to 255. A
   gain multiplies a tint's blue, green, red and alpha in floats; words do not look at it. */

#ifdef PIXEL_KERNEL

/* Draws sprites in order. Every source has a level. Eight texels are read from the start of every row, also of a level
   that has fewer. The twin is `ReferenceSprites`, which also draws what cannot be seen. */
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

/* `count` rows of one colour through coverage. `pixels` is the first row's column `clip_first`; only columns from there
   to `clip_last` are drawn. */
void PIXEL_KERNEL(fill_rows)(void *_Nonnull pixels, ptrdiff_t stride, const PixelRow *_Nonnull rows, const uint8_t
                             *_Nonnull coverage, int32_t clip_first, int32_t clip_last, uint32_t color, ptrdiff_t
                             count);

/* One colour through the coverage of all rows, which it clears, over the pixels, of which the first is the clip's. They
   are read and written up to 15 behind a row's end. */
void PIXEL_KERNEL(fill_cells)(void *_Nonnull pixels, ptrdiff_t stride, const PixelCells *_Nonnull cells, uint32_t
                              color);

/* The same with painted pixels instead of a colour, through the coverage of some rows; the first of the pixels is that
   row's. Those painted are read up to 15 behind a row's end too. */
void PIXEL_KERNEL(paint_cells)(void *_Nonnull pixels, ptrdiff_t stride, const PixelCells *_Nonnull cells, const void
                               *_Nonnull painted, ptrdiff_t painted_stride, ptrdiff_t first, ptrdiff_t last);

/* Spans of one colour through coverage; places count from `pixels`, which is read and written up to 7 pixels behind a
   span's end, as is coverage. */
void PIXEL_KERNEL(fill_spans)(void *_Nonnull pixels, const PixelSpan *_Nonnull spans, ptrdiff_t span_count, const
                              uint8_t *_Nonnull coverage, uint32_t color);

/* One colour over `rows` rows of `count` pixels, at least one: the first pixel of each row is covered by `left`, the
   last by `right`, those between by `middle`, 0 to 255; a single pixel by `left`. */
void PIXEL_KERNEL(fill_box)(void *_Nonnull pixels, ptrdiff_t stride, ptrdiff_t rows, uint32_t color, uint32_t left,
                            uint32_t middle, uint32_t right, ptrdiff_t count);

/* Spans read up to 7 bytes of coverage and 7 source pixels behind a row's end, and use none of them. */
void PIXEL_KERNEL(composite_span)(void *_Nonnull pixels, const void *_Nonnull source, const uint8_t *_Nullable coverage,
                                  uint32_t alpha, ptrdiff_t count);

/* Source pixels joined with those below. Up to 7 source pixels behind the row's end are read. */
void PIXEL_KERNEL(combine_span)(void *_Nonnull pixels, const void *_Nonnull source, const PixelFactors *_Nonnull
                                factors, ptrdiff_t count);

/* Source pixels joined with those below in one of these ways; see `referenceMixSpan`. Up to 7 source pixels behind the
   row's end are read. */
void PIXEL_KERNEL(mix_span)(void *_Nonnull pixels, const void *_Nonnull source, int32_t mix, ptrdiff_t count);

/* Source pixels joined with those below in a blend mode; see `referenceBlendSpan`. Up to 7 source pixels behind the
   row's end are read. */
void PIXEL_KERNEL(blend_span)(void *_Nonnull pixels, const void *_Nonnull source, int32_t mode, ptrdiff_t count);

/* Premultiplied pixels of a gradient of at least one segment, without blending: `rows` rows of `columns`, from the
   device pixel (x, y) on. Columns and rows are at most 2^22 away from the origin. Circles are not opaque: where there
   is none a pixel is 0. See `referenceGradientRows`. */
void PIXEL_KERNEL(gradient_rows)(void *_Nonnull out, ptrdiff_t stride, const PixelGradient *_Nonnull gradient, int32_t
                                 x, int32_t y, ptrdiff_t columns, ptrdiff_t rows);

/* Means of `count` blocks, `1 << across` pixels wide and as many as `1 << down` rows high, both exponents 0 to 3; a
   missing row is transparent. See `referenceMeanBlocks`. */
void PIXEL_KERNEL(mean_blocks)(void *_Nonnull out, const void *_Nullable const *_Nonnull rows, int32_t across,
                               int32_t down, ptrdiff_t count);

/* Pixels between the middles of blocks; none lies more than a block's half outside of the outermost middles. `scratch`
   is that of the blocks. See `referenceEnlargeRow`. */
void PIXEL_KERNEL(enlarge_row)(void *_Nonnull out, const void *_Nonnull near_row, const void *_Nonnull far_row,
                               uint32_t *_Nonnull scratch, const PixelEnlargement *_Nonnull enlargement,
                               ptrdiff_t count);

/* One colour in `rows` rows of `count` pixels, without blending. */
void PIXEL_KERNEL(fill)(void *_Nonnull pixels, ptrdiff_t stride, uint32_t color, ptrdiff_t count, ptrdiff_t rows);

#endif
