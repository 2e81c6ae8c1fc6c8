// SPDX-License-Identifier: Apache-2.0
#include "session.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "error.h"
#include "run.h"
#include "snapshot.h"

enum { BEAT_MAX = 8 };                        // bytes
enum { ETMCR_AT = 0x000, ETMSR_AT = 0x010 };  // on the APB
enum { OWN_LATENCY = 2 };                     // clocks

// --- opening --------------------------------------------------------------------------------------------------------

static void out_of_memory(void) {
  fputs("waypoint: out of memory\n", stderr);
  exit(2);
}

static void reserve(struct bytes *b, size_t more) {
  if (b->room - b->count >= more) return;
  b->room = 2 * b->room + more;
  b->at = realloc(b->at, b->room);
  if (!b->at) out_of_memory();
}

static bool is_waypoint(const struct session *s, const struct stim_event *e) {
  return e->valid && told_is_waypoint(&s->config, &e->wp);
}

static void make_moments(struct session *s, size_t count) {
  s->moments = calloc(count + 1, sizeof *s->moments);
  if (!s->moments) out_of_memory();
  s->happened.steps = s->stim->steps.at;
  s->happened.mask = s->happened.steps_mask = SIZE_MAX;
  s->happened.moments = s->moments;
}

// A text also holds clocks without a waypoint, and not every unit takes all for waypoints.
static void list_waypoints(struct session *s) {
  make_moments(s, s->stim->count);
  s->waypoints = malloc((s->stim->count + 1) * sizeof *s->waypoints);
  if (!s->waypoints) out_of_memory();
  s->happened.waypoints = s->waypoints;
  size_t count = 0;
  for (size_t i = 0; i < s->stim->count; i++) {
    const struct stim_event *e = &s->stim->at[i];
    if (is_waypoint(s, e)) s->waypoints[count++] = (struct happened_waypoint){.wp = e->wp, .steps_end = e->steps_end};
  }
}

static bool open_beats(struct session *s, struct error *err) {
  const char *path = s->options.beats;
  s->beats_file = path ? fopen(path, "w") : NULL;
  if (path && !s->beats_file) error_set(err, "%s: %s", path, strerror(errno));
  return !path || s->beats_file;
}

static void release(struct session *s) {
  follow_free(&s->follow);
  if (s->driver) driver_close(s->driver);
  free(s->waypoints);
  free(s->moments);
  free(s->unit_bytes.at);
  free(s->model_bytes.at);
  free(s);
}

// May the unit force an overflow (IHI 0035B 4.11)?
static bool may_force(const struct session *s) {
  const struct config *c = &s->config;
  const bool asked = s->options.drive.source == SOURCE_TEXT || s->options.drive.stim.sync_permille > 0;
  // ETMv3.0 counts clocks, of which any number may pass while nothing is executed.
  const bool clocks = s->etm && config_minor(c) == 0;
  return !(c->etmauxcr & 1) && (asked || (c->etmsyncfr > 0 && (clocks || c->etmsyncfr < FORCED_PERIOD)));
}

struct session *session_open(const struct options *options, const struct config *built, struct error *err) {
  struct session *s = calloc(1, sizeof *s);
  if (!s) out_of_memory();
  s->options = *options;
  s->config = options->config;
  s->config.atb_bits = built->atb_bits;
  s->config.queue_depth = built->queue_depth;
  s->config.fifo_bytes = built->fifo_bytes;
  s->etm = config_is_etm3(&s->config);
  s->finish_at = UINT64_MAX;
  unit_reset(&s->unit, &s->config);
  reserve(&s->unit_bytes, BLOCK * BEAT_MAX);
  s->driver = driver_open(&options->drive, &s->config, err);
  if (!s->driver || !open_beats(s, err)) {
    release(s);
    return NULL;
  }
  s->in = driver_pins(s->driver);
  s->stim = driver_stim(s->driver);
  if (s->etm) {
    make_moments(s, s->stim->steps.count);
  } else {
    list_waypoints(s);
  }
  // A text of clocks does not say what was executed.
  const bool known = s->stim->image.count && (!s->etm || s->stim->steps.count);
  const struct image *image = known ? &s->stim->image : NULL;
  if (!follow_start(&s->follow, &s->config, image, &s->happened)) out_of_memory();
  rules_start(&s->rules, &s->config, &s->follow.coverage, options->model);
  s->follow.rules = &s->rules;
  // Our own unit has what was presented in the clock before the last, and answers when its bytes have gone.
  struct arch_limits limits = arch_limits(&s->config, &options->windows);
  if (options->model) limits.latency = OWN_LATENCY;
  limits.strict = options->model;
  arch_start(&s->arch, &s->config, &limits, options->rules_off);
  s->follow.arch = &s->arch;
  s->follow.forced = !options->model || may_force(s);
  return s;
}

const struct config *session_config(const struct session *s) { return &s->config; }

// --- one clock ------------------------------------------------------------------------------------------------------

static void end_soon(struct session *s) {
  if (s->finish_at == UINT64_MAX) s->finish_at = s->clock + AFTERMATH;
}

static bool atb_takes(const struct session *s) { return s->in->atready && s->in->atclken; }

static void append(struct bytes *b, const struct ports_out *out) {
  uint64_t data = out->atdata;
  for (int i = 0; i < BEAT_MAX; i++, data >>= 8) b->at[b->count + (size_t)i] = (uint8_t)data;
  b->count += out->atbytes + 1u;
}

static bool same(const struct ports_out *a, const struct ports_out *b) {
  return a->atdata == b->atdata && a->prdata == b->prdata && a->atvalid == b->atvalid && a->atbytes == b->atbytes &&
         a->atid == b->atid && a->afready == b->afready && a->wpt_enable == b->wpt_enable && a->trigger == b->trigger &&
         a->idle == b->idle;
}

static void first_difference(struct session *s, const struct ports_out *unit, const struct ports_out *model) {
  const size_t sent = s->sent_at[s->clock % BLOCK];
  s->difference = (struct difference){
      .found = true, .clock = s->clock, .sent = sent, .waypoints = s->happened.count, .unit = *unit, .model = *model};
  reserve(&s->model_bytes, sent + (AFTERMATH + 1) * BEAT_MAX);
  memcpy(s->model_bytes.at, s->unit_bytes.at, sent);
  s->model_bytes.count = sent;
  end_soon(s);
}

// Check 1, and the model's step.
static void compare(struct session *s, const struct ports_out *out) {
  struct ports_out model;
  if (!s->in->resetn) unit_reset(&s->unit, &s->config);
  unit_outputs(&s->unit, &model);
  if (!s->difference.found && !same(out, &model)) first_difference(s, out, &model);
  if (s->difference.found && model.atvalid && atb_takes(s)) append(&s->model_bytes, &model);
  unit_step(&s->unit, s->in);
}

static void note_beat(struct session *s, const struct ports_out *out) {
  fprintf(s->beats_file, "%" PRIu64 " ", s->clock);
  for (unsigned i = 0; i <= out->atbytes; i++) fprintf(s->beats_file, "%02x", (unsigned)(out->atdata >> 8 * i & 0xFF));
  fputc('\n', s->beats_file);
}

static void collect(struct session *s, const struct ports_out *out) {
  s->sent_at[s->clock % BLOCK] = s->unit_bytes.count;
  if (!out->atvalid || !atb_takes(s)) return;
  append(&s->unit_bytes, out);
  s->beats++;
  if (s->beats_file) note_beat(s, out);
}

// The clock in which a byte left, at most BLOCK clocks ago.
static uint64_t clock_of(const struct session *s, uint64_t last, uint64_t offset) {
  uint64_t clock = last;
  while (clock > 0 && clock + BLOCK > last + 1 && s->sent_at[clock % BLOCK] > offset) clock--;
  return clock;
}

static void note_wrong(struct session *s, uint64_t last) {
  if (!s->follow.wrong || s->wrong_found) return;
  s->wrong_found = true;
  s->wrong_clock = clock_of(s, last, s->follow.error.offset);
  end_soon(s);
}

// Check 2, every now and then: of the first `end` bytes, sent up to clock `last`.
static void decode_up_to(struct session *s, uint64_t last, size_t end) {
  if (end > s->followed) {
    follow_bytes(&s->follow, s->unit_bytes.at + s->followed, end - s->followed);
    s->followed = end;
  }
  note_wrong(s, last);
  reserve(&s->unit_bytes, BLOCK * BEAT_MAX);
}

// Of all that was sent up to clock `last`: nothing of it is still to be looked at.
static void decode_all(struct session *s, uint64_t last) {
  session_look_at_all(s);
  decode_up_to(s, last, s->unit_bytes.count);
}

// What the host clears and reads in this clock: the Programming bit, ETMSR.
static void watch_apb(struct session *s, const struct ports_out *out) {
  const struct ports_in *in = s->in;
  if (!in->psel || !in->penable || !in->pclken || !out->pready) return;
  if (!in->pwrite && in->paddr == ETMSR_AT) s->overflow = out->prdata & 1;
  if (!in->pwrite || in->paddr != ETMCR_AT) return;
  const bool was_set = s->programming;
  s->programming = in->pwdata & ETMCR_PROGRAMMING;
  if (!was_set || s->programming) return;
  s->cleared_at = s->clock;
  s->overflow = true;
}

// A request to drain the unit, AFVALID or PTMIDLEREQ, and its answer. True while it lasts, as `before` says of the last
// edge.
static bool watch_drain(struct session *s, enum rules_drain drain, bool request, bool answer, bool before) {
  const uint64_t sent = s->sent_at[s->clock % BLOCK];
  if (request && !before) rules_drain_begin(&s->rules, drain, sent);
  if (request && answer) rules_drain_end(&s->rules, drain, sent);
  if (request && !answer && s->in->atready && s->in->atclken) {
    follow_broken(&s->follow, sent, rules_drain_wait(&s->rules, drain));
    note_wrong(s, s->clock);
  }
  return request && !answer;
}

// What the rules must know of the pins of this clock.
static void watch(struct session *s, const struct ports_out *out) {
  const uint64_t sent = s->sent_at[s->clock % BLOCK];
  size_t *sampled = &s->sampled_at[s->clock % LATENCY];
  for (size_t i = *sampled; i < s->sampled_at[(s->clock + 1) % LATENCY]; i++) s->moments[i].sent = s->unit_bytes.count;
  *sampled = s->happened.count - s->presents;

  if (!out->wpt_enable && s->enabled) rules_off(&s->rules, sent);
  s->enabled = out->wpt_enable;
  s->triggers += out->trigger;
  s->idling = watch_drain(s, RULES_IDLE, s->in->idle_request, out->idle, s->idling);
  if (!s->in->atclken) return;
  if (s->in->syncreq && out->wpt_enable) rules_sync(&s->rules, sent);
  s->flushing = watch_drain(s, RULES_FLUSH, s->in->afvalid, out->afready, s->flushing);
}

// Items presented in a clock: the waypoint, if this unit takes it for one, or the steps of the instruction port.
static size_t presented(const struct session *s, const struct driver_meant *meant) {
  if (s->etm) return meant->steps_end - s->happened.count;
  return s->in->wpt_valid && told_is_waypoint(&s->config, &s->in->wpt);
}

// --- reset ----------------------------------------------------------------------------------------------------------

// An instruction that an exception still to come cancels was presented before the unit was started again.
static void forget_cancelled(struct session *s) {
  if (s->etm && s->stim->steps.count) s->moments[s->happened.count].its = false;
}

static void forget(struct session *s) {
  if (s->options.check && !s->difference.found) {
    decode_all(s, s->clock);
    follow_reset(&s->follow);
  }
  if (s->flushing) rules_drain_end(&s->rules, RULES_FLUSH, s->unit_bytes.count);
  if (s->idling) rules_drain_end(&s->rules, RULES_IDLE, s->unit_bytes.count);
  s->idling = false;
  forget_cancelled(s);
  s->lost_before += s->unit.stats.lost;
  s->gaps_before = s->follow.at.gaps - s->follow.at.late_gaps;
  s->told = s->happened.count;
  s->sampled.items = s->flushing = s->enabled = s->ns = s->prohibited = false;
}

// --- stop ------------------------------------------------------------------------------------------------------------

// The host has stopped the unit.
static void look_at_stop(struct session *s) {
  if (s->options.check && !s->difference.found) {
    decode_all(s, s->clock);
    const uint64_t gaps = s->follow.at.gaps - s->follow.at.late_gaps;
    const bool untold = !s->options.model || s->gaps_before + s->unit.stats.overflows > gaps;
    // It cannot be told where the TraceEnable event keeps tracing from starting again; and an ETM's starts at an
    // instruction, of which none may be left.
    follow_stop(&s->follow, s->told, (s->etm || s->options.drive.abrupt || !s->must_trace) && untold, s->overflow);
    note_wrong(s, s->clock);
  }
  forget_cancelled(s);
}

// What begins behind this edge.
static void next_clock(struct session *s, const struct ports_out *out) {
  driver_clock(s->driver, out);
  const struct driver_meant meant = driver_meant(s->driver);
  const uint64_t resets = driver_counts(s->driver).resets;
  if (resets != s->reset_count) forget(s);
  s->reset_count = resets;
  s->presents = presented(s, &meant);
  s->happened.count += s->presents;
  if (meant.stopped) look_at_stop(s);
}

void session_clock(struct session *s, const struct ports_out *out, struct session_drive *drive) {
  if (s->options.check) {
    collect(s, out);
    if (s->options.model) compare(s, out);
    arch_clock(&s->arch, &(struct arch_pins){s->in, out, out->pready, out->pslverr, s->happened.count});
    session_look(s, out);
    watch(s, out);
    watch_apb(s, out);
    // What was presented may still be looked at in later clocks.
    if (s->clock % BLOCK == BLOCK - 1) {
      const int late = s->options.latency_high > 0 ? s->options.latency_high : 0;
      decode_up_to(s, s->clock, late ? s->sent_at[(s->clock - (unsigned)late) % BLOCK] : s->unit_bytes.count);
    }
    if (s->arch.broken) end_soon(s);
  }
  next_clock(s, out);
  const bool finish = driver_end(s->driver) || s->clock >= s->finish_at || s->clock >= s->options.to;
  s->clock++;
  *drive = (struct session_drive){.in = s->in, .finish = finish};
}

void session_rule(struct session *s, const char *rule) {
  if (s->rules_failed++ == 0) {
    snprintf(s->rule, sizeof s->rule, "%s", rule);
    s->rule_clock = s->clock;
  }
  end_soon(s);
}

// --- closing -------------------------------------------------------------------------------------------------------

static bool write_bytes(const char *path, const struct bytes *bytes, struct error *err) {
  FILE *file = fopen(path, "wb");
  bool good = file && fwrite(bytes->at, 1, bytes->count, file) == bytes->count;
  if (file) good = fclose(file) == 0 && good;
  if (!good) error_set(err, "%s: %s", path, strerror(errno));
  return good;
}

static bool write_files(struct session *s, struct error *err) {
  const struct options *o = &s->options;
  const struct bytes *b = &s->unit_bytes;
  if (s->beats_file && fclose(s->beats_file) != 0) {
    error_set(err, "%s: %s", o->beats, strerror(errno));
    return false;
  }
  return (!o->bytes || write_bytes(o->bytes, b, err)) &&
         (!o->snapshot || snapshot_write(o->snapshot, &s->config, &s->stim->image, b->at, b->count, err)) &&
         (!o->coverage || coverage_append(&s->follow.coverage, &s->config, o->coverage, err));
}

int session_close(struct session *s, const struct rerun *rerun) {
  struct error err;
  if (s->options.check && s->clock > 0) {
    decode_all(s, s->clock - 1);
    if (!s->difference.found) follow_end(&s->follow);
    if (!s->difference.found && !s->follow.wrong) arch_end(&s->arch);
    note_wrong(s, s->clock - 1);
  }
  int code = 2;
  if (write_files(s, &err)) {
    code = report(s, rerun) ? 0 : 1;
  } else {
    fprintf(stderr, "waypoint: %s\n", err.text);
  }
  release(s);
  return code;
}
