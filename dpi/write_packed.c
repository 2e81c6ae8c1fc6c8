// SPDX-License-Identifier: Apache-2.0
// Generates the members of packed structs, and C code that copies them from and to struct pins.
#include <string.h>

#include "write_pins.h"

// --- packed structs -------------------------------------------------------------------------------------------------

// A member for one pin or several: bits `low` to `high` of its struct.
struct member {
  char name[32];
  bool slot;
  unsigned low, high;
};

// The member of in_t, out_t or slot_t for a pin. False: there is none.
static bool member_of(enum pin pin, const char *kind, struct member *m) {
  const char *name = pin_text(pin)->packed, *dot = strchr(name, '.');
  const bool slot = strcmp(kind, "slot") == 0;
  if (slot ? !dot || pin >= PIN_ETMI1VALID : pin_row(pin)->output != (strcmp(kind, "out") == 0)) return false;
  m->slot = dot && !slot;
  m->low = pin_lowest(pin) - (slot ? pin_lowest(PIN_ETMI0BRHYP) : 0);
  m->high = m->low + pin_row(pin)->bits - 1;
  snprintf(m->name, sizeof m->name, "%.*s", m->slot ? (int)(dot - name) : 31, slot ? dot + 1 : name);
  return true;
}

// The highest member below bit `top`, with all its pins. False: there is none.
static bool highest_below(const char *kind, unsigned top, struct member *highest) {
  struct member m;
  bool found = false;
  for (unsigned pin = 0; pin < PINS; pin++) {
    if (!member_of(pin, kind, &m) || m.low >= top) continue;
    const bool same = found && strcmp(m.name, highest->name) == 0;
    if (same && m.low < highest->low) highest->low = m.low;
    if (same && m.high > highest->high) highest->high = m.high;
    if (!found || (!same && m.high > highest->high)) *highest = m;
    found = true;
  }
  return found;
}

// Exits if two members overlap.
static void check_overlap(const char *kind) {
  struct member a, b;
  for (unsigned one = 0; one < PINS; one++) {
    for (unsigned two = 0; member_of(one, kind, &a) && two < one; two++) {
      const bool apart = !member_of(two, kind, &b) || strcmp(a.name, b.name) == 0 || a.low > b.high || b.low > a.high;
      if (!apart) pins_refuse("lies over another pin", a.name);
    }
  }
}

static void write_bits(FILE *out, unsigned bits, const char *name) {
  fprintf(out, "    bit ");
  if (bits > 1) fprintf(out, "[%u:0] ", bits - 1);
  fprintf(out, "%s;", name);
}

void write_packed(FILE *out, const char *kind) {
  struct member m;
  unsigned top = 0;
  check_overlap(kind);
  for (unsigned pin = 0; pin < PINS; pin++) {
    if (member_of(pin, kind, &m) && m.high >= top) top = strcmp(kind, "slot") == 0 ? m.high + 1 : (m.high | 31) + 1;
  }
  for (; top > 0; top = m.low) {
    const unsigned word = (top - 1) / 32;
    const bool found = highest_below(kind, top, &m);
    if (!found || m.high < top - 1) {  // a gap
      char name[32];
      snprintf(name, sizeof name, "unused_%u", word);
      m.low = found && m.high / 32 == word ? m.high + 1 : 32 * word;
      write_bits(out, top - m.low, name);
    } else if (m.slot) {
      fprintf(out, "    slot_t %s;", m.name);
    } else {
      write_bits(out, m.high - m.low + 1, m.name);
    }
    const unsigned last = m.low / 32;
    fprintf(out, top % 32 ? "\n" : last < word ? "  // words %u and %u\n" : "  // word %u\n", word, last);
  }
}

// --- C --------------------------------------------------------------------------------------------------------------

// Bits of a word: a member, some bits of a member, or adjacent flags.
struct piece {
  const char *member;  // without in. or out.
  unsigned low, bits, bit, flags, size;
  size_t at;
  bool upper;  // the upper half of 64 bits
};

static bool starts_at(enum pin pin, enum protocol unit, bool output, unsigned word, unsigned bit) {
  const struct pin_text *t = pin_text(pin);
  const bool upper = pin_row(pin)->bits == 64 && word == t->word + 1;
  return pin_row(pin)->name[unit] && pin_row(pin)->output == output && (word == t->word || upper) && bit == t->bit;
}

// The piece that starts at a bit of a word. False: there is none.
static bool piece_at(enum protocol unit, bool output, unsigned word, unsigned bit, struct piece *p) {
  unsigned pin = 0;
  while (pin < PINS && !starts_at(pin, unit, output, word, bit)) pin++;
  if (pin == PINS) return false;
  const struct pin_text *t = pin_text(pin);
  const unsigned bits = pin_row(pin)->bits;
  *p = (struct piece){.member = strchr(t->member, '.') + 1,
                      .low = t->low,
                      .bits = bits > 32 ? 32 : bits,
                      .bit = bit,
                      .flags = bits == 1,
                      .size = t->size,
                      .at = t->at,
                      .upper = word != t->word};
  return true;
}

// Joins two pieces if the second starts where the first ends, also in C.
static bool join(struct piece *p, const struct piece *next) {
  const bool flag = p->flags && p->flags < 8 && next->flags && p->size == 1 && next->size == 1 && next->at == p->at - 1;
  const bool part = !p->flags && strcmp(p->member, next->member) == 0 && next->low == p->low + p->bits;
  if (flag) p->member = next->member, p->at = next->at, p->flags++;
  if (flag || part) p->bits += next->bits;
  return flag || part;
}

// The pieces of a word, from its lowest bit on. Returns their number.
static unsigned pieces_of(enum protocol unit, bool output, unsigned word, struct piece pieces[32]) {
  unsigned count = 0;
  struct piece next;
  for (unsigned bit = 0; bit < 32; bit++) {
    if (!piece_at(unit, output, word, bit, &next)) continue;
    const struct piece *last = count ? &pieces[count - 1] : NULL;
    if (last && last->bit + last->bits == bit && join(&pieces[count - 1], &next)) continue;
    pieces[count++] = next;
  }
  return count;
}

// The number of words of in_t or out_t.
static unsigned words_of(bool output) {
  unsigned words = 0;
  for (unsigned pin = 0; pin < PINS; pin++) {
    const unsigned high = pin_lowest(pin) + pin_row(pin)->bits - 1;
    if (pin_row(pin)->output == output && high / 32 >= words) words = high / 32 + 1;
  }
  return words;
}

void write_pack(FILE *out, enum protocol unit) {
  struct piece pieces[32];
  for (unsigned word = 0; word < words_of(false); word++) {
    const unsigned count = pieces_of(unit, false, word, pieces);
    fprintf(out, "  word[%u] = %s", word, count ? "" : "0");
    for (unsigned i = 0; i < count; i++) {
      const struct piece *p = &pieces[i];
      if (i) fprintf(out, " | ");
      if (p->flags > 1)
        fprintf(out, "flags(&in->%s, %u)", p->member, p->flags);
      else if (p->low || p->upper)
        fprintf(out, "(uint32_t)(in->%s >> %u)", p->member, p->upper ? 32 : p->low);
      else
        fprintf(out, "(uint32_t)in->%s", p->member);
      if (p->bit) fprintf(out, " << %u", p->bit);
    }
    fprintf(out, ";\n");
  }
}

void write_unpack(FILE *out, enum protocol unit, const char *kind) {
  struct piece pieces[32];
  const bool output = strcmp(kind, "out") == 0;
  for (unsigned word = 0; word < words_of(output); word++) {
    const unsigned count = pieces_of(unit, output, word, pieces);
    for (unsigned i = 0; i < count; i++) {
      const struct piece *p = &pieces[i];
      if (p->flags > 1)
        fprintf(out, "  set_flags(&%s->%s, %u, word[%u] >> %u);\n", kind, p->member, p->flags, word, p->bit);
      else if (p->upper)
        fprintf(out, "  %s->%s |= (uint64_t)word[%u] << 32;\n", kind, p->member, word);
      else
        fprintf(out, "  %s->%s = (uint%u_t)((word[%u] >> %u & 0x%Xu) << %u);\n", kind, p->member, 8 * p->size, word,
                p->bit, 0xFFFFFFFFu >> (32 - p->bits), p->low);
    }
  }
}
