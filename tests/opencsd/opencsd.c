// SPDX-License-Identifier: Apache-2.0
#include "opencsd.h"

#include <opencsd/c_api/opencsd_c_api.h>
#include <stdio.h>

struct opencsd_protocol;

struct run {
  const struct opencsd_protocol *protocol;
  dcd_tree_handle_t tree;
  uint8_t id;
  const struct config *config;
  opencsd_range *range;
  opencsd_packet *packet;
  void *user;
  uint64_t packets;
  unsigned due;             // ranges that the last packet must still give
  ocsd_trc_index_t due_at;  // its place
  bool ended;               // all bytes are in: a packet that comes now was cut, though of an ETM it looks whole
  bool failed;
  struct error *err;
};

// The first fault is the one to tell.
static void fail(struct run *r, ocsd_trc_index_t offset, const char *what) {
  if (!r->failed) error_set(r->err, "OpenCSD: byte %llu: %s", (unsigned long long)offset, what);
  r->failed = true;
}

// What the library itself has logged last, if anything.
static void fail_logged(struct run *r, ocsd_trc_index_t offset, const char *when) {
  char message[256] = "", text[320];
  ocsd_trc_index_t index = OCSD_BAD_TRC_INDEX;
  uint8_t id;
  ocsd_get_last_err(&index, &id, message, sizeof message);
  snprintf(text, sizeof text, "%s: %s", when, message);
  fail(r, index == OCSD_BAD_TRC_INDEX ? offset : index, text);
}

// --- packets of both protocols ---------------------------------------------------------------------------------------

// How OpenCSD represents a protocol's packets.
struct opencsd_protocol {
  const char *decoder;
  // By its packet type, which comes first in each of its packets: enum packet_kind, PACKET_BAD too, or NONE.
  const uint8_t *kinds;
  void (*translate)(const struct run *r, const void *packet, uint32_t size, const uint8_t *bytes, struct packet *out);
  unsigned (*ranges_of)(const void *packet);  // how many it must give
};

#define NONE ((enum packet_kind)PACKET_KINDS)

static enum packet_kind kind_of(const struct run *r, const void *packet) {
  return r->protocol->kinds[*(const unsigned *)packet];
}

static const uint8_t reason_of[] = {
    [iSync_Periodic] = ISYNC_PERIODIC,
    [iSync_TraceEnable] = ISYNC_TRACE_ON,
    [iSync_TraceRestartAfterOverflow] = ISYNC_OVERFLOW,
    [iSync_DebugExit] = ISYNC_DEBUG_EXIT,
};

static const uint8_t isa_of_set[ocsd_isa_unknown + 1] = {
    [ocsd_isa_thumb2] = ISA_THUMB,
    [ocsd_isa_tee] = ISA_THUMBEE,
    [ocsd_isa_jazelle] = ISA_JAZELLE,
};

// OpenCSD does not tell how many address bytes there were: bit 7 of each says that another follows.
static uint8_t address_bytes(const uint8_t *bytes, uint32_t count) {
  uint8_t n = 1;
  while (n < 5 && n < count && bytes[n - 1] & 0x80) n++;
  return n;
}

// The oldest atom is in bit 0, as with us, but there 1 = E.
static uint32_t inverted(ocsd_pkt_atom atom) { return ~atom.En_bits & ((1u << atom.num) - 1); }

static bool has_context_id(const struct run *r) { return field_get(r->config->etmcr, ETMCR_CONTEXT_ID); }

// --- packets of a PTM ------------------------------------------------------------------------------------------------

static const uint8_t ptm_kinds[] = {
    [PTM_PKT_NOTSYNC] = NONE,
    [PTM_PKT_INCOMPLETE_EOT] = PACKET_BAD,
    [PTM_PKT_NOERROR] = NONE,
    [PTM_PKT_BRANCH_ADDRESS] = PACKET_BRANCH,
    [PTM_PKT_A_SYNC] = PACKET_ASYNC,
    [PTM_PKT_I_SYNC] = PACKET_ISYNC,
    [PTM_PKT_TRIGGER] = PACKET_TRIGGER,
    [PTM_PKT_WPOINT_UPDATE] = PACKET_WAYPOINT_UPDATE,
    [PTM_PKT_IGNORE] = PACKET_IGNORE,
    [PTM_PKT_CONTEXT_ID] = PACKET_CONTEXT_ID,
    [PTM_PKT_VMID] = PACKET_VMID,
    [PTM_PKT_ATOM] = PACKET_ATOM,
    [PTM_PKT_TIMESTAMP] = PACKET_TIMESTAMP,
    [PTM_PKT_EXCEPTION_RET] = PACKET_EXCEPTION_RETURN,
    [PTM_PKT_BRANCH_OR_BYPASS_EOT] = NONE,
    [PTM_PKT_TPIU_PAD_EOB] = NONE,
    [PTM_PKT_BAD_SEQUENCE] = PACKET_BAD,
    [PTM_PKT_RESERVED] = PACKET_BAD,
};

static void translate_ptm(const struct run *r, const void *packet, uint32_t size, const uint8_t *bytes,
                          struct packet *out) {
  const ocsd_ptm_pkt *p = packet;
  out->isa = isa_of_set[p->curr_isa];
  out->ns = p->context.curr_NS;
  out->hyp = p->context.curr_Hyp;
  out->has_count = p->cc_valid;
  out->cycle_count = p->cycle_count;
  out->address = (uint32_t)p->addr.val;
  out->timestamp = p->timestamp;
  switch (p->type) {
    case PTM_PKT_ATOM:
      out->atom_count = p->atom.num;
      out->atoms = (uint16_t)inverted(p->atom);
      break;
    case PTM_PKT_I_SYNC:
      out->reason = reason_of[p->i_sync_reason];
      out->has_value = has_context_id(r);
      out->value = out->has_value ? p->context.ctxtID : 0;
      break;
    case PTM_PKT_BRANCH_ADDRESS:
      out->address_bytes = address_bytes(bytes, size);
      if (p->exception.bits.present && out->address_bytes < size) {
        out->info_bytes = bytes[out->address_bytes] & 0x80 ? 2 : 1;
        out->exception = p->exception.number;
      }
      break;
    case PTM_PKT_WPOINT_UPDATE:
      out->address_bytes = address_bytes(bytes + 1, size - 1);
      break;
    case PTM_PKT_CONTEXT_ID:
      out->value = p->context.ctxtID;
      break;
    case PTM_PKT_VMID:
      out->value = p->context.VMID;
      break;
    default:
      break;
  }
}

// After an E atom on an indirect branch with an empty return stack OpenCSD waits for an address, and drops all atoms
// without a message. Therefore the ranges are counted: one for each atom, update, and branch that is no exception.
static unsigned ranges_of_ptm(const void *packet) {
  const ocsd_ptm_pkt *p = packet;
  if (p->type == PTM_PKT_ATOM) return p->atom.num;
  return p->type == PTM_PKT_WPOINT_UPDATE || (p->type == PTM_PKT_BRANCH_ADDRESS && !p->exception.bits.present);
}

static const struct opencsd_protocol ptm = {OCSD_BUILTIN_DCD_PTM, ptm_kinds, translate_ptm, ranges_of_ptm};

// --- packets of an ETM -----------------------------------------------------------------------------------------------

static const uint8_t etm3_kinds[] = {
    [ETM3_PKT_NOERROR] = NONE,
    [ETM3_PKT_NOTSYNC] = NONE,
    [ETM3_PKT_INCOMPLETE_EOT] = PACKET_BAD,
    [ETM3_PKT_BRANCH_ADDRESS] = PACKET_BRANCH,
    [ETM3_PKT_A_SYNC] = PACKET_ASYNC,
    [ETM3_PKT_CYCLE_COUNT] = PACKET_CYCLE_COUNT,
    [ETM3_PKT_I_SYNC] = PACKET_ISYNC,
    [ETM3_PKT_I_SYNC_CYCLE] = PACKET_ISYNC,
    [ETM3_PKT_TRIGGER] = PACKET_TRIGGER,
    [ETM3_PKT_P_HDR] = PACKET_P_HEADER,
    [ETM3_PKT_STORE_FAIL] = PACKET_STORE_FAILED,
    [ETM3_PKT_OOO_DATA] = PACKET_DATA_LATE,
    [ETM3_PKT_OOO_ADDR_PLC] = PACKET_DATA_PLACEHOLDER,
    [ETM3_PKT_NORM_DATA] = PACKET_DATA,
    [ETM3_PKT_DATA_SUPPRESSED] = PACKET_DATA_SUPPRESSED,
    [ETM3_PKT_VAL_NOT_TRACED] = PACKET_DATA_NOT_TRACED,
    [ETM3_PKT_IGNORE] = PACKET_IGNORE,
    [ETM3_PKT_CONTEXT_ID] = PACKET_CONTEXT_ID,
    [ETM3_PKT_VMID] = PACKET_VMID,
    [ETM3_PKT_EXCEPTION_ENTRY] = PACKET_EXCEPTION_ENTRY,
    [ETM3_PKT_EXCEPTION_EXIT] = PACKET_EXCEPTION_RETURN,
    [ETM3_PKT_TIMESTAMP] = PACKET_TIMESTAMP,
    [ETM3_PKT_BRANCH_OR_BYPASS_EOT] = NONE,
    [ETM3_PKT_BAD_SEQUENCE] = PACKET_BAD,
    [ETM3_PKT_BAD_TRACEMODE] = PACKET_BAD,
    [ETM3_PKT_RESERVED] = PACKET_BAD,
};

// OpenCSD reports the format of a P-header, its E and N atoms, and how many cycles it has.
static void translate_p_header(const struct run *r, const ocsd_etmv3_pkt *p, struct packet *out) {
  const uint32_t n = inverted(p->atom);
  const bool each = r->config->etmcr & ETMCR_CYCLE_ACCURATE && p->p_hdr_fmt == 1;
  const unsigned first = r->config->etmcr & ETMCR_CYCLE_ACCURATE && !each ? p->cycle_count : 0;
  out->cycles = (uint16_t)((1u << first) - 1);
  out->atom_count = (uint8_t)first;
  for (unsigned i = 0; i < p->atom.num; i++) {
    if (each) out->cycles |= (uint16_t)(1u << out->atom_count++);
    out->atoms |= (uint16_t)((n >> i & 1) << out->atom_count++);
  }
}

// The old form of an exception has its EEE as number.
static void translate_branch(const ocsd_etmv3_pkt *p, uint32_t size, const uint8_t *bytes, struct packet *out) {
  out->address_bytes = address_bytes(bytes, size);
  out->info_bytes = (uint8_t)(size - out->address_bytes);
  if (!p->exception.bits.present) return;
  out->old_form = out->address_bytes == 5 && bytes[4] & 0x80;
  out->exception = p->exception.number;
  out->cancel = p->exception.bits.cancel;
  out->resume = p->exception.bits.cm_resume;
}

// Its address is the second one, if there are two.
static void translate_isync(const struct run *r, const ocsd_etmv3_pkt *p, struct packet *out) {
  out->reason = reason_of[p->isync_info.reason];
  out->has_value = has_context_id(r);
  out->value = out->has_value ? p->context.ctxtID : 0;
  out->has_count = p->isync_info.has_cycle_count;
  if (out->has_count) out->cycle_count = p->cycle_count;
  out->unknown_bits = r->config->etmcr & ETMCR_DATA_ONLY ? 32 : 0;
  if (!p->data.update_addr) return;
  out->in_progress = true;
  out->current = out->address;
  out->address = 0;
}

static void translate_etm3(const struct run *r, const void *packet, uint32_t size, const uint8_t *bytes,
                           struct packet *out) {
  const ocsd_etmv3_pkt *p = packet;
  out->isa = isa_of_set[p->curr_isa];
  out->ns = p->context.curr_NS;
  out->hyp = p->context.curr_Hyp;
  out->address = (uint32_t)p->addr.val;
  out->timestamp = p->timestamp;
  switch (p->type) {
    case ETM3_PKT_P_HDR:
      translate_p_header(r, p, out);
      break;
    case ETM3_PKT_BRANCH_ADDRESS:
      translate_branch(p, size, bytes, out);
      break;
    case ETM3_PKT_I_SYNC:
    case ETM3_PKT_I_SYNC_CYCLE:
      translate_isync(r, p, out);
      break;
    case ETM3_PKT_CYCLE_COUNT:
      out->has_count = true;
      out->cycle_count = p->cycle_count;
      break;
    case ETM3_PKT_NORM_DATA:
    case ETM3_PKT_OOO_DATA:
    case ETM3_PKT_OOO_ADDR_PLC:
    case ETM3_PKT_VAL_NOT_TRACED:
      out->tag = p->data.ooo_tag;
      out->has_address = p->data.update_addr;
      // It reports a value, 0, even if none are traced.
      out->has_value = p->data.update_dval && r->config->etmcr & ETMCR_DATA_VALUE;
      out->value = out->has_value ? p->data.value : 0;
      break;
    case ETM3_PKT_CONTEXT_ID:
      out->value = p->context.ctxtID;
      break;
    case ETM3_PKT_VMID:
      out->value = p->context.VMID;
      break;
    default:
      break;
  }
}

// Each atom is one, but that of the last atom waits for the next packets: they may cancel it.
static unsigned ranges_of_etm3(const void *packet) {
  (void)packet;
  return 0;
}

static const struct opencsd_protocol etm3 = {OCSD_BUILTIN_DCD_ETMV3, etm3_kinds, translate_etm3, ranges_of_etm3};

// --- whichever packet ------------------------------------------------------------------------------------------------

static void deliver(struct run *r, ocsd_trc_index_t offset, const void *p, uint32_t size, const uint8_t *bytes) {
  struct packet out = {.offset = offset, .length = size, .kind = (uint8_t)kind_of(r, p)};
  r->protocol->translate(r, p, size, bytes, &out);
  r->packet(r->user, &out);
}

static void expect_none_due(struct run *r) {
  if (r->range && r->due > 0) fail(r, r->due_at, "no instructions for an atom, branch or update: address not known");
}

// Watches every packet: only here does OpenCSD report a packet's bytes, and a bad packet.
static void on_monitor(const void *context, const ocsd_datapath_op_t op, const ocsd_trc_index_t offset,
                       const void *packet, const uint32_t size, const uint8_t *bytes) {
  struct run *r = (struct run *)context;
  if (op != OCSD_OP_DATA || r->failed) return;
  const enum packet_kind kind = kind_of(r, packet);
  expect_none_due(r);
  r->due = r->protocol->ranges_of(packet);
  r->due_at = offset;
  if (kind == PACKET_BAD || r->ended) {
    char text[128];
    snprintf(text, sizeof text, "%s, first byte 0x%02X", r->ended ? "stream ends inside a packet" : "bad packet",
             size ? bytes[0] : 0);
    fail(r, offset, text);
  } else if (r->packet && kind != NONE) {
    deliver(r, offset, packet, size, bytes);
  }
}

static ocsd_datapath_resp_t on_sink(const void *context, const ocsd_datapath_op_t op, const ocsd_trc_index_t offset,
                                    const void *packet) {
  struct run *r = (struct run *)context;
  if (op != OCSD_OP_DATA) return OCSD_RESP_CONT;
  const enum packet_kind kind = kind_of(r, packet);
  if (kind < PACKET_BAD) r->packets++;
  if (kind == PACKET_BAD || r->ended) fail(r, offset, "bad packet");
  return OCSD_RESP_CONT;
}

// --- flow ------------------------------------------------------------------------------------------------------------

static ocsd_datapath_resp_t on_element(const void *context, const ocsd_trc_index_t offset, const uint8_t id,
                                       const ocsd_generic_trace_elem *e) {
  struct run *r = (struct run *)context;
  struct opencsd_instructions range;
  char text[128];
  (void)id;
  if (r->failed) return OCSD_RESP_CONT;
  switch (e->elem_type) {
    case OCSD_GEN_TRC_ELEM_INSTR_RANGE:
      if (r->due > 0) r->due--;
      range = (struct opencsd_instructions){.start = (uint32_t)e->st_addr,
                                            .end = (uint32_t)e->en_addr,
                                            .count = e->num_instr_range,
                                            .isa = isa_of_set[e->isa],
                                            .passed = e->last_instr_exec};
      r->range(r->user, &range);
      break;
    case OCSD_GEN_TRC_ELEM_ADDR_NACC:
      if (r->protocol == &etm3) {
        range = (struct opencsd_instructions){.start = (uint32_t)e->st_addr, .end = (uint32_t)e->st_addr};
        r->range(r->user, &range);
        break;
      }
      snprintf(text, sizeof text, "no memory at 0x%08llX", (unsigned long long)e->st_addr);
      fail(r, offset, text);
      break;
    case OCSD_GEN_TRC_ELEM_NO_SYNC:
      if (e->unsync_eot_info == UNSYNC_BAD_PACKET) fail(r, offset, "flow lost after a bad packet");
      break;
    case OCSD_GEN_TRC_ELEM_UNKNOWN:
    case OCSD_GEN_TRC_ELEM_I_RANGE_NOPATH:
      fail(r, offset, "flow not known");
      break;
    default:
      break;
  }
  return OCSD_RESP_CONT;
}

static bool map_memory(struct run *r, const struct image *image) {
  for (size_t i = 0; i < image->count; i++) {
    const struct segment *s = &image->at[i];
    if (ocsd_dt_add_buffer_mem_acc(r->tree, s->address, OCSD_MEM_SPACE_ANY, s->bytes, s->length) != OCSD_OK) {
      fail_logged(r, 0, "segment refused");
      return false;
    }
  }
  return true;
}

// --- a run -----------------------------------------------------------------------------------------------------------

static ocsd_err_t create_ptm(struct run *r, int what) {
  const ocsd_ptm_cfg unit = {
      .reg_idr = r->config->etmidr,
      .reg_ctrl = r->config->etmcr,
      .reg_ccer = r->config->etmccer,
      .reg_trc_id = r->config->etmtraceidr,
      .arch_ver = ARCH_V7,
      .core_prof = profile_CortexA,
  };
  return ocsd_dt_create_decoder(r->tree, r->protocol->decoder, what, &unit, &r->id);
}

static ocsd_err_t create_etm3(struct run *r, int what) {
  const ocsd_etmv3_cfg unit = {
      .reg_idr = r->config->etmidr,
      .reg_ctrl = r->config->etmcr,
      .reg_ccer = r->config->etmccer,
      .reg_trc_id = r->config->etmtraceidr,
      .arch_ver = ARCH_V7,
      .core_prof = r->range ? profile_CortexA : profile_CortexM,  // which alone has it read Excp[8:4]
  };
  return ocsd_dt_create_decoder(r->tree, r->protocol->decoder, what, &unit, &r->id);
}

static bool open_tree(struct run *r, int what) {
  const bool is_etm3 = config_is_etm3(r->config);
  r->protocol = is_etm3 ? &etm3 : &ptm;
  ocsd_def_errlog_init(OCSD_ERR_SEV_ERROR, 0);
  r->tree = ocsd_create_dcd_tree(OCSD_TRC_SRC_SINGLE, 0);
  if (r->tree != C_API_INVALID_TREE_HANDLE && (is_etm3 ? create_etm3 : create_ptm)(r, what) == OCSD_OK) return true;
  fail_logged(r, 0, "decoder refused");
  return false;
}

static void attach(struct run *r, ocsd_c_api_cb_types type, void *callback) {
  if (ocsd_dt_attach_packet_callback(r->tree, r->id, type, callback, r) != OCSD_OK) {
    fail_logged(r, 0, "callback refused");
  }
}

static void feed(struct run *r, const uint8_t *bytes, size_t count) {
  if (count >= OCSD_BAD_TRC_INDEX) {  // its index is 32 bits wide
    fail(r, 0, "stream too long for OpenCSD, expected less than 4 GiB");
    return;
  }
  ocsd_trc_index_t at = 0, end = (ocsd_trc_index_t)count;
  while (at < end && !r->failed) {
    uint32_t used = 0;
    // Our callbacks never ask it to wait, so anything but "go on" is a fault, warnings included.
    if (ocsd_dt_process_data(r->tree, OCSD_OP_DATA, at, end - at, bytes + at, &used) != OCSD_RESP_CONT || used == 0) {
      fail_logged(r, at + used, "decode stopped");
    }
    at += used;
  }
  r->ended = true;
  if (!r->failed && ocsd_dt_process_data(r->tree, OCSD_OP_EOT, end, 0, NULL, NULL) != OCSD_RESP_CONT) {
    fail_logged(r, end, "at the end of the stream");
  }
}

static bool close_tree(struct run *r) {
  if (r->tree != C_API_INVALID_TREE_HANDLE) ocsd_destroy_dcd_tree(r->tree);
  return !r->failed;
}

bool opencsd_ranges(const struct config *config, const struct image *image, const uint8_t *bytes, size_t count,
                    opencsd_range *range, void *user, struct error *err) {
  struct run r = {.config = config, .range = range, .user = user, .err = err};
  if (open_tree(&r,
                OCSD_CREATE_FLG_FULL_DECODER | OCSD_OPFLG_PKTDEC_ERROR_BAD_PKTS | OCSD_OPFLG_PKTDEC_HALT_BAD_PKTS) &&
      map_memory(&r, image)) {
    attach(&r, OCSD_C_API_CB_PKT_MON, __extension__(void *) on_monitor);
    ocsd_dt_set_gen_elem_outfn(r.tree, on_element, &r);
    feed(&r, bytes, count);
    expect_none_due(&r);
  }
  return close_tree(&r);
}

bool opencsd_packets(const struct config *config, const uint8_t *bytes, size_t count, opencsd_packet *packet,
                     void *user, struct error *err) {
  struct run r = {.config = config, .packet = packet, .user = user, .err = err};
  if (open_tree(&r, OCSD_CREATE_FLG_PACKET_PROC)) {
    attach(&r, OCSD_C_API_CB_PKT_MON, __extension__(void *) on_monitor);
    feed(&r, bytes, count);
  }
  return close_tree(&r);
}

bool opencsd_count(const struct config *config, const uint8_t *bytes, size_t count, uint64_t *packets,
                   struct error *err) {
  struct run r = {.config = config, .err = err};
  if (open_tree(&r, OCSD_CREATE_FLG_PACKET_PROC)) {
    attach(&r, OCSD_C_API_CB_PKT_SINK, __extension__(void *) on_sink);
    feed(&r, bytes, count);
  }
  *packets = r.packets;
  return close_tree(&r);
}
