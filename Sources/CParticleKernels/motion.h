/* Present positions of particles with behaviours: by polynomials of the age, or by tables of affine maps. The reference
   is ReferenceMotion. */

/* Affine maps by the time of birth. */

/* A row, and the elapsed fraction of the row for each particle. */
typedef struct {
  const float *row;
  floats share;
} RowReader;

/* A function of the table: a cubic polynomial of the fraction of the row. */
INLINE floats read_row(const RowReader *reader, int function) {
  const float *numbers = reader->row + function * 4;
  floats value = splat(numbers[3]);
  for (int k = 2; k >= 0; k--) value = value * reader->share + numbers[k];
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

INLINE States scaled_by_row(const RowReader *reader, const Births *birth, int needs_velocity) {
  States s = {birth->position, birth->velocity};
  s.position = sum(s.position, sum(scaled(birth->velocity, read_row(reader, 0)), read_vector(reader, 1)));
  if (needs_velocity) s.velocity = sum(scaled(birth->velocity, read_row(reader, 4)), read_vector(reader, 5));
  return s;
}

INLINE States mapped_by_row(const RowReader *reader, const Births *birth, int needs_velocity) {
  Vectors x = birth->position, v = birth->velocity;
  States s = {x, v};
  s.position = sum(sum(read_product(reader, 0, x), read_product(reader, 9, v)), read_vector(reader, 18));
  if (needs_velocity)
    s.velocity = sum(sum(read_product(reader, 21, x), read_product(reader, 30, v)), read_vector(reader, 39));
  return s;
}

/* Applies the rows of the particles one by one; usually there is only one. `functions` is the number of functions for
   the position, a constant where this is inlined, and also for the velocity. */
INLINE States motion_by_rows(const ParticleMotion *motion, int functions, const Births *birth, floats age,
                             masks is_used) {
  floats place = motion->row_now - age * motion->rows_per_second;
  place = smaller(larger(place, splat(0)), splat((float)motion->row_count));
  masks row = lesser(__builtin_convertvector(place, masks), motion->row_count - 1);
  RowReader reader = {NULL, place - __builtin_convertvector(row, floats)};
  States s = {birth->position, birth->velocity};
  for (uint32_t left = lane_bits(is_used); left;) {
    int32_t number = row[__builtin_ctz(left)];
    masks is_here = row == number;
    reader.row = motion->rows + (ptrdiff_t)number * 2 * functions * 4;
    States here = functions == PARTICLE_SCALED_FUNCTIONS ? scaled_by_row(&reader, birth, motion->needs_velocity)
                                                         : mapped_by_row(&reader, birth, motion->needs_velocity);
    s.position = choose_vectors(is_here, here.position, s.position);
    s.velocity = choose_vectors(is_here, here.velocity, s.velocity);
    left &= ~lane_bits(is_here);
  }
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
