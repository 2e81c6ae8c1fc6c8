// SPDX-License-Identifier: Apache-2.0
// waypoint decode: a trace or a snapshot as packets, flow, instructions or events.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "capture.h"
#include "code.h"
#include "command.h"
#include "frames.h"
#include "listing.h"
#include "other_trace.h"

// What has been printed must have arrived.
static bool printed(void) {
  if (fflush(stdout) == 0) return true;
  perror("waypoint: standard output");
  return false;
}

// 1: the trace has an error, bytes of it are missing, or the code is none that it runs; 2: it has no packet, so it is
// no trace.
static int result_of(const struct listing *listing, bool is_empty) {
  if (!printed()) return 2;
  if (listing->error_count) fprintf(stderr, "waypoint: %s\n", listing->first.text);
  return listing->packet_count == 0 ? 2 : listing->error_count || is_empty;
}

// Bytes that do not decode, but look like CoreSight frames: an option has to say so.
static bool are_frames(const struct config *config, const char *name, const uint8_t *bytes, size_t count,
                       const char *what_reads, struct error *err) {
  struct listing quiet = {.name = name};
  struct frames_found found;
  char sources[256];
  listing_decode(&quiet, config, bytes, count);
  if (quiet.error_count == 0) return false;
  if (!frames_likely(bytes, count) || !frames_find(&found, bytes, count, FRAMES_DEFAULT, name, NULL)) return false;
  frames_sources(&found, sources, sizeof sources);
  free(found.breaks.of);
  error_set(err, "%s: expected trace bytes of one source, found CoreSight frames of %s; %s", name, sources, what_reads);
  return true;
}

// A line of an instruction list that is empty because the code is that of other addresses.
static bool lacks_code(const struct listing *l, const struct words *words, const struct image *image) {
  enum { SHOWN = 4 };
  static const char *const owners[] = {"the code has", "the ELF file has", "the ELF files have"};
  if (!l->left_code || l->instruction_count || l->error_count) return false;
  if (!words->flow && !words->instructions) return false;
  if (words->snapshot && !words->elf.count) return false;
  fprintf(stderr, "waypoint: %s: expected code at 0x%08" PRIX32, l->name, l->low);
  if (l->high != l->low) fprintf(stderr, " to 0x%08" PRIX32, l->high);
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

// Bytes of a protocol that is not read.
static bool are_of_other(const char *name, const uint8_t *bytes, size_t count, struct error *err) {
  size_t at;
  const char *other = other_trace(bytes, count, &at);
  if (other) {
    error_set(err, "%s: byte %zu: expected trace bytes of a PTM or an ETMv3, found a synchronization packet of %s",
              name, at, other);
  }
  return other;
}

static bool read_trace(const struct words *words, uint8_t **bytes, size_t *count, struct frames_breaks *breaks,
                       struct error *err) {
  const char *name = words->trace;
  if (!read_file(name, bytes, count, err)) return false;
  const bool good = words->frames
                        ? frames_take(*bytes, *count, words->choice.frames, words->choice.id, *bytes, count, breaks,
                                      name, "omit --frames if these are the trace bytes of one source", err)
                        : !are_frames(&words->options.config, name, *bytes, *count, "use --frames", err);
  const bool is_other = good && are_of_other(name, *bytes, *count, err);
  if (good && !is_other) return true;
  free(breaks->of);
  free(*bytes);
  return false;
}

static int decode_trace(const struct words *words) {
  const bool over_code = words->flow || words->instructions;
  struct error err;
  struct code code;
  uint8_t *bytes;
  size_t count;
  struct frames_breaks breaks = {0};
  if (!read_trace(words, &bytes, &count, &breaks, &err)) return could_not_run(&err);
  if (!code_load(&code, words, &err)) {
    code_free(&code);
    free(bytes);
    return could_not_run(&err);
  }

  struct listing listing = {.name = words->trace,
                            .image = over_code ? &code.image : NULL,
                            .debug = &code.debug,
                            .packets = words->packets || !over_code,
                            .flow = words->flow,
                            .instructions = words->instructions,
                            .breaks = breaks};
  listing_decode(&listing, &words->options.config, bytes, count);
  const bool is_empty = lacks_code(&listing, words, &code.image);
  code_free(&code);
  free(breaks.of);
  free(bytes);
  return result_of(&listing, is_empty);
}

// --- a capture of real trace -----------------------------------------------------------------------------------------

// What is counted, beside the instructions, of the code that the trace is of.
static const char *const targets[PROTOCOLS] = {[PROTOCOL_PFT] = "waypoints", [PROTOCOL_ETM3] = "branches"};

static int decode_capture(const struct words *words) {
  struct capture capture = {0};
  struct code code = {0};
  struct error err;
  bool good = code_capture(&code, words, &capture, &err);
  struct listing listing = {.name = words->snapshot,
                            .image = &capture.image,
                            .debug = &code.debug,
                            .packets = words->packets,
                            .flow = words->flow,
                            .instructions = words->instructions,
                            .events = words->tell_events,
                            .breaks = capture.breaks};
  good = good && (capture.framed || !are_frames(&capture.config, words->snapshot, capture.bytes, capture.count,
                                                "use format=coresight in trace.ini", &err));
  if (good) listing_decode(&listing, &capture.config, capture.bytes, capture.count);
  if (good && !words->tell_events) {
    printf("summary: bytes=%zu packets=%" PRIu64 " %s=%" PRIu64 " instructions=%" PRIu64 " gaps=%" PRIu64
           " errors=%" PRIu64 "\n",
           capture.count, listing.packet_count, targets[config_protocol(&capture.config)], listing.waypoint_count,
           listing.instruction_count, listing.gap_count, listing.error_count);
  }
  const bool is_empty = good && lacks_code(&listing, words, &capture.image);
  code_free(&code);
  capture_close(&capture);
  if (!good) return could_not_run(&err);
  return result_of(&listing, is_empty);
}

int command_decode(const struct words *words) { return words->snapshot ? decode_capture(words) : decode_trace(words); }
