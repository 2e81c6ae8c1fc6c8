// SPDX-License-Identifier: Apache-2.0
// Prints both traces at the first difference, and which of them contradicts the execution.
#include <inttypes.h>
#include <string.h>

#include "reencode.h"
#include "reference.h"
#include "report_parts.h"
#include "scoreboard_protocol.h"

// Prints the fields in which two packets of the same kind differ, or else both kinds. The text of a packet is "kind
// word word key=value ...".
static void print_fields(FILE *out, const struct packet *unit, const struct packet *model) {
  char a[256], b[256], *rest_a, *rest_b;
  packet_text(unit, a, sizeof a);
  packet_text(model, b, sizeof b);
  if (strcmp(a, b) == 0) return;
  fprintf(out, "  fields that differ (DUT / reference model):");
  if (unit->kind != model->kind) {
    fprintf(out, "  %s / %s\n", packet_name[unit->kind], packet_name[model->kind]);
    fprintf(out, "  the DUT sent %s, the reference model sent %s\n", a, b);
    return;
  }
  const char *x = strtok_r(a, " ", &rest_a), *y = strtok_r(b, " ", &rest_b);
  while (x || y) {
    const char *of_unit = x ? x : "-", *of_model = y ? y : "-";
    if (strcmp(of_unit, of_model) != 0) fprintf(out, "  %s / %s", of_unit, of_model);
    x = x ? strtok_r(NULL, " ", &rest_a) : NULL;
    y = y ? strtok_r(NULL, " ", &rest_b) : NULL;
  }
  fputc('\n', out);
}

// Prints whether the trace of a side agrees with execution. This check uses neither the DUT nor the reference model.
static void print_verdict(FILE *out, const struct scoreboard *s, const char *side) {
  if (s->wrong) {
    fprintf(out, "  the %s's trace is wrong from byte %" PRIu64 ": %s\n", side, s->error.offset, s->error.why);
  } else if (s->at.items == 0) {
    fprintf(out, "  the %s's trace has reported no %s yet\n", side, s->protocol->item);
  } else {
    fprintf(out, "  the %s's trace is consistent with execution (checked up to %s #%zu)\n", side, s->protocol->item,
            s->at.item - 1);
  }
}

// Gives `found->fork` the bytes of the reference model that it has not compared yet.
static void judge_model(const struct findings *found, const struct report_bytes *model) {
  scoreboard_bytes(found->fork, sent_byte(model->sent, found->fork_bytes), (size_t)(model->end - found->fork_bytes));
  scoreboard_bytes(found->fork, model->more, model->count);
}

// Prints the differences of the two packets at byte `offset`, and their reasons. If both have the same kind, the reason
// for the packet of the DUT is not printed, because its fields may be wrong.
static void print_packets(FILE *out, const struct findings *found, const struct report_trace *unit,
                          const struct report_trace *other, uint64_t offset, const char *side) {
  const struct report_packet *u = report_packet_at(unit, offset), *o = report_packet_at(other, offset);
  if (!u || !o) return;
  print_fields(out, &u->packet, &o->packet);
  if (u->packet.kind != o->packet.kind) report_why(out, found, &unit->bytes, u->packet.offset, "DUT");
  report_why(out, found, &other->bytes, o->packet.offset, side);
}

// Prints the first byte that differs, and the traces of both sides near it. Returns false if there is none.
static bool print_bytes(FILE *out, const struct findings *found, const struct report_trace *unit,
                        const struct report_trace *model, uint64_t *offset) {
  const struct report_bytes *u = &unit->bytes, *m = &model->bytes;
  const uint64_t unit_end = u->end + u->count, model_end = m->end + m->count;
  uint64_t at = m->end;
  while (at < unit_end && at < model_end && report_byte(u, at) == report_byte(m, at)) at++;
  *offset = at;
  if (at == unit_end || at == model_end) {
    fprintf(out, "  both sent the same %" PRIu64 " bytes up to the end of the run\n", at);
    return false;
  }
  fprintf(out, "  byte %" PRIu64 ": 0x%02x, expected 0x%02x\n", at, report_byte(u, at), report_byte(m, at));
  report_trace_print(out, unit, at, "DUT trace");
  report_trace_print(out, model, at, "reference model trace");
  const struct report_packet *of_model = report_packet_at(model, at);
  print_packets(out, found, unit, model, at, "reference model");
  if (!of_model) return true;
  char text[REPORT_TEXT_ROOM];
  report_packet_text(of_model, text);
  report_for_waves(found, "!expected %s\n", text);
  return true;
}

static bool is_different(const struct difference *d, enum pin pin) {
  const struct pins unit = {.out = d->unit}, model = {.out = d->model};
  return pin_row(pin)->output && pin_value(&unit, pin) != pin_value(&model, pin);
}

// Returns the output for the first line of the report: ATVALID if it differs, otherwise the last in the table of pins.
// The table ends with the pins of the ATB.
static enum pin first_line_pin(const struct difference *d) {
  enum pin last = PINS;
  if (is_different(d, PIN_ATVALID)) return PIN_ATVALID;
  for (enum pin pin = 0; pin < PINS; pin++) {
    if (is_different(d, pin)) last = pin;
  }
  return last;
}

static void print_pins(FILE *out, const struct findings *found) {
  const struct difference *d = reference_difference(found->reference);
  const struct pins unit = {.out = d->unit}, model = {.out = d->model};
  for (enum pin pin = 0; pin < PINS; pin++) {
    if (!is_different(d, pin)) continue;
    fprintf(out, "    %-10s DUT 0x%" PRIX64 ", reference model 0x%" PRIX64 "\n", pin_name(pin, found->config),
            pin_value(&unit, pin), pin_value(&model, pin));
  }
}

// Prints the access on the APB if a pin of the APB differs.
static void print_access(FILE *out, const struct ports_in *in, enum pin pin) {
  const bool apb = pin == PIN_PRDATA || pin == PIN_PREADY || pin == PIN_PSLVERR;
  if (apb && in->psel) {
    fprintf(out, ", in a %s of 0x%03X", in->pwrite ? "write" : "read", in->paddr);
    if (in->pwrite) fprintf(out, ", 0x%08X", in->pwdata);
  }
  fputc('\n', out);
}

// Prints both sides. If both have sent the same bytes, the difference is `pin` and not a packet. The check of the trace
// of the DUT is then also that of the trace of the reference model.
static void print_sides(FILE *out, const struct findings *found, enum pin pin) {
  const struct difference *d = reference_difference(found->reference);
  const struct scoreboard *s = found->scoreboard;
  struct report_bytes bytes = {.sent = found->sent, .end = d->sent};
  struct report_trace unit = report_unit(found), model;
  uint64_t offset;
  bytes.more = reference_bytes(found->reference, &bytes.count);
  judge_model(found, &bytes);
  report_trace_read(&model, &bytes, found->fork, UINT64_MAX);
  const bool differ = print_bytes(out, found, &unit, &model, &offset);
  print_verdict(out, s, "DUT");
  const struct scoreboard *compared = differ ? found->fork : s;
  if (!differ || found->is_fork_stream_known) print_verdict(out, compared, "reference model");
  const struct scoreboard *wrong = s->wrong || !found->is_fork_stream_known ? s : compared;
  const size_t item = wrong->wrong ? scoreboard_wrong_item(wrong)
                      : differ     ? report_item_at(&unit, offset, SIZE_MAX)
                                   : SIZE_MAX;
  const char *label = !s->wrong ? FIRST_DIFFERENCE : s->error.is_packet_missing ? DETECTED_AT : AT_FAULT;
  if (differ || wrong->wrong) {
    report_location(out, found, label, differ ? &unit : NULL, offset, item);
    if (differ) report_base(out, &unit, offset);
  } else {
    const struct pins is = {.out = d->unit}, expected = {.out = d->model};
    fprintf(out, "  %s: %s is 0x%" PRIX64 " in clock %" PRIu64 ", expected 0x%" PRIX64, label,
            pin_name(pin, found->config), pin_value(&is, pin), d->clock, pin_value(&expected, pin));
    print_access(out, &d->in, pin);
  }
  report_state(out, wrong, s->wrong ? &unit : &model);
  report_tracing_noted(out, found, wrong, s->wrong ? &unit : &model);
  report_items(out, found, item < SIZE_MAX ? item : found->fork_items - (found->fork_items > 0));
  report_trace_free(&unit);
  report_trace_free(&model);
}

void report_difference(FILE *out, const struct findings *found) {
  const struct difference *d = reference_difference(found->reference);
  const enum pin pin = first_line_pin(d);
  const struct pins unit = {.out = d->unit}, model = {.out = d->model};
  fprintf(out,
          "model comparison: clock %" PRIu64 ": DUT and reference model differ: %s is 0x%" PRIX64
          ", expected 0x%" PRIX64 "\n",
          d->clock, pin_name(pin, found->config), pin_value(&unit, pin), pin_value(&model, pin));
  const struct scoreboard *s = found->scoreboard;
  report_for_waves(found, "!%" PRIu64 " model comparison: DUT and reference model differ%s%s\n", d->clock,
                   s->wrong ? ": " : "", s->wrong ? s->error.why : "");
  print_pins(out, found);
  print_sides(out, found, pin);
}

void report_reencoded(FILE *out, const struct findings *found) {
  const struct sent *s = found->sent;
  const struct reencode_difference *d = reencode_difference(found->reencode);
  const uint64_t offset = d->packet.offset, clock = sent_clock_of(s, offset);
  const struct report_bytes bytes = {.sent = s, .end = offset, .more = d->bytes, .count = d->count};
  struct report_trace unit = report_unit(found), encoder;
  char name[80];
  report_trace_read(&encoder, &bytes, found->scoreboard, offset);
  reencode_name(d->deviation, name, sizeof name);
  fprintf(out, "model comparison: clock %" PRIu64 ", byte %" PRIu64 ": DUT and reference encoder differ: %s\n", clock,
          offset, name);
  report_for_waves(found, "!%" PRIu64 " model comparison: DUT and reference encoder differ: %s\n", clock, name);
  report_trace_print(out, &unit, offset, "DUT trace");
  report_trace_print(out, &encoder, offset, "reference encoder trace");
  const size_t item = report_item_at(&unit, offset, found->scoreboard->at.item);
  print_packets(out, found, &unit, &encoder, offset, "reference encoder");
  report_location(out, found, FIRST_DIFFERENCE, &unit, offset, item);
  report_items(out, found, item);
  report_trace_free(&unit);
  report_trace_free(&encoder);
}
