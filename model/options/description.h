// SPDX-License-Identifier: Apache-2.0
// The description of a trace unit, docs/unit.md: its options, one or more in a line, in a file or in a known part that
// is built in.
//
// options_read() calls description_read() before it reads other options, so that those may replace what a description
// gives.
#ifndef DESCRIPTION_H
#define DESCRIPTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "config.h"
#include "register.h"

struct error;
struct options;

struct description {
  const char *from;                  // value of --unit or --set: a file, or the name of a known part; NULL: neither is
                                     // given
  const char *option;                // "unit" or "set", whichever is given
  uint32_t protocol;                 // enum protocol
  uint32_t width, queue, fifo;       // ATDATA in bits, queue in entries, FIFO in bytes; 0: unknown
  bool has_mode;                     // the description gives the mode of the checks
  uint32_t named;                    // registers whose value the description gives, bits of enum config_register
  uint64_t without;                  // abilities that the unit does not implement: bit i is for abilities[i]
  uint32_t fixed[CONFIG_REGISTERS];  // values of the registers in config.fixed
};

// A feature that a unit may implement. Most have the name of the option that requires it.
struct ability {
  const char *name;
  uint8_t since[2];      // first minor version of each protocol that has it; ABILITY_NEVER: no version has it
  uint8_t field;         // enum register_field_number: a nonzero value of this field says that the unit has it; 0: no
                         // field says so
  const char *expected;  // which units have it, for messages
};

enum { ABILITY_NEVER = 16 };

extern const struct ability abilities[];
extern const size_t abilities_count;

// The ability with this name. NULL: there is none.
const struct ability *ability_find(const char *name);
// Does the unit implement the ability, by its version, its registers and its description? `without` is that of struct
// description.
bool ability_is_there(const struct ability *ability, const struct config *config, uint64_t without);
// Its bit in `without` of struct description.
static inline uint64_t ability_bit(const struct ability *ability) { return UINT64_C(1) << (ability - abilities); }
bool ability_has(const struct options *o, const struct ability *ability);

// The values of --oslock, NULL after the last, and the index of the value for a unit.
extern const char *const description_os_locks[];
unsigned description_os_lock(const struct config *config);

// Reads the description o->unit.from into `o`. False and *err set: file, line, word and what was expected.
bool description_read(struct options *o, struct error *err);

// The known part with this processor: "m3" for "Cortex-M3". NULL: there is none.
const char *description_part_of(const char *core);

// The names of the known parts, NULL after the last.
extern const char *const description_parts[];

// The name of ability i; NULL after the last.
const char *description_ability(size_t i);

// These take the value of an option and set `to`; false: the value is wrong.
// "NAME,NAME...": abilities, bits of `without`; registers, bits of enum config_register.
bool description_take_without(const char *text, void *to);
bool description_take_unreadable(const char *text, void *to);
// "NAME:N,...": registers and their values; `to` is a struct options.
bool description_take_fixed(const char *text, void *to);
// "NAME:N,...": trace registers and their values after a reset; `to` is a struct register_values. "ETMACTR" means
// ETMACTR1 to ETMACTR16, "all" means all trace registers that a host programs. Later values replace earlier ones.
bool description_take_resets(const char *text, void *to);
// Prints the line reset=... that has these values. Prints nothing if no value is known.
void description_print_resets(const struct register_values *values, FILE *to);

#endif
