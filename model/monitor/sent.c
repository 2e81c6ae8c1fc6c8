// SPDX-License-Identifier: Apache-2.0
// The buffer of bytes, and the decoder that can read them again.
#include "sent.h"

#include <stdlib.h>
#include <string.h>

#include "array.h"

static void reserve(struct sent *s) {
  const size_t kept = (size_t)(s->count - s->base), more = (size_t)SENT_BLOCK * SENT_BEAT;
  s->at = array_reserve(s->at, kept + more, &s->room, 1);
}

void sent_start(struct sent *s, const struct config *config, bool keeps_all) {
  *s = (struct sent){.keeps_all = keeps_all};
  decode_start(&s->decoder_at_base, config, NULL, NULL);
  s->decoder_at_next_base = s->decoder_at_base;
  reserve(s);
}

void sent_stop(struct sent *s) {
  free(s->at);
  free(s->programs);
}

void sent_programmed(struct sent *s, const struct config *config, uint64_t at) {
  s->programs = array_reserve(s->programs, s->program_count + 1, &s->program_room, sizeof *s->programs);
  s->programs[s->program_count++] = (struct sent_program){at, *config};
}

static void note(struct sent *s, const struct cycle *c) {
  const uint64_t atbytes = c->beat_bytes - 1u;
  if (s->beats++ == 0) {
    s->atbytes.first = atbytes;
    s->atdata.first = c->beat_data;
  }
  s->atbytes.moved |= s->atbytes.first ^ atbytes;
  s->atdata.moved |= s->atdata.first ^ c->beat_data;
}

static void append(struct sent *s, const struct cycle *c) {
  note(s, c);
  uint8_t *at = s->at + (s->count - s->base);
  uint64_t data = c->beat_data;
  for (int i = 0; i < SENT_BEAT; i++, data >>= 8) at[i] = (uint8_t)data;
  s->count += c->beat_bytes;
}

void sent_beat(struct sent *s, const struct cycle *c) {
  if (!c->is_clock) reserve(s);
  if (cycle_takes_beat(c)) {
    if (!s->has_waiting_beat) append(s, c);
    s->has_waiting_beat = false;
  }
  if (cycle_stalls_beat(c)) s->has_stalled = true;
  if (c->is_masked || s->has_stalled) s->may_have_stalled = true;
}

void sent_waiting_beat(struct sent *s, const struct cycle *c) {
  if (s->has_waiting_beat || !cycle_holds_beat(c)) return;
  append(s, c);
  s->has_waiting_beat = true;
}

uint64_t sent_clock_of(const struct sent *s, uint64_t offset) {
  uint64_t high = s->clock, low = high >= SENT_CLOCKS - 1 ? high - (SENT_CLOCKS - 1) : 0;
  while (low < high) {
    const uint64_t middle = high - (high - low) / 2;
    if (s->before[middle % SENT_CLOCKS] > offset) {
      high = middle - 1;
    } else {
      low = middle;
    }
  }
  return low;
}

static void forget_programs(struct sent *s) {
  size_t gone = 0;
  while (gone < s->program_count && s->programs[gone].at < s->base) gone++;
  s->program_count -= gone;
  memmove(s->programs, s->programs + gone, s->program_count * sizeof *s->programs);
}

void sent_trim(struct sent *s, const struct decoder *decoder, uint64_t read) {
  if (!s->keeps_all && read - s->next_base >= SENT_KEPT) {
    memmove(s->at, sent_byte(s, s->next_base), (size_t)(s->count - s->next_base));
    s->base = s->next_base;
    s->decoder_at_base = s->decoder_at_next_base;
    s->decoder_at_next_base = *decoder;
    s->next_base = read;
    forget_programs(s);
  }
  reserve(s);
}

// Decodes `count` bytes from offset `from` on, each stream with its programming. `next`: the first program that may
// begin there.
static void read_streams(const struct sent *s, struct decoder *d, size_t *next, uint64_t from, const uint8_t *bytes,
                         size_t count) {
  for (; *next < s->program_count && s->programs[*next].at - from <= count; ++*next) {
    const struct sent_program *p = &s->programs[*next];
    const size_t before = (size_t)(p->at - from);
    decode_bytes(d, bytes, before);
    decode_end(d);
    decode_configure(d, &p->config);
    bytes += before;
    count -= before;
    from = p->at;
  }
  decode_bytes(d, bytes, count);
}

void sent_packets(const struct sent *s, uint64_t end, const uint8_t *more, size_t count, decode_sink *sink,
                  void *user) {
  struct decoder d = s->decoder_at_base;
  d.sink = sink;
  d.user = user;
  size_t next = 0;
  read_streams(s, &d, &next, s->base, s->at, (size_t)(end - s->base));
  read_streams(s, &d, &next, end, more, count);
  decode_end(&d);
}
