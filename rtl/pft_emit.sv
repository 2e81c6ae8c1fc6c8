// SPDX-License-Identifier: Apache-2.0
// Puts a record into bytes: the atom byte, if atoms go with it, then the packet; one chunk of 0 to 8 bytes per clock,
// first byte lowest, bytes after the last 0. docs/pipeline.md 6; the packets themselves are in pft_pkg.
`default_nettype none

module pft_emit (
  input  logic             clk_i,
  input  logic             rst_ni,

  input  logic             record_valid_i,
  input  pft_pkg::record_t record_i,
  output logic             record_ready_o,

  output logic             chunk_valid_o,
  output logic [63:0]      chunk_o,
  output logic [3:0]       chunk_bytes_o,   // 0 to 8
  output logic             chunk_mark_o,
  input  logic             chunk_ready_i
);

  // The branch; a waypoint update says its address in the same way, without information.
  logic [30:0] address;
  logic [2:0]  address_bytes;
  logic [47:0] branch;

  assign address       = pft_pkg::units(record_i.address, record_i.t);
  assign address_bytes = pft_pkg::address_bytes(record_i.changed, record_i.t, record_i.whole, record_i.info);
  assign branch        = pft_pkg::branch(address, record_i.t, address_bytes, record_i.info,
                                         pft_pkg::information(record_i.exception, record_i.ns));

  logic [47:0] packet;
  logic [3:0]  packet_bytes;

  always_comb begin
    unique case (record_i.kind)
      pft_pkg::PacketAsync: begin
        packet       = pft_pkg::Async;
        packet_bytes = 4'd6;
      end
      pft_pkg::PacketIsync: begin
        packet       = pft_pkg::isync(record_i.address, record_i.t, record_i.ns, record_i.reason);
        packet_bytes = 4'd6;
      end
      pft_pkg::PacketBranch: begin
        packet       = branch;
        packet_bytes = 4'(address_bytes) + 4'(record_i.info);
      end
      pft_pkg::PacketWaypointUpdate: begin
        packet       = {branch[39:0], pft_pkg::WaypointUpdate};
        packet_bytes = 4'(address_bytes) + 4'd1;
      end
      pft_pkg::PacketExceptionReturn: begin
        packet       = 48'(pft_pkg::ExceptionReturn);
        packet_bytes = 4'd1;
      end
      pft_pkg::PacketTrigger: begin
        packet       = 48'(pft_pkg::Trigger);
        packet_bytes = 4'd1;
      end
      default: begin
        packet       = '0;
        packet_bytes = 4'd0;
      end
    endcase
  end

  logic        has_atoms;
  logic        valid_q, mark_q;
  logic [63:0] chunk_q;
  logic [3:0]  bytes_q;

  assign has_atoms      = record_i.atoms != pft_pkg::NoAtoms;
  assign record_ready_o = !valid_q || chunk_ready_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= 1'b0;
      mark_q  <= 1'b0;
      chunk_q <= '0;
      bytes_q <= '0;
    end else if (record_ready_o) begin
      valid_q <= record_valid_i;
      mark_q  <= record_i.kind == pft_pkg::PacketMark;
      chunk_q <= has_atoms ? {8'h0, packet, pft_pkg::atom(record_i.atoms)} : {16'h0, packet};
      bytes_q <= packet_bytes + 4'(has_atoms);
    end
  end

  assign chunk_valid_o = valid_q;
  assign chunk_o       = chunk_q;
  assign chunk_bytes_o = bytes_q;
  assign chunk_mark_o  = mark_q;

endmodule

`default_nettype wire
