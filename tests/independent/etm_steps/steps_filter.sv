// SPDX-License-Identifier: Apache-2.0
// The instructions that registers select: by two pairs of address comparators, by what ETMTECR1 and ETMTECR2 include or exclude, and by the
// start/stop block (IHI 0014Q 2.6.4). If one of two instructions in a clock is selected, both are traced.
`default_nettype none

module steps_filter import steps_pkg::*; (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  parts_t      parts_i,
  input  bus_t        bus_i,
  output logic [31:0] data_o,
  input  logic        run_i,
  input  slot_t       slot0_i,
  input  slot_t       slot1_i,
  input  mode_t       mode_i,
  input  logic [1:0]  watchpoint_i,
  output logic [3:0]  single_o,
  output logic [1:0]  range_o,
  output logic        started_o,   // the start/stop block is on in this clock
  output logic        status_o,    // and was on before it: ETMSR[2]
  output logic        keeps_o      // something is executed that is to be traced
);

  // --- comparators ----------------------------------------------------------------------------------------------------

  logic [3:0]       single0, single1;
  logic [1:0]       range0, range1, range_q;
  logic [1:0][31:0] pair_data;
  logic             executes;

  for (genvar i = 0; i < 2; i++) begin : gen_pairs
    steps_pair #(
      .Index(i)
    ) u_pair (
      .clk_i          (clk_i),
      .rst_ni         (rst_ni),
      .bus_i          (bus_i),
      .exists_i       (parts_i.pairs > 2'(i)),
      .tests_context_i(parts_i.context_id),
      .access_bits_i  (parts_i.access_bits),
      .data_o         (pair_data[i]),
      .slot0_i        (slot0_i),
      .slot1_i        (slot1_i),
      .mode_i         (mode_i),
      .single0_o      (single0[2*i +: 2]),
      .single1_o      (single1[2*i +: 2]),
      .range0_o       (range0[i]),
      .range1_o       (range1[i])
    );
  end

  // An address matches in the clock of its instruction. A range is held until the next instruction (2.7.10).
  assign executes = slot0_i.executed || slot1_i.executed;
  assign single_o = single0 | single1;
  assign range_o  = executes ? range0 | range1 : range_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)               range_q <= '0;
    else if (slot1_i.executed) range_q <= range1;
    else if (slot0_i.executed) range_q <= range0;
  end

  // --- what is written ------------------------------------------------------------------------------------------------

  logic       exclude_q, by_started_q;
  logic [1:0] by_range_q, starts_watch_q, stops_watch_q;
  logic [3:0] by_single_q, starts_q, stops_q, has_single;
  logic [1:0] has_range, has_watch;

  assign has_range  = {parts_i.pairs > 2'd1, parts_i.pairs > 2'd0};
  assign has_single = {{2{has_range[1]}}, {2{has_range[0]}}};
  assign has_watch  = {parts_i.watchpoints > 2'd1, parts_i.watchpoints > 2'd0};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {by_started_q, exclude_q, by_range_q} <= '0;  // nothing is included
      by_single_q                           <= '0;
      {stops_q, starts_q}                   <= '0;
      {stops_watch_q, starts_watch_q}       <= '0;
    end else if (bus_i.writes) begin
      unique case ({bus_i.at, 2'b00})
        12'h018: {stops_q, starts_q} <= parts_i.start_stop ? {bus_i.data[19:16] & has_single, bus_i.data[3:0] & has_single} : '0;
        12'h01C: by_single_q <= bus_i.data[3:0] & has_single;
        12'h024: {by_started_q, exclude_q, by_range_q} <= {bus_i.data[25] && parts_i.start_stop, bus_i.data[24], bus_i.data[1:0] & has_range};
        12'h1F0: {stops_watch_q, starts_watch_q} <= {bus_i.data[17:16] & has_watch, bus_i.data[1:0] & has_watch};
        default: ;
      endcase
    end
  end

  always_comb begin
    data_o = pair_data[0] | pair_data[1];
    unique case ({bus_i.at, 2'b00})
      12'h018: data_o = {12'h0, stops_q, 12'h0, starts_q};
      12'h01C: data_o = {28'h0, by_single_q};
      12'h024: data_o = {6'h0, by_started_q, exclude_q, 22'h0, by_range_q};
      12'h1F0: data_o = {14'h0, stops_watch_q, 14'h0, starts_watch_q};
      default: ;
    endcase
  end

  // --- the start/stop block: on from the instruction that starts it, off after the one that stops it -------------------

  logic started_q, written_q, was_on, during0, after0, during1, after1, ends, starts_by_watch, stops_by_watch;

  assign starts_by_watch = parts_i.watchpoint_starts && (watchpoint_i & starts_watch_q) != '0;
  assign stops_by_watch  = parts_i.watchpoint_starts && (watchpoint_i & stops_watch_q) != '0;
  assign was_on  = started_q || starts_by_watch;
  assign during0 = was_on || (single0 & starts_q) != '0;
  assign after0  = during0 && (single0 & stops_q) == '0;
  assign during1 = after0 || (single1 & starts_q) != '0;
  assign after1  = during1 && (single1 & stops_q) == '0;
  assign ends    = after1 && !stops_by_watch;

  assign status_o  = started_q;
  assign started_o = parts_i.start_stop && (executes ? (slot0_i.executed && during0) || (slot1_i.executed && during1) : was_on);

  // The state belongs to the Programming bit as counters do (3.4.4).
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      started_q <= 1'b0;
      written_q <= 1'b0;
    end else if (!parts_i.start_stop || (parts_i.old && bus_i.programming)) begin
      started_q <= 1'b0;
    end else if (bus_i.starts) begin
      started_q <= started_q && written_q;
      written_q <= 1'b0;
    end else if (bus_i.writes && bus_i.at == 10'h004 && !parts_i.old) begin
      started_q <= bus_i.data[2];
      written_q <= bus_i.programming;
    end else if (run_i) begin
      started_q <= ends;
    end
  end

  // --- include and exclude --------------------------------------------------------------------------------------------

  logic selected0, selected1, picks0, picks1;

  assign selected0 = (by_range_q & range0) != '0 || (by_single_q & single0) != '0;
  assign selected1 = (by_range_q & range1) != '0 || (by_single_q & single1) != '0;
  assign picks0    = slot0_i.executed && selected0 != exclude_q && (during0 || !by_started_q);
  assign picks1    = slot1_i.executed && selected1 != exclude_q && (during1 || !by_started_q);
  assign keeps_o   = picks0 || picks1;

endmodule

`default_nettype wire
