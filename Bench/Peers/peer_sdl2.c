/* SDL2's software renderer. It blends straight alpha and snaps sprites to whole pixels. */
#include <SDL.h>

#include "peer.h"

static SDL_Surface *frame;
static SDL_Renderer *renderer;
static SDL_Texture **textures;

static const char *engine_version(void) {
  static char text[32];
  SDL_version version;
  SDL_GetVersion(&version);
  snprintf(text, sizeof text, "%d.%d.%d", version.major, version.minor, version.patch);
  return text;
}

static const char *engine_refusal(const peer_case *c) { return peer_sprites_only(c); }

static SDL_BlendMode mode(const peer_item *i) {
  return i->blend == PEER_PLUS ? SDL_BLENDMODE_ADD : SDL_BLENDMODE_BLEND;
}

/* Its textures have straight alpha. */
static SDL_Texture *make_texture(const peer_image *from) {
  SDL_Surface *image = SDL_CreateRGBSurfaceWithFormat(0, from->width, from->height, 32, SDL_PIXELFORMAT_ARGB8888);
  for (int k = 0; k < from->width * from->height; k++)
    ((uint32_t *)image->pixels)[k / from->width * (image->pitch / 4) + k % from->width] =
        peer_straight_word(from->pixels[k]);
  SDL_Texture *texture = SDL_CreateTextureFromSurface(renderer, image);
  SDL_FreeSurface(image);
  return texture;
}

static void engine_begin(const peer_case *c) {
  SDL_SetHint(SDL_HINT_RENDER_SCALE_QUALITY, "linear");
  frame = SDL_CreateRGBSurfaceWithFormat(0, c->width, c->height, 32, SDL_PIXELFORMAT_ARGB8888);
  renderer = SDL_CreateSoftwareRenderer(frame);
  textures = calloc((size_t)c->images_count + 1, sizeof *textures);
  for (int k = 0; k < c->images_count; k++) textures[k] = make_texture(&c->images[k]);
  for (int k = 0; k < c->count; k++)
    if (c->items[k].kind == PEER_IMAGE) SDL_SetTextureBlendMode(textures[c->items[k].index], mode(&c->items[k]));
}

static void image(const peer_case *c, const peer_item *i) {
  SDL_Texture *texture = textures[i->index];
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
    if (i->kind == PEER_IMAGE) {
      image(c, i);
      continue;
    }
    SDL_FRect box = {i->x, i->y, i->width_x, i->height_y};
    set_color(i->color);
    SDL_SetRenderDrawBlendMode(renderer, mode(i));
    SDL_RenderFillRectF(renderer, &box);
  }
  SDL_RenderFlush(renderer);
}

static const uint32_t *engine_pixels(int *pixels_per_row) {
  *pixels_per_row = frame->pitch / 4;
  return (const uint32_t *)frame->pixels;
}
