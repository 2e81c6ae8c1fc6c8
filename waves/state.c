// SPDX-License-Identifier: Apache-2.0
#include "state.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static unsigned context_bits(const struct config *c) {
  return (unsigned[]){0, 8, 16, 32}[field_get(c->etmcr, ETMCR_CONTEXT_ID)];
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
