// SPDX-License-Identifier: Apache-2.0
#include "state.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static unsigned context_bits(const struct config *c) {
  return (unsigned[]){0, 8, 16, 32}[c->etmcr >> ETMCR_CONTEXT_ID_SHIFT & 3];
}

void state_packet(struct state *s, const struct packet *p, const struct config *config) {
  const bool isync = p->kind == PACKET_ISYNC;
  if (isync || (p->kind == PACKET_BRANCH && p->ns_known)) {
    s->ns = p->ns;
    s->hyp = p->hyp;
    s->has_state = true;
  }
  if (context_bits(config) > 0 && (isync || p->kind == PACKET_CONTEXT_ID)) {
    s->context = p->value;
    s->has_context = true;
  }
  if (p->kind == PACKET_VMID) {
    s->vmid = p->value;
    s->has_vmid = true;
  }
  if (p->kind == PACKET_BAD) *s = (struct state){0};
}

struct state state_of(const struct config *config, bool ns, bool hyp, uint32_t context, uint32_t vmid) {
  const unsigned bits = context_bits(config);
  return (struct state){
      .ns = ns,
      .hyp = hyp && config->etmccer & ETMCCER_VIRTUALIZATION,
      .context = bits > 0 ? context & UINT32_MAX >> (32 - bits) : 0,
      .vmid = vmid,
      .has_state = true,
      .has_context = bits > 0,
      .has_vmid = config->etmcr & ETMCR_VMID,
  };
}

void state_text(const struct state *s, char text[STATE_ROOM]) {
  char *to = text;
  *to = '\0';
  if (s->has_state) to += sprintf(to, " ns=%d hyp=%d", s->ns, s->hyp);
  if (s->has_context) to += sprintf(to, " ctx=0x%" PRIX32, s->context);
  if (s->has_vmid) to += sprintf(to, " vmid=0x%" PRIX32, s->vmid);
  if (*text) memmove(text, text + 1, (size_t)(to - text));
}

static void resource_text(uint32_t number, char text[16]) {
  if (number >= 0x60 && number <= 0x63)
    snprintf(text, 16, "EXTIN[%u]", (unsigned)(number & 3));
  else if (number >= 0x6D && number <= 0x6F)
    snprintf(text, 16, "%s", (const char *[]){"Non-secure", "prohibited", "always"}[number - 0x6D]);
  else
    snprintf(text, 16, "resource 0x%02X", (unsigned)number);
}

void event_text(uint32_t event, char text[EVENT_ROOM]) {
  static const char *const form[8] = {
      "%s", "not %s", "%s and %s", "not %s and %s", "not %s and not %s", "%s or %s", "not %s or %s", "not %s or not %s",
  };
  char a[16], b[16];
  resource_text(event & 0x7F, a);
  resource_text(event >> 7 & 0x7F, b);
  const int used = snprintf(text, EVENT_ROOM, "0x%05" PRIX32 ": ", event);
  snprintf(text + used, (size_t)(EVENT_ROOM - used), form[event >> 14 & 7], a, b);
}
