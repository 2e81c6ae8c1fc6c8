// SPDX-License-Identifier: Apache-2.0
// Recorded programs. A saved program can be loaded again. A file that is cut or damaged anywhere is rejected, without a
// crash.

#define CASES_OWN_MAIN
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "case.h"
#include "error.h"
#include "image.h"
#include "program.h"
#include "step.h"

enum { HEADER = 36, ROOM = 4096 };

static char path[] = "/tmp/test_program.XXXXXX";

struct fixture {
  struct image image;
  struct step_list steps;
};

static void add_segment(struct image *image, uint32_t address, const void *bytes, uint32_t length) {
  uint8_t *to = image_add(image, address, length, NULL);
  assert_non_null(to);
  memcpy(to, bytes, length);
}

static void add(struct fixture *f, struct step s) { *step_list_add(&f->steps) = s; }

// Each field of struct step has both values in some step.
static struct fixture make_fixture(void) {
  static const uint32_t arm[] = {0xE3A00001, 0x0A000000, 0xEF000000, 0xE12FFF1E};  // MOV, BEQ, SVC, BX LR
  static const uint16_t thumb[] = {0x2001, 0xF000, 0xB800, 0x4770};                // MOVS, B.W, BX LR
  struct fixture f = {0};
  add_segment(&f.image, 0x80010000, arm, sizeof arm);
  add_segment(&f.image, 0x00000008, thumb, sizeof thumb);
  add(&f, (struct step){.address = 0x80010000, .opcode = arm[0], .size = 4, .passed = true});
  add(&f, (struct step){.address = 0x80010004, .opcode = arm[1], .size = 4});
  add(&f, (struct step){.address = 0x80010008, .opcode = arm[2], .size = 4, .passed = true, .ns = true});
  add(&f, (struct step){.address = 8,
                        .resume = 0x8001000C,
                        .kind = STEP_EXCEPTION,
                        .exception = 10,
                        .thumb = true,
                        .resume_ns = true});
  add(&f, (struct step){.address = 8, .opcode = 0x2001, .size = 2, .thumb = true, .passed = true});
  add(&f, (struct step){.address = 10, .opcode = 0xF000B800, .size = 4, .thumb = true, .passed = true});
  add(&f, (struct step){.address = 0x80010000,
                        .resume = 14,
                        .kind = STEP_EXCEPTION,
                        .exception = 15,
                        .ns = true,
                        .resume_thumb = true});
  add(&f, (struct step){.address = 14, .opcode = 0x4770, .size = 2, .thumb = true, .passed = true});
  add(&f, (struct step){.address = 0x8001000C, .opcode = arm[3], .size = 4, .passed = true});
  return f;
}

static void free_fixture(struct fixture *f) {
  image_free(&f->image);
  step_list_free(&f->steps);
}

static void assert_same_step(const struct step *a, const struct step *b) {
  assert_int_equal(a->kind, b->kind);
  assert_int_equal(a->address, b->address);
  assert_int_equal(a->opcode, b->opcode);  // or resume
  assert_int_equal(a->size, b->size);
  assert_int_equal(a->exception, b->exception);
  assert_int_equal(a->thumb, b->thumb);
  assert_int_equal(a->passed, b->passed);
  assert_int_equal(a->ns, b->ns);
  assert_int_equal(a->resume_thumb, b->resume_thumb);
  assert_int_equal(a->resume_ns, b->resume_ns);
}

static void write_bytes(const uint8_t *bytes, size_t size) {
  FILE *f = fopen(path, "wb");
  assert_non_null(f);
  assert_int_equal(fwrite(bytes, 1, size, f), size);
  assert_int_equal(fclose(f), 0);
}

// Writes the bytes of the saved fixture, and returns their number.
static size_t saved_bytes(uint8_t bytes[ROOM]) {
  struct fixture f = make_fixture();
  struct error err;
  assert_true(program_save(path, "fixture", &f.image, &f.steps, &err));
  free_fixture(&f);
  FILE *file = fopen(path, "rb");
  assert_non_null(file);
  size_t size = fread(bytes, 1, ROOM, file);
  fclose(file);
  assert_in_range(size, HEADER + 1, ROOM - 1);
  return size;
}

// Loads `path`. After a failure, everything must be empty, and the message must name the file. Returns whether it
// loaded.
static bool load(struct error *err) {
  struct fixture f = {0};
  bool ok = program_load(path, &f.image, &f.steps, err);
  if (!ok) {
    assert_null(f.image.at);
    assert_null(f.steps.at);
    assert_memory_equal(err->text, path, strlen(path));
    assert_non_null(strstr(err->text, "expected"));
  }
  free_fixture(&f);
  return ok;
}

static void assert_refused(const char *expected) {
  struct error err;
  assert_false(load(&err));
  if (!strstr(err.text, expected)) fail_msg("expected \"%s\" in: %s", expected, err.text);
}

CASE(round_trip) {
  struct fixture saved = make_fixture(), loaded = {0};
  struct error err;
  assert_true(program_save(path, "fixture", &saved.image, &saved.steps, &err));
  assert_true(program_load(path, &loaded.image, &loaded.steps, &err));
  assert_int_equal(loaded.image.count, saved.image.count);
  for (size_t i = 0; i < saved.image.count; i++) {
    assert_int_equal(loaded.image.at[i].address, saved.image.at[i].address);
    assert_int_equal(loaded.image.at[i].length, saved.image.at[i].length);
    assert_memory_equal(loaded.image.at[i].bytes, saved.image.at[i].bytes, saved.image.at[i].length);
  }
  assert_int_equal(loaded.steps.count, saved.steps.count);
  for (size_t i = 0; i < saved.steps.count; i++) assert_same_step(&loaded.steps.at[i], &saved.steps.at[i]);
  free_fixture(&saved);
  free_fixture(&loaded);
}

CASE(empty_round_trip) {
  struct fixture f = {0};
  struct error err;
  assert_true(program_save(path, "empty", &f.image, &f.steps, &err));
  assert_true(program_load(path, &f.image, &f.steps, &err));
  assert_int_equal(f.image.count, 0);
  assert_int_equal(f.steps.count, 0);
}

CASE(every_cut_is_refused) {
  uint8_t bytes[ROOM];
  size_t size = saved_bytes(bytes);
  for (size_t cut = 0; cut < size; cut++) {
    write_bytes(bytes, cut);
    assert_refused(cut < 4        ? "byte 0: not a recorded program: expected"
                   : cut < HEADER ? "truncated: expected a header"
                                  : "byte 28: truncated: expected ");
  }
  bytes[size] = 0;
  write_bytes(bytes, size + 1);
  assert_refused("byte 28: damaged: expected ");
}

CASE(every_damaged_byte_is_refused) {
  uint8_t bytes[ROOM];
  size_t size = saved_bytes(bytes);
  for (size_t i = 0; i < size; i++) {
    for (int bit = 0; bit <= 8; bit++) {
      uint8_t flip = (uint8_t)(bit < 8 ? 1 << bit : 0xFF);
      bytes[i] ^= flip;
      write_bytes(bytes, size);
      assert_refused(": byte ");
      bytes[i] ^= flip;
    }
  }
}

static void put32(uint8_t *b, uint32_t value) {
  for (int i = 0; i < 4; i++) b[i] = (uint8_t)(value >> 8 * i);
}

// Writes a file after correcting its CRC.
static void write_sealed(uint8_t *file, size_t size) {
  put32(file + 32, (uint32_t)crc32(crc32(0, file, 32), file + HEADER, (uInt)(size - HEADER)));
  write_bytes(file, size);
}

// Writes a file around any payload, with correct lengths and a correct CRC.
static void write_payload(const uint8_t *payload, size_t size) {
  uint8_t file[2 * ROOM] = "WPP\n\1";
  uLongf packed = sizeof file - HEADER;
  assert_int_equal(compress(file + HEADER, &packed, payload, (uLong)size), Z_OK);
  put32(file + 24, (uint32_t)size);
  put32(file + 28, (uint32_t)packed);
  write_sealed(file, HEADER + packed);
}

static size_t saved_payload(uint8_t payload[ROOM]) {
  uint8_t bytes[ROOM];
  size_t size = saved_bytes(bytes);
  uLongf length = ROOM;
  assert_int_equal(uncompress(payload, &length, bytes + HEADER, (uLong)(size - HEADER)), Z_OK);
  write_payload(payload, length);
  struct error err;
  assert_true(load(&err));
  return length;
}

CASE(every_cut_payload_is_refused) {
  uint8_t payload[ROOM + 1];
  size_t size = saved_payload(payload);
  for (size_t cut = 0; cut < size; cut++) {
    write_payload(payload, cut);
    assert_refused("payload byte ");
  }
  payload[size] = 0;
  write_payload(payload, size + 1);
  assert_refused("expected the end of the payload");
}

// A wrong payload with a correct CRC may have another valid meaning (another address), but must not crash.
CASE(random_payloads_do_not_crash) {
  uint8_t payload[ROOM];
  size_t size = saved_payload(payload);
  size_t refused = 0;
  for (size_t i = 0; i < size; i++) {
    for (int bit = 0; bit < 8; bit++) {
      struct error err;
      payload[i] ^= (uint8_t)(1 << bit);
      write_payload(payload, size);
      refused += !load(&err);
      payload[i] ^= (uint8_t)(1 << bit);
    }
  }
  assert_in_range(refused, size, 8 * size - 1);
}

// A header with a correct CRC can still refer to missing data.
CASE(bad_headers_are_explained) {
  static const struct {
    uint32_t offset, value;
    const char *expected;
  } wrong[] = {
      {4, 2, "byte 4: expected version 1, found 2"},
      {24, 0xFFFFFFFF, "byte 24: expected a payload of at most"},
      {24, 20, "byte 36: damaged: expected a zlib stream of 20 bytes"},
      {24, 2000, "byte 36: damaged: expected a zlib stream of 2000 bytes"},
      {HEADER, 0, "byte 36: damaged: expected a zlib stream"},
  };
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
    uint8_t bytes[ROOM];
    size_t size = saved_bytes(bytes);
    put32(bytes + wrong[i].offset, wrong[i].value);
    write_sealed(bytes, size);
    assert_refused(wrong[i].expected);
  }
}

static void assert_payload_refused(const uint8_t *payload, size_t size, const char *expected) {
  write_payload(payload, size);
  assert_refused(expected);
}

CASE(bad_payloads_are_explained) {
  enum { FIRST_STEP = 48, FIRST_EXCEPTION = 55 };  // offsets of flag bytes
  uint8_t payload[ROOM];
  size_t size = saved_payload(payload);
  payload[FIRST_STEP] ^= 0x80;
  assert_payload_refused(payload, size, "payload byte 48: damaged: expected the flags");
  payload[FIRST_STEP] ^= 0x80;
  payload[FIRST_STEP + 1] = 2;
  assert_payload_refused(payload, size, "payload byte 48: damaged: expected the flags of a step, an instruction");
  payload[FIRST_STEP + 1] = 0;
  payload[FIRST_EXCEPTION] ^= 0x80;
  assert_payload_refused(payload, size, "payload byte 55: damaged: expected the flags");
  payload[FIRST_EXCEPTION] ^= 0x80;
  payload[FIRST_EXCEPTION + 1] = 16;
  assert_payload_refused(payload, size, "payload byte 55: damaged: expected the flags of a step, an exception 0 to 15");

  static const uint8_t no_image[] = {0, 0, 0, 0, 1, 0, 0, 0, 0x02};
  assert_payload_refused(no_image, sizeof no_image,
                         "payload byte 8: damaged: expected the flags of a step, an instruction");
  static const uint8_t odd_segment[] = {1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0};
  assert_payload_refused(odd_segment, sizeof odd_segment,
                         "payload byte 12: damaged: expected a segment that is aligned");
}

CASE(unrecordable_items_are_refused) {
  static const struct step wrong[] = {
      {.address = 0x80010000, .opcode = 0xE3A00002, .size = 4},                    // another opcode
      {.address = 0x80010002, .opcode = 0x0000E3A0, .size = 2},                    // ARM, not aligned
      {.address = 0x80020000, .opcode = 0xE3A00001, .size = 4},                    // outside the image
      {.address = 0x80010000, .opcode = 0xE3A00001, .size = 2},                    // another size
      {.address = 0x00000008, .kind = STEP_EXCEPTION, .exception = 16},            // no such exception
      {.address = 0x00000008, .kind = STEP_EXCEPTION, .exception = 2, .size = 4},  // an exception is no instruction
      {.address = 0x00000008, .kind = STEP_EXCEPTION, .exception = 1},             // a debug entry is no exception
      {.address = 0x00000008, .kind = STEP_DEBUG_EXIT, .exception = 1},            // nor an exit
  };
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
    struct fixture f = make_fixture();
    struct error err;
    add(&f, wrong[i]);
    assert_false(program_save(path, "fixture", &f.image, &f.steps, &err));
    assert_non_null(strstr(err.text, "step 9 at 0x"));
    free_fixture(&f);
  }
  struct fixture f = make_fixture();
  struct error err;
  assert_false(program_save(path, "sixteen-letters!", &f.image, &f.steps, &err));
  assert_false(program_save("/nowhere/file", "fixture", &f.image, &f.steps, &err));
  assert_string_equal(err.text, "/nowhere/file: cannot write: No such file or directory");
  free_fixture(&f);
}

CASE(missing_file_is_refused) {
  struct fixture f = {0};
  struct error err;
  assert_false(program_load("/nowhere/file", &f.image, &f.steps, &err));
  assert_string_equal(err.text, "/nowhere/file: cannot read: No such file or directory");
  assert_false(program_load("/", &f.image, &f.steps, &err));
  assert_string_equal(err.text, "/: cannot read: Is a directory");
}

int main(void) {
  int fd = mkstemp(path);
  if (fd < 0) return 2;
  close(fd);
  int failed = CASES_RUN("cases", NULL, NULL);
  unlink(path);
  return failed;
}
