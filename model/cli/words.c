// SPDX-License-Identifier: Apache-2.0
// Reads the options and operands of each subcommand, and checks that they agree.
#include "words.h"

#include <inttypes.h>
#include <string.h>

#include "error.h"
#include "frames.h"

#define AT(field) .at = offsetof(struct words, field)
#define FILE_NAME(field) .kind = OPTION_TEXT, AT(field), .expected = "a file name"

// Adds "ID=FILE".
static bool take_merge(const char *text, void *to) {
  struct words_merge *merge = to;
  const char *equals = strchr(text, '=');
  char number[8] = "";
  uint64_t id;
  if (!equals || equals[1] == '\0' || (size_t)(equals - text) >= sizeof number || merge->count == WORDS_MERGED) {
    return false;
  }
  memcpy(number, text, (size_t)(equals - text));
  if (!option_number(number, 1, FRAME_LAST_ID, &id)) return false;
  merge->at[merge->count].id = (uint8_t)id;
  merge->at[merge->count++].path = equals + 1;
  return true;
}

static bool take_elf(const char *text, void *to) {
  struct words_elf *elf = to;
  if (*text == '\0' || elf->count == WORDS_ELF_FILES) return false;
  elf->at[elf->count++] = text;
  return true;
}

static const struct option_row word_rows[] = {
    {"events", "FILE", "read events (docs/events.md) instead of SOURCE", WORDS_EVENTS, FILE_NAME(events)},
    {"output", "FILE", "output file (default: standard output)", WORDS_OUTPUT | WORDS_RUN | WORDS_REPORT,
     .kind = OPTION_TEXT, AT(output), .letter = 'o', .expected = "a file name"},
    {"elf", "FILE[@N]",
     "ELF file with the code, as it was linked, or with N added to each address; repeat the option for up to 16 files",
     WORDS_RECORD | WORDS_CLOCKS | WORDS_ELF, .kind = OPTION_OTHER, AT(elf), .take = take_elf,
     .expected = "a file name, at most 16 times"},
    {"log", "FILE", "log of the executed instructions, Tarmac or steps (docs/program-file.md)", WORDS_RECORD,
     FILE_NAME(log)},
    {"snapshot", "DIR", "read a debugger snapshot", WORDS_SNAPSHOT, .kind = OPTION_TEXT, AT(snapshot),
     .expected = "the name of a folder"},
    {"frames", NULL, "TRACE contains CoreSight frames, as stored by an ETB, ETF, TMC or TPIU", WORDS_FRAMES,
     .kind = OPTION_ON, AT(frames)},
    {"id", "N", "ATB ID of the trace source to read, if a snapshot or frames contain several",
     WORDS_SNAPSHOT | WORDS_FRAMES | WORDS_MERGE, .kind = OPTION_NUMBER, AT(choice.id), .max = 0x7F,
     .expected = "a trace ID, 0 to 0x7F"},
    {"frame-offset", "N",
     "byte of the file with which the first CoreSight frame begins, 0 to 15 (default: it is found)",
     WORDS_SNAPSHOT | WORDS_FRAMES | WORDS_MERGE, .kind = OPTION_NUMBER, AT(choice.frames.offset),
     .max = FRAME_BYTES - 1},
    {"ignore-barriers", NULL,
     "continue a trace source after four full synchronization packets in a row, which end all sources by default",
     WORDS_SNAPSHOT | WORDS_FRAMES | WORDS_MERGE, .kind = OPTION_ON, AT(choice.frames.ignores_barriers)},
    {"source", "NAME", "name of the trace source to read, if a snapshot contains several", WORDS_SNAPSHOT,
     .kind = OPTION_TEXT, AT(choice.source), .expected = "a name"},
    {"merge", "ID=FILE",
     "write frames, with the trace bytes in FILE for this ATB ID; repeat the option for up to 16 sources", WORDS_MERGE,
     .kind = OPTION_OTHER, AT(merge), .take = take_merge, .expected = "ID=FILE, ID 0x01 to 0x6F, at most 16 times"},
    {"turn", "N", "bytes of one source before those of the next; requires --merge (default 4)", WORDS_MERGE,
     .kind = OPTION_NUMBER, AT(turn), .min = 1, .max = 1000000},
    {"sync", "N",
     "write a full synchronization packet every N frames, as a TPIU does; requires --merge (default 0: none)",
     WORDS_MERGE, .kind = OPTION_NUMBER, AT(sync), .max = 1000000},
    {"packets", NULL, "print each packet", WORDS_LISTING, .kind = OPTION_ON, AT(packets)},
    {"flow", NULL, "print each executed range", WORDS_LISTING, .kind = OPTION_ON, AT(flow)},
    {"waypoints", NULL, "print each executed range (alias of --flow)", WORDS_LISTING, .kind = OPTION_ON, AT(flow)},
    {"events", NULL, "print the events (docs/events.md); requires --snapshot", WORDS_LIST_EVENTS, .kind = OPTION_ON,
     AT(prints_events)},
    {"instructions", NULL, "print each instruction", WORDS_LISTING, .kind = OPTION_ON, AT(instructions)},
    {"fifo", "N[,N...]", "depths of the trace FIFO to compare, in bytes (default 16,32,64,128,256,512)", WORDS_SIZE,
     .kind = OPTION_OTHER, AT(size.fifo), .take = size_take_fifo, .expected = "powers of two, 16 to 4096, at most 12"},
    {"width", "N[,N...]", "widths of ATDATA to compare, in bits (default 8,16,32)", WORDS_SIZE, .kind = OPTION_OTHER,
     AT(size.width), .take = size_take_width, .expected = "values of 8, 16, 32 and 64"},
    {"stall", "P[,P...]", "percentages of clocks with ATREADY low to compare, 0 to 99 (default 0,25,50,75)", WORDS_SIZE,
     .kind = OPTION_OTHER, AT(size.stall), .take = size_take_stall, .expected = "numbers from 0 to 99, at most 12"},
    {"queue", "N", "entries of the input queue, a power of two, 4 to 64 (default 8)", WORDS_SIZE, .kind = OPTION_OTHER,
     AT(options.config.queue_depth), .take = options_take_queue, .turn = 2, .expected = "a power of two, 4 to 64"},
    {"svg", "FILE", "write the chart as SVG", WORDS_SIZE, FILE_NAME(svg)},
    {"log", "FILE", "read the pins at each clock edge from a log of clocks (docs/log.md) instead of TRACE",
     WORDS_CLOCKS, FILE_NAME(log)},
    {"wave", "FILE", "read the pins from a VCD or FST file instead of TRACE; requires --map", WORDS_CLOCKS,
     FILE_NAME(wave)},
    {"map", "FILE", "file that assigns signals of the VCD or FST file to pins (docs/log.md); requires --wave",
     WORDS_CLOCKS, FILE_NAME(map)},
    {"format", "text|csv|json", "output format: text, CSV or JSON lines (default text)", WORDS_LIST,
     .kind = OPTION_NAME, AT(list.format), .names = list_format_name},
    {"why", NULL, "print the reason for each packet, with the clause", WORDS_LIST, .kind = OPTION_ON, AT(list.why)},
    {"from", "N", "start at clock N, at trace byte N (byte:N) or at item N (number:N) (default: the first packet)",
     WORDS_LIST, .kind = OPTION_OTHER, AT(list.from), .take = list_take_bound,
     .expected = "a clock, or byte:N, or number:N"},
    {"to", "N", "end at clock N, at trace byte N (byte:N) or at item N (number:N) (default: the last packet)",
     WORDS_LIST, .kind = OPTION_OTHER, AT(list.to), .take = list_take_bound,
     .expected = "a clock, or byte:N, or number:N"},
    {"with-beats", "FILE", "add the clocks from a file that a simulation wrote with --beats; requires --snapshot",
     WORDS_LIST, FILE_NAME(with_beats)},
};

static const struct option_group own = {"input and output:", word_rows, OPTION_COUNT(word_rows)};

// The name of an option that was given, for the execution or the programming of the unit.
static const char *seen_setting(const struct option_line *line, unsigned use) {
  static const struct option_group *const groups[] = {&options_source, &options_code, &options_presented,
                                                      &options_unit,   &options_port, &options_registers};
  const char *name = NULL;
  for (size_t i = 0; !name && i < OPTION_COUNT(groups); i++) name = option_seen_of(line, groups[i], use);
  return name;
}

// The name of an option that was given and is only for frames.
static const char *seen_of_frames(const struct option_line *line) {
  static const char *const names[] = {"id", "frame-offset", "ignore-barriers"};
  const char *name = NULL;
  for (size_t i = 0; !name && i < OPTION_COUNT(names); i++) name = option_seen(line, names[i]) ? names[i] : NULL;
  return name;
}

static const char *seen_code(const struct option_line *line) {
  const char *name = option_seen_of(line, &options_source, ~0u);
  return name ? name : option_seen_of(line, &options_code, ~0u);
}

static bool refuse_code(const struct option_line *line, struct error *err) {
  return error_set(err, "--%s and --elf: expected only one source of the code", seen_code(line));
}

static bool agree_snapshot(const struct words *words, const struct option_line *line, struct error *err) {
  const char *unexpected = option_seen_except(line, OPTIONS_EVENTS | -(unsigned)OPTIONS_FREE);
  if (words->trace) return error_set(err, "%s: expected no TRACE with --snapshot", words->trace);
  if (words->frames) return error_set(err, "--frames is valid only with TRACE; a snapshot specifies its format");
  if (unexpected) return error_set(err, "--%s is valid only with TRACE; a snapshot contains this setting", unexpected);
  return true;
}

static bool agree_trace(const struct words *words, const struct option_line *line, struct error *err) {
  const char *unexpected = option_seen_of(line, &own, WORDS_LIST_EVENTS);
  const bool may_snapshot = line->use & WORDS_SNAPSHOT, may_list = line->use & WORDS_LISTING;
  const bool over_code = words->flow || words->instructions;
  if (words->choice.source) unexpected = "source";
  if (may_snapshot && words->depth >= 0) unexpected = "depth";
  if (unexpected) return error_set(err, "--%s requires --snapshot DIR", unexpected);
  if (!(line->use & WORDS_TRACE)) return error_set(err, "expected --snapshot DIR; see %s --help", line->command);
  if (seen_of_frames(line) && !words->frames)
    return error_set(err, "--%s requires --snapshot DIR or --frames", seen_of_frames(line));
  if (!words->trace)
    return error_set(err, "expected TRACE, a file of trace bytes%s; see %s --help",
                     may_snapshot ? ", or --snapshot DIR" : "", line->command);
  if (over_code && !words->source && !words->elf.count)
    return error_set(err, "--%s requires the code: --elf, --program, --stimulus or --random",
                     words->instructions ? "instructions" : "flow");
  if (words->elf.count && seen_code(line)) return refuse_code(line, err);
  if (may_list && words->source && !over_code)
    return error_set(err, "--%s requires --flow or --instructions", seen_setting(line, OPTIONS_CODE));
  return true;
}

static bool agree_merge(const struct words *words, const struct option_line *line, struct error *err) {
  const char *unexpected = option_seen(line, "turn") ? "turn" : option_seen(line, "sync") ? "sync" : NULL;
  if (words->merge.count && (words->trace || seen_of_frames(line)))
    return error_set(err, "--merge is valid neither with STREAM nor with --id");
  if (!words->merge.count && unexpected) return error_set(err, "--%s requires --merge ID=FILE", unexpected);
  if (!words->merge.count && !words->trace)
    return error_set(err, "expected STREAM, a file of CoreSight frames, or --merge ID=FILE; see %s --help",
                     line->command);
  return true;
}

// Checks the options for pins. The pins show the stimulus and the activity of the testbench; a source only gives the
// code.
static bool agree_clocks(const struct words *words, const struct option_line *line, struct error *err) {
  const char *unexpected = option_seen_of(line, &options_presented, ~0u);
  if (!unexpected) unexpected = option_seen_of(line, &options_testbench, ~0u);
  const char *frontend = words->log ? "log" : "wave";
  if (words->trace) return error_set(err, "%s: expected no TRACE with --%s", words->trace, frontend);
  if (words->log && words->wave) return error_set(err, "--log and --wave: expected only one of them");
  if (words->wave && !words->map)
    return error_set(err, "--wave requires --map FILE; a map assigns the signals of the wave to pins (docs/log.md)");
  if (words->map && !words->wave) return error_set(err, "--map requires --wave FILE, a VCD or FST file");
  if (unexpected)
    return error_set(err, "--%s is valid only with TRACE; with --%s the pins determine this", unexpected, frontend);
  return !words->elf.count || !seen_code(line) || refuse_code(line, err);
}

// Checks the range of a list. A snapshot does not contain clocks.
static bool agree_bounds(const struct words *words, struct error *err) {
  const struct list_bound *from = &words->list.from, *to = &words->list.to;
  const bool clocks = (from->given && from->unit == LIST_CLOCK) || (to->given && to->unit == LIST_CLOCK);
  const bool none = words->snapshot && !words->with_beats && clocks;
  const bool order = !from->given || !to->given || from->unit != to->unit || from->at <= to->at;
  if (!order)
    return error_set(err, "--from %" PRIu64 ": expected at most %" PRIu64 ", the value of --to", from->at, to->at);
  return !none || error_set(err, "--from, --to: a clock requires --with-beats FILE; use byte:N or number:N");
}

// Checks that exactly one of a log, a wave and a snapshot is given.
static bool agree_list(const struct words *words, const struct option_line *line, struct error *err) {
  const char *frontend = words->log ? "log" : words->wave ? "wave" : words->map ? "map" : NULL;
  const char *unexpected = words->snapshot ? seen_setting(line, ~0u) : NULL;
  if (words->with_beats && !words->snapshot) return error_set(err, "--with-beats requires --snapshot DIR");
  if (words->snapshot && frontend) return error_set(err, "--snapshot and --%s: expected only one of them", frontend);
  if (unexpected && strcmp(unexpected, "depth") != 0)
    return error_set(err, "--%s is valid only with --log or --wave; a snapshot contains this setting", unexpected);
  if (!words->snapshot && (words->choice.source || seen_of_frames(line)))
    return error_set(err, "--%s requires --snapshot DIR", words->choice.source ? "source" : seen_of_frames(line));
  if (!words->snapshot && !frontend)
    return error_set(err, "expected --log FILE, --wave FILE or --snapshot DIR; see %s --help", line->command);
  return agree_bounds(words, err) && (words->snapshot || agree_clocks(words, line, err));
}

// Checks that either programs or another source is given.
static bool agree_size(const struct words *words, struct error *err) {
  for (int i = words->run ? words->run - 1 : words->argc; i < words->argc; i++) {
    if (!words->source && words->argv[i][0] != '-') continue;
    return error_set(err,
                     words->source ? "%s: expected either programs or one of --random, --program and --stimulus"
                                   : "%s: expected only programs after the first program; move options before it",
                     words->argv[i]);
  }
  return true;
}

// Checks the options for trace bytes, which do not contain enough for a checker of pins.
static bool agree_bytes(const struct words *words, const struct option_line *line, struct error *err) {
  const unsigned bytes = OPTIONS_CODE | OPTIONS_STIMULUS | OPTIONS_DECODER | OPTIONS_CHECK;
  const char *unexpected = option_seen_except(line, bytes);
  if (unexpected) return error_set(err, "--%s requires --log FILE or --wave FILE", unexpected);
  if (!agree_trace(words, line, err)) return false;
  return words->source ||
         error_set(err, "expected the executed code: --program FILE, --stimulus FILE or --random SEED");
}

static bool agree(const struct words *words, const struct option_line *line, struct error *err) {
  if (line->use & WORDS_RUN && !words->run)
    return error_set(err,
                     "expected SIMULATOR OPTION..., the command after \"again:\" in a failure report; see %s --help",
                     line->command);
  if (line->use & WORDS_HEX && !words->run)
    return error_set(err, "expected trace bytes in hex, or - for standard input; see %s --help", line->command);
  if (line->use & WORDS_REPORT && !words->trace)
    return error_set(
        err, "expected FACTS, a file that a run wrote with --facts, or JUNIT, the file of a regression; see %s --help",
        line->command);
  const bool is_whole_record = words->elf.count && words->log && words->output;
  if (line->use & WORDS_RECORD && !is_whole_record)
    return error_set(err, "record: expected --elf FILE, --log FILE and -o FILE; see waypoint record --help");
  const char *unexpected = seen_setting(line, ~0u);
  if (words->events && unexpected)
    return error_set(err, "--%s is not valid with --events, which contains this setting", unexpected);
  if (option_seen(line, "clocks") && words->options.drive.source != SOURCE_RANDOM)
    return error_set(err, "--clocks is valid only with random code; a file is read to its end");
  if (line->use & WORDS_MERGE) return agree_merge(words, line, err);
  if (line->use & WORDS_SIZE && !agree_size(words, err)) return false;
  if (line->use & WORDS_LIST) return agree_list(words, line, err);
  if (words->log || words->wave) return agree_clocks(words, line, err);
  if (line->use & WORDS_CLOCKS) return agree_bytes(words, line, err);
  if (words->snapshot) return agree_snapshot(words, line, err);
  return !(line->use & (WORDS_TRACE | WORDS_SNAPSHOT)) || agree_trace(words, line, err);
}

// Completes the options of waypoint size: programs run to their end, at the pace of a real processor.
static void complete_size(struct words *words, const struct option_line *line) {
  if (!option_seen(line, "spacing")) words->options.drive.stim.spacing = SPACING_TWO;
  if (words->run && !option_seen(line, "clocks")) words->options.drive.clocks = 0;
}

// Replaces "-", which is standard input.
static void name_input(const char **path) {
  if (*path && strcmp(*path, "-") == 0) *path = "/dev/stdin";
}

enum option_result words_read(const struct command *command, int argc, char **argv, struct words *words,
                              struct error *err) {
  *words = (struct words){.choice = {.id = CAPTURE_ANY_ID, .frames = FRAMES_DEFAULT},
                          .depth = -1,
                          .turn = 4,
                          .argc = argc - 1,
                          .argv = argv + 1};
  struct option_line line = {
      .command = command->name,
      .usage = command->usage,
      .about = command->about,
      .use = command->use,
      .groups = {&own, &options_source, &options_code, &options_presented, &options_unit, &options_port,
                 &options_registers, &options_testbench, &options_files, &options_checks},
      .word = command->use & (WORDS_TRACE | WORDS_REPORT) ? &words->trace : NULL,
      .rest = command->use & (WORDS_RUN | WORDS_SIZE | WORDS_HEX) ? &words->run : NULL,
      .mixed = command->use & WORDS_HEX};
  const enum option_result result = options_read(&line, argc, argv, words, err);
  if (result != OPTION_GOOD) return result;
  name_input(&words->trace);
  name_input(&words->log);
  name_input(&words->events);
  if (command->use & WORDS_SIZE) complete_size(words, &line);
  words->source = option_seen(&line, "random") || option_seen(&line, "program") || option_seen(&line, "stimulus");
  if (option_seen(&line, "depth")) words->depth = (int)words->options.config.return_stack_depth;
  if (line.use & WORDS_CLOCKS && (words->log || words->wave))
    words->options.config.unknown = options_unnamed(&line) & ~words->options.unit.named;
  return agree(words, &line, err) ? OPTION_GOOD : OPTION_BAD;
}
