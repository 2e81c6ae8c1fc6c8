// SPDX-License-Identifier: Apache-2.0
// The options of the code, of its execution, and of how the processor presents it.
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
    {"random", "SEED",
     "random code, and one path of execution through it, from this seed (the default source, with seed 1)",
     OPTIONS_CODE, .kind = OPTION_OTHER, .take = take_seed, .expected = "a number from 0 to 0xFFFFFFFFFFFFFFFF"},
    {"program", "FILE", "recorded program (docs/program-file.md)", OPTIONS_CODE, .kind = OPTION_OTHER,
     .take = take_program, .expected = "a file name"},
    {"stimulus", "FILE", "text stimulus (docs/stimulus.md)", OPTIONS_CODE, .kind = OPTION_OTHER, .take = take_stimulus,
     .expected = "a file name"},
    {"clocks", "N", "clocks of stimulus (default: 10000 for random code, otherwise the whole file)", OPTIONS_CODE,
     .kind = OPTION_WIDE, AT(drive.clocks), .max = 1000000000},
    {"seed", "N", "seed of all that is randomized, if --program or --stimulus is the source (default 1)", OPTIONS_CODE,
     .kind = OPTION_WIDE, AT(drive.seed), .max = UINT64_MAX},
    {"no-image", NULL, "check from the pins only: the checker gets neither the code nor the executed instructions",
     OPTIONS_CLOCKED | OPTIONS_CHECK, .kind = OPTION_ON, AT(no_image)},
};

static const struct option_row code_rows[] = {
    {"exceptions", "P", "percent of waypoints that are exceptions (default 2)", OPTIONS_CODE,
     PERCENT(drive.random.exception_percent, 100)},
    {"indirect", "P", "percent of waypoint instructions that are indirect branches (default 10)", OPTIONS_CODE,
     PERCENT(drive.random.indirect_percent, 100)},
    {"thumb", "P", "percent of functions in Thumb code (default 50)", OPTIONS_CODE,
     PERCENT(drive.random.thumb_percent, 100)},
    {"thumbee", "P", "percent of Thumb functions in ThumbEE code, 0 to 50; ETM: needs ETMv3.3 or later (default 0)",
     OPTIONS_CODE, PERCENT(drive.random.thumbee_percent, 50)},
    {"jazelle", "P", "percent of functions in Jazelle bytecode, 0 to 50 (default 0)", OPTIONS_CODE,
     PERCENT(drive.random.jazelle_percent, 50)},
    {"long", "P", "percent of code segments with more than 4096 bytes between waypoints, 0 to 50 (default 0)",
     OPTIONS_CODE, PERCENT(drive.random.long_percent, 50)},
    {"barriers", "P", "percent of waypoint instructions that are DMB, DSB or CP15 barriers (default 0)", OPTIONS_CODE,
     PERCENT(drive.random.barrier_percent, 100)},
    {"ns", NULL, "execute in Secure and Non-secure state; ETM: needs ETMv3.2 or later (default: Secure state only)",
     OPTIONS_CODE, .kind = OPTION_ON, AT(drive.random.ns_changes)},
    {"ns-writes", "P",
     "percent of waypoint instructions before which Secure code switches to Non-secure state; requires --ns (default "
     "0)",
     OPTIONS_CODE, PERCENT(drive.random.ns_write_percent, 100)},
    {"erets", "P",
     "percent of waypoint instructions in exception handlers that are exception returns, most with a condition "
     "(default 0)",
     OPTIONS_CODE, PERCENT(drive.random.eret_percent, 100)},
    {"hyp", "P", "percent of Non-secure exceptions taken to Hyp mode; needs PFTv1.1 or ETMv3.5 (default 0)",
     OPTIONS_CODE, PERCENT(drive.random.hyp_percent, 100)},
    {"user", "P",
     "percent of program starts, and of exception returns to code outside a handler, that enter User mode (default 0)",
     OPTIONS_CODE, PERCENT(drive.random.user_percent, 100)},
    {"high", "P",
     "percent of interrupts and aborts with an exception number above 15; needs PFTv1.1, ETMv3.4 or ETMv3.5 (default "
     "0)",
     OPTIONS_CODE, PERCENT(drive.random.high_percent, 100)},
    {"debug", "P", "percent of waypoints at which the processor enters Debug state (default 0)", OPTIONS_CODE,
     PERCENT(drive.random.debug_percent, 100)},
    {"prohibited", "P", "percent of code segments in prohibited regions, 0 to 50 (default 0)", OPTIONS_CODE,
     PERCENT(drive.random.prohibited_percent, 50)},
};

static const char *const spacings[] = {
    [SPACING_WAYPOINT] = "waypoint", [SPACING_ONE] = "one", [SPACING_TWO] = "two", [SPACING_STALL] = "stall", NULL};

static const struct option_row presented_rows[] = {
    {"spacing", "waypoint|one|two|stall",
     "pace of the processor: one waypoint per clock (default), one or two instructions per clock, or random stalls",
     OPTIONS_STIMULUS, .kind = OPTION_NAME, AT(drive.stim.spacing), .names = spacings},
    {"context", "P", "percent of barriers and exceptions that change the Context ID (default 0)", OPTIONS_STIMULUS,
     PERCENT(drive.stim.context_percent, 100)},
    {"vmids", "P", "percent of barriers and exceptions that change the VMID (default 0)", OPTIONS_STIMULUS,
     PERCENT(drive.stim.vmid_percent, 100)},
    {"other-targets", "P",
     "PTM: percent of waypoints without a branch whose WPTTARGETPC is not the next instruction (default 0)",
     OPTIONS_STIMULUS, PERCENT(drive.stim.other_target_percent, 100)},
    {"late", "P",
     "ETM: percent of indirect branches and exceptions whose target is presented in a later clock (default 0)",
     OPTIONS_STIMULUS, PERCENT(drive.stim.late_percent, 100)},
    {"debug-entries", "P",
     "ETM: percent of entries to Debug state that are presented as an exception and produce a branch packet (default "
     "0)",
     OPTIONS_STIMULUS, PERCENT(drive.stim.entry_percent, 100)},
    {"long-halt", "N", "ETM: clocks of the first Debug state after 1000 instructions (default 0: a random length)",
     OPTIONS_STIMULUS, .kind = OPTION_NUMBER, AT(drive.stim.long_halt), .max = 100000000},
};

const struct option_group options_source = {"stimulus source (choose one):", source_rows, OPTION_COUNT(source_rows)};
const struct option_group options_code = {"random code:", code_rows, OPTION_COUNT(code_rows)};
const struct option_group options_presented = {"stimulus timing and context:", presented_rows,
                                               OPTION_COUNT(presented_rows)};
