// What Swift needs of Pango, fontconfig, HarfBuzz and FreeType: the headers, and what its importer cannot read.
#ifndef STARMINE_CPANGO_SHIM_H
#define STARMINE_CPANGO_SHIM_H

#include <fontconfig/fontconfig.h>
// After fontconfig.h, whose types it needs.
#include <fontconfig/fcfreetype.h>
#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_IMAGE_H
#include FT_OUTLINE_H
#include <hb.h>
#include <hb-ot.h>
#include <pango/pango.h>
#include <pango/pangofc-fontmap.h>
#include <pango/pangoft2.h>

/// Makes every font come without hinting, bitmaps or subpixel colours, whatever the system's configuration says: the
/// same font file gives the same outlines everywhere.
static inline void shim_substitute(FcPattern *pattern, void *data) {
  (void)data;
  FcPatternDel(pattern, FC_HINTING);
  FcPatternAddBool(pattern, FC_HINTING, FcFalse);
  FcPatternDel(pattern, FC_AUTOHINT);
  FcPatternAddBool(pattern, FC_AUTOHINT, FcFalse);
  FcPatternDel(pattern, FC_HINT_STYLE);
  FcPatternAddInteger(pattern, FC_HINT_STYLE, FC_HINT_NONE);
  FcPatternDel(pattern, FC_ANTIALIAS);
  FcPatternAddBool(pattern, FC_ANTIALIAS, FcTrue);
  FcPatternDel(pattern, FC_RGBA);
  FcPatternAddInteger(pattern, FC_RGBA, FC_RGBA_NONE);
}

/// A font map of its own that knows the fonts of `config`, at one pixel per point.
static inline PangoFontMap *shim_font_map_new(FcConfig *config) {
  PangoFontMap *map = pango_ft2_font_map_new();
  pango_ft2_font_map_set_resolution(PANGO_FT2_FONT_MAP(map), 72, 72);
  pango_fc_font_map_set_config(PANGO_FC_FONT_MAP(map), config);
  pango_fc_font_map_set_default_substitute(PANGO_FC_FONT_MAP(map), shim_substitute, NULL, NULL);
  return map;
}

/// After fonts were added to the configuration.
static inline void shim_font_map_changed(PangoFontMap *map) {
  pango_fc_font_map_config_changed(PANGO_FC_FONT_MAP(map));
}

/// A glyph that takes room but draws nothing.
static inline int shim_is_empty_glyph(PangoGlyph glyph) { return glyph == PANGO_GLYPH_EMPTY; }

/// The glyph of the font: for characters that no font has, its box for missing ones.
static inline hb_codepoint_t shim_drawn_glyph(PangoGlyph glyph) { return glyph & PANGO_GLYPH_UNKNOWN_FLAG ? 0 : glyph; }

/// The character that no font has a glyph for; 0 for glyphs of fonts.
static inline uint32_t shim_missing_character(PangoGlyph glyph) {
  return glyph & PANGO_GLYPH_UNKNOWN_FLAG ? glyph & ~PANGO_GLYPH_UNKNOWN_FLAG : 0;
}

/// Calls the functions with the outline of a glyph.
static inline void shim_draw_glyph(hb_font_t *font, hb_codepoint_t glyph, hb_draw_funcs_t *functions, void *data) {
#if HB_VERSION_ATLEAST(7, 0, 0)
  hb_font_draw_glyph(font, glyph, functions, data);
#else
  hb_font_get_glyph_shape(font, glyph, functions, data);
#endif
}

/// Calls `spans` with the coverage of an outline of at least one point, within `width` x `height` pixels.
///
/// - Parameter points: 64ths of a pixel. `tags`: FreeType's. `ends`: the last point of each contour.
static inline int shim_cover(
    FT_Library library, const FT_Vector *points, const unsigned char *tags, int point_count, const short *ends,
    int contour_count, int width, int height, FT_SpanFunc spans, void *user) {
  FT_Outline outline = {0};
  outline.n_points = point_count;
  outline.n_contours = contour_count;
  outline.points = (FT_Vector *)points;
  // Signed or not, depending on FreeType's version.
  outline.tags = (void *)tags;
  outline.contours = (void *)ends;
  FT_Raster_Params parameters = {0};
  parameters.flags = FT_RASTER_FLAG_AA | FT_RASTER_FLAG_DIRECT | FT_RASTER_FLAG_CLIP;
  parameters.gray_spans = spans;
  parameters.user = user;
  parameters.clip_box.xMax = width;
  parameters.clip_box.yMax = height;
  return FT_Outline_Render(library, &outline, &parameters);
}

#endif
