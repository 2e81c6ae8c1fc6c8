// SPDX-License-Identifier: Apache-2.0
// What pft_plan says, and pft_packet puts into bytes, gives a reader of IHI 0035B 4.5 every value back: addresses against
// those read before, cycle counts, timestamps, Context IDs. No field is longer than it must be. Two readers differ in
// whether a waypoint update moves the base (docs/decisions/0002).
module ptm_fields (
  input  logic            clk,
  input  logic            head_valid,
  input  pft_pkg::entry_t head,
  input  logic            sync_request,
  input  logic            trigger_request,
  input  logic            mark_request,
  input  logic            ready,
  output logic            reached    // the assumptions allow the longest packet
);
  logic             rst_n = 1'b0;
  logic             valid;
  pft_pkg::record_t r;
  logic [127:0]     bytes;
  logic [4:0]       length;

  (* anyconst *) logic [8:0] setting;
  pft_pkg::plan_cfg_t cfg;

  assign cfg = setting;

  pft_plan #(
    .RetStackMax(1)
  ) u_plan (
    .clk_i            (clk),
    .rst_ni           (rst_n),
    .stopped_i        (1'b0),
    .cfg_i            (cfg),
    .retstack_depth_i (4'd1),
    .head_valid_i     (head_valid),
    .head_i           (head),
    .pop_o            (),
    .sync_request_i   (sync_request),
    .async_sent_o     (),
    .isync_sent_o     (),
    .fresh_o          (),
    .trigger_request_i(trigger_request),
    .trigger_sent_o   (),
    .mark_request_i   (mark_request),
    .mark_sent_o      (),
    .packet_o         (),
    .record_valid_o   (valid),
    .record_o         (r),
    .record_ready_i   (ready)
  );

  pft_packet u_packet (
    .cfg_i   (cfg),
    .valid_i (valid),
    .record_i(r),
    .bytes_o (bytes),
    .count_o (length)
  );

  // What front pushes. Jazelle state is not traced (5.3.10), a periodic I-sync is the plan's own.
  always_comb begin
    assume (head.update == (head.kind == pft_pkg::EntryUpdate) || head.kind == pft_pkg::EntryException);
    assume (head.target.code.t || !head.target.code.j || (head.ends && head.kind != pft_pkg::EntryIsync));
    assume (head.kind != pft_pkg::EntryIsync || head.reason != trc_pkg::ReasonPeriodic);
    assume (cfg.stamp64 || head.attributes.stamp[63:48] == 16'h0);
  end

  // As it was when the record was decided.
  logic hidden, requested;

  always_ff @(posedge clk) begin
    if (!valid || ready) {hidden, requested} <= {head.hidden, sync_request};
  end

  logic is_atom, is_isync, is_branch, is_update, is_stamp, is_context, has_count;

  assign is_atom    = valid && r.kind == pft_pkg::PacketAtom;
  assign is_isync   = valid && r.kind == pft_pkg::PacketIsync;
  assign is_branch  = valid && r.kind == pft_pkg::PacketBranch;
  assign is_update  = valid && r.kind == pft_pkg::PacketWaypointUpdate;
  assign is_stamp   = valid && r.kind == pft_pkg::PacketTimestamp;
  assign is_context = valid && r.kind == pft_pkg::PacketContextId;
  assign has_count  = cfg.cycle_accurate && (is_atom || is_branch || is_stamp ||
                                             (is_isync && r.reason != trc_pkg::ReasonPeriodic));

  // The packet, which follows its atom byte.
  logic         after_atoms;
  logic [127:0] packet;

  assign after_atoms = r.atoms != pft_pkg::NoAtoms && !(is_atom && has_count);
  assign packet      = after_atoms ? bytes >> 8 : bytes;

  // The address, 4.5.4, and its information bytes. In an update they follow the header. An I-sync's address, 4.5.2.
  logic [47:0] place;
  logic [2:0]  address_bytes;
  logic [7:0]  last, info;
  logic        informs, whole;
  logic [31:0] mask;
  logic [33:0] isync, said;

  assign place   = is_update ? packet[55:8] : packet[47:0];
  assign last    = 8'(place >> {address_bytes - 3'd1, 3'b000});
  assign informs = address_bytes != 3'd1 && last[6];
  assign info    = 8'(place >> {address_bytes, 3'b000});
  assign whole   = address_bytes == 3'd5;
  assign mask    = whole                 ? 32'hFFFF_FFFF :
                   address_bytes == 3'd4 ? 32'h03FF_FFFF :
                   address_bytes == 3'd3 ? 32'h0007_FFFF :
                   address_bytes == 3'd2 ? 32'h0000_0FFF : 32'h0000_003F;
  assign isync   = {packet[39:9], 1'b0, packet[8], packet[8] && packet[42]};
  assign said    = {r.address, r.t, r.j};

  field_end u_address (
    .follows({place[31], place[23], place[15], place[7]}),
    .length (address_bytes)
  );

  logic [1:0]  lowest, realigns, same;
  logic [31:0] differs, update_differs;

  place_reader u_reader (
    .clk, .is_isync, .isync, .mask, .informs, .said, .lowest, .differs,
    .keeps   (ready && (is_branch || is_isync)),
    .bytes   (place[39:0]),
    .has_five(whole),
    .set     (place[37:36]),
    .altis   (info[6]),
    .realigns(realigns[0]),
    .changes (),
    .same    (same[0])
  );

  place_reader u_update_reader (
    .clk, .is_isync, .isync, .mask, .informs, .said,
    .keeps   (ready && (is_branch || is_isync || is_update)),
    .bytes   (place[39:0]),
    .has_five(whole),
    .set     (place[37:36]),
    .altis   (info[6]),
    .lowest  (),
    .realigns(realigns[1]),
    .changes (),
    .differs (update_differs),
    .same    (same[1])
  );

  // The shortest address that suits both bases. In Jazelle state, and if the target must not be traced, an address has five bytes.
  logic [31:0] changed;
  logic [2:0]  least;

  assign changed = differs | update_differs;
  assign least   = (realigns != 2'b00 || lowest == 2'd0 || (is_update ? informs : hidden)) ? 3'd5 :
                   (changed < 32'h0000_0040 && !informs)                                   ? 3'd1 :
                   changed < 32'h0000_1000                                                 ? 3'd2 :
                   changed < 32'h0008_0000                                                 ? 3'd3 :
                   changed < 32'h0400_0000                                                 ? 3'd4 : 3'd5;

  // The timestamp, 4.5.9.
  logic [3:0] stamp_bytes;
  logic       stamp_right;

  stamp_reader u_stamp (
    .clk, .requested,
    .keeps  (ready && is_stamp),
    .syncs  (ready && is_isync),
    .bytes  (packet[79:8]),
    .stamp64(cfg.stamp64),
    .said   (r.stamp),
    .length (stamp_bytes),
    .right  (stamp_right)
  );

  // The count that follows these, table 4.8.
  logic [3:0]  count_at;
  logic [39:0] counted;
  logic [2:0]  count_bytes, least_count;
  logic [31:0] count;

  assign count_at    = is_isync  ? 4'd6 :
                       is_branch ? 4'(address_bytes) + (!informs ? 4'd0 : info[7] ? 4'd2 : 4'd1) :
                       is_stamp  ? stamp_bytes + 4'd1 : 4'd0;
  assign counted     = 40'(packet >> {count_at, 3'b000});
  assign count       = {count_bytes > 3'd4 ? counted[38:32] : 7'd0,
                        count_bytes > 3'd3 ? counted[30:24] : 7'd0,
                        count_bytes > 3'd2 ? counted[22:16] : 7'd0,
                        count_bytes > 3'd1 ? counted[14:8] : 7'd0, counted[5:2]};
  assign least_count = r.count < 32'h0000_0010 ? 3'd1 :
                       r.count < 32'h0000_0800 ? 3'd2 :
                       r.count < 32'h0004_0000 ? 3'd3 :
                       r.count < 32'h0200_0000 ? 3'd4 : 3'd5;

  field_end u_count (
    .follows({counted[31], counted[23], counted[15], counted[6]}),
    .length (count_bytes)
  );

  // The Context ID, alone or at the end of an I-sync.
  logic [3:0]  context_at;
  logic [2:0]  context_bytes;
  logic [31:0] context_differs;

  assign context_at      = is_context ? 4'd1 : 4'd6 + (has_count ? 4'(count_bytes) : 4'd0);
  assign context_bytes   = cfg.context_size == 2'd3 ? 3'd4 : {1'b0, cfg.context_size};
  assign context_differs = 32'(packet >> {context_at, 3'b000}) ^
                           (r.context_id & 32'((40'd1 << {context_bytes, 3'b000}) - 40'd1));

  // Where all of it ends.
  logic [4:0] ends;

  assign ends = 5'(after_atoms) +
                (is_update  ? 5'd1 + 5'(address_bytes) + 5'(informs) :
                 is_context ? 5'd1 + 5'(context_bytes) :
                 5'(count_at) + (has_count ? 5'(count_bytes) : 5'd0) + (is_isync ? 5'(context_bytes) : 5'd0));

  assign reached = valid && length == 5'd15;

  always_ff @(posedge clk) rst_n <= 1'b1;

  always_comb begin
    if (has_count || is_isync || is_branch || is_update || is_stamp || is_context) begin
      assert (length == ends && bytes >> {ends, 3'b000} == 128'h0);
    end
    if (is_branch || is_update) assert (address_bytes == least);
    if (is_branch || is_update || is_isync) assert (same == 2'b11);
    if (has_count) assert (count == r.count && count_bytes == least_count);
    if (is_stamp) assert (stamp_right);
    if (is_isync || is_context) assert (context_differs == 32'h0);
  end
endmodule
