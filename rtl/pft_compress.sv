// SPDX-License-Identifier: Apache-2.0
// The number of address bytes and information bytes that a packet needs after the last packet with an address.
// docs/pipeline-pft.md#compress; IHI 0035B 4.5.4. Decoders disagree whether a waypoint update changes the base of the
// compression. So there are two bases, without and with updates, and each bit that differs from either is sent.
`default_nettype none

module pft_compress (
  input  logic            clk_i,
  input  logic            rst_ni,

  input  logic            virt_i,            // the unit has Hyp

  // The packet, if it has an address.
  input  logic            valid_i,
  input  pft_pkg::place_t place_i,
  input  logic            is_update_i,       // a waypoint update, otherwise a branch packet
  input  logic            is_exception_i,
  input  logic [8:0]      exception_i,
  input  logic            hidden_i,
  output logic [2:0]      address_bytes_o,
  output logic [1:0]      info_bytes_o,
  output logic            state_changed_o,   // NS or Hyp changed

  // The packet is sent in this clock.
  input  logic            sets_base_i,       // it is a branch packet or an I-sync
  input  logic            sets_update_i      // it is a waypoint update
);

  typedef struct packed {
    logic [31:7] address;                    // each packet contains the lower bits
    logic        t;
    logic        j;
  } base_t;

  base_t here, base_q, update_q;
  logic  ns_sent_q, hyp_sent_q;

  assign here = {place_i.code.address[31:7], place_i.code.t, place_i.code.j};

  // The units of an address change between ARM, Thumb (with ThumbEE) and Jazelle state.
  function automatic logic realigns(input logic t, input logic j, input logic from_t, input logic from_j);
    realigns = t != from_t || (!t && (j || from_j));
  endfunction

  // Without a packet the values are unknown: a simulator evaluates less, and synthesis may choose any value.
  logic [31:7] changed;
  logic        realigned, altis, altis_changed, hyp_changed, info, more_info, whole;

  always_comb begin
    changed         = 'x;
    realigned       = 1'bx;
    altis           = 1'bx;
    altis_changed   = 1'bx;
    hyp_changed     = 1'bx;
    state_changed_o = 1'bx;
    more_info       = 1'bx;
    info            = 1'bx;
    whole           = 1'bx;
    info_bytes_o    = 'x;
    address_bytes_o = 'x;
    if (valid_i) begin
      changed         = (here.address ^ base_q.address) | (here.address ^ update_q.address);
      realigned       = realigns(here.t, here.j, base_q.t, base_q.j) ||
                        realigns(here.t, here.j, update_q.t, update_q.j);
      altis           = pft_pkg::altis(here.t, here.j);
      altis_changed   = altis != pft_pkg::altis(base_q.t, base_q.j) ||
                        altis != pft_pkg::altis(update_q.t, update_q.j);
      hyp_changed     = place_i.hyp != hyp_sent_q;
      state_changed_o = hyp_changed || place_i.ns != ns_sent_q;
      more_info       = !is_update_i && ((exception_i[8:4] != '0) ||
                                         (virt_i && (hyp_changed || exception_i == trc_pkg::ExceptionHypEntry)));
      info            = altis_changed || (!is_update_i && (is_exception_i || state_changed_o || more_info));
      whole           = realigned || (is_update_i ? info : hidden_i);
      info_bytes_o    = {more_info, info && !more_info};
      address_bytes_o = pft_pkg::address_bytes(changed, here.t, whole, info);
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      base_q     <= '0;
      update_q   <= '0;
      ns_sent_q  <= 1'b0;
      hyp_sent_q <= 1'b0;
    end else begin
      if (sets_base_i) begin
        base_q     <= here;
        ns_sent_q  <= place_i.ns;
        hyp_sent_q <= place_i.hyp;
      end
      if (sets_base_i || sets_update_i) update_q <= here;
    end
  end

endmodule

`default_nettype wire
