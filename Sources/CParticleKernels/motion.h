/* Where particles are now under behaviours: by polynomials of the age, by rows of affine maps. The twin of
   ReferenceMotion. */

/* Affine maps by the time of birth. */

/* The rows of 16 particles: one that all of them share, or numbers of their own, 16 of each. */
typedef struct {
  const float *row;
  float numbers[2 * PARTICLE_MAPPED_FUNCTIONS * 4 * LANES];
  floats share;
} RowReader;

/* Rows by ages, and the first `count` of their functions. */
INLINE void find_rows(RowReader *reader, const ParticleMotion *motion, ptrdiff_t stride, int count, floats age,
                      masks is_used) {
  floats place = motion->row_now - age * motion->rows_per_second;
  place = smaller(larger(place, splat(0)), splat((float)motion->row_count));
  masks row = lesser(__builtin_convertvector(place, masks), motion->row_count - 1);
  reader->share = place - __builtin_convertvector(row, floats);
  reader->row = motion->rows + row[0] * stride;
  if (!lane_bits(is_used & (row != (masks){} + row[0]))) return;
  reader->row = NULL;
#pragma clang loop unroll(disable)
  for (int lane = 0; lane < LANES; lane++) {
    const float *numbers = motion->rows + row[lane] * stride;
#pragma clang loop unroll(disable) vectorize(disable)
    for (int k = 0; k < count * 4; k++) reader->numbers[k * LANES + lane] = numbers[k];
  }
}

INLINE floats row_number(const RowReader *reader, int k) {
  return reader->row ? splat(reader->row[k]) : load(reader->numbers + k * LANES);
}

/* A function of the table: a cubic polynomial of the share of the row. */
INLINE floats read_row(const RowReader *reader, int function) {
  floats value = row_number(reader, function * 4 + 3);
  for (int k = 2; k >= 0; k--) value = value * reader->share + row_number(reader, function * 4 + k);
  return value;
}

INLINE Vectors read_vector(const RowReader *reader, int function) {
  return (Vectors){read_row(reader, function), read_row(reader, function + 1), read_row(reader, function + 2)};
}

/* A matrix, row by row, times a vector. */
INLINE Vectors read_product(const RowReader *reader, int function, Vectors v) {
  return (Vectors){dot(read_vector(reader, function), v), dot(read_vector(reader, function + 3), v),
                   dot(read_vector(reader, function + 6), v)};
}

INLINE States scaled_motion(const ParticleMotion *motion, const Births *birth, floats age, masks is_used) {
  RowReader reader;
  int functions = PARTICLE_SCALED_FUNCTIONS, read = motion->needs_velocity ? 2 * functions : functions;
  find_rows(&reader, motion, 2 * functions * 4, read, age, is_used);
  States s = {birth->position, birth->velocity};
  s.position = sum(s.position, sum(scaled(birth->velocity, read_row(&reader, 0)), read_vector(&reader, 1)));
  if (motion->needs_velocity)
    s.velocity = sum(scaled(birth->velocity, read_row(&reader, 4)), read_vector(&reader, 5));
  return s;
}

INLINE States mapped_motion(const ParticleMotion *motion, const Births *birth, floats age, masks is_used) {
  RowReader reader;
  int functions = PARTICLE_MAPPED_FUNCTIONS, read = motion->needs_velocity ? 2 * functions : functions;
  find_rows(&reader, motion, 2 * functions * 4, read, age, is_used);
  Vectors x = birth->position, v = birth->velocity;
  States s = {x, v};
  s.position = sum(sum(read_product(&reader, 0, x), read_product(&reader, 9, v)), read_vector(&reader, 18));
  if (motion->needs_velocity)
    s.velocity = sum(sum(read_product(&reader, 21, x), read_product(&reader, 30, v)), read_vector(&reader, 39));
  return s;
}

INLINE States polynomial_motion(const ParticleMotion *motion, const ParticleCell *cell, const Births *birth,
                                floats age) {
  const ParticleVector *acceleration = &cell->speed.position, *offset = &cell->offset.position;
  const ParticleVector *later = &motion->velocity_offset;
  floats half_square = age * age * 0.5f;
  States s;
  s.position.x = birth->position.x + birth->velocity.x * age + (half_square * acceleration->x + offset->x);
  s.position.y = birth->position.y + birth->velocity.y * age + (half_square * acceleration->y + offset->y);
  s.position.z = birth->position.z + birth->velocity.z * age + (half_square * acceleration->z + offset->z);
  s.velocity.x = birth->velocity.x + (age * acceleration->x + later->x);
  s.velocity.y = birth->velocity.y + (age * acceleration->y + later->y);
  s.velocity.z = birth->velocity.z + (age * acceleration->z + later->z);
  return s;
}
