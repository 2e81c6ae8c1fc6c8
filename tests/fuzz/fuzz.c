// SPDX-License-Identifier: Apache-2.0
// fuzz: what libFuzzer calls (make fuzz). One target for each reader of files, a command line of `waypoint` that it
// runs on each input, and one that puts random pins into a checker. $READER names it, $FOLDER has a file of each kind
// (tests/failure_report/kinds.sh).
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "check_options.h"
#include "checker.h"
#include "error.h"
#include "option_words.h"
#include "pin.h"

int waypoint_main(int argc, char **argv);  // main of model/cli/main.c

enum { PATH = 200, WORDS = 24, HEADER = 36 };

// --- inputs ----------------------------------------------------------------------------------------------------------

static const char *folder;
static char input[PATH];  // the file that has it

static void put_bytes(FILE *file, const void *bytes, size_t count) {
  if (fwrite(bytes, 1, count, file) != count) abort();
}

static void put32(uint8_t *to, uint32_t value) {
  for (int i = 0; i < 4; i++) to[i] = (uint8_t)(value >> 8 * i);
}

// A program's payload, packed and with its CRC (docs/program-file.md): else every input would be refused for that.
static void put_program(FILE *file, const uint8_t *bytes, size_t count) {
  uLongf packed = compressBound(count);
  uint8_t *all = calloc(1, HEADER + packed);
  compress2(all + HEADER, &packed, bytes, count, 1);
  memcpy(all, "WPP\n\1\0\0\0fuzz", 12);
  put32(all + 24, (uint32_t)count);
  put32(all + 28, (uint32_t)packed);
  put32(all + 32, (uint32_t)crc32(crc32(0, all, HEADER - 4), all + HEADER, (uInt)packed));
  put_bytes(file, all, HEADER + packed);
  free(all);
}

// --- command lines ---------------------------------------------------------------------------------------------------

// `line`: '@' is replaced by the input, '%' by the folder.
static void run_line(const char *line) {
  char text[4 * PATH] = "", *words[WORDS], *rest;
  int count = 0;
  for (const char *at = line; *at; at++) {
    const size_t used = strlen(text);
    const char one[] = {*at, '\0'};
    snprintf(text + used, sizeof text - used, "%s", *at == '@' ? input : *at == '%' ? folder : one);
  }
  words[count++] = text;
  for (char *word = strtok_r(text, " ", &rest); word && count < WORDS - 1; word = strtok_r(NULL, " ", &rest)) {
    words[count++] = word;
  }
  words[0] = words[1];
  words[count] = NULL;
  (void)waypoint_main(count, words);
}

// --- a configuration -------------------------------------------------------------------------------------------------

static void read_config(const uint8_t *bytes, size_t count) {
  struct check_options options;
  struct option_words words = {0};
  struct error err;
  char *text = error_memory(strndup((const char *)bytes, count));
  (void)options_of_words(&options, &words, text, count & 1, &err);
  option_words_free(&words);
  free(text);
}

// --- pins ------------------------------------------------------------------------------------------------------------

static const char *const checkers[] = {"set=a15 quiet",
                                       "set=full mode=bytes quiet",
                                       "set=a9 shared-atb quiet",
                                       "set=a7 max-lost=any quiet",
                                       "set=full mode=strict quiet",
                                       "quiet"};
enum { CHECKERS = sizeof checkers / sizeof *checkers, DO_CLOCK = 0xF8, DO_CORE, DO_ATB, DO_APB, DO_RESET, DO_REGISTER };

static uint64_t take(const uint8_t **bytes, size_t *count, unsigned want) {
  uint64_t value = 0;
  for (; want > 0 && *count > 0; want--, (*bytes)++, (*count)--) value = value << 8 | **bytes;
  return value;
}

// A byte is a pin, and its value follows; or something happens to the checker. Where nothing has happened for long, a
// clock comes by itself.
static void drive(struct checker *c, struct pins *pins, uint8_t what, const uint8_t **bytes, size_t *count) {
  switch (what) {
    case DO_CORE:
      checker_core(c, pins);
      return;
    case DO_ATB:
      checker_atb(c, pins);
      return;
    case DO_APB:
      checker_apb(c, pins);
      return;
    case DO_RESET:
      checker_reset(c);
      return;
    case DO_REGISTER: {
      const uint16_t offset = (uint16_t)(take(bytes, count, 2) & 0xFFC);
      checker_register(c, offset, (uint32_t)take(bytes, count, 4));
      return;
    }
    default:
      break;
  }
  if (what >= DO_CLOCK) {
    checker_clock(c, pins);
    return;
  }
  const enum pin pin = what % PINS;
  const unsigned bits = pin_row(pin)->bits;
  const uint64_t most = UINT64_MAX >> (64 - bits), value = take(bytes, count, (bits + 7) / 8) & most;
  pin_set(pins, pin, value, what >= PINS && what % 2 ? value & take(bytes, count, 1) : 0);
}

static void check_pins(const uint8_t *bytes, size_t count) {
  static const uint32_t widths[] = {8, 16, 32, 64};
  const unsigned how = (unsigned)take(&bytes, &count, 1);
  const bool etm = how & 1;
  struct error err;
  struct checker *c = checker_open_text(checkers[(how >> 3) % CHECKERS], widths[how >> 1 & 3], etm, &err);
  if (!c) return;
  struct pins pins = {.in = {.resetn = true, .atclken = true, .pclken = true}};
  while (count > 0) drive(c, &pins, (uint8_t)take(&bytes, &count, 1), &bytes, &count);
  checker_close(c);
}

// --- the table -------------------------------------------------------------------------------------------------------

struct reader {
  const char *name;  // of its kind, too: what is there to begin with
  const char *line;
  void (*run)(const uint8_t *bytes, size_t count);  // in place of the line
  bool is_program;
};

static const struct reader readers[] = {
    {"facts", "report @", NULL, false},
    {"junit", "report @", NULL, false},
    {"result", "result @", NULL, false},
    {"text", "encode --stimulus @", NULL, false},
    {"text-etm", "encode --protocol etm3 --stimulus @", NULL, false},
    {"events", "encode --events @", NULL, false},
    {"events-text", "generate --events @", NULL, false},
    {"program", "encode --program @", NULL, true},
    {"log", "check --log @ --quiet", NULL, false},
    {"vcd", "check --wave @ --map %/map --quiet", NULL, false},
    {"fst", "check --wave @ --map %/map --quiet", NULL, false},
    {"map", "check --wave %/vcd --map @ --quiet", NULL, false},
    {"elf", "record --elf @ --log %/steps -o %/out", NULL, false},
    {"tarmac", "record --elf %/elf --log @ -o %/out", NULL, false},
    {"steps", "record --elf %/elf --log @ -o %/out", NULL, false},
    {"beats", "list --snapshot %/snapshot --with-beats @", NULL, false},
    {"frames", "frames @ --id 0x10 -o %/out", NULL, false},
    {"bytes", "decode @ --packets --instructions --random 7 --clocks 120", NULL, false},
    {"bytes-timed", "decode @ --set full --cycle-accurate --timestamps --context-id 4 --flow --random 7 --clocks 120",
     NULL, false},
    {"bytes-etm", "decode @ --protocol etm3 --packets --instructions --random 7 --clocks 120", NULL, false},
    {"bytes-checked", "check @ --random 7 --clocks 120", NULL, false},
    {"snapshot.ini", "decode --snapshot %/of-snapshot.ini", NULL, false},
    {"trace.ini", "decode --snapshot %/of-trace.ini", NULL, false},
    {"cpu_0.ini", "decode --snapshot %/of-cpu_0.ini --flow", NULL, false},
    {"ptm_0.ini", "decode --snapshot %/of-ptm_0.ini --events", NULL, false},
    {"unit", "unit @", NULL, false},
    {"config", NULL, read_config, false},
    {"pins", NULL, check_pins, false},
};
enum { READERS = sizeof readers / sizeof *readers };
static const struct reader *reader;

int LLVMFuzzerInitialize(int *argc, char ***argv) {
  (void)argc, (void)argv;
  const char *name = getenv("READER");
  folder = getenv("FOLDER");
  for (unsigned i = 0; i < READERS; i++) {
    if (!name) puts(readers[i].name);
    if (name && strcmp(name, readers[i].name) == 0) reader = &readers[i];
  }
  if (!name) exit(0);
  if (!reader || !folder) exit(2);
  snprintf(input, sizeof input, "%s/input", folder);
  return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count) {
  if (reader->run) {
    reader->run(bytes, count);
    return 0;
  }
  FILE *file = fopen(input, "wb");
  if (!file) abort();
  if (reader->is_program) put_program(file, bytes, count);
  if (!reader->is_program) put_bytes(file, bytes, count);
  fclose(file);
  run_line(reader->line);
  return 0;
}
