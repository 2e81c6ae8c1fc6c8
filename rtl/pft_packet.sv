// SPDX-License-Identifier: Apache-2.0
// Encodes a record as bytes: the atom byte if it has atoms, then the packet. The first byte is the lowest, and the bytes
// after the last one are 0. docs/pipeline-pft.md#packet; pft_pkg has the format of each part.
`default_nettype none

module pft_packet (
  /* verilator lint_off UNUSED */
  input  pft_pkg::plan_cfg_t cfg_i,      // only for an ETM
  /* verilator lint_on UNUSED */
  input  logic               valid_i,
  input  pft_pkg::record_t   record_i,
  output logic [127:0]       bytes_o,    // valid while valid_i is 1, as is count_o
  output logic [4:0]         count_o     // 0 to 16
);

  // The branch packet. A waypoint update encodes its address in the same way, and has only AltIS as information. In each
  // process below the outputs are unknown without a record: a simulator evaluates less, and synthesis may choose any value.
  logic        is_update, t, j, altis;
  logic [31:0] units;
  logic [15:0] info;
  logic [55:0] branch;

  assign is_update = record_i.kind == pft_pkg::PacketWaypointUpdate;
  assign t         = record_i.t;
  assign j         = record_i.j;
  assign altis     = pft_pkg::altis(t, j);

  always_comb begin
    units  = 'x;
    info   = 'x;
    branch = 'x;
    if (valid_i && record_i.address_bytes != '0) begin
      units  = pft_pkg::units(record_i.address, t, j);
      info   = is_update ? pft_pkg::information(1'b0, altis, 9'd0, 1'b0, 1'b0)
                         : pft_pkg::information(record_i.info_bytes[1], altis, record_i.exception, record_i.ns,
                                                record_i.hyp);
      branch = pft_pkg::branch(units, t, j, record_i.address_bytes, record_i.info_bytes != '0, info);
    end
  end

  // The low bytes of the Context ID. Bytes that are not sent are 0.
  logic [31:0] context_id;

  always_comb begin
    context_id = 'x;
    if (valid_i) begin
      for (int i = 0; i < 4; i++) begin
        context_id[8*i +: 8] = record_i.context_id[8*i +: 8] & {8{record_i.context_bytes > 3'(i)}};
      end
    end
  end

  // In cycle-accurate trace an atom packet contains one atom and its count.
  logic counted_atom, has_atoms, is_isync;

  assign is_isync     = record_i.kind == pft_pkg::PacketIsync;
  assign counted_atom = record_i.kind == pft_pkg::PacketAtom && record_i.count_bytes != '0;
  assign has_atoms    = record_i.atoms != pft_pkg::NoAtoms && !counted_atom;

  logic [39:0] count;

  always_comb begin
    count = 'x;
    if (valid_i) begin
      count = pft_pkg::count(record_i.count, record_i.count_bytes, counted_atom || is_isync,
                             counted_atom && record_i.atoms[0]);
    end
  end

  // The body is the packet without its tail. The body of an I-sync includes the count, which has a fixed position there, so
  // that only the Context ID remains to be shifted.
  logic [87:0] body;
  logic [3:0]  body_bytes;

  always_comb begin
    body       = 'x;
    body_bytes = 'x;
    if (valid_i) begin
      unique case (record_i.kind)
        pft_pkg::PacketAsync: begin
          body       = 88'(pft_pkg::Async);
          body_bytes = 4'd6;
        end
        pft_pkg::PacketIsync: begin
          body       = {count, pft_pkg::isync(record_i.address[31:1], t, j, record_i.ns, record_i.hyp, record_i.reason)};
          body_bytes = 4'd6 + 4'(record_i.count_bytes);
        end
        pft_pkg::PacketBranch: begin
          body       = 88'(branch);
          body_bytes = 4'(record_i.address_bytes) + 4'(record_i.info_bytes);
        end
        pft_pkg::PacketWaypointUpdate: begin
          body       = 88'({branch[47:0], pft_pkg::WaypointUpdate});
          body_bytes = 4'(record_i.address_bytes) + 4'(record_i.info_bytes) + 4'd1;
        end
        pft_pkg::PacketExceptionReturn: begin
          body       = 88'(pft_pkg::ExceptionReturn);
          body_bytes = 4'd1;
        end
        pft_pkg::PacketContextId: begin
          body       = 88'(pft_pkg::ContextId);
          body_bytes = 4'd1;
        end
        pft_pkg::PacketVmid: begin
          body       = 88'({record_i.vmid, pft_pkg::Vmid});
          body_bytes = 4'd2;
        end
        pft_pkg::PacketTimestamp: begin
          body       = 88'(trc_pkg::timestamp(record_i.stamp, record_i.stamp_bytes, record_i.clock_change));
          body_bytes = record_i.stamp_bytes + 4'd1;
        end
        pft_pkg::PacketTrigger: begin
          body       = 88'(pft_pkg::Trigger);
          body_bytes = 4'd1;
        end
        default: begin
          body       = '0;
          body_bytes = 4'd0;
        end
      endcase
    end
  end

  // The tail is the Context ID or the cycle count. No atoms precede a packet with a count, because none are pending in
  // cycle-accurate trace.
  logic [39:0] tail;
  logic [3:0]  tail_at;
  logic [2:0]  tail_bytes;

  assign tail_bytes = (is_isync ? 3'd0 : record_i.count_bytes) | record_i.context_bytes;    // one of them is 0

  always_comb begin
    tail_at = 'x;
    count_o = 'x;
    tail    = 'x;
    bytes_o = 'x;
    if (valid_i) begin
      tail_at = body_bytes + 4'(has_atoms);
      count_o = 5'(tail_at) + 5'(tail_bytes);
      tail    = (is_isync ? 40'h0 : count) | 40'(context_id);
      bytes_o = (has_atoms ? {40'h0, body[79:0], pft_pkg::atom(record_i.atoms)} : {40'h0, body}) |
                trc_pkg::placed(64'(tail), tail_at);
    end
  end

endmodule

`default_nettype wire
