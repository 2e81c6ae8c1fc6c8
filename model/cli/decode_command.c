// SPDX-License-Identifier: Apache-2.0
// waypoint decode: prints a trace or a snapshot as packets, flow, instructions or events.
#include <inttypes.h>
#include <stdio.h>

#include "capture.h"
#include "code.h"
#include "command.h"
#include "frames.h"
#include "listing.h"

// The exit code. 1: the trace has an error, bytes of it are missing, or the code is not that of the trace. 2: it
// contains no packet, so it is no trace.
static int result_of(const struct listing *listing, bool is_empty) {
  // All output must have been written.
  if (fflush(stdout) != 0) {
    perror("waypoint: standard output");
    return 2;
  }
  if (listing->error_count) fprintf(stderr, "waypoint: %s\n", listing->first.text);
  return listing->packet_count == 0 ? 2 : listing->error_count || is_empty;
}

// Are these CoreSight frames? They do not decode, but look like frames, which an option must select.
static bool are_frames(const struct capture *c, const char *name, const char *what_reads, struct error *err) {
  struct listing quiet = {.name = name};
  char sources[FRAMES_SOURCES_TEXT];
  listing_decode(&quiet, &c->config, c->bytes, c->count);
  if (quiet.error_count == 0 || !frames_likely(c->bytes, c->count, sources)) return false;
  error_set(err, "%s: expected trace bytes of one source, found CoreSight frames of %s; %s", name, sources, what_reads);
  return true;
}

// Explains an empty list of instructions: the code has other addresses than the trace.
static bool has_other_code(const struct listing *listing, const struct words *words, const struct image *image) {
  enum { SHOWN = 4 };
  static const char *const owners[] = {"the code has", "the ELF file has", "the ELF files have"};
  if (!listing->left_code || listing->instruction_count || listing->error_count) return false;
  if (!words->flow && !words->instructions) return false;
  if (words->snapshot && !words->elf.count) return false;
  fprintf(stderr, "waypoint: %s: expected code at 0x%08" PRIX32, listing->name, listing->low);
  if (listing->high != listing->low) fprintf(stderr, " to 0x%08" PRIX32, listing->high);
  fprintf(stderr, ", where the trace runs; %s ", owners[words->elf.count < 2 ? words->elf.count : 2]);
  for (size_t i = 0; i < image->count && i < SHOWN; i++) {
    const struct segment *s = &image->at[i];
    fprintf(stderr, "%s0x%08" PRIX32 " to 0x%08" PRIX32, i ? ", " : "", s->address, s->address + (s->length - 1));
  }
  if (image->count > SHOWN) fprintf(stderr, " and %zu more", image->count - SHOWN);
  fputc('\n', stderr);
  return true;
}

// --- raw trace bytes -------------------------------------------------------------------------------------------------

// Are these bytes of a protocol that is not supported?
static bool are_of_other(const char *name, const struct capture *c, struct error *err) {
  size_t at;
  const char *other = other_trace(c->bytes, c->count, &at);
  if (other) {
    error_set(err, "%s: byte %zu: expected trace bytes of a PTM or an ETMv3, found a synchronization packet of %s",
              name, at, other);
  }
  return other;
}

// Opens a file of trace bytes as a capture, whose memory is the code that the options name.
static bool open_trace(struct capture *c, struct code *code, const struct words *words, struct error *err) {
  const char *name = words->trace;
  c->config = words->options.config;
  if (!read_file(name, &c->bytes, &c->count, err)) return false;
  const bool good = words->frames
                        ? frames_take(c->bytes, c->count, words->choice.frames, words->choice.id, c->bytes, &c->count,
                                      &c->breaks, name, "omit --frames if these are the trace bytes of one source", err)
                        : !are_frames(c, name, "use --frames", err);
  if (!good || are_of_other(name, c, err) || !code_load(code, words, err)) return false;
  c->image = code->image;
  code->image = (struct image){0};
  return true;
}

// --- a capture of real trace -----------------------------------------------------------------------------------------

static bool open_snapshot(struct capture *c, struct code *code, const struct words *words, struct error *err) {
  return code_capture(code, words, c, err) &&
         (c->framed || !are_frames(c, words->snapshot, "use format=coresight in trace.ini", err));
}

// The name of what is counted as well as instructions.
static const char *const targets[PROTOCOLS] = {[PROTOCOL_PFT] = "waypoints", [PROTOCOL_ETM3] = "branches"};

static void print_summary(const struct listing *listing, const struct capture *c) {
  printf("summary: bytes=%zu packets=%" PRIu64 " %s=%" PRIu64 " instructions=%" PRIu64 " gaps=%" PRIu64
         " errors=%" PRIu64 "\n",
         c->count, listing->packet_count, targets[config_protocol(&c->config)], listing->waypoint_count,
         listing->instruction_count, listing->gap_count, listing->error_count);
}

int command_decode(const struct words *words) {
  const bool lists_packets_only = words->trace && !words->flow && !words->instructions;
  struct capture capture = {0};
  struct code code = {0};
  struct error err;
  const bool good =
      words->snapshot ? open_snapshot(&capture, &code, words, &err) : open_trace(&capture, &code, words, &err);
  struct listing listing = {.name = words->snapshot ? words->snapshot : words->trace,
                            .image = lists_packets_only ? NULL : &capture.image,
                            .debug = &code.debug,
                            .packets = words->packets || lists_packets_only,
                            .flow = words->flow,
                            .instructions = words->instructions,
                            .events = words->prints_events,
                            .breaks = capture.breaks};
  bool is_empty = false;
  if (good) {
    listing_decode(&listing, &capture.config, capture.bytes, capture.count);
    if (words->snapshot && !words->prints_events) print_summary(&listing, &capture);
    is_empty = has_other_code(&listing, words, &capture.image);
  }
  code_free(&code);
  capture_close(&capture);
  return good ? result_of(&listing, is_empty) : could_not_run(&err);
}
