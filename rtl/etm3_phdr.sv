// SPDX-License-Identifier: Apache-2.0
// The P-header collector: runs of idle clocks, of clocks with one E, or (not cycle accurate) of E, until something
// closes them. docs/pipeline-etm3.md#phdr; IHI 0014Q 7.3.1.
`default_nettype none

module etm3_phdr (
  input  logic                            clk_i,
  input  logic                            rst_ni,

  input  logic                            cycle_accurate_i,
  input  logic                            greedy_i,
  input  logic                            bare_i,           // an atom without a clock of its own can be told

  // The clock: its atoms, each with the place of its instruction.
  input  logic                            idle_i,           // nothing is executed
  input  logic                            first_i,
  input  logic                            first_n_i,        // N, otherwise E
  input  etm3_pkg::place_t                first_place_i,
  input  logic                            second_i,
  input  logic                            second_n_i,
  input  etm3_pkg::place_t                second_place_i,
  input  logic                            apart_i,          // the second comes behind a flush

  // Late in the clock.
  input  logic                            flush_i,          // behind the first if the second is apart, or behind both
  input  logic                            flush_second_i,   // behind the second, if it is apart
  input  logic                            ends_i,           // instead of all of this what is held is flushed
  input  logic                            keep_i,           // what is not given stays, otherwise nothing does

  // Held before the clock.
  output logic                            holds_o,
  output logic                            atoms_o,          // with atoms, and the place of the first of them
  output etm3_pkg::place_t                place_o,

  // P-headers, 0: none.
  output logic                            gives_o,          // one at least, even without a flush
  output logic                            gives_two_o,
  output logic [2*etm3_pkg::PhdrBits-1:0] p_headers_o,      // oldest lowest
  output logic [etm3_pkg::PhdrBits-1:0]   second_o,         // the second's, if it is apart
  output logic [2:0]                      left_o            // cycles that have not left with p_headers_o or a flush
);

  // At most one of the three is held.
  logic [2:0]       w_q, w_d;       // clocks without an instruction
  logic [3:0]       e_q, e_d;       // E, each in a clock of its own if cycle accurate
  logic             n_q, n_d;       // a lone N (not cycle accurate)
  etm3_pkg::place_t place_q, place_d;

  // What tells it; nothing, if nothing is held.
  function automatic logic [etm3_pkg::PhdrBits-1:0] run(input logic [2:0] w, input logic [3:0] e, input logic n);
    run = (w != '0) ? etm3_pkg::format3({1'b0, w}, 1'b0) : etm3_pkg::format1(e, n);
  endfunction

  // Up to the flush.
  logic                          together;      // the second atom with the first
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

  // After one atom, and after two: how many there are comes later.
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

  // The flush. With two P-headers before it there is nothing left for it.
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

  // The second atom, apart: nothing is held before it.
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

  // A run of no more atoms than the clock has began in it.
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
