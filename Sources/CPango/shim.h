// The headers of Pango, fontconfig, HarfBuzz and FreeType, and functions for macros that Swift cannot import.
#ifndef STARMINE_CPANGO_SHIM_H
#define STARMINE_CPANGO_SHIM_H

#include <fontconfig/fontconfig.h>
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

/// Disables hinting, embedded bitmaps and subpixel rendering for every font, regardless of the system's configuration,
/// so that a font file gives the same outlines everywhere.
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

/// A font map for the fonts of `config`, at one pixel per point.
static inline PangoFontMap *shim_font_map_new(FcConfig *config) {
  PangoFontMap *map = pango_ft2_font_map_new();
  pango_ft2_font_map_set_resolution(PANGO_FT2_FONT_MAP(map), 72, 72);
  pango_fc_font_map_set_config(PANGO_FC_FONT_MAP(map), config);
  pango_fc_font_map_set_default_substitute(PANGO_FC_FONT_MAP(map), shim_substitute, NULL, NULL);
  return map;
}

/// Call it after adding fonts to the configuration.
static inline void shim_font_map_changed(PangoFontMap *map) {
  pango_fc_font_map_config_changed(PANGO_FC_FONT_MAP(map));
}

/// Whether a glyph has an advance but draws nothing.
static inline int shim_is_empty_glyph(PangoGlyph glyph) { return glyph == PANGO_GLYPH_EMPTY; }

/// The glyph to draw. For characters without a glyph in any font, the font's box for missing glyphs.
static inline hb_codepoint_t shim_drawn_glyph(PangoGlyph glyph) { return glyph & PANGO_GLYPH_UNKNOWN_FLAG ? 0 : glyph; }

/// The character without a glyph in any font; 0 for other glyphs.
static inline uint32_t shim_missing_character(PangoGlyph glyph) {
  return glyph & PANGO_GLYPH_UNKNOWN_FLAG ? glyph & ~PANGO_GLYPH_UNKNOWN_FLAG : 0;
}

static inline void shim_draw_glyph(hb_font_t *font, hb_codepoint_t glyph, hb_draw_funcs_t *functions, void *data) {
#if HB_VERSION_ATLEAST(7, 0, 0)
  hb_font_draw_glyph(font, glyph, functions, data);
#else
  hb_font_get_glyph_shape(font, glyph, functions, data);
#endif
}

/// Calls `spans` with the coverage of an outline of at least one point, within `width` x `height` pixels.
///
/// - Parameter points: 1/64 pixel. `tags`: FreeType's. `ends`: the last point of each contour.
static inline int shim_cover(
    FT_Library library, const FT_Vector *points, const unsigned char *tags, int point_count, const short *ends,
    int contour_count, int width, int height, FT_SpanFunc spans, void *user) {
  FT_Outline outline = {0};
  outline.n_points = point_count;
  outline.n_contours = contour_count;
  outline.points = (FT_Vector *)points;
  // The sign depends on FreeType's version.
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
