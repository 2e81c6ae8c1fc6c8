// SPDX-License-Identifier: Apache-2.0
// One clock of the observer: registers, port, bytes, and what they are given to.
#include "observer.h"

#include "error.h"
#include "pin.h"
#include "register.h"
#include "scoreboard_search.h"
#include "streams.h"

enum { OWN_LATENCY = 2 };  // clocks
enum { SILENCE = 64 };     // clocks without trace, behind which none comes
#define LONG_AGO ((uint64_t)1 << 48)

// --- opening --------------------------------------------------------------------------------------------------------

// Where a packet is in time, the marks among the packets say.
static void on_packet(void *user, const struct packet *p, size_t item) {
  struct observer *o = user;
  (void)item;
  scoreboard_silence_packet(&o->scoreboard, p, o->rules.at.clock, o->rules.at.atb_clocks);
}

static struct rule_set rules_off(const struct observer_options *options) {
  struct rule_set off = options->rules_off;
  for (unsigned i = 0; i < RULES && !options->strict; i++) {
    if (rule_table[i].scope == RULE_OWN) rule_add(&off, i);
  }
  // Behind a funnel it is the funnel that holds a beat.
  if (options->shared_atb) {
    rule_add(&off, RULE_ATB_HELD_1);
    rule_add(&off, RULE_ATB_HELD_2);
  }
  return off;
}

void observer_start(struct observer *o, const struct observer_options *options, const struct image *image, bool steps) {
  *o = (struct observer){.options = *options,
                         .config = options->config,
                         .programmed = options->config,
                         .etm = config_is_etm3(&options->config)};
  if (options->latency_high > 0) o->late = (unsigned)options->latency_high;
  // Our own unit has what was presented in the clock before the last, and answers when its bytes have gone.
  struct rules_limits limits = rules_limits(&o->config, &options->windows);
  if (options->strict) limits.latency = OWN_LATENCY;
  limits.strict = options->strict;
  o->sampling.mask = (options->latency_low == 0 && options->latency_high == 0 ? SAMPLES_MIN : SAMPLES_MAX) - 1;
  o->sampling.states = STATES_ALL;
  o->registers.reset_values = &o->options.resets;
  registers_reset(&o->registers, &o->options.config);
  const int lag = options->latency_low < 0 ? -options->latency_low : 0;
  selection_start(&o->filter, &(struct selection_options){.own = options->strict,
                                                          .late = options->filter_late,
                                                          .lag = (uint8_t)lag,
                                                          .latency = (uint8_t)limits.latency});
  history_start(&o->history, !o->etm, o->etm || steps, HISTORY_ROOM);
  sent_start(&o->sent, &o->config, options->keeps_bytes);
  scoreboard_start(&o->scoreboard, &o->config, image, &o->history);
  etm3_port_start(&o->port, image);
  rules_start(&o->rules, &o->config, &o->registers, &limits, rules_off(options), &o->coverage);
  o->rules.programmed = &o->programmed;
  o->rules.filter = &o->filter;
  port_rules_start(&o->port_rules, &o->rules, image);
  o->scoreboard.own = options->strict;
  scoreboard_add_reader(&o->scoreboard, coverage_reader(&o->coverage));
  scoreboard_add_reader(&o->scoreboard, rules_reader(&o->rules));
  scoreboard_add_reader(&o->scoreboard, (struct stream_reader){.packet = on_packet, .user = o});
  // A user may give a shorter window for an answer than a unit takes to drain.
  o->scoreboard.silence.window = limits.answer > limits.drain ? limits.answer : limits.drain;
}

void observer_join(struct observer *o, join_sink *sink, void *user) {
  o->join = join_open(&o->scoreboard, &o->sent, &o->clock, sink, user);
  scoreboard_add_reader(&o->scoreboard, join_reader(o->join));
}

static void close_join(struct observer *o) {
  join_close(o->join);
  o->join = NULL;
}

void observer_stop(struct observer *o) {
  close_join(o);
  scoreboard_free(&o->scoreboard);
  sent_stop(&o->sent);
  history_stop(&o->history);
}

// --- the processor's port -------------------------------------------------------------------------------------------

static bool watch_inputs(struct observer *o, const struct pins *pins) {
  const bool sees = pins->out.wpt_enable && (pins->in.niden || pins->in.dbgen);
  return selection_inputs(&o->filter, pins->in.embeddedice, sees, o->clock);
}

// What comparators say of what is presented.
__attribute__((noinline)) static void follow_filter(struct observer *o, const struct pins *pins) {
  struct selection *f = &o->filter;
  struct sample *sample = sample_now(&o->sampling);
  sample->doubted = false;
  if (watch_inputs(o, pins)) sampling_doubt(o, false);
  if (!pins->out.wpt_enable) {
    selection_missed(f, o->presents > 0);
    for (unsigned i = 0; i < ETM3_PORT_STEPS; i++) sample->answers[i] = (struct selection_answer){.is = TRUTH_UNKNOWN};
  } else if (o->etm) {
    selection_steps(f, &sample->port, o->clock, sample->answers);
  } else if (o->presents > 0) {
    selection_waypoint(f, history_waypoint(&o->history, o->history.count - 1), o->clock, sample->answers);
  }
  selection_clock(f, o->clock);
}

// Room for the items of a clock and for so many steps; where there is none, what the scoreboard could still take back
// is settled.
__attribute__((cold)) static bool find_room(struct observer *o, size_t steps) {
  if (o->stream.is_full || history_has_room(&o->history, steps)) return !o->stream.is_full;
  scoreboard_settle(&o->scoreboard, o->sampling.reported);
  history_release(&o->history, scoreboard_oldest(&o->scoreboard));
  o->stream.is_full = !history_has_room(&o->history, steps);
  return !o->stream.is_full;
}

static bool make_room(struct observer *o, size_t steps) {
  return (!o->stream.is_full && history_fits(&o->history, steps)) || find_room(o, steps);
}

void observer_executed(struct observer *o, const struct step *steps, size_t count) {
  if (!make_room(o, count)) return;
  coverage_executed(&o->coverage, steps, count);
  for (size_t i = 0; i < count; i++) history_add_step(&o->history, &steps[i]);
  o->ahead.covers[o->ahead.known++ % COVERS] = o->history.steps_count;
}

// Of the last item: what else is known of it comes when the DUT takes it.
static void begin_moment(struct observer *o) {
  struct moment *m = history_moment(&o->history, o->history.count - 1);
  m->clock = o->clock;
  m->taken = m->filtered = false;
}

static size_t present_waypoint(struct observer *o, const struct pins *pins) {
  const struct ports_in *in = &pins->in;
  if (!in->wpt_valid || ports_halts_unseen(in)) return 0;
  if (o->previous.enabled && !pin_unknown(pins, PIN_WPTTAKEN)) {
    port_rules_legal_waypoint(&o->port_rules, &in->wpt, o->history.count);
  }
  const size_t covered = o->ahead.covers[o->ahead.presented++ % COVERS];
  if (!unit_takes_waypoint(&o->programmed, &in->wpt)) return 0;
  port_rules_waypoint(&o->port_rules, &in->wpt, o->history.count);
  history_add_waypoint(&o->history, &in->wpt, covered);
  begin_moment(o);
  return 1;
}

static size_t present_slots(struct observer *o, const struct ports_in *in) {
  struct etm3_port_clock *c = &sample_now(&o->sampling)->port;
  etm3_port_clock(&o->port, &in->slots, c);
  // What was presented before the unit was stopped or reset stays as it is.
  if (c->withdraws) c->withdraws = o->history.count > o->scoreboard.first;
  if (c->withdraws) {
    history_take_back(&o->history);
    moment_cancelled(history_moment(&o->history, o->history.count));
    rules_withdrawn(&o->rules, o->history.count);
  }
  if (o->previous.enabled && (in->slots.at[0].exception || in->slots.at[1].exception)) {
    port_rules_legal_slots(&o->port_rules, &in->slots, o->history.count);
  }
  port_rules_slots(&o->port_rules, &in->slots, o->history.count);
  const unsigned count = c->count;
  for (unsigned n = 0; n < count; n++) {
    history_add_step(&o->history, &c->steps[n]);
    begin_moment(o);
  }
  return count;
}

static void present(struct observer *o, const struct pins *pins) {
  if (!o->previous.enabled || !pins->in.resetn) port_rules_lost(&o->port_rules);
  if (pins->in.resetn && make_room(o, ETM3_PORT_STEPS)) {
    o->presents = o->etm ? present_slots(o, &pins->in) : present_waypoint(o, pins);
  } else {
    o->presents = 0;
    sample_now(&o->sampling)->port = (struct etm3_port_clock){0};
  }
  sample_now(&o->sampling)->filtered = o->filter.program.used;
  if (o->filter.program.any)
    follow_filter(o, pins);
  else if (o->filter.watched != pins->in.embeddedice)
    watch_inputs(o, pins);
}

// --- requests -------------------------------------------------------------------------------------------------------

// What the unit sampled some clocks ago, nothing that has left until now can be of.
static void note_sampled(struct observer *o) {
  size_t *sampled = &o->sampled_at[o->clock % LATENCY];
  for (size_t i = *sampled; i < o->sampled_at[(o->clock + 1) % LATENCY]; i++) {
    history_moment(&o->history, i)->sent = o->sent.count;
  }
  *sampled = o->history.count - o->presents;
}

// What the rules must know of the pins of this clock: the processor's port and the others, and the ATB.
static void watch_port(struct observer *o, const struct pins *pins) {
  if (!pins->out.wpt_enable && o->previous.enabled) o->last.disabled = o->clock;
  o->previous.enabled = pins->out.wpt_enable;
  o->counts.triggers += pins->out.trigger;
}

static void watch_atb(struct observer *o, const struct pins *pins) {
  const struct ports_in *in = &pins->in;
  const struct ports_out *out = &pins->out;
  o->counts.syncs += in->syncreq;
  const bool forces = in->syncreq && unit_may_force_overflow(&o->programmed, true);
  o->stream.may_force_overflow = o->stream.may_force_overflow || forces;
  o->scoreboard.forced = o->scoreboard.forced || forces;
  const bool flushed = in->resetn && in->afvalid && out->afready;
  o->counts.flushes += flushed;
  o->coverage.flush_off += flushed && !o->registers.running;
}

// --- starts and stops ---------------------------------------------------------------------------------

static void count_stop(struct observer *o) {
  const struct registers *r = &o->registers;
  o->counts.has_stopped = true;
  if (!o->previous.barred) o->last.stopped = o->clock;
  o->counts.stops[r->programming ? OBSERVER_PROGRAMMING : r->os_lock ? OBSERVER_OS_LOCK : OBSERVER_POWER_DOWN]++;
}

static void count_start(struct observer *o) {
  o->counts.restarts += o->counts.has_stopped;
  o->counts.has_stopped = false;
}

static void on_registers(struct observer *o, unsigned event) {
  if (event & REGISTERS_STOPPED) count_stop(o);
  if (event & REGISTERS_STATUS) o->last.status_read = o->clock;
  if (event & REGISTERS_STARTED) {
    count_start(o);
    streams_end_in_silence(o);
    streams_begin(o, false);
  }
  // WPTENABLE is a PTM's answer at once. An ETM has none but ETMSR.
  if (o->etm && event & REGISTERS_STARTED) o->scoreboard.ready = SIZE_MAX;
  if (event & REGISTERS_READY && o->scoreboard.ready == SIZE_MAX) o->scoreboard.ready = o->history.count;
  if (event & REGISTERS_ACKNOWLEDGED || (o->stream.state == STREAM_SILENT && event & REGISTERS_STATUS)) streams_end(o);
}

void observer_register(struct observer *o, uint16_t offset, uint32_t value) {
  o->previous.is_settled = false;
  rules_register(&o->rules, offset, value);
  const unsigned event = registers_say(&o->registers, offset, value);
  selection_follow(&o->filter, &o->registers, event, o->clock);
  rules_registers(&o->rules, offset, event);
  if (event & REGISTERS_PROGRAMMED) o->last.programming_cleared = o->clock - 1;
  on_registers(o, event);
}

// Programmed before the checker looked: what the first cycle count counts from is not known.
static void start_as_configured(struct observer *o) {
  const unsigned event = registers_start_as_configured(&o->registers);
  selection_follow(&o->filter, &o->registers, event, o->clock);
  selection_forget(&o->filter);
  rules_register(&o->rules, ETMCR, o->registers.value[ETMCR >> 2]);
  rules_registers(&o->rules, ETMCR, event);
  if (o->registers.known[ETMTRACEIDR >> 2]) {
    rules_register(&o->rules, ETMTRACEIDR, o->registers.value[ETMTRACEIDR >> 2]);
  }
  o->last.programming_cleared = o->clock - LONG_AGO;
  on_registers(o, event);
}

// An OS lock that is there has stopped it by now, also if it was about to start.
static bool runs_though_locked(const struct observer *o, const struct pins *pins) {
  if (!registers_may_lack_lock(&o->registers) || !pins->out.wpt_enable) return false;
  const bool is_newly_enabled = !o->previous.enabled || o->last.enabled > o->last.stopped;
  return is_newly_enabled && o->clock - o->last.stopped > o->rules.limits.latency + o->late;
}

// What nobody has said of a start, the unit shows.
__attribute__((cold)) static void look_for_start(struct observer *o, const struct pins *pins) {
  const bool traces = pins->out.atvalid && !observer_is_anothers(o, pins);
  if (!o->previous.resetn || !o->previous.powered) return;
  if (o->registers.as_configured && pins->out.wpt_enable) start_as_configured(o);
  const bool rises = runs_though_locked(o, pins);
  if (!rises && (!o->registers.may_run || !(pins->out.wpt_enable || traces))) return;
  const unsigned event = registers_seen(&o->registers);
  selection_follow(&o->filter, &o->registers, event, o->clock);
  rules_seen(&o->rules, event, !rises);
  on_registers(o, event);
}

// No trace for so long behind a stop that none comes.
static bool has_gone_silent(const struct observer *o, const struct rules_pins *pins) {
  return !o->registers.drained && !pins->out->atvalid && o->clock - o->last.stopped > SILENCE &&
         o->sent.before[(o->clock - SILENCE) % SENT_CLOCKS] == o->sent.count;
}

// Only ETMCR may be written before the unit has stopped (IHI 0035B 3.15.4, IHI 0014Q 3.4.3): what else is, may count
// for what is still on its way.
static void doubt(struct observer *o, const struct ports_in *in) {
  const struct register_row *row = register_at(in->paddr);
  const uint32_t kept = CONFIG_ETMIDR | CONFIG_ETMCCER | CONFIG_ETMTRACEIDR | (streams_never_ran(o) ? 0 : CONFIG_ETMCR);
  const uint32_t control = row->offset == ETMCR ? ETMCR_PROGRAMMING | ETMCR_POWER_DOWN : 0,
                 ignored = control | o->registers.absent[row->offset >> 2];
  if (!row->config || row->config & kept) return;
  if (!((register_value(row, &o->programmed) ^ in->pwdata) & ~ignored)) return;
  if (o->registers.running) scope_rewritten(&o->scope, row->offset, o->clock);
  o->programmed.unknown |= row->config;
  o->config.unknown |= row->config;
  for (unsigned i = 0; i < o->unseen.count; i++) o->unseen.at[i].config.unknown |= row->config;
}

// The rules look at an access before the registers take it, and at what it has brought about behind that.
static unsigned clock_rules(struct observer *o, const struct rules_pins *pins) {
  const struct ports_in *in = pins->in;
  if (!pins->steady) last_writes_access(&o->last_writes, &o->registers, in, pins->out, o->clock);
  if (pins->steady || !ports_access(in, pins->out)) {
    rules_clock(&o->rules, pins);
    return 0;
  }
  if (has_gone_silent(o, pins)) registers_drained(&o->registers);
  used_access(&o->used, &o->registers, in);
  const struct register_write write = register_write(&o->registers, in);
  const bool writes = in->pwrite && write.obstacle != OBSTACLE_SOFTWARE_LOCK;
  struct rules_pins access = *pins;
  if (in->pwrite) access.write = &write;
  if (writes && !o->registers.drained) doubt(o, in);
  rules_access(&o->rules, &access);
  if (writes && selection_written(&o->filter, &o->registers, &write, o->clock)) {
    sampling_doubt(o, true);
    scope_rewritten(&o->scope, in->paddr, o->clock);
  }
  scope_access(&o->scope, &o->registers, in);
  const bool ran_on = o->previous.enabled && registers_may_lack_lock(&o->registers);
  const unsigned event = registers_access(&o->registers, in, pins->out->prdata);
  selection_follow(&o->filter, &o->registers, event, o->clock);
  // A unit that had no OS lock to stop it stops here.
  if (ran_on && !o->previous.barred && !registers_may_lack_lock(&o->registers)) o->last.stopped = o->clock;
  rules_accessed(&o->rules, pins, event);
  return event;
}

// A stop by pins has no acknowledgement. One by the Power Down bit need have none, nor by the OS lock before PFTv1.1
// and ETMv3.5 (IHI 0035B 3.16.4).
static bool stops_in_silence(const struct observer *o) {
  return stream_is_open(&o->stream) && !o->registers.running && !o->registers.programming;
}

static void watch_trace_end(struct observer *o, const struct pins *pins) {
  const bool by_pins = !pins->in.niden && !pins->in.dbgen, stopped = by_pins || stops_in_silence(o);
  o->stream.silent_clocks = stopped && !pins->out.atvalid && !pins->out.wpt_enable ? o->stream.silent_clocks + 1 : 0;
  if (o->stream.silent_clocks == SILENCE && stream_is_open(&o->stream)) {
    o->stream.state = STREAM_SILENT;
    o->counts.stops[OBSERVER_PINS] += by_pins;
    o->counts.has_stopped = true;
  }
  if (!stopped) streams_end_in_silence(o);
  const bool goes_on = o->previous.barred && !by_pins;
  if (!o->previous.barred && by_pins && o->registers.running) o->last.stopped = o->clock;
  o->previous.barred = by_pins;
  if (stopped || !o->registers.running || (stream_is_open(&o->stream) && !goes_on)) return;
  count_start(o);
  streams_begin(o, goes_on);
}

// While its own is not known, it can only be a unit's that runs.
bool observer_is_anothers(const struct observer *o, const struct pins *pins) {
  const struct registers *r = &o->registers;
  const unsigned word = ETMTRACEIDR >> 2;
  if (!o->options.shared_atb || !pins->out.atvalid) return false;
  return r->known[word] ? pins->out.atid != (r->value[word] & ETMTRACEIDR_ID) : !r->running;
}

// The unit has no beat on a bus that another source has; nor without power, and then it takes nothing.
static struct pins without_core(struct observer *o, const struct pins *pins, bool powered) {
  struct pins own = *pins;
  o->stream.has_stalled = true;
  own.out.atvalid = own.in.atready = false;
  own.out.wpt_enable = own.out.wpt_enable && powered;
  return own;
}

static void reset_core(struct observer *o) {
  o->counts.resets++;
  o->last.reset = o->clock;
  if (stream_is_open(&o->stream)) o->stream.state = STREAM_NONE;
  if (!o->stream.is_frozen) {
    streams_look_at_all(o);
    scoreboard_reset(&o->scoreboard);
    sent_programmed(&o->sent, &o->config, o->sent.count);
  }
  o->sampling.reported = o->history.count;
  o->sampling.states = STATES_ALL;
  o->previous.enabled = false;
  *sample_at(&o->sampling, o->sampling.count) = (struct sample){.from = o->history.count, .end = o->history.count};
}

static void reset(struct observer *o) {
  registers_reset(&o->registers, &o->options.config);
  selection_reset(&o->filter);
  reset_core(o);
}

static void lose_power(struct observer *o) {
  scope_power_lost(&o->scope, o->clock);
  registers_lost(&o->registers);
  selection_reset(&o->filter);
  selection_forget(&o->filter);
  reset_core(o);
}

// --- one clock ------------------------------------------------------------------------------------------------------

void observer_reset(struct observer *o) {
  if (!o->previous.resetn) return;
  o->previous.is_settled = false;
  reset(o);
  rules_reset(&o->rules);
  o->previous.resetn = false;
}

static bool is_steady(struct observer *o, const struct pins *pins, bool clk) {
  if (o->previous.is_settled && clk && pins_controls_are(pins, &o->previous.controls)) return true;
  pins_controls_note(&o->previous.controls, pins);
  o->previous.is_settled = clk && !pins_are_busy(pins) && !stops_in_silence(o);
  return false;
}

static void watch_controls(struct observer *o, const struct pins *pins, bool clk, unsigned event) {
  if (clk) watch_port(o, pins);
  if (pins->in.atclken) watch_atb(o, pins);
  if (event & REGISTERS_PROGRAMMED) o->last.programming_cleared = o->clock;
  on_registers(o, event);
  if (clk) watch_trace_end(o, pins);
}

static void clock_ports(struct observer *o, const struct pins *pins, bool clk) {
  const bool steady = is_steady(o, pins, clk), atb = pins->in.atclken && pins->out.atvalid;
  if (clk) {
    present(o, pins);
    sent_clock(&o->sent, o->clock, pins);
  } else {
    sent_beat(&o->sent, pins);
  }
  if ((pins->unknown[0] | pins->unknown[1]) && o->was_reset) rules_unknown(&o->rules, pins, clk);
  const struct rules_pins rules_pins = {
      .in = &pins->in, .out = &pins->out, .clk = clk, .steady = steady, .items = o->history.count};
  const unsigned event = clock_rules(o, &rules_pins);
  if (clk) sampling_edge(o, pins);
  if (clk) note_sampled(o);
  o->counts.beats += atb && pins->in.atready;
  o->stream.has_stalled = o->stream.has_stalled || (atb && !pins->in.atready);
  if (!steady) watch_controls(o, pins, clk, event);
  if (clk && o->clock % BLOCK == BLOCK - 1) streams_look(o);
}

void observer_edge(struct observer *o, const struct pins *pins, bool clk) {
  const bool counts = clk || o->clock > 0, powered = ports_powered(&pins->in, &o->options.config);
  o->clock -= counts && !clk;
  if (!pins->in.resetn && o->previous.resetn) reset(o);
  if (!powered && o->previous.powered && pins->in.resetn) lose_power(o);
  o->previous.powered = powered;
  o->previous.resetn = pins->in.resetn;
  if (!o->previous.resetn && !o->was_reset && !pin_unknown(pins, PIN_RESETN)) {
    registers_reset(&o->registers, &o->options.config);  // RESETn is low from the first clock on
    o->was_reset = true;
  }
  const struct registers *r = &o->registers;
  if (r->as_configured || r->may_run || registers_may_lack_lock(r)) look_for_start(o, pins);
  if (observer_is_anothers(o, pins) || !powered) {
    const struct pins own = without_core(o, pins, powered);
    clock_ports(o, &own, clk);
  } else {
    clock_ports(o, pins, clk);
  }
  o->clock += counts;
}

void observer_end(struct observer *o) {
  if (o->clock == 0) return;
  o->clock--;
  streams_end_in_silence(o);
  streams_look_at_all(o);
  // What ends a run early cuts its last packet.
  const bool whole = !o->stream.is_frozen && !o->rules.broken && !stream_is_open(&o->stream);
  if (whole) scoreboard_end(&o->scoreboard);
  if (whole && !o->scoreboard.wrong) rules_end(&o->rules);
  streams_note(o);
  scoreboard_close(&o->scoreboard);
  close_join(o);
  o->clock++;
}
