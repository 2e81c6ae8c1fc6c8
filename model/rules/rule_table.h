// SPDX-License-Identifier: Apache-2.0
// The table of the rules (docs/rules.md).
#ifndef RULE_TABLE_H
#define RULE_TABLE_H

#include <stdbool.h>
#include <stdint.h>

// In the order of docs/rules.md.
enum {
  RULE_PFT_ADDR_1,
  RULE_PFT_ADDR_2,
  RULE_PFT_INFO_1,
  RULE_PFT_INFO_2,
  RULE_PFT_COUNT_1,
  RULE_PFT_BCAST_1,
  RULE_PFT_BCAST_2,
  RULE_PFT_ERET_1,
  RULE_PFT_ERET_2,
  RULE_ETM3_ADDR_1,
  RULE_ETM3_INFO_1,
  RULE_ETM3_BCAST_1,
  RULE_ETM3_BCAST_2,
  RULE_TRC_VMID_1,
  RULE_TRC_TIME_1,
  RULE_TRC_TIME_2,
  RULE_PFT_TIME_3,
  RULE_TRC_TIME_4,
  RULE_TRC_TIME_5,
  RULE_TRC_TIME_6,
  RULE_TRC_TSYNC_1,
  RULE_TRC_TSYNC_2,
  RULE_TRC_TSYNC_3,
  RULE_TRC_ASYNC_1,
  RULE_TRC_SYNC_1,
  RULE_TRC_SYNC_2,
  RULE_TRC_SYNC_3,
  RULE_TRC_TRIG_1,
  RULE_TRC_TRIG_2,
  RULE_TRC_TRIG_3,
  RULE_TRC_TRIG_4,
  RULE_TRC_TRIG_5,
  RULE_TRC_TRIG_6,
  RULE_TRC_FLUSH_1,
  RULE_TRC_FLUSH_2,
  RULE_TRC_IDLE_1,
  RULE_TRC_IDLE_2,
  RULE_TRC_STOP_1,
  RULE_TRC_STOP_2,
  RULE_TRC_AUTH_1,
  RULE_TRC_AUTH_2,
  RULE_TRC_AUTH_3,
  RULE_TRC_SR_1,
  RULE_TRC_SR_2,
  RULE_TRC_SR_3,
  RULE_TRC_SR_4,
  RULE_TRC_SR_5,
  RULE_TRC_REG_1,
  RULE_TRC_REG_2,
  RULE_TRC_REG_3,
  RULE_TRC_REG_4,
  RULE_TRC_REG_5,
  RULE_TRC_HELD_1,
  RULE_TRC_HELD_2,
  RULE_TRC_CNT_1,
  RULE_TRC_SEQ_1,
  RULE_TRC_EXTOUT_1,
  RULE_TRC_LOCK_1,
  RULE_TRC_LOCK_2,
  RULE_TRC_LOCK_3,
  RULE_TRC_LOCK_4,
  RULE_TRC_LOCK_5,
  RULE_TRC_LOCK_6,
  RULE_TRC_SOFT_1,
  RULE_TRC_SOFT_2,
  RULE_TRC_SOFT_3,
  RULE_TRC_CLAIM_1,
  RULE_TRC_CLAIM_2,
  RULE_TRC_CLAIM_3,
  RULE_TRC_POWER_1,
  RULE_TRC_POWER_2,
  RULE_TRC_POWER_3,
  RULE_TRC_POWER_4,
  RULE_TRC_ID_1,
  RULE_TRC_ID_2,
  RULE_TRC_ID_3,
  RULE_ATB_ID_1,
  RULE_ATB_HELD_1,
  RULE_ATB_HELD_2,
  RULE_ATB_BYTES_1,
  RULE_APB_READY_1,
  RULE_APB_ERR_1,
  RULE_PIN_X_1,
  RULE_PORT_TYPE_1,
  RULE_PORT_TAKEN_1,
  RULE_PORT_LINK_1,
  RULE_PORT_EXC_1,
  RULE_PORT_CANCEL_1,
  RULE_PORT_SECRET_1,
  RULE_PORT_ADDR_1,
  RULE_PORT_ADDR_2,
  RULE_PORT_BRANCH_1,
  RULE_PORT_BRANCH_2,
  RULE_PORT_PASS_1,
  RULE_PORT_LINK_2,
  RULE_PORT_ERET_1,
  RULE_PORT_SIZE_1,
  RULE_HOST_1,
  RULE_BENCH_1,
  RULE_OWN_PACK_1,
  RULE_OWN_INFO_1,
  RULE_OWN_STACK_1,
  RULE_OWN_STACK_2,
  RULE_OWN_SYNC_1,
  RULE_OWN_SYNC_2,
  RULE_OWN_SYNC_3,
  RULE_OWN_OVFL_1,
  RULE_OWN_FLUSH_1,
  RULE_OWN_IDLE_1,
  RULES
};

enum rule_protocol { RULE_BOTH, RULE_PFT, RULE_ETM3 };

// The object of the rule. Architecture and bus: any trace unit. Own: the reference RTL only, in mode strict. Port and
// bench: the test environment, whose violations are not faults of the DUT.
enum rule_scope { RULE_ARCHITECTURE, RULE_BUS, RULE_OWN, RULE_PORT, RULE_BENCH };

// How much of the text of its clauses was available. If a part is missing, the rule accepts every reading that the
// missing part may permit.
enum rule_read { RULE_WHOLE, RULE_IN_PART, RULE_UNREAD };

// A set of rules.
struct rule_set {
  uint64_t word[(RULES + 63) / 64];
};
static inline void rule_add(struct rule_set *s, unsigned rule) { s->word[rule / 64] |= 1ull << rule % 64; }
static inline bool rule_in(const struct rule_set *s, unsigned rule) { return s->word[rule / 64] >> rule % 64 & 1; }

// A rule of the table.
struct rule_row {
  const char *id;      // "PFT-ADDR-1"
  const char *clause;  // "IHI 0035B 4.5.4"
  const char *text;    // the requirement, in at most 30 words: "ATID must be ..."
  uint8_t protocol;    // enum rule_protocol
  uint8_t since;       // first minor version
  uint8_t scope;       // enum rule_scope
  uint8_t read;        // enum rule_read, for docs/rules.md
  bool missing;        // The packet at which the violation is found is correct, and an earlier packet is missing.
};

extern const struct rule_row rule_table[RULES];

// The rule with the ID `id`. RULES: there is none.
unsigned rule_find(const char *id);

#endif
