/* Appearance of particles: from their positions to device sprites. The reference is ReferenceCell. */

/* Device sprites: centre and edge vectors, pixels. */
typedef struct {
  floats x, y, width_x, width_y, height_x, height_y;
} Sprites;

/* Position in the layer's space, the sprite's x and y axes, scale factor. */
typedef struct {
  Vectors position, right, down;
  floats scale;
} Appearance;

/* Rotates the unit vectors x and y about each particle's axis (Rodrigues' rotation formula). */
INLINE void turn_plane(Appearance *seen, const ParticleCell *cell, words ids, SineCosine turn) {
  Frames frame = frames_around(vectors(cell->axis));
  floats along = 1 - uniform(ids, AXIS_ANGLE) * (1 - cell->axis_cosine);
  Vectors axis = direction(frame, along, sine_cosine(uniform(ids, AXIS_TURN)));
  floats rest = 1 - turn.cosine;
  seen->right = (Vectors){turn.cosine + axis.x * axis.x * rest, axis.z * turn.sine + axis.x * axis.y * rest,
                          axis.x * axis.z * rest - axis.y * turn.sine};
  seen->down = (Vectors){axis.x * axis.y * rest - axis.z * turn.sine, turn.cosine + axis.y * axis.y * rest,
                         axis.x * turn.sine + axis.y * axis.z * rest};
}

INLINE void turn(Appearance *seen, const ParticleCell *cell, words ids, floats age) {
  floats zero = splat(0), one = splat(1);
  seen->right = (Vectors){one, zero, zero};
  seen->down = (Vectors){zero, one, zero};
  if (!cell->turns) return;
  floats angle = (spread(cell->rotation, ids, ROTATION) + spread(cell->spin, ids, SPIN) * age) * (1 / (2 * PI));
  SineCosine turned = sine_cosine(angle);
  if (cell->is_plane) {
    turn_plane(seen, cell, ids, turned);
  } else {
    seen->right = (Vectors){turned.cosine, turned.sine, zero};
    seen->down = (Vectors){0 - turned.sine, turned.cosine, zero};
  }
}

/* Values as closed forms of the age. */
INLINE Appearance appearance(const ParticleCell *cell, const Births *birth, words ids, floats age) {
  const ParticleVector *acceleration = &cell->speed.position, *offset = &cell->offset.position;
  floats half_square = age * age * 0.5f;
  Appearance seen;
  seen.position.x = birth->position.x + birth->velocity.x * age + (half_square * acceleration->x + offset->x);
  seen.position.y = birth->position.y + birth->velocity.y * age + (half_square * acceleration->y + offset->y);
  seen.position.z = birth->position.z + birth->velocity.z * age + (half_square * acceleration->z + offset->z);
  turn(&seen, cell, ids, age);
  seen.scale = birth->scale + age * cell->speed.scale + cell->offset.scale;
  return seen;
}

/* Divides by W; a sprite's edges follow the map's derivative at its centre. Points behind the eye are not visible. */
INLINE masks foreshorten(Sprites *s, const ParticleView *view, const Appearance *seen, floats width, floats height) {
  Vectors p = seen->position, r = seen->right, d = seen->down;
  floats w = p.x * view->wx + p.y * view->wy + (p.z * view->wz + view->w0), inverse = splat(1) / w;
  floats width_w = (r.x * view->wx + r.y * view->wy + r.z * view->wz) * width;
  floats height_w = (d.x * view->wx + d.y * view->wy + d.z * view->wz) * height;
  s->x = s->x * inverse;
  s->y = s->y * inverse;
  s->width_x = (s->width_x - s->x * width_w) * inverse;
  s->width_y = (s->width_y - s->y * width_w) * inverse;
  s->height_x = (s->height_x - s->x * height_w) * inverse;
  s->height_y = (s->height_y - s->y * height_w) * inverse;
  return w > 1e-4f;
}

/* Device sprites, and the lanes that are visible. */
INLINE masks project(Sprites *s, const ParticleView *view, const Appearance *seen) {
  Vectors p = seen->position, r = seen->right, d = seen->down;
  floats width = seen->scale * view->width, height = seen->scale * view->height;
  s->x = p.x * view->xx + p.y * view->xy + (p.z * view->xz + view->x0);
  s->y = p.x * view->yx + p.y * view->yy + (p.z * view->yz + view->y0);
  s->width_x = (r.x * view->xx + r.y * view->xy + r.z * view->xz) * width;
  s->width_y = (r.x * view->yx + r.y * view->yy + r.z * view->yz) * width;
  s->height_x = (d.x * view->xx + d.y * view->xy + d.z * view->xz) * height;
  s->height_y = (d.x * view->yx + d.y * view->yy + d.z * view->yz) * height;
  masks visible = seen->scale > 0;
  return view->is_perspective ? visible & foreshorten(s, view, seen, width, height) : visible;
}

/* Premultiplied 0xAARRGGBB, components clamped to 0...1. */
INLINE words packed(Colors color) {
  floats alpha = clamped_to_unit(color.alpha) * 255;
  words red = rounded(clamped_to_unit(color.red) * alpha), green = rounded(clamped_to_unit(color.green) * alpha);
  words blue = rounded(clamped_to_unit(color.blue) * alpha);
  return rounded(alpha) << 24 | red << 16 | green << 8 | blue;
}

/* The flipbook frame of one particle. */
INLINE uint16_t frame_sprite(const ParticleView *view, float age, uint32_t identity) {
  /* Larger than any life, and within the range of integers. */
  float played = age * view->frames_per_second;
  int64_t step = (int64_t)(played < 1e15f ? played : 1e15f), count = view->frame_count, frame;
  switch (view->frame_mode) {
  case ParticleFramesRandom: frame = (int64_t)(uniform((words){} + identity, FRAME)[0] * (float)count); break;
  case ParticleFramesOverLife: {
    float life = spread(view->lifetime, (words){} + identity, LIFETIME)[0], share = age / life;
    frame = (int64_t)((share < 1 ? share : 1) * (float)count);
    break;
  }
  case ParticleFramesOnce: frame = step < count ? step : count - 1; break;
  default: frame = step % count;
  }
  return (uint16_t)(view->sprite + (frame < count ? frame : count - 1));
}

INLINE void choose_frames(uint16_t *out, const ParticleView *view, floats ages, words ids) {
  for (int lane = 0; lane < LANES; lane++) out[lane] = frame_sprite(view, ages[lane], ids[lane]);
}

/* Appends the lanes whose bits are set to the columns. */
INLINE ptrdiff_t compact(const ParticleColumns *out, uint32_t bits) {
  ptrdiff_t kept = out->count;
  for (; bits; bits &= bits - 1, kept++) {
    ptrdiff_t lane = out->count + __builtin_ctz(bits);
    for (int column = 0; column < PARTICLE_COLUMNS; column++)
      out->numbers[column * out->stride + kept] = out->numbers[column * out->stride + lane];
    out->keys[kept] = out->keys[lane];
    out->tints[kept] = out->tints[lane];
    out->sprites[kept] = out->sprites[lane];
  }
  return kept;
}

/* The rectangle around all sprites, one per lane. */
typedef struct {
  floats low_x, low_y, high_x, high_y;
} Extent;

typedef struct {
  ParticleColumns columns;
  Extent extent;
} Output;

INLINE Output begin(const ParticleColumns *columns) {
  Extent extent = {splat(columns->low_x), splat(columns->low_y), splat(columns->high_x), splat(columns->high_y)};
  return (Output){*columns, extent};
}

INLINE void finish(ParticleColumns *columns, const Output *output) {
  const Extent *extent = &output->extent;
  *columns = output->columns;
  for (int lane = 0; lane < LANES; lane++) {
    if (extent->low_x[lane] < columns->low_x) columns->low_x = extent->low_x[lane];
    if (extent->low_y[lane] < columns->low_y) columns->low_y = extent->low_y[lane];
    if (extent->high_x[lane] > columns->high_x) columns->high_x = extent->high_x[lane];
    if (extent->high_y[lane] > columns->high_y) columns->high_y = extent->high_y[lane];
  }
}

INLINE void put(Output *output, const Sprites *s, words tints, floats keys, floats ages, words ids,
                const ParticleView *view, uint32_t bits) {
  ParticleColumns *out = &output->columns;
  ptrdiff_t end = out->count;
  floats numbers[PARTICLE_COLUMNS] = {s->x, s->y, s->width_x, s->width_y, s->height_x, s->height_y};
  for (int column = 0; column < PARTICLE_COLUMNS; column++)
    store(out->numbers + column * out->stride + end, numbers[column]);
  if (view->order != ParticleOrderNone) store(out->keys + end, keys);
  store_words(out->tints + end, tints);
  if (view->frame_count > 1) {
    choose_frames(out->sprites + end, view, ages, ids);
  } else {
    for (int lane = 0; lane < LANES; lane++) out->sprites[end + lane] = (uint16_t)view->sprite;
  }
  out->count = is_run(bits) ? end + __builtin_popcount(bits) : compact(out, bits);
}

/* Lighting of a rotated plane, from the upper left in front: (-0.36, -0.48, 0.8) is the direction to the light. The
   back is darker. The plane has a specular highlight where its normal, on either side, is halfway between the
   directions to the light and the eye. */
INLINE Colors shone(const Appearance *seen, Colors color, float shine) {
  Vectors r = seen->right, d = seen->down;
  floats x = r.y * d.z - r.z * d.y, y = r.z * d.x - r.x * d.z, z = r.x * d.y - r.y * d.x;
  floats facing = z * 0.8f - y * 0.48f - x * 0.36f, half = z * 0.948683f - y * 0.252982f - x * 0.189737f;
  facing = larger(smaller(facing, splat(1)), splat(-1));
  floats mirrored = smaller(half * half, splat(1));
  mirrored *= mirrored;
  mirrored *= mirrored;
  mirrored *= mirrored;
  mirrored *= mirrored;
  floats shade = 1 - (0.5f - facing * 0.5f) * shine, glint = mirrored * (shine * 0.8f);
  return (Colors){color.red * shade + glint, color.green * shade + glint, color.blue * shade + glint, color.alpha};
}

/* Projects, culls, packs and appends a vector of particles. */
INLINE void show(Output *output, const ParticleList *list, ptrdiff_t i, const Appearance *seen, Colors color,
                 floats age, words ids, const ParticleView *view) {
  Sprites s;
  masks visible = first_lanes(list->count - i) & project(&s, view, seen);
  floats extent_x = (magnitude(s.width_x) + magnitude(s.height_x)) * 0.5f;
  floats extent_y = (magnitude(s.width_y) + magnitude(s.height_y)) * 0.5f;
  floats low_x = s.x - extent_x, high_x = s.x + extent_x, low_y = s.y - extent_y, high_y = s.y + extent_y;
  visible &= (high_x > view->min_x) & (low_x < view->max_x) & (high_y > view->min_y) & (low_y < view->max_y);
  visible &= (extent_x < view->largest_extent) & (extent_y < view->largest_extent);
  /* Alpha below half a step of 8 bits rounds to 0. */
  visible &= color.alpha >= 0.5f / 255;
  uint32_t bits = lane_bits(visible);
  if (!bits) return;
  if (view->shine > 0) color = shone(seen, color, view->shine);
  if (view->is_dimmed) color.red *= view->dim_red, color.green *= view->dim_green, color.blue *= view->dim_blue;
  Extent *extent = &output->extent;
  extent->low_x = choose(visible & (low_x < extent->low_x), low_x, extent->low_x);
  extent->low_y = choose(visible & (low_y < extent->low_y), low_y, extent->low_y);
  extent->high_x = choose(visible & (high_x > extent->high_x), high_x, extent->high_x);
  extent->high_y = choose(visible & (high_y > extent->high_y), high_y, extent->high_y);
  floats keys = view->order == ParticleOrderAge ? 0 - age * view->layer_seconds : seen->position.z;
  put(output, &s, packed(color), keys, age, ids, view, bits);
}
