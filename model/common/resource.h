// SPDX-License-Identifier: Apache-2.0
// The resources of a trace unit, by the numbers that an event register holds, and the fields of an event register. An
// event is a function of one or two resources (IHI 0035B 3.8, table 3.5).
#ifndef RESOURCE_H
#define RESOURCE_H

#include <stdbool.h>
#include <stdint.h>

struct config;

enum resource {
  // The first number of each kind. Further comparators, counters, states and inputs have the numbers after it.
  RESOURCE_SINGLE = 0x00,      // single address comparator 1
  RESOURCE_RANGE = 0x10,       // address range comparator 1
  RESOURCE_WATCHPOINT = 0x20,  // EmbeddedICE watchpoint comparator input 1
  RESOURCE_COUNTER = 0x40,     // counter 1 is 0
  RESOURCE_SEQUENCER = 0x50,   // the sequencer is in state 1
  RESOURCE_CONTEXT = 0x58,     // Context ID comparator 1
  RESOURCE_VMID = 0x5B,        // VMID comparator
  RESOURCE_STARTED = 0x5F,     // the start/stop block is on
  RESOURCE_EXTIN = 0x60,       // EXTIN[0]
  RESOURCE_SELECTED = 0x68,    // the extended external input of selector 1
  RESOURCE_NON_SECURE = 0x6D,
  RESOURCE_PROHIBITED = 0x6E,
  RESOURCE_ALWAYS = 0x6F,
};

// The kinds of resources, in the order of their numbers (table 3.5). For row SINGLE, RESOURCE_SINGLE is the first
// resource of the kind, RESOURCE_COUNT_SINGLE the largest number of them, and RESOURCE_KIND_SINGLE the number of the
// kind. The other columns are those of struct resource_kind.
#define RESOURCE_KIND_TABLE(ROW)                                                      \
  ROW(SINGLE, 16, "single", "address comparator ", "", 1, ETMCCR, PAIRS, 2)           \
  ROW(RANGE, 8, "range", "address range ", "", 1, ETMCCR, PAIRS, 1)                   \
  ROW(WATCHPOINT, 8, "embeddedice", "EMBEDDEDICE[", "]", 0, ETMCCER, EMBEDDEDICE, 1)  \
  ROW(COUNTER, 4, "counter", "counter ", " at 0", 1, ETMCCR, COUNTERS, 1)             \
  ROW(SEQUENCER, 3, "sequencer", "sequencer in state ", "", 1, ETMCCR, SEQUENCER, 3)  \
  ROW(CONTEXT, 3, "context", "Context ID comparator ", "", 1, ETMCCR, CONTEXT_IDS, 1) \
  ROW(VMID, 1, "vmid", "VMID comparator", "", 0, ETMCCER, VIRTUALIZATION, 1)          \
  ROW(STARTED, 1, "start-stop", "start/stop block", "", 0, ETMCCR, START_STOP, 1)     \
  ROW(EXTIN, 4, "extin", "EXTIN[", "]", 0, ETMCCR, INPUTS, 1)                         \
  ROW(SELECTED, 4, "extended", "selector ", "", 1, ETMCCER, SELECTORS, 1)             \
  ROW(NON_SECURE, 1, "non-secure", "Non-secure state", "", 0, ETMIDR, SECURITY, 1)    \
  ROW(PROHIBITED, 1, "prohibited", "prohibited region", "", 0, ALL, UNITS, 1)         \
  ROW(ALWAYS, 1, "always", "always", "", 0, ALL, UNITS, 1)
#define RESOURCE_KIND_ENUMERATOR(name, ...) RESOURCE_KIND_##name,
enum resource_kind_number { RESOURCE_KIND_TABLE(RESOURCE_KIND_ENUMERATOR) RESOURCE_KINDS };
#define RESOURCE_KIND_COUNT(name, count, ...) RESOURCE_COUNT_##name = (count),
enum { RESOURCE_KIND_TABLE(RESOURCE_KIND_COUNT) };
struct resource_kind {
  uint8_t first;                // the number of the first resource of this kind
  uint8_t count;                // the largest number of resources of this kind
  const char *word;             // part of the names of coverage points
  const char *prefix, *suffix;  // the texts that enclose the index of a resource; only a prefix if the kind has one
  uint8_t first_index;          // the index of the first resource: Arm counts from 0 or from 1
  uint16_t reg;                 // the ID register that counts the resources of a unit; ALL: each unit has all of them
  uint8_t field;                // the number of the field that counts them
  uint8_t each;                 // the number of resources for each 1 in this field
};
extern const struct resource_kind resource_kinds[RESOURCE_KINDS];
// Returns an enum resource_kind_number, or RESOURCE_KINDS if the number is reserved.
unsigned resource_kind_of(uint32_t resource);
// The number of resources of a kind that a unit with this ETMIDR, ETMCCR and ETMCCER implements.
unsigned resource_count(unsigned kind, const struct config *config, uint32_t ccr, uint32_t ccer);
// The number in a unit with this configuration (config_ccr()).
unsigned config_resources(const struct config *config, unsigned kind);

// The pins that are inputs of events: the kind of resource, the pin, and its member in struct ports_in. An event reads
// the bits of EXTINBUS that ETMEXTINSELR selects, and all bits of the other pins.
#define RESOURCE_PIN_TABLE(ROW)               \
  ROW(SELECTED, EXTINBUS, extinbus, uint32_t) \
  ROW(EXTIN, EXTIN, extin, uint8_t)           \
  ROW(WATCHPOINT, EMBEDDEDICE, embeddedice, uint8_t)
// The resources that pins show are bits of a set. RESOURCE_BIT_NAME is the bit of the first resource of a kind, and
// RESOURCE_BITS_NAME has the bits of all its resources.
#define RESOURCE_SHOWN(number) (((number)&0xF) | ((number) < RESOURCE_EXTIN ? 16 : 0))
#define RESOURCE_SHOWN_BITS(name, ...)                   \
  RESOURCE_BIT_##name = RESOURCE_SHOWN(RESOURCE_##name), \
  RESOURCE_BITS_##name = ((1 << RESOURCE_COUNT_##name) - 1) << RESOURCE_BIT_##name,
#define RESOURCE_OR_BITS(name, ...) | RESOURCE_BITS_##name
enum {
  RESOURCE_PIN_TABLE(RESOURCE_SHOWN_BITS)  // inputs
  RESOURCE_SHOWN_BITS(NON_SECURE, )        // the state of the processor
  RESOURCE_SHOWN_BITS(PROHIBITED, )        //
  RESOURCE_SHOWN_BITS(ALWAYS, )            // the constant
  RESOURCES_SHOWN = 24,
  RESOURCE_BITS_INPUTS = 0 RESOURCE_PIN_TABLE(RESOURCE_OR_BITS),
  RESOURCE_BITS_STATE = RESOURCE_BITS_NON_SECURE | RESOURCE_BITS_PROHIBITED,
  RESOURCE_BITS_SHOWN = RESOURCE_BITS_INPUTS | RESOURCE_BITS_STATE | RESOURCE_BITS_ALWAYS
};

static inline uint32_t resource_first(uint32_t event) { return event & 0x7F; }
static inline uint32_t resource_second(uint32_t event) { return event >> 7 & 0x7F; }
static inline unsigned resource_function(uint32_t event) { return event >> 14 & 7; }
// Whether the event depends only on its first resource.
static inline bool resource_is_alone(uint32_t event) { return resource_function(event) < 2; }
static inline bool resource_is_counter(uint32_t resource) {
  return resource >= RESOURCE_COUNTER && resource < RESOURCE_COUNTER + RESOURCE_COUNT_COUNTER;
}
static inline bool resource_is_sequencer(uint32_t resource) {
  return resource >= RESOURCE_SEQUENCER && resource < RESOURCE_SEQUENCER + RESOURCE_COUNT_SEQUENCER;
}
static inline bool resource_is_extin(uint32_t resource) {
  return resource >= RESOURCE_EXTIN && resource < RESOURCE_EXTIN + RESOURCE_COUNT_EXTIN;
}

// The bit of a resource that pins show, or of the constant, in a set of such resources: [15:0] for 0x60 to 0x6F, and
// [23:16] for 0x20 to 0x27. RESOURCES_SHOWN: no pin shows the resource.
static inline unsigned resource_shown(uint32_t resource) {
  const bool is_shown = resource - RESOURCE_EXTIN < 16 || resource - RESOURCE_WATCHPOINT < RESOURCE_COUNT_WATCHPOINT;
  return is_shown ? RESOURCE_SHOWN(resource) : RESOURCES_SHOWN;
}
// The set of the resources that an event names. Bit RESOURCES_SHOWN: it names one that no pin shows.
static inline uint32_t resource_named(uint32_t event) {
  const uint32_t second = resource_is_alone(event) ? 0 : 1u << resource_shown(resource_second(event));
  return 1u << resource_shown(resource_first(event)) | second;
}

enum { RESOURCE_NAME = 24, RESOURCE_WORDS = 80 };
// Returns a name such as "EXTIN[0]", in `text` or as a constant.
const char *resource_name(uint32_t resource, char text[RESOURCE_NAME]);
// Writes the value of an event register and its meaning: "0x0B0E0: EXTIN[0] AND EXTIN[1]". Returns `text`.
const char *resource_words(uint32_t event, char text[RESOURCE_WORDS]);
// Writes only the meaning: "EXTIN[0] AND EXTIN[1]".
void resource_function_words(uint32_t event, char text[RESOURCE_WORDS]);

#endif
