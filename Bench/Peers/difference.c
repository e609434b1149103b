/* difference A.ppm B.ppm AARRGGBB: mean and greatest difference of a colour component, over the pixels that are not of
 * the background colour in both pictures. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  int width, height;
  unsigned char *bytes;
} picture;

static picture read_picture(const char *path) {
  picture p = {0, 0, NULL};
  int most;
  FILE *file = fopen(path, "rb");
  if (!file || fscanf(file, "P6 %d %d %d", &p.width, &p.height, &most) != 3 || fgetc(file) == EOF) {
    fprintf(stderr, "%s is not a picture\n", path);
    exit(1);
  }
  size_t size = (size_t)p.width * p.height * 3;
  p.bytes = malloc(size);
  if (!p.bytes || fread(p.bytes, 1, size, file) != size) exit(1);
  fclose(file);
  return p;
}

int main(int count, char **arguments) {
  if (count != 4) return 2;
  picture a = read_picture(arguments[1]), b = read_picture(arguments[2]);
  unsigned long background = strtoul(arguments[3], NULL, 16);
  unsigned char clear[3] = {background >> 16 & 255, background >> 8 & 255, background & 255};
  if (a.width != b.width || a.height != b.height) {
    fprintf(stderr, "the pictures differ in size\n");
    return 1;
  }
  double sum = 0, touched = 0;
  int greatest = 0;
  for (size_t k = 0; k < (size_t)a.width * a.height * 3; k += 3) {
    if (memcmp(a.bytes + k, clear, 3) == 0 && memcmp(b.bytes + k, clear, 3) == 0) continue;
    touched++;
    for (int c = 0; c < 3; c++) {
      int difference = abs(a.bytes[k + c] - b.bytes[k + c]);
      sum += difference;
      if (difference > greatest) greatest = difference;
    }
  }
  printf("%.3f %d\n", touched > 0 ? sum / touched / 3 : 0, greatest);
  return 0;
}
