// SPDX-License-Identifier: Apache-2.0
// The packets that PFT and ETMv3 encode in the same way.
#include "record.h"

void record_set_context(struct record *r, struct sent_values *sent, const struct settings *s, uint32_t context) {
  sent->context = context;
  r->value = context_of(s, context);
  r->value_bytes = (uint8_t)context_bytes(s);
}

void record_set_vmid(struct record *r, struct sent_values *sent, uint8_t vmid) {
  r->value = sent->vmid = vmid;
  r->value_bytes = 1;
}

void record_set_timestamp(struct record *r, struct sent_values *sent, const struct settings *s, uint64_t stamp,
                          bool full, bool clock_change) {
  r->stamp = wire_stamp(s, stamp);
  r->stamp_bytes = (uint8_t)(full ? wire_stamp_full(s) : wire_stamp_bytes(r->stamp, sent->stamp));
  r->clock_change = clock_change;
  sent->stamp = r->stamp;
}

void record_put_async(struct wire *w) { wire_put(w, (uint64_t)0x80 << 40, 6); }

// Packets with a fixed header (docs/pft.md, docs/etm3.md), which a value may follow.
void record_put_value(struct wire *w, const struct record *record) {
  static const uint8_t headers[] = {
      [RECORD_EXCEPTION_RETURN] = 0x76, [RECORD_EXCEPTION_ENTRY] = 0x7E, [RECORD_TRIGGER] = 0x0C,
      [RECORD_IGNORE] = 0x66,           [RECORD_CONTEXT_ID] = 0x6E,      [RECORD_VMID] = 0x3C};
  wire_put(w, headers[record->kind] | (uint64_t)record->value << 8, 1u + record->value_bytes);
}

// IHI 0035B 4.5.9, IHI 0014Q 7.7.4.
void record_put_timestamp(struct wire *w, const struct record *record) {
  wire_put(w, 0x42u | (unsigned)record->clock_change << 2, 1);
  wire_put_stamp(w, record->stamp, record->stamp_bytes);
}
