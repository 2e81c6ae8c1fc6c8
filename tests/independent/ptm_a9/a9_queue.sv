// SPDX-License-Identifier: Apache-2.0
// The committed waypoints that wait for the encoder. All commits of a clock enter in that clock. If one finds no space, an overflow begins:
// no waypoint enters until all trace has left (IHI 0035B 4.8).
`default_nettype none

module a9_queue
  import a9_pkg::*;
(
  input  logic                    clk_i,
  input  logic                    rst_ni,
  input  logic                    fresh_i,    // a stream begins
  input  logic [1:0]              number_i,
  input  logic [3*RecordBits-1:0] records_i,  // the oldest in the lowest bits
  input  logic                    missed_i,
  input  logic                    drained_i,  // all trace has left
  input  logic                    pop_i,
  output logic                    valid_o,
  output logic [RecordBits-1:0]   record_o,
  output logic                    gap_o,      // waypoints were lost immediately before the oldest one
  output logic [4:0]              level_o,    // after the records of this clock
  output logic                    losing_o
);

  logic [RecordBits-1:0] records_q [Committed];
  logic [Committed-1:0]  gaps_q;
  logic [3:0]            first_q, last_q;
  logic [4:0]            level_q, space;
  logic [1:0]            takes;
  logic                  losing_q, gap_q, closed, loses;

  assign closed = losing_q && !drained_i;
  assign space  = 5'(Committed) - level_q;
  assign takes  = closed ? 2'd0 : space < {3'd0, number_i} ? space[1:0] : number_i;
  assign loses  = missed_i || takes != number_i;

  assign valid_o  = level_q != 5'd0;
  assign record_o = records_q[first_q];
  assign gap_o    = gaps_q[first_q];
  assign level_o  = level_q + {3'd0, takes} - {4'd0, pop_i};
  assign losing_o = losing_q;

  always_ff @(posedge clk_i)
    for (int i = 0; i < 3; i++)
      if (i < 32'(takes)) begin
        records_q[last_q + 4'(i)] <= records_i[i*RecordBits +: RecordBits];
        gaps_q[last_q + 4'(i)]    <= gap_q && i == 0;
      end

  always_ff @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) begin
      first_q  <= 4'd0;
      last_q   <= 4'd0;
      level_q  <= 5'd0;
      losing_q <= 1'b0;
      gap_q    <= 1'b0;
    end else begin
      first_q  <= first_q + {3'd0, pop_i};
      last_q   <= last_q + {2'd0, takes};
      level_q  <= level_o;
      losing_q <= loses || closed;
      gap_q    <= loses || (gap_q && takes == 2'd0 && !fresh_i);
    end

endmodule

`default_nettype wire
