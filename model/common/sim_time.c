// SPDX-License-Identifier: Apache-2.0
// Stores the times of clocks as parts with a constant period, and writes them as decimal numbers.
#include "sim_time.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

// --- times of clocks ------------------------------------------------------------------------------------------------

// All messages of a run have one unit: the largest in which the first period is at least 1.
static void choose_unit(struct sim_time *t, uint64_t period, int exponent) {
  int magnitude = exponent;
  for (uint64_t rest = period; rest >= 10; rest /= 10) magnitude++;
  t->unit = SIM_TIME_LEAST;
  while (t->unit + 3 <= 0 && t->unit + 3 <= magnitude) t->unit += 3;
  t->has_unit = true;
}

void sim_time_part_begin(struct sim_time *t, uint64_t clock, uint64_t time, int exponent) {
  struct sim_time_part *last = t->parts ? &t->part[(t->parts - 1) % SIM_TIME_PARTS] : NULL;
  if (exponent < SIM_TIME_LEAST || exponent > SIM_TIME_MOST) return;
  if (last && clock < t->next_clock) return;
  const bool is_second = last && last->period == 0 && clock == last->clock + 1 && exponent == last->exponent;
  if (is_second && time > last->time) {
    last->period = time - last->time;
    if (!t->has_unit) choose_unit(t, last->period, exponent);
  } else {
    if (last) last->end = t->next_clock;
    last = &t->part[t->parts++ % SIM_TIME_PARTS];
    *last = (struct sim_time_part){.clock = clock, .time = time, .exponent = exponent};
  }
  t->exponent = exponent;
  t->next_clock = clock + 1;
  t->next_time = time + last->period;
  t->period = last->period;
}

#define FEMTOSECONDS 1e15         // of a second
#define EXACT 4503599627370496.0  // 2^52: a double below it has each integer and half

void sim_time_real(struct sim_time *t, uint64_t clock, double now, double second) {
  if (!(second > 0)) return;
  if (second != t->second) {
    t->second = second;
    t->scale = FEMTOSECONDS / second;
    t->real_exponent = SIM_TIME_LEAST;
  }
  double ticks = now * t->scale;
  for (; ticks >= EXACT && t->real_exponent + 3 <= SIM_TIME_MOST; ticks = now * t->scale) {
    t->scale /= 1000;
    t->real_exponent += 3;
  }
  if (ticks >= 0 && ticks < EXACT) sim_time_edge(t, clock, (uint64_t)(int64_t)(ticks + 0.5), t->real_exponent);
}

// --- times as decimal numbers ---------------------------------------------------------------------------------------

// The time of a clock in ticks of 10^exponent seconds. False: it is unknown.
static bool find_time(const struct sim_time *t, uint64_t clock, uint64_t *time, int *exponent) {
  if (!t || !t->has_unit || clock >= t->next_clock) return false;
  const uint64_t kept = t->parts < SIM_TIME_PARTS ? t->parts : SIM_TIME_PARTS;
  for (uint64_t i = 1; i <= kept; i++) {
    const struct sim_time_part *p = &t->part[(t->parts - i) % SIM_TIME_PARTS];
    if (clock < p->clock) continue;
    if (i > 1 && clock >= p->end) return false;
    *time = p->time + (clock - p->clock) * p->period;
    *exponent = p->exponent;
    return p->period > 0 || clock == p->clock;
  }
  return false;
}

// `value` * 10^shift, without zeros at the end of a fraction.
static void put_decimal(uint64_t value, int shift, char text[SIM_TIME_TEXT]) {
  enum { DIGITS = 18 };  // at least as many as a fraction has
  char fraction[DIGITS + 6];
  uint64_t power = 1;
  for (; shift < 0 && value % 10 == 0; shift++) value /= 10;
  for (int i = shift; i < 0; i++) power *= 10;
  if (shift < 0) {
    snprintf(fraction, sizeof fraction, "%018" PRIu64, value % power);
    snprintf(text, SIM_TIME_TEXT, "%" PRIu64 ".%s", value / power, fraction + DIGITS + shift);
  } else {
    snprintf(text, SIM_TIME_TEXT, "%" PRIu64 "%.*s", value, value ? shift : 0, "00000000000000000");
  }
}

const char *sim_time_number(const struct sim_time *t, uint64_t clock, char text[SIM_TIME_TEXT]) {
  uint64_t time;
  int exponent;
  text[0] = '\0';
  if (find_time(t, clock, &time, &exponent)) put_decimal(time, exponent - t->unit, text);
  return text;
}

static const char *const unit_names[] = {"s", "ms", "us", "ns", "ps", "fs"};

const char *sim_time_unit(const struct sim_time *t) { return unit_names[-t->unit / 3]; }

// --- messages -------------------------------------------------------------------------------------------------------

static const char between[] = " to ";  // separates two clocks or two times

// One or two clock numbers in a message.
struct clock_numbers {
  const char *end;  // the text after them
  bool known;       // the time of each is known
  char first[SIM_TIME_TEXT], last[SIM_TIME_TEXT];
  bool two;
};

// Does `text` begin with "clock N" or "clocks N to N"?
static bool find_clock_numbers(const char *text, const struct sim_time *t, struct clock_numbers *p) {
  static const char one[] = "clock ", two[] = "clocks ";
  char *end;
  p->two = strncmp(text, two, strlen(two)) == 0;
  if (!p->two && strncmp(text, one, strlen(one)) != 0) return false;
  text += p->two ? strlen(two) : strlen(one);
  if (!isdigit((unsigned char)*text)) return false;
  p->known = *sim_time_number(t, strtoull(text, &end, 10), p->first);
  p->end = end;
  if (!p->two) return true;
  if (strncmp(end, between, strlen(between)) != 0 || !isdigit((unsigned char)end[strlen(between)])) return false;
  p->known = *sim_time_number(t, strtoull(end + strlen(between), &end, 10), p->last) && p->known;
  p->end = end;
  return true;
}

static bool is_in_word(char c) { return isalnum((unsigned char)c) || c == '-' || c == '_'; }

void sim_time_write(FILE *to, const char *message, const struct sim_time *t) {
  struct clock_numbers p;
  for (const char *at = message; *at;) {
    if ((at > message && is_in_word(at[-1])) || !find_clock_numbers(at, t, &p)) {
      putc(*at++, to);
      continue;
    }
    const bool in_parentheses = *p.end == ')';
    fwrite(at, 1, (size_t)(p.end - at), to);
    if (p.known) {
      fprintf(to, "%s%s %s", in_parentheses ? ", " : " (", p.first, sim_time_unit(t));
      if (p.two) fprintf(to, "%s%s %s", between, p.last, sim_time_unit(t));
      if (!in_parentheses) putc(')', to);
    }
    at = p.end;
  }
}

// The length of a time, "965 ns", at the start of the text. 0: there is none.
static size_t length_of_time(const char *text) {
  const size_t number = strspn(text, "0123456789.");
  if (!isdigit((unsigned char)*text) || text[number] != ' ') return 0;
  for (size_t i = 0; i < sizeof unit_names / sizeof *unit_names; i++) {
    const size_t length = strlen(unit_names[i]);
    if (strncmp(text + number + 1, unit_names[i], length) == 0) return number + 1 + length;
  }
  return 0;
}

// The length of the times after a clock number: " (965 ns)", or ", 965 ns" before a parenthesis. 0: there are none.
static size_t length_of_times(const char *text) {
  const bool in_parentheses = strncmp(text, ", ", 2) == 0;
  if (!in_parentheses && strncmp(text, " (", 2) != 0) return 0;
  const char *end = text + 2;
  size_t length = length_of_time(end);
  if (length == 0) return 0;
  end += length;
  if (strncmp(end, between, strlen(between)) == 0) {
    length = length_of_time(end + strlen(between));
    end += length ? strlen(between) + length : 0;
  }
  if (*end != ')') return 0;
  return (size_t)(end - text) + !in_parentheses;
}

char *sim_time_remove(const char *text) {
  char *copy = malloc(strlen(text) + 1), *to = copy;
  if (!copy) return NULL;
  for (const char *at = text; *at;) {
    const bool follows_number = at > text && isdigit((unsigned char)at[-1]);
    const size_t length = follows_number ? length_of_times(at) : 0;
    at += length;
    if (length == 0) *to++ = *at++;
  }
  *to = '\0';
  return copy;
}
