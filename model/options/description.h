// SPDX-License-Identifier: Apache-2.0
// The description of a unit: what it is and can do, in the words of options, one or several a line (docs/unit.md).
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
struct option_line;
struct option_group;

struct description {
  const char *from;                  // --unit, --set: a file, or a known part by name; NULL: nothing describes the unit
  const char *option;                // which of the two
  uint32_t protocol;                 // enum protocol: of the description
  uint32_t width, queue, fifo;       // ATDATA in bits, queue in entries, FIFO in bytes; 0: not said
  bool has_mode;                     // it says the mode
  uint32_t named;                    // registers whose value it says, bits of enum config_register
  uint64_t without;                  // abilities that it has not: bit i is of abilities[i]
  uint32_t fixed[CONFIG_REGISTERS];  // the values of those of config.fixed
};

// An ability that a unit may lack: most have the name of the option that needs it.
struct ability {
  const char *name;
  uint8_t since[2];      // minor version of each protocol from which on it is there; ABILITY_NEVER: in none
  uint8_t field;         // enum register_field_number: it is there with this field; 0: with any
  const char *expected;  // the units that have it
};

enum { ABILITY_NEVER = 16 };

extern const struct ability abilities[];
extern const size_t abilities_count;

// The ability of that name; NULL: there is none.
const struct ability *ability_find(const char *name);
// Its version and registers have it, and it does not lack it (bits of struct description).
bool ability_is_there(const struct ability *ability, const struct config *config, uint64_t without);
bool ability_has(const struct options *o, const struct ability *ability);

// The words of --oslock, NULL behind the last, and the place of that which a unit has.
extern const char *const description_os_locks[];
unsigned description_os_lock(const struct config *config);

// External inputs, by ETMCCR[19:17]: at most 4, as EXTIN has no more.
unsigned description_external_inputs(const struct config *config);

// Sets what o->unit.from describes. False and *err set: the file, the line, the word and what was expected.
bool description_read(struct options *o, struct error *err);

// The name of the known part whose processor this is: "m3" for "Cortex-M3". NULL: there is none.
const char *description_part_of(const char *core);

// The names of the known parts, NULL behind the last.
extern const char *const description_parts[];

// "NAME,NAME...": bits of a unit's `without`; also registers, bits of enum config_register.
const char *description_ability(size_t i);  // the name of each; NULL after the last
bool description_take_without(const char *text, void *to);
bool description_take_unreadable(const char *text, void *to);
// "NAME:N,...": registers and their values, of struct options.
bool description_take_fixed(const char *text, void *to);
// "NAME:N,...": trace registers and what they hold after a reset, of struct register_values. "ETMACTR" names
// ETMACTR1 to ETMACTR16, "all" each trace register that a host programs. Later values replace earlier ones.
bool description_take_resets(const char *text, void *to);
// The line reset=... that has these values; none, if none is known.
void description_print_resets(const struct register_values *values, FILE *to);

#endif
