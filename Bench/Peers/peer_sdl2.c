/* SDL2's software renderer. It blends straight alpha and snaps sprites to whole pixels. */
#include <SDL.h>
#include <math.h>

#include "peer.h"

static SDL_Surface *frame;
static SDL_Renderer *renderer;
static SDL_Texture *texture;

static const char *engine_refusal(const peer_case *c) {
  for (int k = 0; k < c->count; k++)
    if (c->is_rectangles && (c->items[k].radius > 0 || !peer_is_upright(&c->items[k]))) {
      return "has no rounded rectangles";
    }
  return NULL;
}

static void engine_begin(const peer_case *c) {
  SDL_SetHint(SDL_HINT_RENDER_SCALE_QUALITY, "linear");
  frame = SDL_CreateRGBSurfaceWithFormat(0, c->width, c->height, 32, SDL_PIXELFORMAT_ARGB8888);
  renderer = SDL_CreateSoftwareRenderer(frame);
  SDL_BlendMode mode = c->is_additive ? SDL_BLENDMODE_ADD : SDL_BLENDMODE_BLEND;
  SDL_SetRenderDrawBlendMode(renderer, mode);
  if (c->is_rectangles || c->count == 0) return;
  SDL_Surface *image = SDL_CreateRGBSurfaceWithFormat(0, c->image_width, c->image_height, 32, SDL_PIXELFORMAT_ARGB8888);
  for (int k = 0; k < c->image_width * c->image_height; k++) {
    double p[4];
    peer_straight(c->image[k], p);
    uint32_t *pixels = (uint32_t *)image->pixels + k / c->image_width * (image->pitch / 4) + k % c->image_width;
    *pixels = (uint32_t)(p[3] * 255 + 0.5) << 24 | (uint32_t)(p[0] * 255 + 0.5) << 16 |
              (uint32_t)(p[1] * 255 + 0.5) << 8 | (uint32_t)(p[2] * 255 + 0.5);
  }
  texture = SDL_CreateTextureFromSurface(renderer, image);
  SDL_FreeSurface(image);
  SDL_SetTextureBlendMode(texture, mode);
}

static void image(const peer_case *c, const peer_item *i) {
  (void)c;
  double width = hypot(i->width_x, i->width_y), height = hypot(i->height_x, i->height_y);
  double x = i->x + (i->width_x + i->height_x) / 2, y = i->y + (i->width_y + i->height_y) / 2;
  SDL_FRect box = {(float)(x - width / 2), (float)(y - height / 2), (float)width, (float)height};
  if (i->color != 0xFFFFFFFFu) {
    double color[4];
    peer_straight(i->color, color);
    SDL_SetTextureColorMod(texture, (Uint8)(color[0] * 255 + 0.5), (Uint8)(color[1] * 255 + 0.5),
                           (Uint8)(color[2] * 255 + 0.5));
    SDL_SetTextureAlphaMod(texture, (Uint8)(color[3] * 255 + 0.5));
  }
  if (peer_is_upright(i))
    SDL_RenderCopyF(renderer, texture, NULL, &box);
  else
    SDL_RenderCopyExF(renderer, texture, NULL, &box, atan2(i->width_y, i->width_x) * 180 / M_PI, NULL, SDL_FLIP_NONE);
}

static void set_color(uint32_t color) {
  double p[4];
  peer_straight(color, p);
  SDL_SetRenderDrawColor(renderer, (Uint8)(p[0] * 255 + 0.5), (Uint8)(p[1] * 255 + 0.5), (Uint8)(p[2] * 255 + 0.5),
                         (Uint8)(p[3] * 255 + 0.5));
}

static void engine_frame(const peer_case *c) {
  set_color(c->background);
  SDL_RenderClear(renderer);
  for (int k = 0; k < c->count; k++) {
    const peer_item *i = &c->items[k];
    if (!c->is_rectangles) {
      image(c, i);
      continue;
    }
    SDL_FRect box = {i->x, i->y, i->width_x, i->height_y};
    set_color(i->color);
    SDL_RenderFillRectF(renderer, &box);
  }
  SDL_RenderFlush(renderer);
}

static const uint32_t *engine_pixels(int *pixels_per_row) {
  *pixels_per_row = frame->pitch / 4;
  return (const uint32_t *)frame->pixels;
}
