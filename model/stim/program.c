// SPDX-License-Identifier: Apache-2.0
// The reader and the writer of a program file.
#include "program.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "error.h"
#include "image.h"
#include "step.h"

enum {
  HEADER = 36,  // bytes before the zlib stream
  NAME = 16,    // bytes of the name, zero-padded
  VERSION = 1,
  LIMIT = 16 << 20,  // bytes of a file and of its payload: more than any recording has, and few enough to allocate at
                     // once
};

static const char magic[4] = {'W', 'P', 'P', '\n'};

// The flag byte before each step.
enum {
  FLAG_EXCEPTION = 1 << 0,
  FLAG_THUMB = 1 << 1,
  FLAG_PASSED = 1 << 2,
  FLAG_NS = 1 << 3,
  FLAG_JUMP = 1 << 4,  // an address follows: the instruction is not where the previous step ended
  FLAG_PROHIBITED = 1 << 5,
  // For an exception, some bits have another meaning.
  FLAG_HANDLER_PROHIBITED = 1 << 2,
  FLAG_RESUME_PROHIBITED = 1 << 4,
  FLAG_RESUME_THUMB = 1 << 5,
  FLAG_RESUME_NS = 1 << 6,
  FLAGS_INSTRUCTION = FLAG_THUMB | FLAG_PASSED | FLAG_NS | FLAG_JUMP | FLAG_PROHIBITED,
  FLAGS_EXCEPTION = FLAG_EXCEPTION | FLAG_THUMB | FLAG_HANDLER_PROHIBITED | FLAG_NS | FLAG_RESUME_PROHIBITED |
                    FLAG_RESUME_THUMB | FLAG_RESUME_NS,
};

// The meaning of exceptions 0 and 1 in a recording. In PFT they are no exception and debug entry.
static uint8_t kind_of_exception(uint16_t exception) {
  if (exception == 0) return STEP_DEBUG_EXIT;
  return exception == 1 ? STEP_DEBUG_ENTRY : STEP_EXCEPTION;
}

bool program_fetch(const struct image *image, struct step *step) {
  if (step->address % (step->thumb ? 2 : 4) != 0) return false;
  step->size = 4;
  if (!step->thumb) return image_read32(image, step->address, &step->opcode);
  uint16_t first, second;
  if (!image_read16(image, step->address, &first)) return false;
  step->opcode = first;
  if (first < 0xE800) {
    step->size = 2;
    return true;
  }
  if (!image_read16(image, step->address + 2, &second)) return false;
  step->opcode = (uint32_t)first << 16 | second;
  return true;
}

// The address of the next instruction without FLAG_JUMP.
static uint32_t step_end(const struct step *step) { return step->address + step->size; }

static uint32_t get32(const uint8_t *b) {
  return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

static void put32(uint8_t *b, uint32_t value) {
  for (int i = 0; i < 4; i++) b[i] = (uint8_t)(value >> 8 * i);
}

// CRC of everything but the CRC itself: the 32 header bytes before it and the stream after it.
static uint32_t file_crc(const uint8_t *file, size_t size) {
  uLong crc = crc32_z(0, file, HEADER - 4);
  return (uint32_t)crc32_z(crc, file + HEADER, size - HEADER);
}

// --- writing ---

struct writer {
  uint8_t *bytes;
  size_t used;
};

static void write8(struct writer *w, uint8_t value) { w->bytes[w->used++] = value; }

static void write32(struct writer *w, uint32_t value) {
  put32(w->bytes + w->used, value);
  w->used += 4;
}

// The largest size of the payload: a flag byte, a number and two addresses for each step.
static size_t payload_room(const struct image *image, const struct step_list *steps) {
  size_t room = 8 + 10 * steps->count;
  for (size_t i = 0; i < image->count; i++) room += 8 + image->at[i].length;
  return room;
}

// A recording cannot contain ThumbEE, Jazelle, Hyp or User mode.
static bool is_recordable(const struct step *step) {
  const bool is_user_or_hyp = step->user || step->hyp, resumes_user_or_hyp = step->resume_user || step->resume_hyp;
  return !is_user_or_hyp && !resumes_user_or_hyp && !step->j && !step->resume_j;
}

static unsigned flag_if(bool is_set, unsigned flag) { return is_set ? flag : 0; }

static bool write_instruction(struct writer *w, const struct image *image, const struct step *step, uint32_t here) {
  struct step in_image = *step;
  if (!program_fetch(image, &in_image) || in_image.opcode != step->opcode || in_image.size != step->size) return false;
  bool jump = step->address != here;
  write8(w,
         (uint8_t)(flag_if(step->thumb, FLAG_THUMB) | flag_if(step->passed, FLAG_PASSED) | flag_if(step->ns, FLAG_NS) |
                   flag_if(jump, FLAG_JUMP) | flag_if(step->prohibited, FLAG_PROHIBITED)));
  if (jump) write32(w, step->address);
  return true;
}

static bool write_exception(struct writer *w, const struct step *step) {
  if (step->kind != kind_of_exception(step->exception) || step->exception > 15 || step->size != 0 || step->passed)
    return false;
  write8(w, (uint8_t)(FLAG_EXCEPTION | flag_if(step->thumb, FLAG_THUMB) | flag_if(step->ns, FLAG_NS) |
                      flag_if(step->resume_thumb, FLAG_RESUME_THUMB) | flag_if(step->resume_ns, FLAG_RESUME_NS) |
                      flag_if(step->prohibited, FLAG_HANDLER_PROHIBITED) |
                      flag_if(step->resume_prohibited, FLAG_RESUME_PROHIBITED)));
  write8(w, (uint8_t)step->exception);
  write32(w, step->address);
  write32(w, step->resume);
  return true;
}

static bool write_payload(struct writer *w, const struct image *image, const struct step_list *steps,
                          struct error *err) {
  write32(w, (uint32_t)image->count);
  for (size_t i = 0; i < image->count; i++) {
    write32(w, image->at[i].address);
    write32(w, image->at[i].length);
    memcpy(w->bytes + w->used, image->at[i].bytes, image->at[i].length);
    w->used += image->at[i].length;
  }
  write32(w, (uint32_t)steps->count);
  uint32_t here = 0;
  for (size_t i = 0; i < steps->count; i++) {
    const struct step *s = &steps->at[i];
    if (!is_recordable(s) ||
        !(s->kind == STEP_INSTRUCTION ? write_instruction(w, image, s, here) : write_exception(w, s)))
      return error_set(err, "step %zu at 0x%08X: expected an instruction of the image or an exception 0 to 15", i,
                       s->address);
    here = step_end(s);
  }
  return true;
}

static bool write_file(const char *path, const uint8_t *file, size_t size, struct error *err) {
  FILE *f = fopen(path, "wb");
  bool ok = f && fwrite(file, 1, size, f) == size;
  if (f && fclose(f) != 0) ok = false;
  if (!ok) error_set(err, "%s: cannot write: %s", path, strerror(errno));
  return ok;
}

bool program_save(const char *path, const char *name, const struct image *image, const struct step_list *steps,
                  struct error *err) {
  size_t room = payload_room(image, steps);
  if (name[0] == '\0' || strlen(name) >= NAME || room > LIMIT)
    return error_set(err, "%s: expected a name of 1 to %d characters, and at most %d bytes to record", path, NAME - 1,
                     LIMIT);
  uLongf packed = compressBound((uLong)room);
  struct writer payload = {.bytes = error_memory(malloc(room))};
  uint8_t *file = error_memory(calloc(1, HEADER + packed));
  bool ok = write_payload(&payload, image, steps, err);
  if (ok) {
    // Cannot fail: the buffer has the size of the worst case.
    compress2(file + HEADER, &packed, payload.bytes, (uLong)payload.used, Z_BEST_COMPRESSION);
    memcpy(file, magic, sizeof magic);
    put32(file + 4, VERSION);
    memcpy(file + 8, name, strlen(name));
    put32(file + 24, (uint32_t)payload.used);
    put32(file + 28, (uint32_t)packed);
    put32(file + 32, file_crc(file, HEADER + packed));
    ok = write_file(path, file, HEADER + packed, err);
  }
  free(payload.bytes);
  free(file);
  return ok;
}

// --- reading ---

// The payload. Each value is checked before it is read. The first one that is missing or invalid is `expected` at `at`.
struct reader {
  const uint8_t *bytes;
  size_t at, size;
  const char *expected;
};

static bool need(struct reader *r, bool found, const char *expected) {
  if (!found && !r->expected) r->expected = expected;
  return !r->expected;
}

static uint8_t read8(struct reader *r, const char *expected) {
  return need(r, r->size - r->at >= 1, expected) ? r->bytes[r->at++] : 0;
}

static uint32_t read32(struct reader *r, const char *expected) {
  if (!need(r, r->size - r->at >= 4, expected)) return 0;
  r->at += 4;
  return get32(r->bytes + r->at - 4);
}

static bool read_segments(struct reader *r, struct image *image) {
  uint32_t count = read32(r, "the number of segments");
  for (uint32_t i = 0; i < count && !r->expected; i++) {
    uint32_t address = read32(r, "the address of a segment");
    uint32_t length = read32(r, "the length of a segment");
    if (!need(r, length <= r->size - r->at, "the bytes of a segment")) break;
    uint8_t *bytes = image_add(image, address, length, NULL);
    if (!need(r, bytes != NULL, "a segment that is aligned, not empty and does not overlap")) break;
    memcpy(bytes, r->bytes + r->at, length);
    r->at += length;
  }
  return !r->expected;
}

static bool read_step(struct reader *r, const struct image *image, uint32_t here, struct step *step) {
  uint8_t flags = read8(r, "a step");
  step->thumb = flags & FLAG_THUMB;
  step->ns = flags & FLAG_NS;
  if (flags & FLAG_EXCEPTION) {
    step->prohibited = flags & FLAG_HANDLER_PROHIBITED;
    step->resume_prohibited = flags & FLAG_RESUME_PROHIBITED;
    step->resume_thumb = flags & FLAG_RESUME_THUMB;
    step->resume_ns = flags & FLAG_RESUME_NS;
    step->exception = read8(r, "an exception number");
    step->kind = kind_of_exception(step->exception);
    step->address = read32(r, "the address of a handler");
    step->resume = read32(r, "a resume address");
    return need(r, (flags & ~FLAGS_EXCEPTION) == 0 && step->exception <= 15,
                "the flags of a step, an exception 0 to 15");
  }
  step->passed = flags & FLAG_PASSED;
  step->prohibited = flags & FLAG_PROHIBITED;
  step->address = flags & FLAG_JUMP ? read32(r, "the address of an instruction") : here;
  return need(r, (flags & ~FLAGS_INSTRUCTION) == 0 && program_fetch(image, step),
              "the flags of a step, an instruction inside the image");
}

static bool read_steps(struct reader *r, const struct image *image, struct step_list *steps) {
  uint32_t count = read32(r, "the number of steps");
  uint32_t here = 0;
  for (uint32_t i = 0; i < count; i++) {
    size_t start = r->at;
    struct step s = {0};
    if (!read_step(r, image, here, &s)) {
      r->at = start;
      return false;
    }
    *step_list_add(steps) = s;
    here = step_end(&s);
  }
  return need(r, r->at == r->size, "the end of the payload");
}

// The whole file and its size, or NULL.
static uint8_t *read_file(const char *path, size_t *size, struct error *err) {
  uint8_t *bytes = malloc(LIMIT + 1);
  FILE *f = bytes ? fopen(path, "rb") : NULL;
  *size = f ? fread(bytes, 1, LIMIT + 1, f) : 0;
  bool ok = f && !ferror(f);
  if (!ok) error_set(err, "%s: cannot read: %s", path, strerror(errno));
  if (f) fclose(f);
  if (ok) return bytes;
  free(bytes);
  return NULL;
}

// Checks everything that does not need the unpacked payload.
static bool check_file(const char *path, const uint8_t *file, size_t size, struct error *err) {
  if (size < sizeof magic || memcmp(file, magic, sizeof magic) != 0)
    return error_set(err, "%s: byte 0: not a recorded program: expected \"WPP\" and a newline", path);
  if (size < HEADER)
    return error_set(err, "%s: byte %zu: truncated: expected a header of %d bytes", path, size, HEADER);
  if (get32(file + 4) != VERSION)
    return error_set(err, "%s: byte 4: expected version %d, found %u; record the program again", path, VERSION,
                     get32(file + 4));
  if (get32(file + 24) > LIMIT)
    return error_set(err, "%s: byte 24: expected a payload of at most %d bytes, found %u", path, LIMIT,
                     get32(file + 24));
  if (get32(file + 28) != size - HEADER)
    return error_set(err, "%s: byte 28: %s: expected %u bytes after the header, found %zu", path,
                     size - HEADER < get32(file + 28) ? "truncated" : "damaged", get32(file + 28), size - HEADER);
  if (get32(file + 32) != file_crc(file, size))
    return error_set(err, "%s: byte 32: damaged: expected CRC 0x%08X, found 0x%08X", path, file_crc(file, size),
                     get32(file + 32));
  return true;
}

// The unpacked payload, or NULL.
static uint8_t *unpack(const char *path, const uint8_t *file, size_t size, struct error *err) {
  uLongf length = get32(file + 24);
  uint8_t *payload = error_memory(malloc(length + 1));
  if (uncompress(payload, &length, file + HEADER, (uLong)(size - HEADER)) != Z_OK || length != get32(file + 24)) {
    error_set(err, "%s: byte %d: damaged: expected a zlib stream of %u bytes", path, HEADER, get32(file + 24));
    free(payload);
    payload = NULL;
  }
  return payload;
}

bool program_load(const char *path, struct image *image, struct step_list *steps, struct error *err) {
  size_t size;
  uint8_t *file = read_file(path, &size, err);
  if (!file) return false;
  uint8_t *payload = check_file(path, file, size, err) ? unpack(path, file, size, err) : NULL;
  bool ok = false;
  if (payload) {
    struct reader r = {.bytes = payload, .size = get32(file + 24)};
    ok = read_segments(&r, image) && read_steps(&r, image, steps);
    if (!ok) error_set(err, "%s: payload byte %zu: damaged: expected %s", path, r.at, r.expected);
  }
  free(payload);
  free(file);
  if (!ok) {
    image_free(image);
    step_list_free(steps);
  }
  return ok;
}
