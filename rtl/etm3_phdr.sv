// SPDX-License-Identifier: Apache-2.0
// The P-header collector. It collects a run of E atoms, or, in cycle-accurate trace, of idle clocks or of clocks with one E
// atom. Another atom or a flush closes the run. docs/pipeline-etm3.md#phdr; IHI 0014Q 7.3.1.
`default_nettype none

module etm3_phdr (
  input  logic                            clk_i,
  input  logic                            rst_ni,

  input  logic                            cycle_accurate_i,
  input  logic                            greedy_i,
  input  logic                            bare_i,           // there is a P-header for an atom without a W (format 4)

  // The atoms of this clock, each with the place of its instruction.
  input  logic                            idle_i,           // nothing is executed
  input  logic                            first_i,
  input  logic                            first_n_i,        // N, otherwise E
  input  etm3_pkg::place_t                first_place_i,
  input  logic                            second_i,
  input  logic                            second_n_i,
  input  etm3_pkg::place_t                second_place_i,
  input  logic                            apart_i,          // there is a flush before the second atom

  // These inputs come late in the clock.
  input  logic                            flush_i,          // after the first atom with apart_i, otherwise after both
  input  logic                            flush_second_i,   // with apart_i, after the second atom
  input  logic                            ends_i,           // flush the collected run, and ignore this clock
  input  logic                            keep_i,           // keep the run after this clock, otherwise clear it

  // The collected run before this clock.
  output logic                            holds_o,          // there is one
  output logic                            atoms_o,          // it has atoms
  output etm3_pkg::place_t                place_o,          // the place of its first atom

  // The P-headers of this clock. 0 is no P-header.
  output logic                            gives_o,          // at least one, not counting that of a flush
  output logic                            gives_two_o,      // two, not counting that of a flush
  output logic [2*etm3_pkg::PhdrBits-1:0] p_headers_o,      // the oldest lowest
  output logic [etm3_pkg::PhdrBits-1:0]   second_o,         // that of the second atom with apart_i
  output logic [2:0]                      left_o            // clocks that are in no P-header after this clock
);

  // The collected run. At most one of the three is not 0.
  logic [2:0]       w_q, w_d;       // idle clocks
  logic [3:0]       e_q, e_d;       // E atoms; in cycle-accurate trace, clocks with one E atom
  logic             n_q, n_d;       // one N atom, not in cycle-accurate trace
  etm3_pkg::place_t place_q, place_d;

  // The P-header of a run, or 0 for an empty run.
  function automatic logic [etm3_pkg::PhdrBits-1:0] run(input logic [2:0] w, input logic [3:0] e, input logic n);
    run = (w != '0) ? etm3_pkg::format3({1'b0, w}, 1'b0) : etm3_pkg::format1(e, n);
  endfunction

  // The run and the P-headers before the flush.
  logic                          together;      // no flush separates the second atom from the first
  logic                          closes_clocked, tells_clocked, closes_first, closes_second, closes, tells;
  logic [2:0]                    w_clocked, e_clocked, w_end;
  logic [3:0]                    e_first, e_second, e_end;
  logic                          n_first, n_second, n_end;
  logic [etm3_pkg::PhdrBits-1:0] closed_clocked, header_clocked, header_first, header_second, closed, header;

  assign together = second_i && !apart_i;

  etm3_clocked u_clocked (
    .cycle_accurate_i,
    .greedy_i,
    .idle_i,
    .single_i  (first_i && !together),
    .dual_i    (first_i && together),
    .first_n_i,
    .second_n_i,
    .w_i       (w_q),
    .e_i       (e_q[2:0]),
    .w_o       (w_clocked),
    .e_o       (e_clocked),
    .closes_o  (closes_clocked),
    .closed_o  (closed_clocked),
    .tells_o   (tells_clocked),
    .header_o  (header_clocked)
  );

  // The run after one atom and after two atoms. The number of atoms is known later in the clock.
  etm3_unclocked u_first (
    .valid_i   (first_i && !cycle_accurate_i),
    .greedy_i,
    .atom_n_i  (first_n_i),
    .e_i       (e_q),
    .n_i       (n_q),
    .e_o       (e_first),
    .n_o       (n_first),
    .closes_o  (closes_first),
    .p_header_o(header_first)
  );

  etm3_unclocked u_second (
    .valid_i   (together && !cycle_accurate_i),
    .greedy_i,
    .atom_n_i  (second_n_i),
    .e_i       (e_first),
    .n_i       (n_first),
    .e_o       (e_second),
    .n_o       (n_second),
    .closes_o  (closes_second),
    .p_header_o(header_second)
  );

  always_comb begin
    closes = first_i && closes_first;
    closed = header_first;
    tells  = together && closes_second;
    header = header_second;
    w_end  = 3'd0;
    e_end  = together ? e_second : first_i ? e_first : e_q;
    n_end  = together ? n_second : first_i ? n_first : n_q;
    if (cycle_accurate_i) begin
      closes = closes_clocked;
      closed = closed_clocked;
      tells  = tells_clocked;
      header = header_clocked;
      w_end  = w_clocked;
      e_end  = {1'b0, e_clocked};
      n_end  = 1'b0;
    end
  end

  // The flush. If there are two P-headers before it, the run is empty.
  logic [etm3_pkg::PhdrBits-1:0] held, rest, last;

  assign held        = run(w_q, e_q, n_q);
  assign rest        = run(w_end, e_end, n_end);
  assign last        = flush_i ? rest : '0;
  assign gives_o     = closes || tells;
  assign gives_two_o = closes && tells;

  always_comb begin
    if (ends_i) p_headers_o = {etm3_pkg::PhdrBits'(0), held};
    else if (gives_two_o) p_headers_o = {header, closed};
    else if (gives_o) p_headers_o = {last, closes ? closed : header};
    else p_headers_o = {etm3_pkg::PhdrBits'(0), last};
  end

  // The second atom after a flush: the run before it is empty.
  logic apart, bare, waits;

  assign apart    = second_i && apart_i;
  assign bare     = cycle_accurate_i && bare_i && first_i;
  assign waits    = !bare && !flush_second_i && (!second_n_i || (greedy_i && !cycle_accurate_i));
  assign second_o = (!apart || waits) ? '0 :
                    bare ? etm3_pkg::format4(second_n_i) : etm3_pkg::format1({3'd0, !second_n_i}, second_n_i);

  always_comb begin
    w_d = w_end;
    e_d = e_end;
    n_d = n_end;
    if (flush_i) begin
      w_d = '0;
      e_d = {3'd0, apart && waits && !second_n_i};
      n_d = apart && waits && second_n_i;
    end
  end

  assign left_o = !flush_i ? w_end | e_end[2:0] : {2'd0, apart && !bare && !flush_second_i};

  // A run that has no more atoms than this clock began in this clock.
  logic one;

  assign one = e_end <= 4'd1;

  always_comb begin
    place_d = place_q;
    if (apart || (together && one)) place_d = second_place_i;
    else if (first_i && (one || (together && e_end == 4'd2))) place_d = first_place_i;
  end

  assign holds_o = w_q != '0 || atoms_o;
  assign atoms_o = e_q != '0 || n_q;
  assign place_o = place_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      w_q     <= '0;
      e_q     <= '0;
      n_q     <= 1'b0;
      place_q <= '0;
    end else begin
      w_q     <= keep_i ? w_d : 3'd0;
      e_q     <= keep_i ? e_d : 4'd0;
      n_q     <= keep_i && n_d;
      place_q <= place_d;
    end
  end

endmodule

`default_nettype wire
