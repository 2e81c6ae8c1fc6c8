// SPDX-License-Identifier: Apache-2.0
// An event is a function of two resources, A and B (IHI 0035B 3.8.3).
`default_nettype none

module plain_event (
  input  wire [16:0]  event_i,
  input  wire [127:0] resources_i,  // by their numbers in table 3.5
  output wire         true_o
);

  wire a = resources_i[event_i[6:0]];
  wire b = resources_i[event_i[13:7]];

  // Functions 0 to 7 are: A, not A, A and B, not A and B, neither, A or B, not A or B, not both.
  wire [7:0] functions = {!(a && b), !a || b, a || b, !(a || b), !a && b, a && b, !a, a};

  assign true_o = functions[event_i[16:14]];

endmodule

`default_nettype wire
