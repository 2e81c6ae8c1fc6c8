// SPDX-License-Identifier: Apache-2.0
// Encodes a record as bytes. The first byte is the lowest, and the bytes after the last one are 0.
// docs/pipeline-etm3.md#packet; etm3_pkg has the format of each part.
`default_nettype none

module etm3_packet (
  /* verilator lint_off UNUSED */
  input  etm3_pkg::plan_cfg_t cfg_i,
  /* verilator lint_on UNUSED */
  input  logic                valid_i,
  input  etm3_pkg::record_t   record_i,
  output logic [127:0]        bytes_o,   // valid while valid_i is 1, as is count_o
  output logic [4:0]          count_o    // 0 to 16
);

  logic t, j;

  assign t = record_i.t;
  assign j = record_i.j;

  // The branch packet of a part. In each process below the outputs are unknown without a record: a simulator evaluates
  // less, and synthesis may choose any value.
  logic [31:0] units;
  logic [7:0]  fifth;
  logic [15:0] info;
  logic        x;
  logic [55:0] branch;

  always_comb begin
    units  = 'x;
    x      = 'x;
    fifth  = 'x;
    info   = 'x;
    branch = 'x;
    if (valid_i) begin
      units  = etm3_pkg::units(record_i.address, t, j);
      x      = record_i.info_bytes != '0;
      fifth  = record_i.old_form ?
               {1'b1, record_i.cancel, etm3_pkg::eee(record_i.exception), record_i.address[31:29]} :
               {1'b0, x, etm3_pkg::byte5(units[31:27], t, j)};
      info   = etm3_pkg::information(record_i.info_bytes[1], etm3_pkg::altisa(t, j), record_i.cancel,
                                     record_i.exception, record_i.ns, record_i.hyp);
      branch = (record_i.address_bytes == '0) ? 56'h0 :
               etm3_pkg::branch(units[26:0], fifth, record_i.address_bytes, cfg_i.alternative, x, info);
    end
  end

  // The low bytes of the Context ID, in an I-sync or in a Context ID packet. In an I-sync the information byte and the
  // address follow.
  logic        is_isync;
  logic [31:0] context_id;
  logic [39:0] isync;
  logic [71:0] context_and_on;

  assign is_isync = record_i.kind == etm3_pkg::PacketIsync;

  always_comb begin
    context_id     = 'x;
    isync          = 'x;
    context_and_on = 'x;
    if (valid_i) begin
      for (int i = 0; i < 4; i++) begin
        context_id[8*i +: 8] = record_i.context_id[8*i +: 8] & {8{record_i.context_bytes > 3'(i)}};
      end
      isync          = etm3_pkg::isync(record_i.address, t, j, record_i.ns, record_i.hyp, record_i.reason) & {40{is_isync}};
      context_and_on = 72'(context_id) | (72'(isync) << {record_i.context_bytes, 3'b000});
    end
  end

  // The lead precedes these bytes. A branch packet follows P-headers and an exception exit, the end of an I-sync follows its
  // header and cycle count, and a Context ID follows its header. Other packets have only a lead.
  logic [39:0] p_headers, count;
  logic [79:0] lead;
  logic [3:0]  lead_bytes;

  always_comb begin
    p_headers  = 'x;
    count      = 'x;
    lead       = 'x;
    lead_bytes = 'x;
    if (valid_i) begin
      for (int i = 0; i < etm3_pkg::PartMax; i++) begin
        p_headers[8*i +: 8] = etm3_pkg::p_header(record_i.p_headers[etm3_pkg::PhdrBits*i +: etm3_pkg::PhdrBits]);
      end
      count = etm3_pkg::count(record_i.count, record_i.count_bytes);
      unique case (record_i.kind)
        etm3_pkg::PacketAsync: begin
          lead       = 80'(etm3_pkg::Async);
          lead_bytes = 4'd6;
        end
        etm3_pkg::PacketIsync: begin
          lead       = 80'({count, (record_i.count_bytes != '0) ? etm3_pkg::IsyncCounted : etm3_pkg::Isync});
          lead_bytes = 4'd1 + 4'(record_i.count_bytes);
        end
        etm3_pkg::PacketCycleCount: begin
          lead       = 80'({count, etm3_pkg::CycleCount});
          lead_bytes = 4'd1 + 4'(record_i.count_bytes);
        end
        etm3_pkg::PacketContextId: begin
          lead       = 80'(etm3_pkg::ContextId);
          lead_bytes = 4'd1;
        end
        etm3_pkg::PacketVmid: begin
          lead       = 80'({record_i.vmid, etm3_pkg::Vmid});
          lead_bytes = 4'd2;
        end
        etm3_pkg::PacketTimestamp: begin
          lead       = trc_pkg::timestamp(record_i.stamp, record_i.stamp_bytes, record_i.clock_change);
          lead_bytes = record_i.stamp_bytes + 4'd1;
        end
        etm3_pkg::PacketTrigger: begin
          lead       = 80'(etm3_pkg::Trigger);
          lead_bytes = 4'd1;
        end
        etm3_pkg::PacketPart: begin
          lead       = 80'(p_headers);
          lead_bytes = 4'(record_i.p_count) + 4'(record_i.exits);
          if (record_i.exits) lead |= 80'(etm3_pkg::ExceptionExit) << {record_i.p_count, 3'b000};
        end
        default: begin
          lead       = '0;
          lead_bytes = 4'd0;
        end
      endcase
    end
  end

  // A lead with a tail has at most six bytes.
  logic [71:0] tail;
  logic [3:0]  tail_bytes;

  always_comb begin
    tail       = 'x;
    tail_bytes = 'x;
    bytes_o    = 'x;
    count_o    = 'x;
    if (valid_i) begin
      tail       = 72'(branch) | context_and_on;
      bytes_o    = 128'(lead) | (128'(tail) << {lead_bytes[2:0], 3'b000});
      tail_bytes = 4'(record_i.address_bytes) + 4'(record_i.info_bytes) + 4'(record_i.context_bytes) +
                     (is_isync ? 4'd5 : 4'd0);
      count_o    = 5'(lead_bytes) + 5'(tail_bytes);
    end
  end

endmodule

`default_nettype wire
