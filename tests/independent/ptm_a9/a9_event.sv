// SPDX-License-Identifier: Apache-2.0
// An event of IHI 0035B 3.8.3. The resources are those of a PTM without comparators, counters and sequencer: the external inputs, the
// security state, trace prohibited, and always.
`default_nettype none

module a9_event (
  input  logic [16:0] event_i,
  input  logic [3:0]  extin_i,
  input  logic        ns_i,
  input  logic        prohibited_i,
  output logic        true_o
);

  logic [15:0] group_6;
  logic        a, b;

  assign group_6 = {1'b1, prohibited_i, ns_i, 9'd0, extin_i};
  assign a = event_i[6:4] == 3'd6 && group_6[event_i[3:0]];
  assign b = event_i[13:11] == 3'd6 && group_6[event_i[10:7]];

  // Functions 0 to 7 are: A, not A, A and B, not A and B, neither, A or B, not A or B, not both.
  logic [7:0] functions;
  assign functions = {!a || !b, !a || b, a || b, !a && !b, !a && b, a && b, !a, a};
  assign true_o    = functions[event_i[16:14]];

endmodule

`default_nettype wire
