// SPDX-License-Identifier: Apache-2.0
// Accesses that the software lock makes ineffective, each with a read that shows so (IHI 0035B 3.16.47, IHI 0014Q
// 3.5.60). They have random numbers of their own, so the other steps of a seed stay the same.
#include <inttypes.h>

#include "script_draw.h"

static bool may(struct random_host *host, uint32_t percent) { return rng_chance(&host->state, percent); }

static uint32_t drawn_tags(struct random_host *host) { return rng_below(&host->state, 0x100); }

static void act_locked(struct random_host *host) {
  if (!host->software) put_line(host, "software");
  if (!host->software_locked) put_line(host, "write ETMLAR 0");
}

static void open_lock(struct random_host *host) { put_line(host, "write ETMLAR 0x%" PRIX32, LAR_UNLOCK); }

// The host and the lock are as they were before act_locked(). `is_open`: the lock was opened since.
static void act_as_before(struct random_host *host, bool is_open) {
  if (host->software_locked && is_open) put_line(host, "write ETMLAR 0");
  if (!host->software_locked && !is_open) open_lock(host);
  if (!host->software) put_line(host, "debugger");
}

static bool has_claim_tags(const struct random_host *host) {
  return value_has(host, ETMCLAIMSET) && field_get(host->config->cfgregs, CFGREGS_CLAIM_TAGS) > 0;
}

static void write_locked(struct random_host *host) {
  if (has_claim_tags(host)) {
    script_expect_claim_tags(host, "ETMCLAIMCLR", host->claim);
    put_line(host, "write %s 0x%" PRIX32, may(host, 60) ? "ETMCLAIMSET" : "ETMCLAIMCLR", drawn_tags(host));
    script_expect_claim_tags(host, "ETMCLAIMCLR", host->claim);
  }
  if (value_has(host, ETMPDCR)) {
    put_line(host, "read ETMPDCR");
    put_line(host, "write ETMPDCR %u", may(host, 50) ? ETMPDCR_KEEP : 0);
    put_line(host, "read ETMPDCR");
  }
  if (host->os_lock && host->limits->has_os_lock) {
    put_line(host, "write ETMOSLAR 0x%" PRIX32, host->locked ? 0 : OSLAR_LOCK);
    put_line(host, "read ETMOSLSR");
  }
}

static void write_open(struct random_host *host) {
  const uint32_t all = (1u << field_get(host->config->cfgregs, CFGREGS_CLAIM_TAGS)) - 1;
  for (unsigned i = 0; i < 2 && has_claim_tags(host); i++) {
    const uint32_t tags = drawn_tags(host);
    put_line(host, "write ETMCLAIMSET 0x%" PRIX32, tags);
    host->claim |= tags & all;
    script_expect_claim_tags(host, "ETMCLAIMCLR", host->claim);
  }
  if (!value_has(host, ETMPDCR)) return;
  put_line(host, "write ETMPDCR %u", may(host, 75) ? ETMPDCR_KEEP : 0);
  put_line(host, "read ETMPDCR");
}

void script_probe_software_lock(struct random_host *host) {
  if (!host->software_lock || !may(host, 40)) return;
  const bool opens = may(host, 70);
  act_locked(host);
  write_locked(host);
  if (opens) {
    open_lock(host);
    write_open(host);
  }
  act_as_before(host, opens);
}

// The restored words must have no effect. The first of them are ETMCR and the trigger in most units.
void script_probe_restore(struct random_host *host) {
  enum { WORDS = 4 };
  static const uint16_t read[] = {ETMCR, ETMTRIGGER, ETMTEEVR, ETMTRACEIDR};
  if (!host->software_lock || !host->can_save || host->locked || !may(host, 40)) return;
  act_locked(host);
  open_lock(host);
  put_line(host, "write ETMOSLAR 0x%" PRIX32, OSLAR_LOCK);
  put_line(host, "wait %d", SILENT);
  put_line(host, "write ETMLAR 0");
  put_line(host, "read ETMOSSRR");
  for (unsigned i = 0; i < WORDS; i++) put_line(host, "write ETMOSSRR 0x%" PRIX32, drawn_tags(host) << 12);
  open_lock(host);
  put_line(host, "write ETMOSLAR 0");
  for (size_t i = 0; i < sizeof read / sizeof *read; i++) {
    if (register_is_readable(register_at(read[i]), host->config)) put_line(host, "read %s", register_at(read[i])->name);
  }
  act_as_before(host, true);
}

// Core power has come back. Neither a read under the lock nor a read of another register clears the sticky bit.
void script_probe_lost_power(struct random_host *host) {
  if (!host->software_lock || !host->two_domains || !may(host, 50)) return;
  act_locked(host);
  put_line(host, "poll ETMPDSR 1 1");
  if (value_has(host, ETMOSLSR)) put_line(host, "read ETMOSLSR");
  put_line(host, "read ETMPDSR");
  if (value_has(host, ETMPDCR)) put_line(host, "read ETMPDCR");
  act_as_before(host, false);
}
