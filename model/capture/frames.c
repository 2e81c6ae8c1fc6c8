// SPDX-License-Identifier: Apache-2.0
// Reads the bytes of one source, or of each source, from frames. Finds where frames start and where bytes are missing.
#include "frames.h"

#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "append.h"
#include "array.h"
#include "error.h"

enum { AUX = FRAME_BYTES - 1, FULL_BYTES = 4, HALF_BYTES = 2, ASYNC_ZEROS = 5, ASYNC_END = 0x80 };
enum {
  BARRIER_SYNCS = 4
};  // number of full synchronization packets in a row that kernel drivers write where data was
    // lost

// No frame has either of these at an even byte: FF there would be ID 0x7F, which no source may have.
static const uint8_t full_sync[FULL_BYTES] = {0xFF, 0xFF, 0xFF, 0x7F}, half_sync[HALF_BYTES] = {0xFF, 0x7F};

// --- frames ----------------------------------------------------------------------------------------------------------

struct frame {
  uint8_t byte[FRAME_BYTES];
  size_t offset[FRAME_BYTES];  // of each byte in the file
};

// A part of the file without full synchronization packets.
struct block {
  const uint8_t *bytes;  // bytes of the file
  size_t begin, end;
  bool starts_at_frame, ends_at_frame;  // a full synchronization packet is before, or after, the block
};

typedef void byte_sink(void *user, int id, uint8_t byte, size_t offset);

// Reads the next frame of a block, from *at on, without half synchronization packets. Returns how many of its bytes are
// there.
static unsigned next_frame(const struct block *b, size_t *at, struct frame *f, uint64_t *half_syncs) {
  unsigned used = 0;
  while (used < FRAME_BYTES && *at < b->end) {
    const bool half = used % 2 == 0 && b->end - *at >= HALF_BYTES && memcmp(b->bytes + *at, half_sync, HALF_BYTES) == 0;
    *half_syncs += half;
    if (half) {
      *at += HALF_BYTES;
      continue;
    }
    f->offset[used] = *at;
    f->byte[used++] = b->bytes[(*at)++];
  }
  return used;
}

static bool may_be_id(uint8_t id) { return id <= FRAME_LAST_ID || id == FRAME_ID_FLUSH || id == FRAME_ID_TRIGGER; }

// The index of a byte with a reserved ID. AUX: the frame has none.
static unsigned reserved_byte(const struct frame *f) {
  unsigned i = 0;
  while (i < AUX && (!(f->byte[i] & 1) || may_be_id(f->byte[i] >> 1))) i += 2;
  return i < AUX ? i : AUX;
}

// *id: the current ID; below 0: unknown.
static void split_frame(const struct frame *f, int *id, byte_sink *sink, void *user) {
  for (unsigned i = 0; i < AUX; i += 2) {
    const bool flag = f->byte[AUX] >> i / 2 & 1, is_id = f->byte[i] & 1, paired = i + 1 < AUX;
    if (!is_id) sink(user, *id, (uint8_t)(f->byte[i] | flag), f->offset[i]);
    if (is_id && !flag) *id = f->byte[i] >> 1;
    if (paired) sink(user, *id, f->byte[i + 1], f->offset[i + 1]);
    if (is_id && flag) *id = f->byte[i] >> 1;
  }
}

// Does the byte end an A-sync? *zeros: number of bytes 00 before it, up to five.
static bool ends_async(uint8_t *zeros, uint8_t byte) {
  const bool ends = byte == ASYNC_END && *zeros == ASYNC_ZEROS;
  *zeros = byte != 0 ? 0 : *zeros < ASYNC_ZEROS ? (uint8_t)(*zeros + 1) : ASYNC_ZEROS;
  return ends;
}

// --- where frames start ----------------------------------------------------------------------------------------------

// What a byte of a block shows, with a bit for each offset at which the first frame of the block may start.
struct evidence {
  uint16_t starts;  // a frame starts here
  uint16_t async;   // an A-sync of a source ends here
  uint16_t bad;     // no frame can start here
};
enum { ALL = 0xFFFF, DOUBT_ASYNCS = 3 };

struct scan {
  struct evidence *of;  // for the first byte of the block; NULL: not needed
  size_t begin, frame;  // file offsets of the block and of the frame
  size_t first_id;      // file offset of the first ID in the frame; an ID before it may be in another frame, and
                        // unknown
  uint16_t bit;
  bool is_bad;
  uint8_t zeros[FRAME_IDS];
};

static void note_bad(struct scan *s) {
  s->is_bad = true;
  if (s->of) s->of[s->frame - s->begin].bad |= s->bit;
}

static void scan_byte(void *user, int id, uint8_t byte, size_t offset) {
  struct scan *s = user;
  if (id == FRAME_NO_ID && byte != 0 && offset > s->first_id + 1) note_bad(s);
  if (id <= FRAME_NO_ID || id > FRAME_LAST_ID) return;
  if (ends_async(&s->zeros[id], byte) && s->of) s->of[offset - s->begin].async |= s->bit;
}

// Returns how many bytes of the last frame are there; 0 if it is complete.
static unsigned scan_block(const struct block *b, size_t at, int id, struct scan *s) {
  struct frame f;
  uint64_t half_syncs = 0;
  unsigned used;
  if (s->of && at < b->end) s->of[at - s->begin].starts |= s->bit;
  while ((used = next_frame(b, &at, &f, &half_syncs)) == FRAME_BYTES) {
    s->frame = f.offset[0];
    s->first_id = SIZE_MAX - 1;
    for (unsigned i = AUX; i-- > 0;) {
      if (i % 2 == 0 && f.byte[i] & 1) s->first_id = f.offset[i];
    }
    if (s->of) s->of[s->frame - s->begin].starts |= s->bit;
    if (reserved_byte(&f) < AUX) {
      note_bad(s);
      id = -1;
    } else {
      split_frame(&f, &id, scan_byte, s);
    }
  }
  if (s->of && used == 0) s->of[b->end - s->begin].starts |= s->bit;
  return used;
}

// --- reading ---------------------------------------------------------------------------------------------------------

struct reader {
  const uint8_t *bytes;
  size_t count;
  struct frames_options options;
  const char *name;
  struct error *err;
  struct frames_found *found;
  int id;      // current ID; below 0: unknown
  int wanted;  // ID whose bytes are copied to `out`; -1: none
  uint8_t *out;
  size_t out_count;
  size_t resumes;  // file offset of the first byte that is not left out; if not 0, an A-sync ends there
  bool has_id;     // an ID was found
  bool is_ambiguous;
};

static void add_break(struct reader *r, enum frames_break_kind kind, uint64_t from, uint64_t to) {
  struct frames_breaks *b = &r->found->breaks;
  b->of = array_reserve(b->of, b->count + 1, &b->room, sizeof *b->of);
  b->of[b->count++] = (struct frames_break){.kind = kind, .at = r->out_count, .from = from, .to = to};
  if (kind != FRAMES_UNSURE) r->id = -1;
  r->found->skipped += kind == FRAMES_BEGIN || kind == FRAMES_DAMAGED || kind == FRAMES_END ? to - from : 0;
}

static void take(struct reader *r, uint8_t byte) {
  struct frame_source *s = &r->found->of[r->id];
  s->bytes++;
  s->asyncs += ends_async(&s->zeros, byte);
  if (r->id == r->wanted) r->out[r->out_count++] = byte;
}

static void take_byte(void *user, int id, uint8_t byte, size_t offset) {
  struct reader *r = user;
  struct frames_breaks *b = &r->found->breaks;
  if (offset < r->resumes) return;
  r->has_id |= id >= 0;
  if (id < 0) {
    r->found->unclaimed++;
    if (b->count) b->of[b->count - 1].unclaimed++;
    return;
  }
  r->id = id;
  // The bytes 00 of the A-sync were left out. If there is no space for them before the bytes that follow, the source
  // continues at its next A-sync.
  const bool resumes = offset > 0 && offset == r->resumes && offset >= r->out_count + ASYNC_ZEROS;
  for (int i = 0; resumes && i < ASYNC_ZEROS; i++) take(r, 0);
  take(r, byte);
}

// Reads the complete frames that start in [at, to) of a block.
static void read_frames(struct reader *r, const struct block *b, size_t at, size_t to) {
  struct frame f;
  while (at < to && next_frame(b, &at, &f, &r->found->half_syncs) == FRAME_BYTES) {
    int id = r->id;
    split_frame(&f, &id, take_byte, r);
    r->id = id;
    r->found->frames++;
  }
}

// --- blocks whose frames are searched --------------------------------------------------------------------------------

struct search {
  struct reader *r;
  struct block block;
  struct evidence *of;  // for each byte of the block, and for its end
  size_t size;
  unsigned rest[FRAME_BYTES];  // number of bytes in the last frame, for each offset
  size_t read;                 // bytes of the block that were read or left out
};

// Bytes of the block that all agree on where its frames start.
struct segment {
  size_t first, end;
  uint16_t offsets, bit;  // bits of the offsets that fit, and of the one that is selected
};

// The offsets that a byte excludes. A full synchronization packet after the block shows that a frame ends with the
// block.
static uint16_t excluded_at(const struct search *s, size_t i) {
  const struct evidence *e = &s->of[i];
  if (i == s->size) return s->block.ends_at_frame ? (uint16_t)~e->starts : 0;
  return e->bad | (e->async ? (uint16_t)~e->async : 0);
}

// Selects one of the offsets that fit all bytes: that of the first byte, one with a complete last frame, or any.
static void choose_offset(const struct search *s, struct segment *g) {
  const uint16_t whole = g->offsets & s->of[s->size].starts, some = g->first > 0 && whole ? whole : g->offsets;
  g->bit = some & (uint16_t)-some;
}

// The fewest bytes that exclude one of these offsets, up to the next few A-syncs from `from` on.
static unsigned least_doubts(const struct search *s, size_t from, uint16_t offsets) {
  unsigned least = UINT_MAX;
  for (; offsets; offsets &= (uint16_t)(offsets - 1)) {
    const uint16_t bit = offsets & (uint16_t)-offsets;
    unsigned doubts = 0, asyncs = 0;
    size_t i = from;
    for (; i < s->size && asyncs < DOUBT_ASYNCS; i++) {
      doubts += (excluded_at(s, i) & bit) != 0;
      asyncs += s->of[i].async != 0;
    }
    doubts += i == s->size && !(s->of[i].starts & bit);
    if (doubts < least) least = doubts;
  }
  return least;
}

// Other data may look like an A-sync. It is one if the bytes after it confirm the offsets that it shows.
static bool is_true_async(const struct search *s, size_t i, uint16_t offsets) {
  const uint16_t shown = s->of[i].async, confirmed = offsets & shown, others = offsets & (uint16_t)~shown;
  return !others || least_doubts(s, i + 1, others) + 1 > least_doubts(s, i + 1, confirmed ? confirmed : shown);
}

static struct segment next_segment(struct search *s, size_t first, uint16_t offsets) {
  struct segment g = {.first = first, .end = first ? first + 1 : 0, .offsets = offsets};
  for (; g.end <= s->size; g.end++) {
    if (s->of[g.end].async && !is_true_async(s, g.end, g.offsets)) s->of[g.end].async = 0;
    const uint16_t remaining = g.offsets & (uint16_t)~excluded_at(s, g.end);
    if (!remaining) break;
    g.offsets = remaining;
  }
  choose_offset(s, &g);
  return g;
}

// Does nothing show which of several offsets is right, or do all of those that show an A-sync fit?
static bool is_ambiguous(const struct search *s, const struct segment *g) {
  uint16_t async = 0;
  if (s->block.ends_at_frame) return false;
  for (size_t i = g->first; i < g->end && i < s->size; i++) async |= s->of[i].async;
  return g->bit != 1 && g->bit != g->offsets && (async & g->offsets || g->end > s->size);
}

// The last byte of [from, to) that excludes an offset. `from`: none does.
static size_t last_excluding(const struct search *s, size_t from, size_t to, uint16_t bits) {
  while (to > from && (bits == 0 || (excluded_at(s, to - 1) & bits) != bits)) to--;
  return to > from ? to - 1 : from;
}

static size_t frame_of(const struct search *s, size_t i, uint16_t bit) {
  while (i > 0 && !(s->of[i].starts & bit)) i--;
  return i;
}

// Reads a last frame that is incomplete, or in front of which a byte is missing.
static void read_last(struct search *s, size_t at, size_t unsure, uint16_t bit) {
  struct reader *r = s->r;
  const struct block *b = &s->block;
  read_frames(r, b, b->begin + at, b->begin + unsure);
  add_break(r, FRAMES_UNSURE, b->begin + unsure, b->end);
  read_frames(r, b, b->begin + (unsure > at ? unsure : at), b->end);
  add_break(r, FRAMES_END, b->end - s->rest[__builtin_ctz(bit)], b->end);
}

// Reads the frames of a segment up to `to`, from the start of the block, or otherwise from the first A-sync of the
// segment.
static void read_segment(struct search *s, const struct segment *g, size_t to) {
  struct reader *r = s->r;
  const size_t begin = s->block.begin;
  size_t resumes = g->first, at = s->read;
  while (resumes > 0 && resumes < to && !(s->of[resumes].async & g->bit)) resumes++;
  while (at < to && !(s->of[at].starts & g->bit)) at++;
  if (to <= resumes || to <= at) return;
  if (resumes > 0) add_break(r, FRAMES_DAMAGED, begin + s->read, begin + resumes);
  if (resumes == 0 && at > 0) add_break(r, FRAMES_BEGIN, begin, begin + at);
  r->resumes = resumes > 0 ? begin + resumes : 0;
  if (to == s->size && !(s->of[to].starts & g->bit)) {
    read_last(s, at, frame_of(s, last_excluding(s, resumes, to, s->of[to].starts), g->bit), g->bit);
  } else {
    read_frames(r, &s->block, begin + at, begin + to);
  }
  s->read = to;
}

static void search_block(struct reader *r, const struct block *b) {
  struct search s = {.r = r, .block = *b, .size = b->end - b->begin};
  const bool is_given = !b->starts_at_frame && r->options.offset >= 0;
  const uint16_t offsets = (uint16_t)(b->starts_at_frame ? 1 : is_given ? 1u << r->options.offset : ALL);
  s.of = error_memory(calloc(s.size + 1, sizeof *s.of));
  for (unsigned n = 0; n < FRAME_BYTES && n <= s.size; n++) {
    struct scan scan = {.of = s.of, .begin = b->begin, .bit = (uint16_t)(1u << n)};
    if (!is_given || offsets & scan.bit) s.rest[n] = scan_block(b, b->begin + n, n ? -1 : r->id, &scan);
  }
  struct segment g = next_segment(&s, 0, offsets);
  r->is_ambiguous |= is_ambiguous(&s, &g);
  while (g.end <= s.size) {
    const struct segment after = next_segment(&s, g.end, (uint16_t)~excluded_at(&s, g.end));
    read_segment(&s, &g, frame_of(&s, last_excluding(&s, g.first, g.end, after.bit), g.bit));
    g = after;
  }
  read_segment(&s, &g, s.size);
  r->resumes = 0;
  const bool is_cut = !b->starts_at_frame && s.size < FRAME_BYTES;
  if (s.read < s.size) add_break(r, is_cut ? FRAMES_BEGIN : FRAMES_DAMAGED, b->begin + s.read, b->end);
  free(s.of);
}

// --- the file --------------------------------------------------------------------------------------------------------

static void read_block(struct reader *r, const struct block *b) {
  struct scan scan = {0};
  if (b->starts_at_frame && scan_block(b, b->begin, r->id, &scan) == 0 && !scan.is_bad) {
    read_frames(r, b, b->begin, b->end);
  } else {
    search_block(r, b);
  }
}

static bool is_full_sync(const struct reader *r, size_t at) {
  return r->count - at >= FULL_BYTES && memcmp(r->bytes + at, full_sync, FULL_BYTES) == 0;
}

static void read_blocks(struct reader *r) {
  struct block b = {.bytes = r->bytes};
  for (size_t end = 0; b.begin < r->count; b.begin = end) {
    for (b.end = b.begin; b.end < r->count && !is_full_sync(r, b.end);) b.end++;
    for (end = b.end; is_full_sync(r, end);) end += FULL_BYTES;
    const size_t syncs = (end - b.end) / FULL_BYTES;
    b.ends_at_frame = syncs > 0;
    if (b.end > b.begin) read_block(r, &b);
    r->found->full_syncs += syncs;
    if (syncs >= BARRIER_SYNCS && !r->options.ignores_barriers) add_break(r, FRAMES_BARRIER, b.end, end);
    b.starts_at_frame = true;
  }
}

static size_t asyncs_of(const uint8_t *bytes, size_t count) {
  size_t asyncs = 0;
  uint8_t zeros = 0;
  for (size_t i = 0; i < count; i++) asyncs += ends_async(&zeros, bytes[i]);
  return asyncs;
}

// Does the buffer contain no frames? Then its bytes have more A-syncs than the frames, or few of them are in frames.
static bool is_no_frames(const struct reader *r, size_t asyncs) {
  size_t found = 0;
  for (unsigned id = 0; id < FRAME_IDS; id++) found += r->found->of[id].asyncs;
  const bool is_sure = r->found->skipped == 0 || r->options.offset >= 0,
             are_few = r->found->frames * FRAME_BYTES < r->count / 4;
  return !r->has_id || (!is_sure && (found < asyncs || are_few));
}

static void set_refusal(const struct reader *r) {
  const struct block b = {.bytes = r->bytes, .end = r->count};
  struct frame f;
  uint64_t half_syncs = 0;
  unsigned used = 0, reserved = AUX;
  size_t at = r->options.offset > 0 ? (size_t)r->options.offset : 0;
  while (reserved == AUX && (used = next_frame(&b, &at, &f, &half_syncs)) == FRAME_BYTES) reserved = reserved_byte(&f);
  if (reserved < AUX) {
    error_set(r->err, "%s: byte %zu: trace ID 0x%02X is reserved, so this is no CoreSight frame", r->name,
              f.offset[reserved], f.byte[reserved] >> 1);
  } else if (r->count < FRAME_BYTES) {
    error_set(r->err, "%s: byte 0: truncated: the last CoreSight frame has %u of %d bytes", r->name, used, FRAME_BYTES);
  } else {
    error_set(r->err, "%s: byte 0: expected CoreSight frames, found no %s in %zu bytes", r->name,
              r->has_id ? "place where they begin" : "trace ID", r->count);
  }
}

static bool read_all(struct reader *r) {
  const size_t asyncs = asyncs_of(r->bytes, r->count);
  *r->found = (struct frames_found){0};
  r->id = -1;
  read_blocks(r);
  frames_breaks_describe(&r->found->breaks);
  const bool is_none = is_no_frames(r, asyncs);
  if (is_none) {
    set_refusal(r);
  } else if (r->is_ambiguous) {
    error_set(r->err, "%s: byte 0: CoreSight frames may begin at several places; expected --frame-offset N", r->name);
  }
  return !is_none && !r->is_ambiguous;
}

bool frames_are_damaged(const struct frames_breaks *breaks) {
  bool is_damaged = false;
  for (size_t i = 0; i < breaks->count; i++) is_damaged |= breaks->of[i].kind == FRAMES_DAMAGED;
  return is_damaged;
}

static bool is_source(const struct frames_found *found, unsigned id) {
  return id != FRAME_NO_ID && id <= FRAME_LAST_ID && found->of[id].bytes > 0;
}

bool frames_find(struct frames_found *found, const uint8_t *bytes, size_t count, struct frames_options options,
                 const char *name, struct error *err) {
  struct reader r = {
      .bytes = bytes, .count = count, .options = options, .name = name, .err = err, .found = found, .wanted = -1};
  return read_all(&r);
}

// Lists the sources as "0x10 (4533 bytes), 0x13 (36 bytes)". A longer list is cut.
static void list_sources(const struct frames_found *found, char text[FRAMES_SOURCES_TEXT]) {
  text[0] = '\0';
  for (unsigned id = 0; id < FRAME_IDS; id++) {
    if (!is_source(found, id)) continue;
    text_append(text, FRAMES_SOURCES_TEXT, "%s0x%02X (%" PRIu64 " bytes)", *text ? ", " : "", id, found->of[id].bytes);
  }
  if (!*text) text_append(text, FRAMES_SOURCES_TEXT, "none");
}

bool frames_likely(const uint8_t *bytes, size_t count, char sources[FRAMES_SOURCES_TEXT]) {
  struct frames_found found;
  bool async = false;
  const bool good = frames_find(&found, bytes, count, FRAMES_DEFAULT, "", NULL) && !frames_are_damaged(&found.breaks);
  for (unsigned id = 0; id < FRAME_IDS; id++) async |= is_source(&found, id) && found.of[id].asyncs > 0;
  free(found.breaks.of);
  list_sources(&found, sources);
  return good && async;
}

// The ID of the selected source. Below 0: there is none, and *err lists the sources.
static int choose(const struct frames_found *found, int id, const char *name, struct error *err) {
  char list[FRAMES_SOURCES_TEXT];
  unsigned sources = 0, last = 0;
  for (unsigned i = 0; i < FRAME_IDS; i++) {
    if (is_source(found, i) && (id < 0 || i == (unsigned)id)) sources++, last = i;
  }
  if (sources == 1) return (int)last;
  list_sources(found, list);
  if (id >= 0) {
    error_set(err, "%s: expected bytes of trace ID 0x%02X, found frames of %s", name, (unsigned)id, list);
  } else {
    error_set(err, "%s: several trace sources: expected --id N, found frames of %s", name, list);
  }
  return -1;
}

bool frames_take(const uint8_t *bytes, size_t count, struct frames_options options, int id, uint8_t *out,
                 size_t *out_count, struct frames_breaks *breaks, const char *name, const char *otherwise,
                 struct error *err) {
  struct frames_found found;
  struct error why;
  struct reader r = {.bytes = bytes, .count = count, .options = options, .name = name, .err = err, .found = &found};
  *out_count = 0;
  *breaks = (struct frames_breaks){0};
  bool good = frames_find(&found, bytes, count, options, name, &why);
  if (!good) error_set(err, "%s; %s", why.text, otherwise);
  r.wanted = good ? choose(&found, id, name, err) : -1;
  free(found.breaks.of);
  if (r.wanted < 0) return false;
  r.out = out;
  // `out` may be `bytes`: the bytes of a source are never more than the bytes of their frames.
  good = read_all(&r);
  *out_count = r.out_count;
  *breaks = found.breaks;
  return good;
}
