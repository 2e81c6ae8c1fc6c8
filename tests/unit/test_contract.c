// SPDX-License-Identifier: Apache-2.0
// The promises of docs/observer.md about programming: from which sources the checker takes the value of a register, and
// how it handles an unknown value.
#include <stdlib.h>

#include "checker_bench.h"
#include "pin.h"
#include "register.h"

static const char *const programmed[] = {
    "--random 5 --clocks 6000 --set a15 --cycle-accurate --timestamps --context-id 4 --context 20 --return-stack "
    "--depth 4 --broadcast --restarts 2",
    "--protocol etm3 --random 5 --clocks 6000 --set a7 --cycle-accurate --timestamps --context-id 2 --context 20 "
    "--broadcast --restarts 2"};
static const struct trial plain;

// P1, P2: the configuration identifies the unit. The writes on the APB program it, and have priority.
CASE(programming_is_on_the_apb) {
  static const char *const texts[] = {"set=a15 mode=legal quiet max-lost=any", "set=a7 mode=legal quiet max-lost=any"};
  static const char *const others[] = {"set=a15 mode=legal quiet max-lost=any etmtraceidr=0x33 etmcr=0x1000 depth=4",
                                       "set=a7 mode=legal quiet max-lost=any etmtraceidr=0x33 syncfr=0"};
  for (int etm = 0; etm < 2; etm++) {
    assert_int_equal(run_configured(programmed[etm], texts[etm], &plain), 0);
    unsaid("not_checked");
    assert_int_equal(run_configured(programmed[etm], others[etm], &plain), 0);
  }
}

// The host of this bench reads the ID registers first.
CASE(identity_is_on_the_apb) {
  for (int etm = 0; etm < 2; etm++) {
    assert_int_equal(run_configured(programmed[etm], "mode=legal quiet max-lost=any", &plain), 0);
    unsaid("not_checked");
  }
}

static bool ends_access(const struct ports_in *in, const struct ports_out *out) {
  return in->psel && in->penable && in->pclken && out->pready;
}

static struct pins without_apb(const struct pins *pins) {
  struct pins other = *pins;
  other.in.psel = false;
  return other;
}

// --- a faulty adapter -----------------------------------------------------------------------------------------------

static uint16_t hidden;      // the accesses to this register are not shown
static uint32_t wrong_bits;  // of ETMCR

// All accesses are passed as calls, except those to one register.
static enum checker_state show_by_calls(struct checker *c, const struct pins *pins, uint64_t clock) {
  (void)clock;
  const struct pins seen = without_apb(pins);
  const struct ports_in *in = &pins->in;
  const enum checker_state state = checker_clock(c, &seen);
  if (ends_access(in, &pins->out) && in->paddr != ETMOSLAR && in->paddr != hidden) {
    const uint32_t value = in->pwrite ? in->pwdata : pins->out.prdata;
    checker_register(c, in->paddr, in->paddr == ETMCR ? value ^ wrong_bits : value);
  }
  return state;
}

// The APB without the accesses to one register.
static enum checker_state show_without_one(struct checker *c, const struct pins *pins, uint64_t clock) {
  (void)clock;
  const struct pins seen = pins->in.paddr == hidden ? without_apb(pins) : *pins;
  return checker_clock(c, &seen);
}

// All accesses are passed as calls, except those to ETMSR on the APB. The checker must still use the read that reports
// the stop.
static enum checker_state show_status_and_calls(struct checker *c, const struct pins *pins, uint64_t clock) {
  if (pins->in.paddr != ETMSR) return show_by_calls(c, pins, clock);
  return checker_clock(c, pins);
}

// No access to the registers that program the unit. The ID and status registers are read.
static enum checker_state show_status(struct checker *c, const struct pins *pins, uint64_t clock) {
  (void)clock;
  const bool status = pins->in.paddr == ETMSR && !pins->in.pwrite;
  const struct pins seen = status ? *pins : without_apb(pins);
  return checker_clock(c, &seen);
}

// P1: the verdict and the last line are the same.
CASE(register_calls_replace_the_apb) {
  static const char config[] = "mode=legal quiet max-lost=any";
  for (int etm = 0; etm < 2; etm++) {
    char expected[sizeof report];
    hidden = UINT16_MAX;
    assert_int_equal(run_configured(programmed[etm], config, &plain), 0);
    memcpy(expected, report, sizeof expected);
    assert_int_equal(run_configured(programmed[etm], config, &(struct trial){.show = show_by_calls}), 0);
    assert_string_equal(report, expected);
    const struct trial trial = {.show = show_status_and_calls};
    assert_int_equal(run_configured(programmed[etm], "mode=legal quiet max-lost=any timeout-drain=1500", &trial), 0);
    assert_string_equal(report, expected);
  }
}

// P1: one of the calls is wrong, so the trace does not agree.
CASE(a_wrong_register_call_is_detected) {
  hidden = UINT16_MAX;
  wrong_bits = ETMCR_CYCLE_ACCURATE;
  for (int etm = 0; etm < 2; etm++) {
    const struct trial trial = {.show = show_by_calls};
    assert_int_equal(run_configured(programmed[etm], "mode=legal quiet max-lost=any", &trial), 1);
  }
  wrong_bits = 0;
}

// P1: the unit was programmed as in the configuration before the checker started. It is stopped by pins.
CASE(configuration_replaces_programming) {
  static const char *const runs[] = {
      "--random 3 --clocks 4000 --set a15 --cycle-accurate --broadcast --context-id 2 --stop-by authentication",
      "--protocol etm3 --random 3 --clocks 4000 --set a7 --cycle-accurate --broadcast --stop-by authentication"};
  static const char *const configs[] = {
      "set=a15 mode=legal quiet cycle-accurate broadcast context-id=2 max-lost=any allow-unchecked",
      "set=a7 mode=legal quiet cycle-accurate broadcast max-lost=any etmteevr=0x6F allow-unchecked"};
  static const char *const wrong[] = {"set=a15 mode=legal quiet broadcast context-id=2 max-lost=any",
                                      "set=a7 mode=legal quiet broadcast max-lost=any"};
  const struct trial trial = {.show = show_status};
  for (int etm = 0; etm < 2; etm++) {
    assert_int_equal(run_configured(runs[etm], configs[etm], &trial), 0);
    said(etm ? "not_checked=ETMTRIGGER,ETMTSEVR,ETMSYNCFR,ETMAUXCR,ETMTRACEIDR,ETMTECR1 "
             : "not_checked=ETMTRIGGER,ETMTEEVR,ETMTSEVR,ETMSYNCFR,ETMAUXCR,ETMTRACEIDR,ETMTECR1 ");
    assert_int_equal(run_configured(runs[etm], wrong[etm], &trial), 1);
    char text[200];
    snprintf(text, sizeof text, "%s etmtraceidr=0x33", configs[etm]);
    assert_int_equal(run_configured(runs[etm], text, &trial), 1);
    said("rule ATB-ID-1");
  }
}

// --- values that no source gives -------------------------------------------------------------------------------------

static int run_hidden(const char *words, const char *config, uint16_t offset) {
  hidden = offset;
  return run_configured(words, config, &(struct trial){.show = show_without_one});
}

// P4
CASE(required_registers) {
  static const char unknown[] = "INCOMPLETE clocks";
  for (int etm = 0; etm < 2; etm++) {
    assert_int_equal(run_hidden(programmed[etm], "mode=legal quiet max-lost=any", 0x1E4), 2);
    said("incomplete: ETMIDR is not known");
    said(unknown);
    assert_int_equal(run_hidden(programmed[etm], "mode=legal quiet max-lost=any", 0x1E8), 2);
    said("incomplete: ETMCCER is not known");
    assert_int_equal(run_hidden(programmed[etm], "mode=legal quiet max-lost=any", ETMCR), 2);
    said("incomplete: ETMCR is not known");
  }
  // ETMv3.0 has no ETMCCER.
  static const char v30[] = "--protocol etm3 --random 5 --clocks 3000 --idr 0x410CF200 --ccer 0";
  assert_int_equal(run_hidden(v30, "mode=legal quiet max-lost=any", 0x1E8), 0);
}

// P3: the event is false for a long time. With the reset value of the register, each item would be missing.
CASE(unknown_registers_are_not_checked) {
  static const char *const runs[] = {
      "--random 7 --clocks 6000 --etmteevr 0x60 --extin-rate 300 --exceptions 10",
      "--protocol etm3 --random 7 --clocks 3000 --etmteevr 0x60 --extin-rate 300 --exceptions 10"};
  for (int etm = 0; etm < 2; etm++) {
    assert_int_equal(run_hidden(runs[etm], "mode=legal quiet max-lost=any", 0x020), 2);
    said("incomplete: TraceEnable depends on ETMTEEVR, which was not written after a reset or power loss");
    assert_int_equal(run_hidden(runs[etm], "mode=legal quiet max-lost=any allow-unchecked", 0x020), 0);
    said("max_missing=0 max_start=1 not_checked=ETMTEEVR ");
  }
}

// P3: the checker does not check a period, an event or a bit of a register whose value no source gives.
CASE(each_register_unknown) {
  static const struct {
    uint16_t offset;
    const char *words, *name;
  } runs[] = {
      {0x008, "--random 7 --clocks 3000 --etmtrigger 0x60 --extin-rate 300", "ETMTRIGGER"},
      {0x1F8, "--random 3 --clocks 6000 --set a15 --timestamps --etmtsevr 0x60 --extin-rate 30", "ETMTSEVR"},
      {0x200, "--random 3 --clocks 3000 --etmtraceidr 0x45", "ETMTRACEIDR"},
  };
  for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
    char expected[60];
    snprintf(expected, sizeof expected, " not_checked=%s ", runs[i].name);
    assert_int_equal(run_hidden(runs[i].words, "mode=legal quiet max-lost=any", runs[i].offset), 0);
    said(expected);
  }
}

// P3: a clause fixes the values of ETMSYNCFR and ETMAUXCR after a reset, so they need no write.
CASE(reset_values_are_known) {
  static const char good[] = "--random 7 --clocks 9000", bad[] = "--random 7 --clocks 9000 --syncfr 0";
  assert_int_equal(run_hidden(good, "mode=legal quiet max-lost=any", ETMSYNCFR), 0);
  said("max_start=0 deviations=");
  assert_int_equal(run_hidden(bad, "mode=legal quiet max-lost=any", ETMSYNCFR), 1);
  said("rule TRC-");
  assert_int_equal(run_hidden(good, "mode=legal quiet max-lost=any", ETMAUXCR), 0);
  said("max_start=0 deviations=");
}

// --- clocks ---------------------------------------------------------------------------------------------------------

// Only the pins that the call for each port reads. The others have values that would be wrong.
static struct pins of_core(const struct pins *pins) {
  struct pins p = {.in = pins->in, .out = pins->out};
  p.in.atready = p.in.afvalid = p.in.syncreq = p.in.psel = true;
  p.out.atvalid = true;
  p.out.atid = 0x7F;
  return p;
}

static struct pins of_atb(const struct pins *pins) {
  struct pins p = {.out = pins->out};
  p.in.syncreq = pins->in.syncreq;
  p.in.atready = pins->in.atready;
  p.in.afvalid = pins->in.afvalid;
  p.out.pready = p.out.wpt_enable = p.out.trigger = false;
  return p;
}

static struct pins of_apb(const struct pins *pins) {
  struct pins p = {.in = {.paddrdbg31 = pins->in.paddrdbg31,
                          .psel = pins->in.psel,
                          .penable = pins->in.penable,
                          .pwrite = pins->in.pwrite,
                          .paddr = pins->in.paddr,
                          .pwdata = pins->in.pwdata}};
  p.out.pready = pins->out.pready;
  p.out.pslverr = pins->out.pslverr;
  p.out.prdata = pins->out.prdata;
  return p;
}

static bool no_atb;  // the calls of the ATB are omitted

// C1: each port has its own calls.
static enum checker_state show_port_by_port(struct checker *c, const struct pins *pins, uint64_t clock) {
  (void)clock;
  const struct pins core = of_core(pins), atb = of_atb(pins), apb = of_apb(pins);
  enum checker_state state = checker_core(c, &core);
  if (pins->in.atclken && !no_atb) state = checker_atb(c, &atb);
  if (pins->in.pclken) state = checker_apb(c, &apb);
  return state;
}

// The last line equals that of a run with a single call for all ports.
CASE(separate_port_clocks) {
  static const char *const runs[] = {
      "--random 5 --clocks 6000 --set a15 --cycle-accurate --timestamps --context-id 4 --context 20 --restarts 2 "
      "--atclken 40 --pclken 60 --flush-rate 5 --sync-rate 5 --backpressure burst:20 --etmtrigger 0x60 --extin-rate 3",
      "--protocol etm3 --random 5 --clocks 6000 --set a7 --cycle-accurate --timestamps --idle-rate 5 --restarts 2 "
      "--atclken 40 --pclken 60 --flush-rate 5 --sync-rate 5 --backpressure burst:20 --resets 2"};
  for (int etm = 0; etm < 2; etm++) {
    char expected[sizeof report];
    assert_int_equal(run_configured(runs[etm], "mode=legal quiet", &plain), 0);
    memcpy(expected, report, sizeof expected);
    assert_int_equal(run_configured(runs[etm], "mode=legal quiet", &(struct trial){.show = show_port_by_port}), 0);
    assert_string_equal(report, expected);
    no_atb = true;
    assert_int_equal(run_configured(runs[etm], "mode=legal quiet", &(struct trial){.show = show_port_by_port}), 1);
    no_atb = false;
    const struct trial trial = {.show = show_port_by_port};
    assert_int_equal(run_configured(runs[etm], "mode=strict quiet", &trial), 2);
    said("incomplete: the model comparison compared nothing");
  }
}

// C1: an ATB that is much faster than CLK. The beat of each clock comes in one of 40 edges.
static enum checker_state show_a_fast_atb(struct checker *c, const struct pins *pins, uint64_t clock) {
  const struct pins idle = {.in.atready = true};
  enum checker_state state = show_port_by_port(c, pins, clock);
  for (int i = 0; i < 40 && state == CHECKER_GOES_ON; i++) state = checker_atb(c, &idle);
  return state;
}

CASE(faster_bus_clock) {
  const struct trial trial = {.show = show_a_fast_atb};
  assert_int_equal(run_configured("--random 5 --clocks 3000", "mode=legal quiet max-lost=any", &trial), 0);
}

// --- resets ---------------------------------------------------------------------------------------------------------

// R2: the checker does not get the edges with RESETn low, as if RESETn had been low between two edges. Before the first
// edge it gets the reset with which all benches begin.
static bool pulsed;

static enum checker_state show_pulses(struct checker *c, const struct pins *pins, uint64_t clock) {
  static bool low;
  if (clock < 100) {
    low = false;
    return checker_clock(c, pins);
  }
  if (!pins->in.resetn) {
    low = true;
    return CHECKER_GOES_ON;
  }
  if (low && pulsed) checker_reset(c);
  low = false;
  return checker_clock(c, pins);
}

CASE(a_reset_between_two_edges) {
  static const char *const runs[] = {"--random 5 --clocks 6000 --set a15 --cycle-accurate --resets 3",
                                     "--protocol etm3 --random 5 --clocks 6000 --set a7 --cycle-accurate --resets 3"};
  for (int etm = 0; etm < 2; etm++) {
    const struct trial trial = {.show = show_pulses};
    pulsed = true;
    assert_int_equal(run_configured(runs[etm], "mode=legal quiet max-lost=any", &trial), 0);
    said(" resets=3 ");
    assert_int_equal(
        run_configured(runs[etm],
                       etm ? "set=a7 mode=strict quiet max-lost=any" : "set=a15 mode=strict quiet max-lost=any",
                       &trial),
        0);
    pulsed = false;
    assert_int_equal(run_configured(runs[etm], "mode=legal quiet max-lost=any", &trial), 1);
  }
}

// --- several sources ------------------------------------------------------------------------------------------------

// B1: in every third clock the bus has a beat of another source.
static enum checker_state show_a_shared_bus(struct checker *c, const struct pins *pins, uint64_t clock) {
  struct pins seen = *pins;
  if (clock % 3 == 0 && !pins->out.atvalid) {
    seen.in.atready = seen.out.atvalid = true;
    seen.out.atid = 0x23;
    seen.out.atbytes = 3;
    seen.out.atdata = 0xDEADBEEF;
  }
  return checker_clock(c, &seen);
}

CASE(beats_of_other_atids_are_ignored) {
  static const char *const runs[] = {"--random 5 --clocks 6000 --set a15 --etmtraceidr 0x22",
                                     "--protocol etm3 --random 5 --clocks 6000 --set a7 --etmtraceidr 0x22"};
  const struct trial trial = {.show = show_a_shared_bus};
  for (int etm = 0; etm < 2; etm++) {
    assert_int_equal(run_configured(runs[etm], "mode=legal quiet max-lost=any shared-atb", &trial), 0);
    assert_int_equal(run_configured(runs[etm], "mode=legal quiet max-lost=any", &trial), 1);
    said("rule ATB-ID-1");
    hidden = 0x200;
    const struct trial unnamed = {.show = show_without_one};
    assert_int_equal(run_configured(runs[etm], "mode=legal quiet max-lost=any shared-atb", &unnamed), 2);
    said("incomplete: ETMTRACEIDR is not known");
  }
}

// Returns the bytes in the bins of the facts, or in the line of the result.
static void count_bytes(const char *path, unsigned long *in_bins, unsigned long *in_result) {
  char line[2000];
  unsigned long bytes;
  FILE *file = fopen(path, "r");
  assert_non_null(file);
  while (fgets(line, sizeof line, file)) {
    const char *result = strncmp(line, "result ", 7) == 0 ? strstr(line, " bytes=") : NULL;
    if (result) *in_result = strtoul(result + strlen(" bytes="), NULL, 10);
    if (sscanf(line, "bin %*u %lu", &bytes) == 1) *in_bins += bytes;
  }
  fclose(file);
}

CASE(facts_have_no_beats_of_other_atids) {
  char path[] = "/tmp/waypoint-facts-XXXXXX", config[100];
  const struct trial trial = {.show = show_a_shared_bus};
  unsigned long in_bins = 0, in_result = 0;
  const int file = mkstemp(path);
  assert_true(file >= 0);
  close(file);
  snprintf(config, sizeof config, "mode=legal quiet max-lost=any shared-atb facts=%s", path);
  assert_int_equal(run_configured("--random 5 --clocks 6000 --set a15 --etmtraceidr 0x22", config, &trial), 0);
  count_bytes(path, &in_bins, &in_result);
  unlink(path);
  assert_true(in_result > 0);
  assert_int_equal(in_bins, in_result);
}

// --- x and z --------------------------------------------------------------------------------------------------------

// B2: ATVALID is not driven until clock `driven`. The checker must not report this before the first reset.
static uint64_t driven;

static enum checker_state show_unknown(struct checker *c, const struct pins *pins, uint64_t clock) {
  struct pins seen = *pins;
  if (clock < driven) {
    seen.out.atvalid = false;
    pin_set(&seen, PIN_ATVALID, 0, 1);
    if (clock == 0) pin_set(&seen, PIN_RESETN, 0, 1);
  }
  return checker_clock(c, &seen);
}

CASE(unknown_pins) {
  const struct trial trial = {.show = show_unknown};
  driven = 1;
  assert_int_equal(run_configured("--random 5 --clocks 3000", "mode=legal quiet max-lost=any", &trial), 0);
  driven = 20;
  assert_int_equal(run_configured("--random 5 --clocks 3000", "mode=legal quiet max-lost=any", &trial), 1);
  said("rule PIN-X-1: clock ");
  said(": ATVALID is x or z, expected a known value (");
}

// --- violations at the pins ------------------------------------------------------------------------------------------

static bool waited;

// A beat that waits is withdrawn for a clock.
static enum checker_state show_withdrawn(struct checker *c, const struct pins *pins, uint64_t clock) {
  (void)clock;
  struct pins seen = *pins;
  if (waited && !seen.in.atready) seen.out.atvalid = false;
  waited = !waited && seen.out.atvalid && !seen.in.atready && seen.in.atclken;
  return checker_clock(c, &seen);
}

// The unit violates a rule of the ATB, and the report names the pin and the clause. On a shared ATB, the cause may be
// another source.
CASE(withdrawn_beat) {
  static const char words[] = "--random 5 --clocks 3000 --set a15 --backpressure random:60";
  const struct trial trial = {.show = show_withdrawn};
  waited = false;
  assert_int_equal(run_configured(words, "set=a15 mode=legal quiet max-lost=any", &trial), 1);
  said("rule ATB-HELD-1: clock ");
  said(": ATVALID fell before ATREADY accepted the beat offered since clock 81 (IHI 0032B 3.1; ");
  unsaid("rule: ");
  waited = false;
  assert_int_equal(run_configured(words, "set=a15 mode=legal quiet max-lost=any shared-atb", &trial), 0);
}

static enum checker_state show_reserved(struct checker *c, const struct pins *pins, uint64_t clock) {
  struct pins seen = *pins;
  if (clock > 1000 && pins->in.wpt_valid) seen.in.wpt.type = 7;
  for (int n = 0; n < 2 && clock > 1000; n++) {
    if (seen.in.slots.at[n].exception) seen.in.slots.at[n].exception = 6;
  }
  return checker_clock(c, &seen);
}

// K4: the fault is on the port of the processor and not in the unit, also without code.
CASE(illegal_processor_port) {
  const struct trial trial = {.show = show_reserved};
  assert_int_equal(run_configured(programmed[0], "set=a15 mode=legal quiet max-lost=any", &trial), 1);
  said("rule PORT-");
  said("the processor's WPT");
  said("WPTTYPE is 7, which is reserved; expected at most 6 (DDI 0388 table A-29; ");
  assert_int_equal(run_configured(programmed[1], "set=a7 mode=legal quiet max-lost=any", &trial), 1);
  said("rule PORT-");
  said("the processor's ETMI");
  said("BREXC is 6, which is reserved in ETMv3.");
}

// A reset does not end a stream normally: the trace that was pending is not checked.
CASE(packet_cut_by_reset) {
  const struct trial trial = {.reset = 3000};
  assert_int_equal(run_configured(programmed[0], "set=a15 mode=legal quiet max-lost=any", &trial), 2);
  said(
      "incomplete: the DUT was not started after the last reset: ETMCR was not written; write it with bits 10 and 0 "
      "clear");
}
