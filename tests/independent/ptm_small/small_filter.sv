// SPDX-License-Identifier: Apache-2.0
// The address comparators, IHI 0035B 3.4: one pair. A waypoint ends a block; what of it lies in the range is known then, and held until
// the next one.
`default_nettype none

module small_filter import small_pkg::*; (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  pair_t            pair_i,
  input  logic             run_i,
  input  logic             waypoint_i,
  input  logic             block_i,     // something lies before it that may be traced
  input  place_t           from_i,      // where the block begins
  input  logic [31:0]      last_i,      // the last instruction of it
  output logic [1:0]       single_o,
  output logic             range_o,
  output logic             includes_o,
  output logic             excludes_o
);

  logic [1:0] level;  // ETMACTR[11:10] of both versions: 11 keeps out Non-secure state, 10 Secure state
  logic       block, range, range_q;

  assign block = waypoint_i && block_i;
  assign level = from_i.ns ? {pair_i.access[1][1], pair_i.access[0][1]} : {pair_i.access[1][0], pair_i.access[0][0]};

  for (genvar i = 0; i < 2; i++) begin : gen_single
    assign single_o[i] = block && !level[i] && pair_i.value[i] >= from_i.address && pair_i.value[i] <= last_i;
  end

  // 3.4.3: an include range has some of the block, an exclude range all.
  assign range      = block && !level[0] && pair_i.value[0] <= last_i && pair_i.value[1] > from_i.address;
  assign range_o    = waypoint_i ? range : range_q;
  assign includes_o = pair_i.exclude || (pair_i.selected && range_o);
  assign excludes_o = pair_i.exclude && pair_i.selected && block && !level[0]
      && pair_i.value[0] <= from_i.address && pair_i.value[1] > last_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) range_q <= 1'b0;
    else         range_q <= run_i && range_o;
  end

endmodule

`default_nettype wire
