/* From what a user turns to changes of a document. */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plugin.h"

/* Of all cells, and of those that an emitter has itself: births of the others multiply with theirs. */
#define CELLS "**.emitterCells.**."
#define OWN_CELLS "*.emitterCells.*."

/* A number as documents have it. Hosts set the locale, which may write a comma. */
static const char *number(double value, char text[32]) {
  long long millionths = llround(value * 1e6);
  long long size = millionths < 0 ? -millionths : millionths;
  snprintf(text, 32, "%s%lld.%06lld", millionths < 0 ? "-" : "", size / 1000000, size % 1000000);
  return text;
}

/* The middle is as designed, the end four times as much. */
static double factor_of(double value) { return 4 * value * value; }

static int multiply(const char *key, double factor, char *text) {
  char digits[32];
  if (factor == 1) return 0;
  return snprintf(text, LONGEST_CHANGE, "%s*=%s", key, number(factor, digits)) > 0;
}

static int tint(double share, const char *channel, double value, char texts[][LONGEST_CHANGE]) {
  char digits[32];
  snprintf(texts[0], LONGEST_CHANGE, CELLS "color.%s*=%s", channel, number(1 - share, digits));
  snprintf(texts[1], LONGEST_CHANGE, CELLS "color.%s+=%s", channel, number(share * value, digits));
  return 2;
}

int changes_of(const struct settings *settings, char texts[MOST_CHANGES][LONGEST_CHANGE]) {
  const double *value = settings->value;
  char digits[32];
  int count = 0;
  count += multiply(OWN_CELLS "birthMultiplier", factor_of(value[AMOUNT]), texts[count]);
  count += multiply(CELLS "velocity", factor_of(value[SPEED]), texts[count]);
  /* Of the picture: a cell's scale is what its own cells begin with, and may be a curve over its life. */
  count += multiply(CELLS "contentsScale", 1 / fmax(1e-3, factor_of(value[SIZE])), texts[count]);
  count += multiply(CELLS "spin", factor_of(value[SPIN]), texts[count]);
  count += multiply(CELLS "lifetime", factor_of(value[LIFE]), texts[count]);
  if (value[WIND] != 0.5) {
    number((2 * value[WIND] - 1) * STARMINE_WIND, digits);
    snprintf(texts[count++], LONGEST_CHANGE, CELLS "xAcceleration+=%s*stage.width", digits);
  }
  if (value[TINT] > 0) {
    count += tint(value[TINT], "red", settings->colour.r, texts + count);
    count += tint(value[TINT], "green", settings->colour.g, texts + count);
    count += tint(value[TINT], "blue", settings->colour.b, texts + count);
  }
  if (value[SEED] > 0) snprintf(texts[count++], LONGEST_CHANGE, "movie.seed=%d", (int)lround(1000 * value[SEED]));
  if (value[LOOP] > 0)
    snprintf(texts[count++], LONGEST_CHANGE, "movie.loop=%s", number(60 * value[LOOP], digits));
  return count;
}

char *variables_of(const char *text, const char *changes[MOST_VARIABLES], size_t *count) {
  static const char prefix[] = "vars.";
  char *memory = malloc(strlen(text) + 1 + MOST_VARIABLES * sizeof prefix), *end = memory;
  for (*count = 0; memory && *text && *count < MOST_VARIABLES;) {
    text += strspn(text, " \t\r\n;");
    size_t length = strcspn(text, ";\n");
    if (length == 0) continue;
    changes[(*count)++] = end;
    end += sprintf(end, "%s%.*s", prefix, (int)length, text) + 1;
    text += length;
  }
  return memory;
}
