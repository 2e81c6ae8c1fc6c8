// SPDX-License-Identifier: Apache-2.0
// A record in bytes: what it says; first byte lowest, bytes after the last 0. docs/pipeline-etm3.md#packet;
// what each part looks like is in etm3_pkg.
`default_nettype none

module etm3_packet (
  /* verilator lint_off UNUSED */
  input  etm3_pkg::plan_cfg_t cfg_i,
  /* verilator lint_on UNUSED */
  input  logic                valid_i,
  input  etm3_pkg::record_t   record_i,
  output logic [127:0]        bytes_o,   // meaningful while valid, as is the count
  output logic [4:0]          count_o    // 0 to 16
);

  logic t, j;

  assign t = record_i.t;
  assign j = record_i.j;

  // A part of an entry: P-headers, an exception exit, a branch packet. Without a record nothing is worked out: a
  // simulator is spared it, and synthesis may choose.
  logic [39:0] p_headers;
  logic [2:0]  p_count;

  always_comb begin
    p_headers = 'x;
    p_count   = 'x;
    if (valid_i) begin
      p_count = '0;
      for (int i = 0; i < etm3_pkg::PartMax; i++) begin
        p_headers[8*i +: 8] = etm3_pkg::p_header(record_i.p_headers[etm3_pkg::PhdrBits*i +: etm3_pkg::PhdrBits]);
        if (p_headers[8*i+7]) p_count = 3'(i + 1);
      end
    end
  end

  logic [31:0]  units;
  logic [7:0]   fifth;
  logic [15:0]  info;
  logic         x;
  logic [55:0]  branch;
  logic [47:0]  lead;          // before the branch packet
  logic [2:0]   lead_bytes;
  logic [103:0] part;

  always_comb begin
    units      = 'x;
    x          = 'x;
    fifth      = 'x;
    info       = 'x;
    branch     = 'x;
    lead       = 'x;
    lead_bytes = 'x;
    part       = 'x;
    if (valid_i) begin
      units      = etm3_pkg::units(record_i.address, t, j);
      x          = record_i.info_bytes != '0;
      fifth      = record_i.old_form ?
                   {1'b1, record_i.cancel, etm3_pkg::eee(record_i.exception), record_i.address[31:29]} :
                   {1'b0, x, etm3_pkg::byte5(units[31:27], t, j)};
      info       = etm3_pkg::information(record_i.info_bytes[1], etm3_pkg::altisa(t, j), record_i.cancel,
                                         record_i.exception, record_i.ns, record_i.hyp);
      branch     = (record_i.address_bytes == '0) ? 56'h0 :
                   etm3_pkg::branch(units[26:0], fifth, record_i.address_bytes, cfg_i.alternative, x, info);
      lead       = 48'(p_headers) | (record_i.exits ? 48'(etm3_pkg::ExceptionExit) << {p_count, 3'b000} : 48'h0);
      lead_bytes = p_count + 3'(record_i.exits);
      part       = 104'(lead) | (104'(branch) << {lead_bytes, 3'b000});
    end
  end

  // As many low bytes of the Context ID as are told, in an I-sync or alone.
  logic [31:0] context_id;

  always_comb begin
    context_id = 'x;
    if (valid_i) begin
      for (int i = 0; i < 4; i++) begin
        context_id[8*i +: 8] = record_i.context_id[8*i +: 8] & {8{record_i.context_bytes > 3'(i)}};
      end
    end
  end

  // An I-sync behind its header: count, Context ID, information and address. A cycle count packet: nothing but count.
  logic [39:0]  count, isync;
  logic [71:0]  context_and_on;
  logic [111:0] counted;

  always_comb begin
    count          = 'x;
    isync          = 'x;
    context_and_on = 'x;
    counted        = 'x;
    if (valid_i) begin
      count          = etm3_pkg::count(record_i.count, record_i.count_bytes);
      isync          = etm3_pkg::isync(record_i.address, t, j, record_i.ns, record_i.hyp, record_i.reason);
      context_and_on = 72'(context_id) | (72'(isync) << {record_i.context_bytes, 3'b000});
      counted        = 112'(count) | (112'(context_and_on) << {record_i.count_bytes, 3'b000});
    end
  end

  // Anything else.
  logic [119:0] body;
  logic [3:0]   body_bytes;

  always_comb begin
    body       = 'x;
    body_bytes = 'x;
    if (valid_i) begin
      unique case (record_i.kind)
        etm3_pkg::PacketAsync: begin
          body       = 120'(etm3_pkg::Async);
          body_bytes = 4'd6;
        end
        etm3_pkg::PacketIsync: begin
          body       = {counted, (record_i.count_bytes != '0) ? etm3_pkg::IsyncCounted : etm3_pkg::Isync};
          body_bytes = 4'd6 + 4'(record_i.count_bytes) + 4'(record_i.context_bytes);
        end
        etm3_pkg::PacketCycleCount: begin
          body       = 120'({count, etm3_pkg::CycleCount});
          body_bytes = 4'd1 + 4'(record_i.count_bytes);
        end
        etm3_pkg::PacketContextId: begin
          body       = 120'({context_id, etm3_pkg::ContextId});
          body_bytes = 4'd1 + 4'(record_i.context_bytes);
        end
        etm3_pkg::PacketVmid: begin
          body       = 120'({record_i.vmid, etm3_pkg::Vmid});
          body_bytes = 4'd2;
        end
        etm3_pkg::PacketTimestamp: begin
          body       = 120'(etm3_pkg::timestamp(record_i.stamp, record_i.stamp_bytes, record_i.clock_change));
          body_bytes = record_i.stamp_bytes + 4'd1;
        end
        etm3_pkg::PacketTrigger: begin
          body       = 120'(etm3_pkg::Trigger);
          body_bytes = 4'd1;
        end
        default: begin
          body       = '0;
          body_bytes = 4'd0;
        end
      endcase
    end
  end

  assign bytes_o = 128'(part) | 128'(body);

  // It is a part or has a body, not both.
  logic [2:0] branch_bytes;

  assign branch_bytes = record_i.address_bytes + 3'(record_i.info_bytes);
  assign count_o      = (5'(lead_bytes) + 5'(branch_bytes)) | 5'(body_bytes);

endmodule

`default_nettype wire
