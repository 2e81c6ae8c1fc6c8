// SPDX-License-Identifier: Apache-2.0
// The address comparators of a PTM: they decide which blocks of instructions are selected for tracing. They decide one
// clock before front has the waypoint, so that front can push an I-sync before the first selected block.
// docs/pipeline-pft.md#filter; IHI 0035B 3.3.3, 3.3.4, 3.4.
`default_nettype none

module pft_filter (
  input  logic                clk_i,
  input  logic                rst_ni,

  // Static: the number of comparators and the version of the architecture.
  // verilator lint_off UNUSEDSIGNAL
  input  pft_pkg::front_cfg_t cfg_i,
  // verilator lint_on UNUSEDSIGNAL
  input  logic [31:0]         cfgidr_i,
  input  logic [31:0]         cfgccer_i,

  // verilator lint_off UNUSEDSIGNAL
  input  trc_pkg::ccr_t       ccr_i,
  input  trc_pkg::registers_t registers_i,
  // verilator lint_on UNUSEDSIGNAL
  input  logic                addressed_i,         // an address was written to a comparator
  input  logic                run_i,
  // verilator lint_off UNUSEDSIGNAL
  input  trc_pkg::sr_t        sr_i,
  // verilator lint_on UNUSEDSIGNAL

  // The state of front after this clock: the waypoint at the pins, and the target of the waypoint before it.
  // verilator lint_off UNUSEDSIGNAL
  input  pft_pkg::port_t      port_i,
  // verilator lint_on UNUSEDSIGNAL
  input  pft_pkg::place_t     here_i,
  input  logic                here_known_i,
  input  pft_pkg::who_t       here_who_i,
  input  logic                here_user_i,

  input  logic                ice_start_i,         // an EmbeddedICE input starts the start/stop block
  input  logic                ice_stop_i,          // an EmbeddedICE input stops it

  output trc_pkg::compared_t  compared_o,          // in this clock
  output trc_pkg::compared_t  ahead_o,             // in the next clock
  output logic                selected_o,          // the block that ends with the waypoint in front is selected
  output logic                selected_ahead_o,    // the block that ends with the waypoint at the pins is selected
  output logic                comes_o,             // the waypoint at the pins ends a block
  output logic                plain_o,             // each block is selected: no range and no start/stop block selects
  output logic                started_o            // ETMSR[2]
);

  // A wire for each field: if a process reads a field of a struct, a simulator assembles the struct in every clock.
  logic [3:0] pairs;
  logic       has_start_stop;

  assign pairs          = ccr_i.pairs;
  assign has_start_stop = ccr_i.has_start_stop;

  logic [15:0] single_q, single_d, may;
  logic [7:0]  range_q, range_d, covers_q, covers_d;
  logic [2:0]  context_q, context_d;
  logic        vmid_q, vmid_d;

  // A waypoint at the pins that this unit implements (docs/pipeline-pft.md#waypoint, rule 1) and that is not a debug exit
  // ends the instructions that were executed from here_i on.
  logic [2:0] kind;
  logic       updates, barriers;

  assign kind     = port_i.waypoint.kind;
  assign updates  = cfg_i.waypoint.updates;
  assign barriers = cfg_i.waypoint.barriers;

  always_comb begin
    comes_o = 1'b0;
    if (port_i.valid) begin
      comes_o = run_i && here_known_i && kind != pft_pkg::WptDebugExit && kind != 3'd7 &&
                (kind != pft_pkg::WptUpdate || updates) &&
                (kind != pft_pkg::WptBarrier || port_i.waypoint.barrier == 2'd0 || barriers);
    end
  end

  // Addresses are compared at the end of a block. While the address of each comparator is 0, this is necessary only for a
  // block that begins at address 0.
  logic asked;

  always_comb begin
    asked = 1'b0;
    if (comes_o) asked = pairs != '0 && (addressed_i || here_i.code.address == '0);
  end

  trc_qualify u_qualify (
    .cfgidr_i,
    .cfgccer_i,
    .etm_i     (1'b0),
    .ccr_i,
    .registers_i,
    .ns_i      (here_i.ns),
    .hyp_i     (here_i.hyp),
    .user_i    (here_user_i),
    .who_i     (here_who_i),
    .context_o (context_d),
    .vmid_o    (vmid_d),
    .asked_i   (asked),
    .may_o     (may)
  );

  // An EmbeddedICE input starts the start/stop block at once, but a stop waits for the end of the instruction block.
  logic starts_q, starts_d, stops_q, stops_d, ended_q;

  always_comb begin
    starts_d = 1'b0;
    stops_d  = 1'b0;
    if (has_start_stop && run_i) begin
      starts_d = ice_start_i;
      stops_d  = ice_stop_i || (stops_q && !ended_q);
    end
  end

  // No block ends at a reset, or at an exception before which no instruction was executed. These values are evaluated only
  // if something depends on them.
  logic is_exception, block;

  always_comb begin
    is_exception = 1'bx;
    block        = 1'b0;
    if (asked || (stops_d && comes_o)) begin
      is_exception = kind == pft_pkg::WptException || kind == pft_pkg::WptDebugEntry;
      block        = !is_exception || (port_i.waypoint.pc != here_i.code.address &&
                                       (kind == pft_pkg::WptDebugEntry || port_i.waypoint.exception != trc_pkg::ExceptionReset));
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      starts_q <= 1'b0;
      stops_q  <= 1'b0;
      ended_q  <= 1'b0;
    end else if (has_start_stop) begin
      starts_q <= starts_d;
      stops_q  <= stops_d;
      ended_q  <= block;
    end
  end

  // For an exception or an update WPTPC is the address after the last executed instruction (docs/pipeline-pft.md#waypoint,
  // rules 15 and 18). Otherwise it is the address of that instruction.
  logic        is_next_pc;
  logic [31:0] last, low, high;

  always_comb begin
    single_d   = '0;
    range_d    = run_i ? range_q : '0;
    covers_d   = run_i ? covers_q : '0;
    is_next_pc = 1'bx;
    last       = 'x;
    low        = 'x;
    high       = 'x;
    if (asked) begin
      is_next_pc = is_exception || kind == pft_pkg::WptUpdate;
      last       = !is_next_pc ? port_i.waypoint.pc :
                   port_i.waypoint.pc - ((here_i.code.t && !port_i.waypoint.t32) ? 32'd2 : 32'd4);
      if (block) begin
        for (int unsigned i = 0; i < 8; i++) begin
          low             = registers_i.etmacvr[64*i +: 32];
          high            = registers_i.etmacvr[64*i + 32 +: 32];
          single_d[2*i]   = may[2*i] && here_i.code.address <= low && low <= last;
          single_d[2*i+1] = may[2*i+1] && here_i.code.address <= high && high <= last;
          range_d[i]      = may[2*i] && low <= last && high > here_i.code.address;
          covers_d[i]     = may[2*i] && low <= here_i.code.address && high > last;
        end
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      single_q <= '0;
      range_q  <= '0;
      covers_q <= '0;
    end else if (pairs != '0) begin
      single_q <= single_d;
      range_q  <= range_d;
      covers_q <= covers_d;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      context_q <= '0;
      vmid_q    <= 1'b0;
    end else begin
      context_q <= context_d & {3{run_i}};
      vmid_q    <= vmid_d && run_i;
    end
  end

  logic [31:0] points;         // stop points in [31:16], start points in [15:0]
  logic [1:0]  start, stop;    // [0] of the block in front, [1] of the block at the pins
  logic        on, on_ahead;

  assign points = registers_i.etmtsscr;

  always_comb begin
    start = '0;
    stop  = '0;
    if (has_start_stop) begin
      start = {starts_d, starts_q};
      stop  = {1'b0, stops_q && ended_q};
      if (pairs != '0) begin
        start = start | {|(single_d & points[15:0]), |(single_q & points[15:0])};
        stop  = stop | {|(single_d & points[31:16]), |(single_q & points[31:16])};
      end
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
    .two_i        (1'b0),
    .on_o         ({on_ahead, on}),
    .started_o
  );

  // The selection by ETMTECR1. If it names no range and no start/stop block, exclude mode selects each block.
  logic [7:0] ranges;
  logic       exclude, by_block;

  assign exclude = registers_i.etmtecr1.exclude;

  always_comb begin
    selected_o       = 1'b1;
    selected_ahead_o = 1'b1;
    plain_o          = 1'b1;
    ranges           = 'x;
    by_block         = 1'bx;
    if (!exclude || registers_i.etmtecr1.by_start_stop || registers_i.etmtecr1.ranges != '0) begin
      ranges           = registers_i.etmtecr1.ranges & ~(8'hFF << pairs);
      by_block         = registers_i.etmtecr1.by_start_stop && has_start_stop;
      plain_o          = exclude && ranges == '0 && !by_block;
      selected_o       = (exclude ? (covers_q & ranges) == '0 : (range_q & ranges) != '0) && (!by_block || on);
      selected_ahead_o = (exclude ? (covers_d & ranges) == '0 : (range_d & ranges) != '0) && (!by_block || on_ahead);
    end
  end

  always_comb begin
    compared_o = {24'h0, on, vmid_q, context_q};
    if (pairs != '0) compared_o = {range_q, single_q, on, vmid_q, context_q};
    ahead_o = compared_o;
    if (comes_o) ahead_o = {range_d, single_d, on_ahead, vmid_d, context_d};
  end

endmodule

`default_nettype wire
