/* Changes of particles' appearance by behaviours: curves over the lifetime, and lights. The reference is
   ReferenceLooks. */

/* The value of a curve at a fraction of the lifetime. */
INLINE floats curve_value(const ParticleLooks *looks, const ParticleCurve *curve, floats share) {
  floats value = splat(curve->base);
  const ParticleCurvePiece *piece = looks->pieces + curve->first;
  for (int32_t i = 0; i < curve->count; i++, piece++)
    value += clamped_to_unit((share - piece->start) * piece->per_width) * piece->change;
  return value;
}

/* The integral of a curve since birth, in fractions of the lifetime. */
INLINE floats curve_integral(const ParticleLooks *looks, const ParticleCurve *curve, floats share) {
  floats value = share * curve->base;
  const ParticleCurvePiece *piece = looks->pieces + curve->first;
  for (int32_t i = 0; i < curve->count; i++, piece++) {
    floats begun = clamped_to_unit((share - piece->start) * piece->per_width);
    floats over = larger(share - piece->start - piece->width, splat(0));
    value += (begun * begun * (piece->width * 0.5f) + over) * piece->change;
  }
  return value;
}

INLINE floats curved(floats own, const ParticleCurve *curve, floats value) {
  switch (curve->operation) {
  case ParticleCurveReplaces: return value;
  case ParticleCurveAdds: return own + value;
  default: return own * value;
  }
}

/* All values that curves can change. */
typedef struct {
  Vectors position, velocity;
  floats scale, angle;
  Colors color;
} Seen;

/* Start values of the curves of speeds. */
typedef struct {
  Vectors position;
  floats scale, angle;
} Beginnings;

/* The offset by the integral of a curve of its speed. */
INLINE floats carried(floats now, floats begin, const ParticleCurve *curve, floats way) {
  return curve->operation == ParticleCurveReplaces ? begin + way : now + way;
}

INLINE void follow_curve(Seen *s, const ParticleLooks *looks, const ParticleCurve *curve, const Beginnings *begin,
                         floats share, floats lifetime) {
  floats value = curve_value(looks, curve, share);
  floats way = curve->is_speed ? curve_integral(looks, curve, share) * lifetime : splat(0);
  switch (curve->target) {
  case ParticleTargetPositionX: s->position.x = curved(s->position.x, curve, value); break;
  case ParticleTargetPositionY: s->position.y = curved(s->position.y, curve, value); break;
  case ParticleTargetPositionZ: s->position.z = curved(s->position.z, curve, value); break;
  case ParticleTargetVelocityX:
    s->position.x = carried(s->position.x, begin->position.x, curve, way);
    s->velocity.x = curved(s->velocity.x, curve, value);
    break;
  case ParticleTargetVelocityY:
    s->position.y = carried(s->position.y, begin->position.y, curve, way);
    s->velocity.y = curved(s->velocity.y, curve, value);
    break;
  case ParticleTargetVelocityZ:
    s->position.z = carried(s->position.z, begin->position.z, curve, way);
    s->velocity.z = curved(s->velocity.z, curve, value);
    break;
  case ParticleTargetRotation: s->angle = curved(s->angle, curve, value); break;
  case ParticleTargetSpin: s->angle = carried(s->angle, begin->angle, curve, way); break;
  case ParticleTargetScale: s->scale = curved(s->scale, curve, value); break;
  case ParticleTargetScaleSpeed: s->scale = carried(s->scale, begin->scale, curve, way); break;
  case ParticleTargetRed: s->color.red = curved(s->color.red, curve, value); break;
  case ParticleTargetGreen: s->color.green = curved(s->color.green, curve, value); break;
  case ParticleTargetBlue: s->color.blue = curved(s->color.blue, curve, value); break;
  case ParticleTargetAlpha: s->color.alpha = curved(s->color.alpha, curve, value); break;
  default: break;
  }
}

INLINE void follow_curves(Seen *s, const ParticleLooks *looks, const Beginnings *begin, floats age, floats lifetime) {
  floats share = age / lifetime;
  for (int32_t i = 0; i < looks->curve_count; i++)
    follow_curve(s, looks, looks->curves + i, begin, share, lifetime);
}

/* The fraction of a light that reaches particles. It decreases with the distance and outside of the cone of a spot. */
INLINE floats lit(const ParticleLight *light, Vectors place) {
  Vectors way = difference(place, vectors(light->position));
  floats square = dot(way, way), weight = 1 / (square * light->falloff + 1);
  if (!light->is_spot) return weight;
  floats cosine = dot(way, vectors(light->direction)) / larger(exact_square_root(square), splat(1e-6f));
  floats edge = clamped_to_unit((cosine - light->cone_cosine) * light->per_edge);
  return weight * (edge * edge * (3 - edge * 2));
}

INLINE void light_up(Seen *s, const ParticleLooks *looks) {
  Colors total = {splat(0), splat(0), splat(0), splat(0)};
  int reaches_alpha = 0;
  for (const ParticleLight *light = looks->lights; light < looks->lights + looks->light_count; light++) {
    floats weight = lit(light, s->position);
    total.red += weight * light->color.red;
    total.green += weight * light->color.green;
    total.blue += weight * light->color.blue;
    if (light->applies_alpha) total.alpha += weight * light->color.alpha;
    reaches_alpha |= light->applies_alpha;
  }
  s->color.red *= total.red;
  s->color.green *= total.green;
  s->color.blue *= total.blue;
  if (reaches_alpha) s->color.alpha *= total.alpha;
}
