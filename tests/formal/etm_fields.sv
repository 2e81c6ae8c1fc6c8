// SPDX-License-Identifier: Apache-2.0
// What etm3_plan says, and etm3_packet puts into bytes, gives a reader of IHI 0014Q 7.3 every value back: addresses
// against those read before, cycle counts, timestamps, Context IDs. No field is longer than it must be.
module etm_fields (
  input  logic             clk,
  input  logic             head_valid,
  input  etm3_pkg::entry_t head,
  input  logic             sync_request,
  input  logic             trigger_request,
  input  logic             mark_request,
  input  logic             ready,
  output logic             reached    // the assumptions allow the longest packet
);
  logic              rst_n = 1'b0;
  logic              valid;
  etm3_pkg::record_t r;
  logic [127:0]      bytes;
  logic [4:0]        length;

  (* anyconst *) logic [7:0] setting;
  etm3_pkg::plan_cfg_t cfg;

  assign cfg = setting;

  etm3_plan u_plan (
    .clk_i            (clk),
    .rst_ni           (rst_n),
    .stopped_i        (1'b0),
    .cfg_i            (cfg),
    .retstack_depth_i (4'd0),
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

  etm3_packet u_packet (
    .cfg_i   (cfg),
    .valid_i (valid),
    .record_i(r),
    .bytes_o (bytes),
    .count_o (length)
  );

  // The front end pushes only such records: it computes the length of the count. It uses the deprecated
  // form only for an exception in ARM state.
  function automatic logic old_form_may(input logic t, input logic j, input logic [8:0] exception);
    old_form_may = !t && !j && exception != 9'h0 && !cfg.alternative;
  endfunction

  always_comb begin
    assume (head.count_bytes == etm3_pkg::count_bytes(head.count[31:7]));
    assume (!head.after.old_form || old_form_may(head.after.target.code.t, head.after.target.code.j, head.after.exception));
    assume (!head.after2.old_form || old_form_may(head.after2.target.code.t, head.after2.target.code.j, head.after2.exception));
    assume (!head.isync || head.reason != trc_pkg::ReasonPeriodic);
    assume (cfg.stamp64 || head.stamp[63:48] == 16'h0);
  end

  // As it was when the record was decided.
  logic requested;

  always_ff @(posedge clk) if (!valid || ready) requested <= sync_request;

  logic is_isync, is_branch, is_stamp, is_context, has_count;

  assign is_isync   = valid && r.kind == etm3_pkg::PacketIsync;
  assign is_branch  = valid && r.kind == etm3_pkg::PacketPart && r.address_bytes != 3'd0;
  assign is_stamp   = valid && r.kind == etm3_pkg::PacketTimestamp;
  assign is_context = valid && r.kind == etm3_pkg::PacketContextId;
  assign has_count  = valid && (r.kind == etm3_pkg::PacketCycleCount ||
                                (is_isync && cfg.cycle_accurate && !cfg.count_packets &&
                                 r.reason != trc_pkg::ReasonPeriodic));

  // The branch packet, which follows P-headers and an exception exit, 7.3.5. The record has the number of these.
  logic [3:0]  branch_at;
  logic [47:0] place;
  logic [2:0]  address_bytes;
  logic [7:0]  last, info;
  logic        old_form, informs, whole;
  logic [31:0] mask;

  assign branch_at = 4'(r.p_count) + 4'(r.exits);
  assign place     = 48'(bytes >> {branch_at, 3'b000});
  assign last      = 8'(place >> {address_bytes - 3'd1, 3'b000});
  assign whole     = address_bytes == 3'd5;
  assign old_form  = whole && last[7];
  assign informs   = (whole || (cfg.alternative && address_bytes != 3'd1)) && !old_form && last[6];
  assign info      = 8'(place >> {address_bytes, 3'b000});
  assign mask      = whole                 ? 32'hFFFF_FFFF :
                     address_bytes == 3'd4 ? (cfg.alternative ? 32'h03FF_FFFF : 32'h07FF_FFFF) :
                     address_bytes == 3'd3 ? (cfg.alternative ? 32'h0007_FFFF : 32'h000F_FFFF) :
                     address_bytes == 3'd2 ? (cfg.alternative ? 32'h0000_0FFF : 32'h0000_1FFF) : 32'h0000_003F;

  field_end u_address (
    .follows({place[31], place[23], place[15], place[7]}),
    .length (address_bytes)
  );

  // The count that follows a header, 7.3.4: the fifth byte has four bits.
  logic [2:0]  count_bytes, least_count;
  logic [34:0] count;

  assign count       = {count_bytes > 3'd4 ? bytes[46:40] : 7'd0,
                        count_bytes > 3'd3 ? bytes[38:32] : 7'd0,
                        count_bytes > 3'd2 ? bytes[30:24] : 7'd0,
                        count_bytes > 3'd1 ? bytes[22:16] : 7'd0, bytes[14:8]};
  assign least_count = r.count < 32'h0000_0080 ? 3'd1 :
                       r.count < 32'h0000_4000 ? 3'd2 :
                       r.count < 32'h0020_0000 ? 3'd3 :
                       r.count < 32'h1000_0000 ? 3'd4 : 3'd5;

  field_end u_count (
    .follows({bytes[39], bytes[31], bytes[23], bytes[15]}),
    .length (count_bytes)
  );

  // The Context ID that follows the count, and then the information byte and address of an I-sync, 7.10.5.
  logic [3:0]  context_at, isync_at;
  logic [2:0]  context_bytes;
  logic [31:0] context_differs;
  logic [39:0] isync_on;
  logic [33:0] isync;
  logic        jazelle;

  assign context_at      = has_count ? 4'd1 + 4'(count_bytes) : 4'd1;
  assign context_bytes   = cfg.context_size == 2'd3 ? 3'd4 : {1'b0, cfg.context_size};
  assign isync_at        = context_at + 4'(context_bytes);
  assign context_differs = (32'(bytes >> {context_at, 3'b000}) ^ r.context_id) &
                           32'((40'd1 << {context_bytes, 3'b000}) - 40'd1);
  assign isync_on        = 40'(bytes >> {isync_at, 3'b000});
  assign jazelle         = isync_on[4];
  assign isync           = {isync_on[39:9], jazelle && isync_on[8], !jazelle && isync_on[8], jazelle || isync_on[2]};

  logic        changes, same;
  logic [31:0] differs;

  place_reader u_reader (
    .clk, .is_isync, .isync, .mask, .informs, .changes, .differs, .same,
    .keeps   (ready && (is_branch || is_isync)),
    .bytes   (place[39:0]),
    .has_five(whole),
    .set     (old_form ? 2'b00 : place[37:36]),
    .altis   (info[6]),
    .said    ({r.address, r.t, r.j}),
    .lowest  (),
    .realigns()
  );

  logic [2:0] least;

  assign least = (changes || old_form || (informs && !cfg.alternative))                   ? 3'd5 :
                 (differs < 32'h0000_0040 && !informs)                                    ? 3'd1 :
                 differs < (cfg.alternative ? 32'h0000_1000 : 32'h0000_2000)              ? 3'd2 :
                 differs < (cfg.alternative ? 32'h0008_0000 : 32'h0010_0000)              ? 3'd3 :
                 differs < (cfg.alternative ? 32'h0400_0000 : 32'h0800_0000)              ? 3'd4 : 3'd5;

  // The timestamp, 7.7.4.
  logic [3:0] stamp_bytes;
  logic       stamp_right;

  stamp_reader u_stamp (
    .clk, .requested,
    .keeps  (ready && is_stamp),
    .syncs  (ready && is_isync),
    .bytes  (bytes[79:8]),
    .stamp64(cfg.stamp64),
    .said   (r.stamp),
    .length (stamp_bytes),
    .right  (stamp_right)
  );

  // Where all of it ends.
  logic [4:0] ends;

  assign ends = is_branch  ? 5'(branch_at) + 5'(address_bytes) + (!informs ? 5'd0 : info[7] ? 5'd2 : 5'd1) :
                is_stamp   ? 5'd1 + 5'(stamp_bytes) :
                is_isync   ? 5'(isync_at) + 5'd5 :
                is_context ? 5'(isync_at) : 5'(context_at);

  assign reached = valid && length == 5'd15;

  always_ff @(posedge clk) rst_n <= 1'b1;

  always_comb begin
    if (has_count || is_isync || is_branch || is_stamp || is_context) begin
      assert (length == ends && bytes >> {ends, 3'b000} == 128'h0);
    end
    if (is_branch) assert (address_bytes == least);
    if (is_branch || is_isync) assert (same);
    if (has_count) assert (count == 35'(r.count) && count_bytes == least_count);
    if (is_stamp) assert (stamp_right);
    if (is_isync || is_context) assert (context_differs == 32'h0);
  end
endmodule
