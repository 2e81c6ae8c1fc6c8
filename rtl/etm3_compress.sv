// SPDX-License-Identifier: Apache-2.0
// The number of address bytes and information bytes that a branch packet needs after the last branch packet or I-sync,
// and whether the deprecated form can encode the exception. docs/pipeline-etm3.md#compress; IHI 0014Q 7.3.5.
`default_nettype none

module etm3_compress (
  input  logic             clk_i,
  input  logic             rst_ni,

  input  logic             alternative_i,     // the alternative branch encoding

  // The branch, if there is one.
  input  logic             valid_i,
  input  etm3_pkg::place_t target_i,
  input  logic             secret_i,          // a prohibited target: NS and Hyp are as last sent
  input  logic [8:0]       exception_i,
  input  logic             old_form_i,        // the deprecated form has this exception
  output logic [2:0]       address_bytes_o,
  output logic [1:0]       info_bytes_o,
  output logic             old_form_o,
  output logic             ns_o,              // as sent
  output logic             hyp_o,

  // The packet that sets the base in this clock.
  input  logic             sets_i,            // there is one: a branch packet or an I-sync
  input  logic             isync_i,           // it is an I-sync
  input  etm3_pkg::place_t place_i            // the address and state of the I-sync
);

  typedef struct packed {
    logic [31:6] address;                    // each packet contains the lower bits
    logic        t;
    logic        j;
  } base_t;

  base_t base_q;
  logic  ns_sent_q, hyp_sent_q;

  assign ns_o  = secret_i ? ns_sent_q : target_i.ns;
  assign hyp_o = secret_i ? hyp_sent_q : target_i.hyp;

  logic [31:6] changed;
  logic        t, j, realigned, state_changed, hyp_changed, info, more_info;

  assign t             = target_i.code.t;
  assign j             = target_i.code.j;
  assign changed       = etm3_pkg::changed_units(target_i.code.address[31:6] ^ base_q.address, t, j);
  assign realigned     = t != base_q.t || j != base_q.j;
  assign hyp_changed   = hyp_o != hyp_sent_q;
  assign state_changed = hyp_changed || ns_o != ns_sent_q ||
                         etm3_pkg::altisa(t, j) != etm3_pkg::altisa(base_q.t, base_q.j);
  assign old_form_o    = old_form_i && !state_changed;

  // A branch packet has at least the address bytes that changed. With information bytes it needs two or five.
  logic       whole;
  logic [2:0] least;

  assign more_info       = exception_i[8:4] != '0 || hyp_changed;
  assign info            = exception_i != '0 || state_changed;
  assign info_bytes_o    = old_form_o ? 2'd0 : {more_info, info && !more_info};
  assign whole           = realigned || (info && !alternative_i);
  assign address_bytes_o = whole ? 3'd5 : (info && least == 3'd1) ? 3'd2 : least;

  always_comb begin
    least = 'x;
    if (valid_i) least = etm3_pkg::address_bytes(changed, alternative_i);
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      base_q     <= '0;
      ns_sent_q  <= 1'b0;
      hyp_sent_q <= 1'b0;
    end else if (sets_i) begin
      base_q.address <= isync_i ? place_i.code.address[31:6] : target_i.code.address[31:6];
      base_q.t       <= isync_i ? place_i.code.t : t;
      base_q.j       <= isync_i ? place_i.code.j : j;
      ns_sent_q      <= isync_i ? place_i.ns : ns_o;
      hyp_sent_q     <= isync_i ? place_i.hyp : hyp_o;
    end
  end

endmodule

`default_nettype wire
