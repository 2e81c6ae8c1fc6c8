// SPDX-License-Identifier: Apache-2.0
// Options: what the processor does, and how it presents it.
#include "options.h"

#define AT(field) .at = offsetof(struct options, field)
#define PERCENT(field, most) .kind = OPTION_NUMBER, AT(field), .max = (most)

static bool take_seed(const char *text, void *to) {
  struct options *o = to;
  o->drive.source = SOURCE_RANDOM;
  return option_number(text, 0, UINT64_MAX, &o->drive.seed);
}

static bool take_file(struct options *o, enum source source, const char *path) {
  o->drive.source = source;
  o->drive.path = path;
  return *path != '\0';
}

static bool take_program(const char *text, void *to) { return take_file(to, SOURCE_PROGRAM, text); }
static bool take_stimulus(const char *text, void *to) { return take_file(to, SOURCE_TEXT, text); }

static const struct option_row source_rows[] = {
    {"random", "SEED", "random code and a walk through it (the default, of seed 1)", OPTIONS_CODE, .kind = OPTION_OTHER,
     .take = take_seed, .expected = "0 to 0xFFFFFFFFFFFFFFFF"},
    {"program", "FILE", "a recorded program", OPTIONS_CODE, .kind = OPTION_OTHER, .take = take_program,
     .expected = "a file name"},
    {"stimulus", "FILE", "what it presents, written as text", OPTIONS_CODE, .kind = OPTION_OTHER, .take = take_stimulus,
     .expected = "a file name"},
    {"clocks", "N", "clocks of it (random code: 10000; else all of it)", OPTIONS_CODE, .kind = OPTION_WIDE,
     AT(drive.clocks), .max = 1000000000},
    {"seed", "N", "for what is drawn, without --random (default 1)", OPTIONS_CODE, .kind = OPTION_WIDE, AT(drive.seed),
     .max = UINT64_MAX},
    {"no-image", NULL, "the checks do not know the code, nor what was executed: only what the pins say",
     OPTIONS_CLOCKED | OPTIONS_CHECK, .kind = OPTION_ON, AT(no_image)},
};

static const struct option_row code_rows[] = {
    {"exceptions", "P", "percent of the waypoints that are exceptions", OPTIONS_CODE,
     PERCENT(drive.random.exception_percent, 100)},
    {"indirect", "P", "percent of the waypoint instructions that are indirect branches", OPTIONS_CODE,
     PERCENT(drive.random.indirect_percent, 100)},
    {"thumb", "P", "percent of the functions that are Thumb", OPTIONS_CODE, PERCENT(drive.random.thumb_percent, 100)},
    {"thumbee", "P", "percent of the Thumb functions that are ThumbEE (ETM: v3.3 on)", OPTIONS_CODE,
     PERCENT(drive.random.thumbee_percent, 50)},
    {"jazelle", "P", "percent of the functions that are bytecodes", OPTIONS_CODE,
     PERCENT(drive.random.jazelle_percent, 50)},
    {"long", "P", "percent of the segments with over 4,096 bytes of code without a waypoint", OPTIONS_CODE,
     PERCENT(drive.random.long_percent, 50)},
    {"barriers", "P", "percent of the waypoint instructions that are DMB, DSB, CP15 barriers", OPTIONS_CODE,
     PERCENT(drive.random.barrier_percent, 100)},
    {"ns", NULL, "Secure and Non-secure (ETM: v3.2 on)", OPTIONS_CODE, .kind = OPTION_ON, AT(drive.random.ns_changes)},
    {"ns-writes", "P",
     "with --ns: percent of the waypoint instructions before which Secure code makes itself Non-secure", OPTIONS_CODE,
     PERCENT(drive.random.ns_write_percent, 100)},
    {"erets", "P",
     "percent of the waypoint instructions of handlers that are exception returns, most of them conditional",
     OPTIONS_CODE, PERCENT(drive.random.eret_percent, 100)},
    {"hyp", "P", "percent of the Non-secure exceptions that go to Hyp mode (ETM: v3.5)", OPTIONS_CODE,
     PERCENT(drive.random.hyp_percent, 100)},
    {"user", "P", "percent of the exception returns, but into a handler, and of the starts: to User mode", OPTIONS_CODE,
     PERCENT(drive.random.user_percent, 100)},
    {"high", "P", "percent of the interrupts and aborts with a number above 15 (ETM: v3.4 on)", OPTIONS_CODE,
     PERCENT(drive.random.high_percent, 100)},
    {"debug", "P", "percent of the waypoints that halt", OPTIONS_CODE, PERCENT(drive.random.debug_percent, 100)},
    {"prohibited", "P", "percent of the segments that are secret", OPTIONS_CODE,
     PERCENT(drive.random.prohibited_percent, 50)},
};

static const char *const spacings[] = {
    [SPACING_WAYPOINT] = "waypoint", [SPACING_ONE] = "one", [SPACING_TWO] = "two", [SPACING_STALL] = "stall", NULL};

static const struct option_row presented_rows[] = {
    {"spacing", "waypoint|one|two|stall", "a waypoint per clock (default), instructions per clock, random stalls",
     OPTIONS_STIMULUS, .kind = OPTION_NAME, AT(drive.stim.spacing), .names = spacings},
    {"context", "P", "percent of barriers and exceptions that bring a new Context ID", OPTIONS_STIMULUS,
     PERCENT(drive.stim.context_percent, 100)},
    {"vmids", "P", "percent of them that bring a new VMID", OPTIONS_STIMULUS, PERCENT(drive.stim.vmid_percent, 100)},
    {"other-targets", "P", "PTM: percent of the waypoints that do not branch whose target is not the place behind them",
     OPTIONS_STIMULUS, PERCENT(drive.stim.other_target_percent, 100)},
    {"late", "P", "ETM: percent of the targets that come later than their branch", OPTIONS_STIMULUS,
     PERCENT(drive.stim.late_percent, 100)},
    {"debug-entries", "P", "ETM: percent of the entries to Debug state that have a branch packet", OPTIONS_STIMULUS,
     PERCENT(drive.stim.entry_percent, 100)},
    {"long-halt", "N", "ETM: clocks that one Debug state lasts, behind the first 1,000 instructions", OPTIONS_STIMULUS,
     .kind = OPTION_NUMBER, AT(drive.stim.long_halt), .max = 100000000},
};

const struct option_group options_source = {"what the processor does (one source):", source_rows,
                                            OPTION_COUNT(source_rows)};
const struct option_group options_code = {"random code:", code_rows, OPTION_COUNT(code_rows)};
const struct option_group options_presented = {"how it presents what it does:", presented_rows,
                                               OPTION_COUNT(presented_rows)};
