// SPDX-License-Identifier: Apache-2.0
#include "words.h"

#include "error.h"

#define AT(field) .at = offsetof(struct words, field)

static bool take_id(const char *text, void *to) {
  uint64_t id;
  if (!option_number(text, 0, 0x7F, &id)) return false;
  *(int *)to = (int)id;
  return true;
}

static const struct option_row word_rows[] = {
    {"events", "FILE", "read the text of docs/events.md, in place of a source", WORDS_EVENTS, .kind = OPTION_TEXT,
     AT(events), .expected = "a file name"},
    {"output", "FILE", "where to (default: standard output)", WORDS_OUTPUT, .kind = OPTION_TEXT, AT(output),
     .letter = 'o', .expected = "a file name"},
    {"snapshot", "DIR", "read a debugger's snapshot", WORDS_SNAPSHOT, .kind = OPTION_TEXT, AT(snapshot),
     .expected = "the name of a folder"},
    {"id", "N", "snapshot: of several trace sources that with this ATB ID", WORDS_SNAPSHOT, .kind = OPTION_OTHER,
     AT(choice.id), .take = take_id, .expected = "a trace ID, 0 to 0x7F"},
    {"source", "NAME", "snapshot: of several trace sources that of this name", WORDS_SNAPSHOT, .kind = OPTION_TEXT,
     AT(choice.source), .expected = "a name"},
    {"packets", NULL, "snapshot: print each packet", WORDS_LISTING, .kind = OPTION_ON, AT(packets)},
    {"flow", NULL, "snapshot: print each executed range", WORDS_LISTING, .kind = OPTION_ON, AT(flow)},
    {"waypoints", NULL, "the same as --flow", WORDS_LISTING, .kind = OPTION_ON, AT(flow)},
    {"events", NULL, "snapshot: print the text of docs/events.md", WORDS_LISTING, .kind = OPTION_ON, AT(tell_events)},
    {"instructions", NULL, "snapshot: print each instruction; TRACE: each executed range, over the code of a source",
     WORDS_INSTRUCTIONS, .kind = OPTION_ON, AT(instructions)},
};

static const struct option_group own = {"what to read and to write:", word_rows, OPTION_COUNT(word_rows)};

// An option that says what was executed, or how the unit is programmed.
static const char *seen_beside(const struct option_line *line, unsigned use) {
  static const struct option_group *const groups[] = {&options_source, &options_code, &options_presented, &options_unit,
                                                      &options_registers};
  const char *name = NULL;
  for (size_t i = 0; !name && i < OPTION_COUNT(groups); i++) name = option_seen_of(line, groups[i], use);
  return name;
}

static bool agree_snapshot(const struct words *w, const struct option_line *line, struct error *err) {
  const char *odd = seen_beside(line, ~(unsigned)OPTIONS_EVENTS & ~(unsigned)OPTIONS_ENCODER);
  if (w->trace) {
    error_set(err, "%s: expected no TRACE beside --snapshot", w->trace);
  } else if (odd) {
    error_set(err, "--%s: expected a TRACE, a snapshot says it by itself", odd);
  } else {
    return true;
  }
  return false;
}

static bool agree_trace(const struct words *w, const struct option_line *line, struct error *err) {
  const char *odd = option_seen_of(line, &own, WORDS_SNAPSHOT | WORDS_LISTING);
  const bool may_snapshot = line->use & WORDS_SNAPSHOT, may_instructions = line->use & WORDS_INSTRUCTIONS;
  if (may_snapshot && w->depth >= 0) odd = "depth";
  if (!(line->use & WORDS_TRACE) || odd) {
    error_set(err, "%s%s%sexpected --snapshot DIR", odd ? "--" : "", odd ? odd : "", odd ? ": " : "");
  } else if (!w->trace) {
    error_set(err, "expected TRACE, a file of trace bytes%s; %s --help tells more",
              may_snapshot ? ", or --snapshot DIR" : "", line->command);
  } else if (w->instructions && !w->source) {
    error_set(err, "--instructions: expected --program, --stimulus or --random beside it, for the code");
  } else if (may_instructions && w->source && !w->instructions) {
    error_set(err, "--%s: expected --instructions beside it", seen_beside(line, OPTIONS_CODE));
  } else {
    return true;
  }
  return false;
}

static bool agree(const struct words *w, const struct option_line *line, struct error *err) {
  const char *odd = seen_beside(line, ~0u);
  if (w->events && odd) {
    error_set(err, "--%s: expected nothing but -o beside --events", odd);
    return false;
  }
  if (option_seen(line, "clocks") && w->options.drive.source != SOURCE_RANDOM) {
    error_set(err, "--clocks: expected random code, a file is taken to its end");
    return false;
  }
  if (w->snapshot) return agree_snapshot(w, line, err);
  return !(line->use & (WORDS_TRACE | WORDS_SNAPSHOT)) || agree_trace(w, line, err);
}

enum option_result words_read(const struct command *command, int argc, char **argv, struct words *w,
                              struct error *err) {
  *w = (struct words){.choice.id = CAPTURE_ANY_ID, .depth = -1, .argc = argc - 1, .argv = argv + 1};
  struct option_line line = {.command = command->name,
                             .usage = command->usage,
                             .about = command->about,
                             .use = command->use,
                             .groups = {&own, &options_source, &options_code, &options_presented, &options_unit,
                                        &options_registers, &options_around, &options_checks},
                             .word = command->use & WORDS_TRACE ? &w->trace : NULL};
  const enum option_result result = options_read(&line, argc, argv, w, err);
  if (result != OPTION_GOOD) return result;
  w->source = option_seen(&line, "random") || option_seen(&line, "program") || option_seen(&line, "stimulus");
  if (option_seen(&line, "depth")) w->depth = (int)w->options.config.return_stack_depth;
  return agree(w, &line, err) ? OPTION_GOOD : OPTION_BAD;
}
