// SPDX-License-Identifier: Apache-2.0
// check_encoder FOLDER FILE...: from the stimulus of each golden file our encoder must make its bytes; and the
// comparison must turn red for every single bit of them that is flipped. FOLDER takes the stimulus as a file of its
// own.
//
// check_encoder FOLDER SIMULATOR FILE...: the same of the RTL: SIMULATOR runs the stimulus, and writes the unit's
// bytes.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "encode.h"
#include "golden.h"
#include "stim.h"

struct made {
  uint8_t *at;
  size_t count;
};

enum { ON_EXTIN_0 = 0x60 };  // ETMTRIGGER: the event is EXTIN[0], the only one that a stimulus without a unit can tell

static bool encode(const struct golden *golden, const char *stimulus, struct made *made, struct error *err) {
  struct stim stim;
  struct encoder encoder;
  struct trace_bytes bytes = {0};
  if (!stim_open_text(&stim, stimulus, err)) return false;
  encoder_reset(&encoder, &golden->config);
  for (size_t i = 0; i < stim.count; i++) {
    const struct stim_event *e = &stim.at[i];
    if (golden->config.etmtrigger == ON_EXTIN_0 && e->extin & 1) encode_trigger(&encoder, &bytes);
    if (e->sync) encode_sync(&encoder, &bytes);
    if (e->valid) encode_waypoint(&encoder, &e->wp, &bytes);
    if (e->flush) encode_flush(&encoder, &bytes);
  }
  encode_flush(&encoder, &bytes);
  stim_close(&stim);
  *made = (struct made){.at = bytes.at, .count = bytes.count};
  return true;
}

static bool simulate(const char *simulator, const struct golden *golden, const char *stimulus, struct made *made,
                     struct error *err) {
  char command[4096], bytes[1040];
  snprintf(bytes, sizeof bytes, "%s.bytes", stimulus);
  remove(bytes);
  snprintf(command, sizeof command,
           "%s --quiet --stimulus %s --syncfr %u --depth %u --etmtrigger %u --etmauxcr %u%s --bytes %s >%s.log 2>&1",
           simulator, stimulus, golden->config.etmsyncfr, golden->config.return_stack_depth, golden->config.etmtrigger,
           golden->config.etmauxcr, golden->config.etmcr & ETMCR_RETURN_STACK ? " --return-stack" : "", bytes,
           stimulus);
  if (system(command) != 0) {
    error_set(err, "failed: %.400s", command);
    return false;
  }
  return read_file(bytes, &made->at, &made->count, err);
}

static bool same(const struct golden *golden, const struct made *made) {
  return golden->count == made->count && memcmp(golden->bytes, made->at, made->count) == 0;
}

static void tell(const char *path, const struct golden *golden, const struct made *made) {
  size_t i = 0;
  while (i < golden->count && i < made->count && golden->bytes[i] == made->at[i]) i++;
  printf("%s: byte %zu: ", path, i);
  if (i < golden->count) printf("expected %02X, ", golden->bytes[i]);
  if (i < made->count) {
    printf("made %02X\n", made->at[i]);
  } else {
    printf("made only %zu bytes of %zu\n", made->count, golden->count);
  }
}

// Every flipped bit must be noticed.
static bool flips_notice(const char *path, struct golden *golden, const struct made *made) {
  for (size_t bit = 0; bit < 8 * golden->count; bit++) {
    golden->bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
    const bool unnoticed = same(golden, made);
    golden->bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
    if (unnoticed) {
      printf("%s: bit %zu of byte %zu flipped, and nobody noticed\n", path, bit % 8, bit / 8);
      return false;
    }
  }
  return true;
}

static bool check(const char *path, const char *folder, const char *simulator) {
  struct golden golden;
  struct made made = {0};
  struct error err = {0};
  char stimulus[1024];
  const char *name = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
  snprintf(stimulus, sizeof stimulus, "%s/%s.stimulus", folder, name);

  bool good =
      golden_load(path, &golden, &err) &&
      write_file(stimulus, (const uint8_t *)golden.stimulus, strlen(golden.stimulus), &err) &&
      (simulator ? simulate(simulator, &golden, stimulus, &made, &err) : encode(&golden, stimulus, &made, &err));
  if (!good) printf("%s: %s\n", path, err.text);
  if (good && !same(&golden, &made)) {
    tell(path, &golden, &made);
    good = false;
  }
  good = good && flips_notice(path, &golden, &made);
  golden_free(&golden);
  free(made.at);
  return good;
}

int main(int argc, char **argv) {
  if (argc < 3) {
    fputs("usage: check_encoder FOLDER [SIMULATOR] FILE...\n", stderr);
    return 2;
  }
  const char *simulator = strstr(argv[2], ".golden") ? NULL : argv[2];
  int passed = 0, count = 0;
  for (int i = simulator ? 3 : 2; i < argc; i++, count++) passed += check(argv[i], argv[1], simulator);
  printf("%d passed, %d failed, 0 skipped\n", passed, count - passed);
  return passed == count && count > 0 ? 0 : 1;
}
