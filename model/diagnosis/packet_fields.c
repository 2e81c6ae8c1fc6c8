// SPDX-License-Identifier: Apache-2.0
// Compares the fields of two packets, and searches for the bits of a packet that make it correct.
#include <inttypes.h>
#include <stddef.h>
#include <string.h>

#include "append.h"
#include "corrected_packet.h"
#include "number.h"

// --- fields ---------------------------------------------------------------------------------------------------------

#define PACKET_FIELD_ROW(field, member, name, is_flag) \
  {offsetof(struct packet, member), sizeof(((struct packet *)0)->member), name, is_flag},
static const struct {
  size_t at, size;
  const char *name;
  bool is_flag;
} fields[FIELDS] = {FIELD_TABLE(PACKET_FIELD_ROW)};

static uint64_t value_of(const struct packet *p, unsigned field) {
  return number_load((const char *)p + fields[field].at, fields[field].size);
}

static uint64_t bits_that_differ(const struct packet *a, const struct packet *b, unsigned field) {
  return value_of(a, field) ^ value_of(b, field);
}

uint32_t fields_that_differ(const struct packet *a, const struct packet *b) {
  uint32_t differ = 0;
  for (unsigned i = 0; i < FIELDS; i++) differ |= (uint32_t)(bits_that_differ(a, b, i) != 0) << i;
  return differ;
}

unsigned fields_atoms(const struct packet *p) { return p->atom_count - (unsigned)__builtin_popcount(p->cycles); }

unsigned fields_outcomes(const struct packet *p) {
  unsigned outcomes = 0;
  for (unsigned n = 0, atom = 0; n < p->atom_count; n++) {
    if (!(p->cycles >> n & 1)) outcomes |= (p->atoms >> n & 1u) << atom++;
  }
  return outcomes;
}

static unsigned count_bits(const struct packet *a, const struct packet *b) {
  unsigned count = 0;
  for (unsigned i = 0; i < FIELDS; i++) count += (unsigned)__builtin_popcountll(bits_that_differ(a, b, i));
  return count;
}

// --- decoding of changed bytes --------------------------------------------------------------------------------------

struct reader {
  struct decoder before;  // the state of the decoder before the packet
  uint64_t offset;        // the offset of the packet
  struct packet packet;   // the first packet from this offset on
  bool has_packet;        // `packet` is valid
};

static void ignore_packet(void *user, const struct packet *p) {
  (void)user;
  (void)p;
}

static void take_packet(void *user, const struct packet *p) {
  struct reader *r = user;
  if (!r->has_packet && p->offset >= r->offset) r->packet = *p;
  r->has_packet = r->has_packet || p->offset >= r->offset;
}

// Decodes the trace up to byte `offset`. Returns false if the bytes before it are no longer stored, or if no packet
// begins there.
static bool start(struct reader *r, const struct report_trace *t, uint64_t offset) {
  const struct sent *s = t->bytes.sent;
  r->before = s->decoder_at_base;
  r->before.sink = ignore_packet;
  r->offset = offset;
  if (offset < s->base || offset > t->bytes.end) return false;
  decode_bytes(&r->before, sent_byte(s, s->base), (size_t)(offset - s->base));
  r->before.sink = take_packet;
  r->before.user = r;
  return r->before.state == DECODE_PACKETS && r->before.held_count == 0;
}

// Returns the number of bits in which the packet of these bytes differs from packet `p`. Returns NO_PACKET if the bytes
// are no packet of the same kind and length.
enum { NO_PACKET = 1 << 10 };
static unsigned distance(struct reader *r, const uint8_t *bytes, const struct packet *p) {
  struct decoder d = r->before;
  r->has_packet = false;
  decode_bytes(&d, bytes, p->length);
  const bool alike = r->has_packet && r->packet.kind == p->kind && r->packet.length == p->length;
  return alike ? count_bits(&r->packet, p) : NO_PACKET;
}

// Inverts the bit that reduces the distance most, from distance `from`. Returns the new distance, or `from` if no bit
// reduces it.
static unsigned flip_best(struct reader *r, uint8_t *bytes, const struct packet *right, unsigned from) {
  unsigned best = from, at = 0;
  for (unsigned i = 0; i < 8 * right->length; i++) {
    bytes[i / 8] ^= (uint8_t)(1u << i % 8);
    const unsigned now = distance(r, bytes, right);
    bytes[i / 8] ^= (uint8_t)(1u << i % 8);
    if (now < best) best = now, at = i;
  }
  if (best < from) bytes[at / 8] ^= (uint8_t)(1u << at % 8);
  return best;
}

// Inverts one bit after the other, as long as each reduces the distance. Returns whether the packet is correct.
static bool flip_singly(struct reader *r, uint8_t *bytes, const struct packet *right) {
  enum { MOST = 8 };
  unsigned left = distance(r, bytes, right), before = left + 1;
  for (unsigned flipped = 0; left > 0 && left < before && flipped < MOST; flipped++) {
    before = left;
    left = flip_best(r, bytes, right, left);
  }
  return left == 0;
}

// Inverts two bits that make the packet correct only together.
static bool flip_pair(struct reader *r, uint8_t *bytes, const struct packet *right) {
  for (unsigned i = 0; i < 8 * right->length; i++) {
    bytes[i / 8] ^= (uint8_t)(1u << i % 8);
    if (flip_best(r, bytes, right, 1) == 0) return true;
    bytes[i / 8] ^= (uint8_t)(1u << i % 8);
  }
  return false;
}

bool corrected_bits(const struct report_trace *t, const struct corrected *e, uint8_t bytes[DECODE_WINDOW]) {
  const struct packet *sent = &e->sent->packet;
  uint8_t before[DECODE_WINDOW] = {0};
  struct reader r;
  if (sent->length > DECODE_WINDOW || !start(&r, t, sent->offset)) return false;
  for (unsigned i = 0; i < sent->length; i++) before[i] = report_byte(&t->bytes, sent->offset + i);
  if (distance(&r, before, sent) != 0) return false;
  memcpy(bytes, before, sizeof before);
  if (flip_singly(&r, bytes, &e->right)) return true;
  memcpy(bytes, before, sizeof before);
  return flip_pair(&r, bytes, &e->right);
}

// --- text -----------------------------------------------------------------------------------------------------------

#define ADD(...) text_append(text, CORRECTED_ROOM, __VA_ARGS__)

// Writes the numbers of the bits that are 1: "bit 5", "bits 7, 5".
static void add_numbers(char text[CORRECTED_ROOM], uint64_t bits) {
  ADD("bit%s", bits & (bits - 1) ? "s" : "");
  for (int bit = 63; bit >= 0; bit--) {
    if (!(bits >> bit & 1)) continue;
    bits &= ~((uint64_t)1 << bit);
    ADD(bits ? " %d," : " %d", bit);
  }
}

static void add_field(char text[CORRECTED_ROOM], const struct packet *sent, const struct packet *right,
                      unsigned field) {
  const uint64_t bits = bits_that_differ(sent, right, field);
  const char *name = fields[field].name;
  if (field == FIELD_VALUE && sent->kind == PACKET_VMID) name = "the VMID";
  if (field == FIELD_ATOMS) {
    ADD("%s%s", name, bits & (bits - 1) ? "s" : "");
    for (unsigned i = 0; i < 16; i++) {
      if (bits >> i & 1) ADD(" %u", i + 1);
    }
  } else if (fields[field].is_flag) {
    ADD("%s", name);
  } else {
    add_numbers(text, bits);
    ADD(" of %s", name);
  }
}

static void add_bytes(char text[CORRECTED_ROOM], const struct report_trace *t, const struct corrected *e,
                      const uint8_t *bytes) {
  const struct packet *sent = &e->sent->packet;
  for (unsigned i = 0; i < sent->length; i++) {
    const uint8_t was = report_byte(&t->bytes, sent->offset + i);
    if (was == bytes[i]) continue;
    ADD("; byte %" PRIu64 ": 0x%02x, not 0x%02x (", sent->offset + i, bytes[i], was);
    add_numbers(text, was ^ bytes[i]);
    ADD(" of this byte)");
  }
  const char *between = "; wrong: ";
  for (unsigned i = 0; i < FIELDS; i++) {
    if (!fields[i].name || !bits_that_differ(sent, &e->right, i)) continue;
    ADD("%s", between);
    add_field(text, sent, &e->right, i);
    between = ", ";
  }
}

// Removes the number of address bytes. It is not known if the correct bytes are not known.
static void drop_bytes(char text[CORRECTED_ROOM]) {
  static const char word[] = " bytes=";
  char *at = strstr(text, word);
  if (!at) return;
  const size_t length = strlen(word) + strspn(at + strlen(word), "0123456789");
  memmove(at, at + length, strlen(at + length) + 1);
}

void corrected_text(const struct report_trace *t, const struct corrected *e, char text[CORRECTED_ROOM]) {
  uint8_t bytes[DECODE_WINDOW];
  const bool found = corrected_bits(t, e, bytes);
  packet_text(&e->right, text, CORRECTED_ROOM);
  if (!found) drop_bytes(text);
  if (found) add_bytes(text, t, e, bytes);
}
