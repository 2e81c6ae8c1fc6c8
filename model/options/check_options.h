// SPDX-License-Identifier: Apache-2.0
// The configuration of a checker: how the unit is built, how it is programmed at first, what is checked, and which
// files are written.
//
// options_of_text() or options_of_words() fills it from the text of a configuration, options_read() (options.h) from a
// command line. It must not change while a checker uses it. A NULL pointer means that there is none, unless its comment
// says otherwise.
#ifndef CHECK_OPTIONS_H
#define CHECK_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "bounds.h"
#include "config.h"
#include "register.h"
#include "rules_state.h"

// What the DUT has to follow: docs/pipeline*.md in each clock, the bytes of the reference encoder, or only the
// architecture.
enum check_mode { CHECK_STRICT, CHECK_BYTES, CHECK_LEGAL };
extern const char *const check_modes[];  // their names in an option; NULL after the last

// The processor's port of a PTM: how it presents waypoints. PORT_BY_DEPTH: as on the Cortex-A9 if `wpt_depth` of the
// configuration is not 0.
enum waypoint_port { PORT_BY_DEPTH, PORT_COMMITTED, PORT_CORTEX_A9 };
extern const char *const waypoint_ports[];  // the names from PORT_COMMITTED on; NULL after the last
static inline bool waypoint_port_speculates(uint32_t port, const struct config *config) {
  return port == PORT_CORTEX_A9 || (port == PORT_BY_DEPTH && config->wpt_depth > 0);
}

struct join_row;

struct check_options {
  struct config config;           // how the unit is built, and how it is programmed before the first write on the APB
  struct register_values resets;  // the values after a reset, as far as the description of the unit gives them
  enum check_mode mode;
  uint64_t without;               // abilities that the unit does not implement (description.h)
  bool off;                       // nothing is checked, to measure the cost of the checks
  uint32_t port;                  // enum waypoint_port
  uint32_t flush;                 // 1: the waypoint that is presented in the clock of WPTFLUSH is not flushed
  uint32_t outputs;               // 1: EXTOUT is connected, so an output that never rises violates a rule
  uint32_t filter_late;           // blocks (ETM: instructions) that may be traced after the last one that comparators
                                  // select
  int latency_low, latency_high;  // clocks from an item to the sampling of EXTIN, EXTINBUS, EMBEDDEDICE and TSVALUEB
  struct rules_limits windows;    // of the architecture rules, or WINDOW_DEFAULT
  struct rule_set rules_off;      // rules that are not evaluated
  struct bounds bounds;
  bool shared_atb;                               // the ATB also carries other trace sources
  bool may_be_empty;                             // a run in which nothing had to be traced is accepted
  bool allow_unchecked;                          // a run in which TraceEnable depends on unknown register values is
                                                 // accepted
  bool quiet;                                    // only the last line is printed
  const char *bytes, *beats, *snapshot, *facts;  // files to write
  const char *result;                            // a file to write: only the last line
  const char *list;                              // a file to write: each packet with the items that it reports (list.h)
  const char *elf;                               // an ELF file with the code; NULL: checker_image() gives the code
  const char *name;                              // name of the unit; NULL: there is only one
  const char *note;                              // text that follows the last line
  const char *again;                             // the command that repeats the run
  const char *next;                              // the command that exercises more
  // Prints what the testbench adds to the report of a failure, in whole lines. NULL: it adds nothing.
  void (*failed)(void *user, uint64_t clock, FILE *to);
  void *user;
  // Takes each joined row (join.h). NULL: the rows are not needed.
  void (*row)(void *user, const struct join_row *row);
  void *row_user;
};

struct error;

// Sets `options` from the words of a configuration, separated by blanks: "set=a9 mode=bytes latency=0..2". The default
// mode is legal. config=FILE, or @FILE, is replaced by the words of a file. A register that no word sets has no known
// value.
//
// False and *err set: a word is wrong; *err has the word and what was expected. `options` then contains only `result`
// and `facts`. It points into words that are never freed; use options_of_words() where they must be.
bool options_of_text(struct check_options *options, const char *text, bool etm3, struct error *err);

// The rules that are not evaluated. Without the pins of the debug request, nothing shows the request.
struct rule_set check_rules_off(const struct check_options *options);

// Sets the files of the verdict, `result` and `facts`, from a command line that may be wrong. It sets nothing else.
void options_verdict_files(int argc, char **argv, struct check_options *files);

struct option_words;
// Is options_of_text() with `words` of the caller. They must be empty at first, and live as long as the options.
bool options_of_words(struct check_options *options, struct option_words *words, const char *text, bool etm3,
                      struct error *err);

#endif
