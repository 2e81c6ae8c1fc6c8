// SPDX-License-Identifier: Apache-2.0
// The address comparators of an ETM: they decide in each clock whether an instruction is selected for tracing.
// docs/pipeline-etm3.md#filter; IHI 0014Q 2.6, 2.7, 3.5.22.
`default_nettype none

module etm3_filter (
  input  logic                clk_i,
  input  logic                rst_ni,

  // Static: the number of comparators and the version of the architecture.
  input  logic [31:0]         cfgidr_i,
  input  logic [31:0]         cfgccer_i,

  // verilator lint_off UNUSEDSIGNAL
  input  trc_pkg::ccr_t       ccr_i,
  input  trc_pkg::registers_t registers_i,
  // verilator lint_on UNUSEDSIGNAL
  input  logic                addressed_i,       // an address was written to a comparator
  input  logic                run_i,
  // verilator lint_off UNUSEDSIGNAL
  input  trc_pkg::sr_t        sr_i,
  // verilator lint_on UNUSEDSIGNAL

  // The slots, with the older slot in bit 0, and the state of the processor.
  input  logic [1:0]          valid_i,           // an instruction was executed
  input  logic [1:0]          failed_i,          // the instruction failed its condition
  input  logic [1:0]          cancels_i,         // an exception cancels the most recent instruction
  input  logic [31:0]         address0_i,
  input  logic [31:0]         address1_i,
  input  logic                ns_i,
  input  logic                hyp_i,
  input  logic                user_i,
  input  etm3_pkg::who_t      who_i,             // of the last clock that executed an instruction, or of this clock

  input  logic                ice_start_i,       // an EmbeddedICE input starts the start/stop block
  input  logic                ice_stop_i,        // an EmbeddedICE input stops it

  output trc_pkg::compared_t  compared_o,
  output logic                selected_o,        // an instruction of this clock is selected
  output logic                started_o          // ETMSR[2]
);

  // A wire for each field: if a process reads a field of a struct, a simulator assembles the struct in every clock.
  logic [3:0] pairs;
  logic       has_start_stop;

  assign pairs          = ccr_i.pairs;
  assign has_start_stop = ccr_i.has_start_stop;

  // The address bits that a comparator compares. The size masks the lowest bits.
  function automatic logic [31:0] compared(input logic [31:0] address, input logic [1:0] size);
    compared = {address[31:2], address[1] && size != 2'd3, address[0] && !size[0]};
  endfunction

  // The access type in ETMACTR[2:0] selects the instruction. Types 4 to 7 are data accesses, which this unit does not
  // implement.
  function automatic logic of_kind(input logic failed, input logic [2:0] kind);
    of_kind = !kind[2] && (!kind[1] || kind[0] == failed);
  endfunction

  logic [7:0]  range_q, range_d;
  logic [31:0] same;            // 16 single address comparators for each slot
  logic [15:0] in_range, may;
  logic [2:0]  context_ids;
  logic        vmid;
  logic [1:0]  asked;

  // ETMACTR[4:3] is a size mask only in ETMv3.0. From ETMv3.1 an instruction matches by its whole address, whatever the size
  // (IHI 0014Q 2.7.1, 2.7.3).
  logic has_size_mask;

  assign has_size_mask = cfgidr_i[7:4] == 4'd0;

  // While the address of each comparator is 0, only an instruction at address 0 can match, and no range can.
  always_comb begin
    asked = '0;
    if (pairs != '0) begin
      asked[0] = valid_i[0] && (addressed_i || address0_i[31:2] == '0);
      asked[1] = valid_i[1] && (addressed_i || address1_i[31:2] == '0);
    end
  end

  trc_qualify u_qualify (
    .cfgidr_i,
    .cfgccer_i,
    .etm_i     (1'b1),
    .ccr_i,
    .registers_i,
    .ns_i,
    .hyp_i,
    .user_i,
    .who_i,
    .context_o (context_ids),
    .vmid_o    (vmid),
    .asked_i   (asked != '0),
    .may_o     (may)
  );

  // The ETMACTR of the lower address controls a range.
  for (genvar slot = 0; slot < 2; slot++) begin : gen_slot
    // yosys does not support a struct in a generate block, so the fields of ETMACTR are selected by number.
    logic [31:0] address, at, low, high;
    logic [4:0]  access;
    logic [1:0]  size;

    assign address = (slot == 0) ? address0_i : address1_i;

    always_comb begin
      same[16*slot +: 16]   = '0;
      in_range[8*slot +: 8] = '0;
      at                    = 'x;
      low                   = 'x;
      high                  = 'x;
      access                = 'x;
      size                  = 'x;
      if (asked[slot]) begin
        for (int unsigned i = 0; i < 16; i++) begin
          access = registers_i.etmactr[32*i +: 5];
          if (may[i] && of_kind(failed_i[slot], access[2:0])) begin
            size              = access[4:3] & {2{has_size_mask}};
            at                = compared(address, size);
            low               = compared(registers_i.etmacvr[32*i +: 32], size);
            same[16*slot + i] = at == low;
            if (!i[0]) begin
              high                   = compared(registers_i.etmacvr[32*(i+1) +: 32], size);
              in_range[8*slot + i/2] = at >= low && at < high;
            end
          end
        end
      end
    end
  end

  // With the exact match bit, ETMACTR[7], an instruction matches only when the next instruction is executed. If an
  // exception cancels the instruction, it does not match (IHI 0014Q 2.7.4). Bits [23:16] are the ranges.
  logic [23:0] exact, waits_q, waits_d, waiting, between;
  logic [31:0] single;          // single and ranged are same and in_range with exact match
  logic [15:0] ranged;
  // verilator lint_off UNUSEDSIGNAL
  trc_pkg::actr_t actr;
  // verilator lint_on UNUSEDSIGNAL

  always_comb begin
    exact = '0;
    actr  = 'x;
    if (pairs != '0) begin
      for (int unsigned i = 0; i < 16; i++) begin
        actr     = registers_i.etmactr[32*i +: 16];
        exact[i] = actr.exact && actr.access != '0;
      end
      for (int unsigned i = 0; i < 8; i++) exact[16+i] = exact[2*i];
    end
  end

  always_comb begin
    waiting = '0;
    between = '0;
    ranged  = '0;
    single  = '0;
    waits_d = '0;
    if (pairs != '0) begin
      waiting = waits_q;
      between = waiting & exact;
      {ranged[7:0], single[15:0]} = ({in_range[7:0], same[15:0]} & ~exact) | (between & {24{valid_i[0]}});
      if (cancels_i[0]) waiting = '0;
      else if (valid_i[0]) waiting = {in_range[7:0], same[15:0]} & exact;
      between = waiting & exact;
      {ranged[15:8], single[31:16]} = ({in_range[15:8], same[31:16]} & ~exact) | (between & {24{valid_i[1]}});
      waits_d = waiting;
      if (!run_i || cancels_i[1]) waits_d = '0;
      else if (valid_i[1]) waits_d = {in_range[15:8], same[31:16]} & exact;
    end
  end

  always_comb begin
    range_d = '0;
    if (pairs != '0 && run_i) range_d = (valid_i != '0) ? ranged[7:0] | ranged[15:8] : range_q;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      range_q <= '0;
      waits_q <= '0;
    end else begin
      range_q <= range_d;
      waits_q <= waits_d;
    end
  end

  // An EmbeddedICE input does not identify the instruction within its clock. A start applies from the older instruction,
  // a stop after the younger one.
  logic [31:0] points;       // stop points in [31:16], start points in [15:0]
  logic [1:0]  start, stop, on;

  assign points = registers_i.etmtsscr;

  always_comb begin
    start = '0;
    stop  = '0;
    if (has_start_stop) begin
      if (valid_i != '0 && pairs != '0) begin
        start = {|(single[31:16] & points[15:0]), |(single[15:0] & points[15:0])};
        stop  = {|(single[31:16] & points[31:16]), |(single[15:0] & points[31:16])};
      end
      if (ice_start_i) start[0] = 1'b1;
      if (ice_stop_i) stop[1] = 1'b1;
    end
  end

  trc_startstop u_startstop (
    .clk_i,
    .rst_ni,
    .built_i      (has_start_stop),
    .run_i,
    .programming_i(registers_i.etmcr[trc_pkg::ControlProgramming]),
    .sr_write_i   (sr_i.write),
    .sr_started_i (sr_i.started),
    .sr_reset_i   (sr_i.reset),
    .start_i      (start),
    .stop_i       (stop),
    .two_i        (1'b1),
    .on_o         (on),
    .started_o
  );

  // The selection by ETMTECR1 and ETMTECR2. Front uses it only in clocks that execute an instruction.
  logic [7:0]  ranges;
  logic [15:0] singles;
  logic [1:0]  chosen;
  logic        exclude, by_block;

  assign ranges  = registers_i.etmtecr1.ranges;
  assign singles = registers_i.etmtecr2[15:0];
  assign exclude = registers_i.etmtecr1.exclude;

  always_comb begin
    selected_o = 1'b1;
    chosen     = 'x;
    by_block   = 1'bx;
    if (!exclude || registers_i.etmtecr1.by_start_stop || (pairs != '0 && (ranges != '0 || singles != '0))) begin
      by_block   = registers_i.etmtecr1.by_start_stop && has_start_stop;
      chosen     = {(ranged[15:8] & ranges) != '0 || (single[31:16] & singles) != '0,
                    (ranged[7:0] & ranges) != '0 || (single[15:0] & singles) != '0};
      selected_o = |(valid_i & (chosen ^ {2{exclude}}) & (on | {2{!by_block}}));
    end
  end

  always_comb begin
    compared_o            = '0;
    compared_o.context_id = context_ids;
    compared_o.vmid       = vmid;
    compared_o.on         = |on;
    if (pairs != '0) begin
      compared_o.range  = range_d;
      compared_o.single = (single[15:0] | single[31:16]) & {16{run_i}};
    end
  end

endmodule

`default_nettype wire
