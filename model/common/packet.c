// SPDX-License-Identifier: Apache-2.0
// Has the names of packets, and writes a packet as a line of text.
#include "packet.h"

#include <stdio.h>
#include <string.h>

#include "append.h"

#define NAME(kind, name, group, facts) name,
#define GROUP(kind, name, group, facts) group,
#define FACTS(kind, name, group, facts) (facts),
const char *const packet_name[PACKET_KINDS] = {PACKET_TABLE(NAME)};
const uint8_t packet_group[PACKET_KINDS] = {PACKET_TABLE(GROUP)};
const uint8_t packet_facts[PACKET_KINDS] = {PACKET_TABLE(FACTS)};

const char *const isa_name[ISAS] = {
    [ISA_ARM] = "ARM", [ISA_THUMB] = "Thumb", [ISA_THUMBEE] = "ThumbEE", [ISA_JAZELLE] = "Jazelle"};
const char *const isa_word[ISAS] = {
    [ISA_ARM] = "arm", [ISA_THUMB] = "thumb", [ISA_THUMBEE] = "thumbee", [ISA_JAZELLE] = "jazelle"};
// In the order of enum isync_reason.
const char *const isync_reason_name[ISYNC_REASONS] = {"periodic", "trace-on", "overflow", "debug-exit"};
const char *const isync_reason_phrase[ISYNC_REASONS] = {"periodic", "trace on", "overflow", "debug exit"};

#define ADD(...) text_append(text, room, __VA_ARGS__)

enum { ADDRESS_ROOM = 12 };

// Writes the address as "0x8000802A", with '?' for each digit without a known bit. Returns `text`.
static const char *address_text(const struct packet *p, char text[ADDRESS_ROOM]) {
  const unsigned unknown = p->unknown_bits / 4;
  sprintf(text, "0x%08X", p->address);
  memset(text + 2, '?', unknown);
  return text;
}

static const char *isa_text(const struct packet *p) { return p->unknown_bits ? "unknown" : isa_name[p->isa]; }

void packet_text(const struct packet *p, char *text, size_t room) {
  char address[ADDRESS_ROOM];
  snprintf(text, room, "%s", packet_name[p->kind]);
  switch (p->kind) {
    case PACKET_ATOM:
    case PACKET_P_HEADER:
      ADD(" ");
      for (int i = 0; i < p->atom_count; i++) ADD("%c", p->cycles >> i & 1 ? 'W' : p->atoms >> i & 1 ? 'N' : 'E');
      break;
    case PACKET_ISYNC:
      ADD(" addr=%s %s reason=%s ns=%d", address_text(p, address), isa_text(p), isync_reason_name[p->reason], p->ns);
      if (p->hyp) ADD(" hyp=1");
      if (p->in_progress) ADD(" current=0x%08X", p->current);
      if (p->has_value) ADD(" context-id=0x%X", p->value);
      break;
    case PACKET_BRANCH:
    case PACKET_WAYPOINT_UPDATE:
      ADD(" addr=%s %s bytes=%u", address_text(p, address), isa_text(p), p->address_bytes);
      if (p->kind == PACKET_WAYPOINT_UPDATE) break;
      if (p->info_bytes || p->old_form)
        ADD(" exception=%u ns=%c", p->exception, p->info_bytes || p->ns_known ? '0' + p->ns : '?');
      if (p->info_bytes > 1) ADD(" hyp=%d", p->hyp);
      if (p->cancel) ADD(" cancel");
      if (p->resume) ADD(" resume=%u", p->resume);
      if (p->old_form) ADD(" deprecated-form");
      break;
    case PACKET_DATA:
    case PACKET_DATA_PLACEHOLDER:
    case PACKET_DATA_LATE:
    case PACKET_DATA_NOT_TRACED:
      if (p->tag) ADD(" tag=%u", p->tag);
      if (p->has_address) ADD(" addr=%s%s", address_text(p, address), p->big_endian ? " big-endian" : "");
      if (p->has_value) ADD(" 0x%X", p->value);
      break;
    case PACKET_CONTEXT_ID:
    case PACKET_VMID:
      ADD(" 0x%X", p->value);
      break;
    case PACKET_TIMESTAMP:
      if (p->unknown_bits) ADD(" unknown");
      if (!p->unknown_bits) ADD(" 0x%llX", (unsigned long long)p->timestamp);
      break;
    case PACKET_BAD:
      ADD(" %s", p->error ? p->error : "");
      break;
    case PACKET_ASYNC:
    case PACKET_TRIGGER:
    case PACKET_EXCEPTION_RETURN:
    case PACKET_IGNORE:
    case PACKET_CYCLE_COUNT:
    case PACKET_EXCEPTION_ENTRY:
    case PACKET_DATA_SUPPRESSED:
    case PACKET_STORE_FAILED:
      break;
  }
  if (p->has_count) ADD(" cc=%u", p->cycle_count);
}
