// SPDX-License-Identifier: Apache-2.0
#include "opencsd.h"

#include <opencsd/c_api/opencsd_c_api.h>
#include <stdio.h>

struct run {
  dcd_tree_handle_t tree;
  uint8_t id;
  const struct config *config;
  opencsd_range *range;
  opencsd_packet *packet;
  void *user;
  uint64_t packets;
  unsigned due;             // ranges that the last packet must still give
  ocsd_trc_index_t due_at;  // its place
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

// --- packets
// ----------------------------------------------------------------------------------------------------------

static bool is_packet(ocsd_ptm_pkt_type type) {
  return type >= PTM_PKT_BRANCH_ADDRESS && type <= PTM_PKT_EXCEPTION_RET;
}

static bool is_bad(ocsd_ptm_pkt_type type) {
  return type == PTM_PKT_INCOMPLETE_EOT || type == PTM_PKT_BAD_SEQUENCE || type == PTM_PKT_RESERVED;
}

static const uint8_t kind_of[] = {
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
};

static const uint8_t reason_of[] = {
    [iSync_Periodic] = ISYNC_PERIODIC,
    [iSync_TraceEnable] = ISYNC_TRACE_ON,
    [iSync_TraceRestartAfterOverflow] = ISYNC_OVERFLOW,
    [iSync_DebugExit] = ISYNC_DEBUG_EXIT,
};

static const uint8_t isa_of[ocsd_isa_unknown + 1] = {
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
static uint8_t inverted(ocsd_pkt_atom atom) { return (uint8_t)(~atom.En_bits & ((1u << atom.num) - 1)); }

static void deliver(struct run *r, ocsd_trc_index_t offset, const ocsd_ptm_pkt *p, uint32_t size,
                    const uint8_t *bytes) {
  struct packet out = {
      .offset = offset,
      .length = size,
      .kind = kind_of[p->type],
      .isa = isa_of[p->curr_isa],
      .ns = p->context.curr_NS,
      .hyp = p->context.curr_Hyp,
      .has_count = p->cc_valid,
      .cycle_count = p->cycle_count,
      .address = (uint32_t)p->addr.val,
      .timestamp = p->timestamp,
  };
  switch (p->type) {
    case PTM_PKT_ATOM:
      out.atom_count = p->atom.num;
      out.atoms = inverted(p->atom);
      break;
    case PTM_PKT_I_SYNC:
      out.reason = reason_of[p->i_sync_reason];
      out.value = r->config->etmcr >> ETMCR_CONTEXT_ID_SHIFT & 3 ? p->context.ctxtID : 0;
      break;
    case PTM_PKT_BRANCH_ADDRESS:
      out.address_bytes = address_bytes(bytes, size);
      if (p->exception.bits.present && out.address_bytes < size) {
        out.info_bytes = bytes[out.address_bytes] & 0x80 ? 2 : 1;
        out.exception = p->exception.number;
      }
      break;
    case PTM_PKT_WPOINT_UPDATE:
      out.address_bytes = address_bytes(bytes + 1, size - 1);
      break;
    case PTM_PKT_CONTEXT_ID:
      out.value = p->context.ctxtID;
      break;
    case PTM_PKT_VMID:
      out.value = p->context.VMID;
      break;
    default:
      break;
  }
  r->packet(r->user, &out);
}

// After an E atom on an indirect branch with an empty return stack OpenCSD waits for an address and drops all atoms
// without a word, so we count: each atom is one range, and so is an update and a branch that is no exception.
static unsigned ranges_of(const ocsd_ptm_pkt *p) {
  if (p->type == PTM_PKT_ATOM) return p->atom.num;
  return p->type == PTM_PKT_WPOINT_UPDATE || (p->type == PTM_PKT_BRANCH_ADDRESS && !p->exception.bits.present);
}

static void expect_none_due(struct run *r) {
  if (r->range && r->due > 0) fail(r, r->due_at, "no instructions for an atom, branch or update: address not known");
}

// Watches every packet: the only place where OpenCSD tells a packet's bytes, and where a bad one shows.
static void on_monitor(const void *context, const ocsd_datapath_op_t op, const ocsd_trc_index_t offset,
                       const void *packet, const uint32_t size, const uint8_t *bytes) {
  struct run *r = (struct run *)context;
  const ocsd_ptm_pkt *p = packet;
  if (op != OCSD_OP_DATA || r->failed) return;
  expect_none_due(r);
  r->due = ranges_of(p);
  r->due_at = offset;
  if (is_bad(p->type)) {
    char text[128];
    snprintf(text, sizeof text, "%s, first byte 0x%02X",
             p->type == PTM_PKT_INCOMPLETE_EOT ? "stream ends inside a packet" : "bad packet", size ? bytes[0] : 0);
    fail(r, offset, text);
  } else if (r->packet && is_packet(p->type)) {
    deliver(r, offset, p, size, bytes);
  }
}

static ocsd_datapath_resp_t on_sink(const void *context, const ocsd_datapath_op_t op, const ocsd_trc_index_t offset,
                                    const void *packet) {
  struct run *r = (struct run *)context;
  const ocsd_ptm_pkt *p = packet;
  if (op != OCSD_OP_DATA) return OCSD_RESP_CONT;
  if (is_packet(p->type)) r->packets++;
  if (is_bad(p->type)) fail(r, offset, "bad packet");
  return OCSD_RESP_CONT;
}

// --- flow
// -------------------------------------------------------------------------------------------------------------

static ocsd_datapath_resp_t on_element(const void *context, const ocsd_trc_index_t offset, const uint8_t id,
                                       const ocsd_generic_trace_elem *e) {
  struct run *r = (struct run *)context;
  char text[128];
  (void)id;
  if (r->failed) return OCSD_RESP_CONT;
  switch (e->elem_type) {
    case OCSD_GEN_TRC_ELEM_INSTR_RANGE:
      if (r->due > 0) r->due--;
      r->range(r->user, (uint32_t)e->st_addr, (uint32_t)e->en_addr, e->num_instr_range, isa_of[e->isa]);
      break;
    case OCSD_GEN_TRC_ELEM_ADDR_NACC:
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

// --- a run
// ------------------------------------------------------------------------------------------------------------

static bool open_tree(struct run *r, int what) {
  ocsd_ptm_cfg unit = {
      .reg_idr = r->config->etmidr,
      .reg_ctrl = r->config->etmcr,
      .reg_ccer = r->config->etmccer,
      .reg_trc_id = r->config->etmtraceidr,
      .arch_ver = ARCH_V7,
      .core_prof = profile_CortexA,
  };
  ocsd_def_errlog_init(OCSD_ERR_SEV_ERROR, 0);
  r->tree = ocsd_create_dcd_tree(OCSD_TRC_SRC_SINGLE, 0);
  if (r->tree != C_API_INVALID_TREE_HANDLE &&
      ocsd_dt_create_decoder(r->tree, OCSD_BUILTIN_DCD_PTM, what, &unit, &r->id) == OCSD_OK) {
    return true;
  }
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
