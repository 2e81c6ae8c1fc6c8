// SPDX-License-Identifier: Apache-2.0
// The bits of PFT's packets, in a form that can be compared with IHI 0035B 4.5.
#include "anatomy.h"

// `first` names the bits of the first byte, which has the lowest four bits of the count.
static void anatomy_count(struct anatomy *l, const char *role, const char *first) {
  if (anatomy_byte(l, role, "%s", first) & 0x40) anatomy_sevens(l, "cycle count", "Count", 4, 4);
}

static void anatomy_atom(struct anatomy *l) {
  static const char *const of_count[] = {
      "", "100001 a 0", "10001 a b 0", "1001 a b c 0", "101 a b c d 0", "11 a b c d e 0"};
  if (l->packet->has_count) {
    anatomy_count(l, "header", "1 C Count[3:0] F 0");
  } else {
    anatomy_byte(l, "header", "%s", of_count[l->packet->atom_count]);
  }
}

static void anatomy_isync(struct anatomy *l) {
  anatomy_byte(l, "header", "00001000");
  anatomy_byte(l, "address", "A[7:1] T");
  for (unsigned low = 8; low < 32; low += 8) anatomy_byte(l, "address", "A[%u:%u]", low + 7, low);
  anatomy_byte(l, "information", "0 Reason:2 0 NS AltIS Hyp 1");
  if (l->packet->has_count) anatomy_count(l, "cycle count", "1 C Count[3:0] 00");
  anatomy_context_id(l);
}

static void anatomy_branch(struct anatomy *l) {
  anatomy_address(l, true);
  if (l->packet->info_bytes > 0) anatomy_byte(l, "information", "C AltIS 0 Exception[3:0] NS");
  if (l->packet->info_bytes > 1) anatomy_byte(l, "information", "00 Hyp Exception[8:4]");
  if (l->packet->has_count) anatomy_count(l, "cycle count", "0 C Count[3:0] 00");
}

static void anatomy_update(struct anatomy *l) {
  anatomy_header(l);
  anatomy_address(l, true);
  anatomy_byte(l, "information", "0 AltIS 000000");
}

static void anatomy_counted_timestamp(struct anatomy *l) {
  anatomy_timestamp(l);
  if (l->packet->has_count) anatomy_count(l, "cycle count", "0 C Count[3:0] 00");
}

anatomy_function *const pft_anatomy[PACKET_KINDS] = {
    [PACKET_ASYNC] = anatomy_async,
    [PACKET_ISYNC] = anatomy_isync,
    [PACKET_ATOM] = anatomy_atom,
    [PACKET_BRANCH] = anatomy_branch,
    [PACKET_WAYPOINT_UPDATE] = anatomy_update,
    [PACKET_TRIGGER] = anatomy_header,
    [PACKET_CONTEXT_ID] = anatomy_context_packet,
    [PACKET_VMID] = anatomy_vmid,
    [PACKET_TIMESTAMP] = anatomy_counted_timestamp,
    [PACKET_EXCEPTION_RETURN] = anatomy_header,
    [PACKET_IGNORE] = anatomy_header,
};
