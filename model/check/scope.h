// SPDX-License-Identifier: Apache-2.0
// The scope of a verdict: the resources that were programmed at each start of the DUT, and the registers that decided
// although the checker does not know their value (deciders.h).
//
//   scope_started()    each time the DUT is started
//   scope_rewritten()  a register that decides was written while the DUT ran: its effect is UNPREDICTABLE.
//   scope_access()     each access on the APB, before the registers take it
//
// No function allocates. None is called in a clock without an access or a start.
#ifndef SCOPE_H
#define SCOPE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "deciders.h"

struct cycle;
struct judgement;

// What a resource is used for. Each has up to SCOPE_INSTANCES of its kind, numbered as the architecture numbers them.
enum scope_use {
  SCOPE_INCLUDE_RANGE,
  SCOPE_EXCLUDE_RANGE,
  SCOPE_INCLUDE_ADDRESS,  // ETM: ETMTECR2
  SCOPE_EXCLUDE_ADDRESS,
  SCOPE_START_STOP,  // ETMTECR1[25]
  SCOPE_ADDRESS_EVENT,
  SCOPE_RANGE_EVENT,
  SCOPE_CONTEXT_EVENT,
  SCOPE_VMID_EVENT,
  SCOPE_START_STOP_EVENT,
  SCOPE_COUNTER,
  SCOPE_SEQUENCER,
  SCOPE_EXTIN,
  SCOPE_EXTENDED_INPUT,
  SCOPE_EMBEDDEDICE,
  SCOPE_OUTPUT,
  SCOPE_USES
};
enum { SCOPE_INSTANCES = 16 };

struct scope {
  struct register_set unknown[DECISIONS];  // registers that decided at some start with an unknown value
  struct register_set rewritten;           // registers that decide TraceEnable and were written while the DUT ran
  uint64_t rewritten_at;                   // clock of the first such write
  struct register_set never_written;       // registers in `unknown` that were not written since the last reset
  struct register_set is_read;             // registers that were read
  uint64_t power_losses, power_lost_at;    // losses of core power, and the clock of the last one
  uint64_t saves, restores;                // sequences of accesses to ETMOSSRR that were begun
  uint32_t checked[SCOPE_USES][SCOPE_INSTANCES];  // starts with this use programmed, and all its registers known
  bool is_used[RESOURCE_COUNT_COUNTER];           // an event uses the counter
  uint16_t missing[SCOPE_USES][SCOPE_INSTANCES];  // offset + 1 of an unknown register that the use needed; 0: none
};

void scope_started(struct scope *s, const struct registers *r);
// ETMSR and ETMCR are ignored, because they do not decide what is traced.
void scope_rewritten(struct scope *s, unsigned offset, uint64_t clock);
void scope_power_lost(struct scope *s, uint64_t clock);
void scope_access(struct scope *s, const struct cycle *c);

// The number of instances of a use that the DUT has by its ID registers. 0: it has none, or the registers are unknown.
unsigned scope_instances(enum scope_use use, const struct registers *r);
// "counter 1": the name of an instance, counted from 0.
enum { SCOPE_NAME = 48 };
void scope_name(enum scope_use use, unsigned instance, char text[SCOPE_NAME]);
unsigned scope_number(enum scope_use use, unsigned instance);  // the number of the instance in the architecture
// Writes why a programmed use was not checked. Returns false if it was checked, or was not programmed.
enum { SCOPE_REASON = 80 };
bool scope_unchecked(const struct scope *s, enum scope_use use, unsigned instance, char text[SCOPE_REASON]);

// Prints the registers whose value is unknown: " not_checked=ETMACTR1,ETMACTR2". `config`: registers that were unknown
// at a start, bits of enum config_register.
void scope_print_unknown(const struct scope *s, uint32_t config, FILE *to);
// Returns false, with the reason in *j, if TraceEnable depends on a register whose value is unknown.
bool scope_knows_trace_enable(const struct scope *s, struct judgement *j);

#endif
