// SPDX-License-Identifier: Apache-2.0
// Evaluates one edge: the parts of the checker read the cycle in the order of readers.inc.
#include "observer.h"

#include "commits.h"
#include "error.h"
#include "pin.h"
#include "predicted.h"
#include "register.h"
#include "rule_resource.h"
#include "scoreboard_search.h"
#include "streams.h"

enum { OWN_LATENCY = 2 };  // clocks
enum { SILENCE = 64 };     // clocks without trace after which a stopped DUT sends none
#define LONG_AGO ((uint64_t)1 << 48)
// --- opening --------------------------------------------------------------------------------------------------------

// The marks that the rules put among the packets give the clock of a packet.
static void on_packet(void *user, const struct packet *p, size_t item) {
  struct observer *o = user;
  (void)item;
  scoreboard_silence_packet(&o->scoreboard, p, o->rules.at.clock, o->rules.at.atb_clocks);
}

static struct stream_reader observer_reader(struct observer *o) {
  const bool speculates = o->options.speculates;
  return (struct stream_reader){.packet = on_packet, .settled = speculates ? commit_coverage_settled : NULL, .user = o};
}

static struct rule_set rules_off(const struct observer_options *options) {
  struct rule_set off = options->rules_off;
  for (unsigned i = 0; i < RULES && !options->strict; i++) {
    if (rule_table[i].scope == RULE_OWN) rule_add(&off, i);
  }
  // If the ATB is shared, a funnel holds the beat, not the DUT.
  if (options->shared_atb) {
    rule_add(&off, RULE_ATB_HELD_1);
    rule_add(&off, RULE_ATB_HELD_2);
  }
  return off;
}

static void start_sampling(struct observer *o) {
  struct sampling *s = &o->sampling;
  s->is_etm = o->etm;
  s->latency_low = o->options.latency_low;
  s->latency_high = o->options.latency_high;
  s->programmed = &o->programmed;
  s->history = &o->history;
  s->filter = &o->filter;
  s->inputs = rule_inputs(&o->rules);
  s->stream_first = &o->scoreboard.stream_first;
  s->port = o->options.speculates ? &o->wpt_port : NULL;
  sampling_start(s);
}

void observer_start(struct observer *o, const struct observer_options *options, const struct image *image, bool steps) {
  *o = (struct observer){.options = *options,
                         .config = options->config,
                         .programmed = options->config,
                         .etm = config_is_etm3(&options->config)};
  // The reference RTL takes an item within OWN_LATENCY clocks, and answers a flush when its bytes have left.
  struct rules_limits limits = rules_limits(&o->config, &options->windows);
  if (options->strict) limits.latency = OWN_LATENCY;
  limits.answer_precedes_beat = options->strict;
  o->registers.reset_values = &o->options.resets;
  registers_reset(&o->registers, &o->options.config);
  cycle_start(&o->cycle, &o->registers, options->shared_atb);
  const int enable_latency = options->latency_low < 0 ? -options->latency_low : 0;
  const int sampled_after = options->latency_high > 0 ? options->latency_high : 0;
  selection_start(&o->filter, &(struct selection_options){.is_reference_rtl = options->strict,
                                                          .extra_items = options->filter_late,
                                                          .enable_latency = (uint8_t)enable_latency,
                                                          .latency = (uint8_t)limits.latency,
                                                          .sampled_after = (uint8_t)sampled_after});
  history_start(&o->history, !o->etm, o->etm || steps, HISTORY_ROOM);
  if (options->speculates) history_record_commits(&o->history);
  wpt_port_start(&o->wpt_port, options->keeps_at_flush);
  sent_start(&o->sent, &o->config, options->keeps_bytes);
  scoreboard_start(&o->scoreboard, &o->config, image, &o->history);
  etm3_port_start(&o->port, image);
  rules_start(&o->rules, &o->config, &o->registers, &limits, rules_off(options), &o->coverage);
  o->rules.programmed = &o->programmed;
  o->rules.filter = &o->filter;
  o->rules.speculates = options->speculates;
  o->rules.has_outputs = options->has_outputs;
  port_rules_start(&o->port_rules, &o->rules, image);
  if (options->speculates) port_rules_start_a9(&o->port_rules, options->strict ? o->config.wpt_depth : 0);
  o->scoreboard.is_reference_rtl = options->strict;
  if (options->strict) o->scoreboard.at.counts = 1 << COUNTS_COMMIT;
  start_sampling(o);
  scoreboard_add_reader(&o->scoreboard, coverage_reader(&o->coverage));
  scoreboard_add_reader(&o->scoreboard, rules_reader(&o->rules));
  scoreboard_add_reader(&o->scoreboard, observer_reader(o));
  // The window for an answer, which a user may set, may be shorter than the time in which the DUT drains.
  o->scoreboard.silence.window = limits.answer > limits.drain ? limits.answer : limits.drain;
}

void observer_join(struct observer *o, join_sink *sink, void *user) {
  o->join = join_open(&o->scoreboard, &o->sent, &o->clock, sink, user);
  scoreboard_add_reader(&o->scoreboard, join_reader(o->join));
}

void observer_beats(struct observer *o, FILE *beats) { o->predicted = predicted_open(beats, &o->config); }

static void close_join(struct observer *o) {
  join_close(o->join);
  o->join = NULL;
}

void observer_stop(struct observer *o) {
  predicted_close(o->predicted, o);
  close_join(o);
  scoreboard_free(&o->scoreboard);
  sent_stop(&o->sent);
  history_stop(&o->history);
}

// --- the processor's port -------------------------------------------------------------------------------------------

// Makes space for the items of a clock and for `steps` steps. If the history is full, the scoreboard must make its
// choices final, so that items can be released.
__attribute__((cold)) static bool find_room(struct observer *o, size_t steps) {
  if (o->stream.is_full || history_has_room(&o->history, steps)) return !o->stream.is_full;
  scoreboard_settle(&o->scoreboard, o->sampling.taken_end);
  history_release(&o->history, scoreboard_oldest(&o->scoreboard));
  o->stream.is_full = !history_has_room(&o->history, steps);
  return !o->stream.is_full;
}

static bool make_room(struct observer *o, size_t steps) {
  return (!o->stream.is_full && history_fits(&o->history, steps)) || find_room(o, steps);
}

bool observer_make_room(struct observer *o, size_t steps) { return make_room(o, steps); }

void observer_executed(struct observer *o, const struct step *steps, size_t count) {
  if (!make_room(o, count)) return;
  coverage_executed(&o->coverage, steps, count);
  for (size_t i = 0; i < count; i++) history_add_step(&o->history, &steps[i]);
  o->ahead.covers[o->ahead.known++ % COVERS] = o->history.steps_count;
}

// Begins the moment of the last item. The sampling completes it when the DUT takes the item.
static void begin_moment(struct observer *o) {
  struct moment *m = history_moment(&o->history, o->history.count - 1);
  m->clock = o->clock;
  m->taken = m->filtered = false;
}

static size_t present_waypoint(struct observer *o, const struct cycle *c) {
  const struct waypoint *w = c->waypoint;
  if (!w || c->is_reset || !make_room(o, 0)) return 0;
  if (c->before.is_enabled && !cycle_is_unknown(c, PIN_WPTTAKEN)) {
    port_rules_legal_waypoint(&o->port_rules, w, o->history.count);
  }
  const size_t covered = o->ahead.covers[o->ahead.presented++ % COVERS];
  if (!unit_takes_waypoint(&o->programmed, w)) return 0;
  port_rules_waypoint(&o->port_rules, w, o->history.count);
  history_add_waypoint(&o->history, w, covered);
  begin_moment(o);
  return 1;
}

// An exception cancels the last item. An item that was presented before the last stop or reset stays.
__attribute__((cold)) static void withdraw(struct observer *o, struct etm3_port_clock *port) {
  port->withdraws = o->history.count > o->scoreboard.stream_first;
  if (!port->withdraws) return;
  history_take_back(&o->history);
  moment_cancelled(history_moment(&o->history, o->history.count));
  rules_cancel_item(&o->rules, o->history.count);
}

static size_t present_slots(struct observer *o, const struct cycle *c) {
  const struct slots *slots = c->slots;
  struct etm3_port_clock *port = &sample_now(&o->sampling)->port;
  if (c->is_reset || !make_room(o, ETM3_PORT_STEPS)) {
    *port = (struct etm3_port_clock){0};
    return 0;
  }
  etm3_port_clock(&o->port, slots, port);
  if (port->withdraws) withdraw(o, port);
  if (c->before.is_enabled && (slots->at[0].exception || slots->at[1].exception)) {
    port_rules_legal_slots(&o->port_rules, slots, port, o->history.count);
  }
  port_rules_slots(&o->port_rules, slots, o->history.count);
  const unsigned count = port->count;
  for (unsigned n = 0; n < count; n++) {
    history_add_step(&o->history, &port->steps[n]);
    begin_moment(o);
  }
  return count;
}

PER_EDGE_INLINE void present(struct observer *o, struct cycle *c) {
  if (o->options.speculates) {
    commits_clock(o, c);
    return;
  }
  if (!c->before.is_enabled || c->is_reset) port_rules_lose_track(&o->port_rules);
  c->presented = o->etm ? present_slots(o, c) : present_waypoint(o, c);
  c->items = o->history.count;
}

// --- requests -------------------------------------------------------------------------------------------------------

static void watch_port(struct observer *o, const struct cycle *c) {
  if (!c->is_clock) return;
  if (!c->is_enabled && c->before.is_enabled) streams_disabled(o);
  o->counts.triggers += c->has_trigger;
  const bool has_debug = c->debug.is_requested || o->coverage.is_debug_requested;
  if (has_debug || c->has_trigger) coverage_debug(&o->coverage, c);
}

static void watch_atb(struct observer *o, const struct cycle *c) {
  if (!c->is_atb) return;
  o->counts.syncs += c->has_sync;
  const bool forces = c->has_sync && unit_may_force_overflow(&o->programmed, true);
  o->stream.may_force_overflow = o->stream.may_force_overflow || forces;
  o->scoreboard.may_force_overflow = o->scoreboard.may_force_overflow || forces;
  const bool flushed = !c->is_reset && c->flush.is_requested && c->flush.is_answered;
  o->counts.flushes += flushed;
  o->coverage.flush_off += flushed && !o->registers.running;
}

// --- starts and stops ---------------------------------------------------------------------------------

static void count_stop(struct observer *o) {
  const struct registers *r = &o->registers;
  o->counts.has_stopped = true;
  if (o->cycle.before.may_trace) o->last.stopped = o->clock;
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
    streams_end_in_silence(o, false);
    streams_begin(o, false);
  }
  // A PTM answers a start with WPTENABLE at once. For an ETM, only ETMSR shows that it runs.
  if (o->etm && event & REGISTERS_STARTED) o->scoreboard.ready_item = SIZE_MAX;
  if (event & REGISTERS_READY && o->scoreboard.ready_item == SIZE_MAX) o->scoreboard.ready_item = o->history.count;
  if (event & REGISTERS_ACKNOWLEDGED || (o->stream.state == STREAM_SILENT && event & REGISTERS_STATUS)) {
    sent_waiting_beat(&o->sent, &o->cycle);
    streams_end(o);
  }
}

void observer_register(struct observer *o, uint16_t offset, uint32_t value) {
  cycle_unsettle(&o->cycle);
  rules_register_given(&o->rules, offset, value);
  const unsigned event = registers_given(&o->registers, offset, value);
  selection_follow(&o->filter, &o->registers, event, o->clock);
  rules_registers_updated(&o->rules, offset, event);
  if (event & REGISTERS_PROGRAMMED) o->sampling.programmed_at = o->clock - 1;
  on_registers(o, event);
}

// The DUT was programmed before the first edge, so the clock from which its first cycle count counts is unknown.
static void start_as_configured(struct observer *o) {
  const unsigned event = registers_start_as_configured(&o->registers);
  selection_follow(&o->filter, &o->registers, event, o->clock);
  selection_forget(&o->filter);
  rules_register_given(&o->rules, ETMCR, o->registers.value[ETMCR >> 2]);
  rules_registers_updated(&o->rules, ETMCR, event);
  if (o->registers.known[ETMTRACEIDR >> 2]) {
    rules_register_given(&o->rules, ETMTRACEIDR, o->registers.value[ETMTRACEIDR >> 2]);
  }
  o->sampling.programmed_at = o->clock - LONG_AGO;
  on_registers(o, event);
}

// The enable pin has risen since the OS lock was set, and the time in which the DUT had to stop is over. So the DUT has
// no OS lock.
static bool runs_though_locked(const struct observer *o, bool is_enabled) {
  if (!registers_may_lack_lock(&o->registers) || !is_enabled) return false;
  const bool is_newly_enabled = !o->cycle.before.is_enabled || o->sampling.enabled_at > o->last.stopped;
  return is_newly_enabled && o->clock - o->last.stopped > o->rules.limits.latency + o->sampling.late;
}

// Detects a start that no access has shown, by WPTENABLE or ETMEN, or by trace.
__attribute__((cold)) static void look_for_start(struct observer *o, const struct cycle *c) {
  const bool is_enabled = cycle_shows_enable(c);
  if (c->is_reset || !c->is_powered) return;
  if (o->registers.as_configured && is_enabled) start_as_configured(o);
  const bool rises = runs_though_locked(o, is_enabled);
  if (!rises && (!o->registers.may_run || !(is_enabled || cycle_shows_trace(c)))) return;
  const unsigned event = registers_seen_running(&o->registers);
  selection_follow(&o->filter, &o->registers, event, o->clock);
  rules_seen_running(&o->rules, event, !rises);
  on_registers(o, event);
}

// The DUT was stopped, and has sent no trace for so long that none will follow.
static bool has_gone_silent(const struct observer *o, const struct cycle *c) {
  return !o->registers.drained && !c->has_beat && o->clock - o->last.stopped > SILENCE &&
         o->sent.before[(o->clock - SILENCE) % SENT_CLOCKS] == o->sent.count;
}

static void decide(struct observer *o, struct cycle *c) {
  if (c->access.state == ACCESS_DONE && has_gone_silent(o, c)) registers_drained(&o->registers);
  access_decide(&c->access, &o->registers);
  c->access.may_be_stale = rules_may_be_stale(&o->rules, &c->access);
}

static bool is_written(const struct access *a) { return a->is_write && !access_is_locked_out(a); }

// Only ETMCR may be written before the DUT has stopped (IHI 0035B 3.15.4, IHI 0014Q 3.4.3). Another write may affect
// trace that has not left yet, so the register becomes unknown for the streams that are not compared yet.
static void mark_register_unknown(struct observer *o, const struct cycle *c) {
  const struct access *write = &c->access;
  const struct register_row *row = register_at(write->offset);
  const uint32_t kept = CONFIG_ETMIDR | CONFIG_ETMCCER | CONFIG_ETMTRACEIDR | (streams_never_ran(o) ? 0 : CONFIG_ETMCR);
  const uint32_t control = row->offset == ETMCR ? ETMCR_PROGRAMMING | ETMCR_POWER_DOWN : 0,
                 ignored = control | o->registers.absent[row->offset >> 2];
  if (!is_written(write) || o->registers.drained || !row->config || row->config & kept) return;
  if (!((register_value(row, &o->programmed) ^ write->value) & ~ignored)) return;
  if (o->registers.running) scope_rewritten(&o->scope, row->offset, o->clock);
  o->programmed.unknown |= row->config;
  o->config.unknown |= row->config;
  for (unsigned i = 0; i < o->unseen.count; i++) o->unseen.at[i].config.unknown |= row->config;
}

static void follow_write(struct observer *o, const struct cycle *c) {
  const struct access *access = &c->access;
  if (!is_written(access) || !selection_written(&o->filter, &o->registers, access, o->clock)) return;
  sampling_doubt(&o->sampling, o->clock, true);
  scope_rewritten(&o->scope, access->offset, o->clock);
}

static void take_access(struct observer *o, struct cycle *c) {
  const bool ran_on = c->before.is_enabled && registers_may_lack_lock(&o->registers);
  c->register_effects = registers_access(&o->registers, &c->access);
  // The Programming bit and the Power Down bit each reset the cycle counter of an ETM (IHI 0014Q 7.3.4), also before
  // the DUT has stopped.
  const bool is_counter_reset = o->registers.programming || o->registers.power_down;
  if (o->etm && o->registers.known[ETMCR >> 2] && is_counter_reset) o->sampling.programmed_at = o->clock;
  selection_follow(&o->filter, &o->registers, c->register_effects, o->clock);
  // If the DUT ran on because it has no OS lock, this access has stopped it.
  if (ran_on && c->before.may_trace && !registers_may_lack_lock(&o->registers)) o->last.stopped = o->clock;
}

static void follow_registers(struct observer *o, const struct cycle *c) {
  if (c->register_effects & REGISTERS_PROGRAMMED) o->sampling.programmed_at = o->clock;
  on_registers(o, c->register_effects);
}

// ETMSR does not acknowledge a stop by pins. It need not acknowledge a stop by the Power Down bit, or, before PFTv1.1
// and ETMv3.5, by the OS lock (IHI 0035B 3.16.4).
static bool stops_in_silence(const struct observer *o) {
  return stream_is_unfinished(&o->stream) && !o->registers.running && !o->registers.programming;
}

static void watch_trace_end(struct observer *o, const struct cycle *c) {
  if (!c->is_clock) return;
  const bool by_pins = !c->may_trace, stopped = by_pins || stops_in_silence(o);
  // While NIDEN and DBGEN are LOW, WPTENABLE or ETMEN may stay HIGH (IHI 0035B 4.7.2).
  const bool may_stay = by_pins && !o->options.strict && o->clock - o->last.stopped > SILENCE;
  const bool is_silent = stopped && !c->has_beat && (!c->is_enabled || may_stay);
  o->stream.silent_clocks = is_silent ? o->stream.silent_clocks + 1 : 0;
  if (o->stream.silent_clocks == SILENCE && stream_is_unfinished(&o->stream)) {
    o->stream.state = STREAM_SILENT;
    o->counts.stops[OBSERVER_PINS] += by_pins;
    o->counts.has_stopped = true;
  }
  if (!stopped) streams_end_in_silence(o, true);
  const bool goes_on = !c->before.may_trace && !by_pins;
  if (c->before.may_trace && by_pins && o->registers.running) o->last.stopped = o->clock;
  if (stopped || !o->registers.running || (stream_is_unfinished(&o->stream) && !goes_on)) return;
  count_start(o);
  streams_begin(o, goes_on);
}

static void reset_core(struct observer *o) {
  o->counts.resets++;
  o->last.reset = o->clock;
  if (stream_is_unfinished(&o->stream)) o->stream.state = STREAM_NONE;
  if (!o->stream.is_frozen) {
    streams_look_at_all(o);
    scoreboard_reset(&o->scoreboard);
    sent_programmed(&o->sent, &o->config, o->sent.count);
  }
  o->sent.has_waiting_beat = false;
  cycle_reset(&o->cycle);
  wpt_port_reset(&o->wpt_port);
  sampling_reset(&o->sampling);
}

static void reset(struct observer *o) {
  registers_reset(&o->registers, &o->options.config);
  selection_reset(&o->filter);
  reset_core(o);
}

static void lose_power(struct observer *o) {
  scope_power_lost(&o->scope, o->clock);
  registers_power_lost(&o->registers);
  selection_reset(&o->filter);
  selection_forget(&o->filter);
  reset_core(o);
}

// --- one clock ------------------------------------------------------------------------------------------------------

void observer_reset(struct observer *o) {
  struct cycle *c = &o->cycle;
  if (c->before.is_reset) return;
  cycle_unsettle(c);
  reset(o);
  rules_reset(&o->rules);
  c->before.is_reset = true;
}

static void follow_reset_and_power(struct observer *o, struct cycle *c) {
  if (c->is_reset && !c->before.is_reset) reset(o);
  if (!c->is_powered && c->before.is_powered && !c->is_reset) lose_power(o);
  if (!c->is_reset || c->was_reset || cycle_is_unknown(c, PIN_RESETN)) return;
  registers_reset(&o->registers, &o->options.config);  // RESETn is low from the first clock on
  c->was_reset = true;
}

PER_EDGE_INLINE void sample(struct observer *o, const struct cycle *c) {
  const bool is_hidden = o->programmed.etmteevr != EVENT_ALWAYS && sampling_is_hidden(&o->sampling);
  sampling_clock(&o->sampling, c, is_hidden ? rule_resource_enables(&o->rules) : 0);
}

PER_EDGE_INLINE void look_at_bytes(struct observer *o, const struct cycle *c) {
  if (c->clock % BLOCK == BLOCK - 1) streams_look(o);
}

// The edges at which a row of readers.inc is called. CLOCK: an edge of CLK. UNKNOWN: some pin is x or z. CHANGED: the
// edge is not steady. ENDED: an access is complete. DONE: an access is complete without PSLVERR. IDLE: the edge is
// idle, and the rules evaluate nothing. BUSY: any other edge. WATCHED: each edge, if a file for the waves is written.
enum { CLOCK = 1 << 0, UNKNOWN = 1 << 1, CHANGED = 1 << 2, ENDED = 1 << 3, DONE = 1 << 4 };
enum { IDLE = 1 << 5, BUSY = 1 << 6, WATCHED = 1 << 7 };

PER_EDGE_INLINE unsigned work_of(const struct observer *o, const struct cycle *c) {
  return c->is_idle && !rules_are_busy(&o->rules) ? IDLE : BUSY;
}

static unsigned kinds_of(const struct observer *o, const struct cycle *c) {
  const unsigned access = c->access.state == ACCESS_DONE ? ENDED | DONE : c->access.state == ACCESS_REFUSED ? ENDED : 0;
  const unsigned changed = (c->has_unknown ? UNKNOWN : 0) | (c->is_steady ? 0 : CHANGED);
  return work_of(o, c) | (c->is_clock ? CLOCK : 0) | (o->predicted ? WATCHED : 0) | changed | access;
}

PER_EDGE_INLINE void read_cycle(struct observer *o, struct cycle *c, unsigned kinds) {
#define READER(when, who, function) \
  if (kinds & (when)) function(who, c);
#include "readers.inc"
#undef READER
}

void observer_edge(struct observer *o, const struct pins *pins, bool clk) {
  struct cycle *c = &o->cycle;
  const struct registers *r = &o->registers;
  // An edge of a bus without an edge of CLK belongs to the last clock.
  const uint64_t next_clock = clk ? o->clock + 1 : o->clock;
  if (!clk && o->clock > 0) o->clock--;
  c->clock = o->clock;
  cycle_begin(c, pins, clk);
  if (!c->is_steady) follow_reset_and_power(o, c);
  if (r->as_configured || r->may_run || registers_may_lack_lock(r)) look_for_start(o, c);
  cycle_decode(c);
  if (c->is_steady && !o->predicted) {
    read_cycle(o, c, CLOCK | work_of(o, c));
  } else {
    if (!c->is_steady && stops_in_silence(o)) cycle_unsettle(c);
    read_cycle(o, c, kinds_of(o, c));
  }
  if (!c->is_steady) cycle_end(c);
  o->clock = next_clock;
}

void observer_end(struct observer *o) {
  if (o->clock == 0) return;
  o->clock--;
  streams_end_in_silence(o, false);
  streams_look_at_all(o);
  // If the run ended early, its last packet may be cut.
  const bool whole = !o->stream.is_frozen && !o->rules.broken && !stream_is_unfinished(&o->stream);
  if (whole) scoreboard_end(&o->scoreboard);
  if (whole && o->stream.state == STREAM_ENDED && !o->scoreboard.wrong) scoreboard_skip_rest(&o->scoreboard);
  if (whole && !o->scoreboard.wrong) rules_end(&o->rules);
  streams_note(o);
  scoreboard_close(&o->scoreboard);
  close_join(o);
  o->clock++;
}
