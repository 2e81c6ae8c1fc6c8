// SPDX-License-Identifier: Apache-2.0
// The trigger: the event of ETMTRIGGER, a function of two resources, fires once after each programming.
// docs/pipeline.md 9; IHI 0035B 3.8 (events), 4.5.6 (trigger packet).
`default_nettype none

module trc_trigger (
  input  logic        clk_i,
  input  logic        rst_ni,

  input  logic        run_i,
  input  logic [16:0] event_i,         // ETMTRIGGER: function, resource B, resource A

  // The resources that there are.
  input  logic [3:0]  extin_i,         // pins
  input  logic        ns_i,
  input  logic        prohibited_i,

  output logic        request_o,       // a trigger packet
  input  logic        said_i,          // acknowledges it
  output logic        triggered_o,     // ETMSR[3]
  output logic        ptmtrigger_o     // one clock
);

  // IHI 0035B table 3.5.
  function automatic logic resource(input logic [6:0] number, input logic [3:0] extin, input logic ns,
                                    input logic prohibited);
    unique case (number)
      7'h60:   resource = extin[0];
      7'h61:   resource = extin[1];
      7'h62:   resource = extin[2];
      7'h63:   resource = extin[3];
      7'h6D:   resource = ns;
      7'h6E:   resource = prohibited;
      7'h6F:   resource = 1'b1;
      default: resource = 1'b0;
    endcase
  endfunction

  logic [3:0] extin_q;
  logic       request_q, triggered_q, ptmtrigger_q;
  logic       a, b, happens, fires;

  assign a = resource(event_i[6:0], extin_q, ns_i, prohibited_i);
  assign b = resource(event_i[13:7], extin_q, ns_i, prohibited_i);

  always_comb begin
    unique case (event_i[16:14])
      3'd0:    happens = a;
      3'd1:    happens = !a;
      3'd2:    happens = a && b;
      3'd3:    happens = !a && b;
      3'd4:    happens = !a && !b;
      3'd5:    happens = a || b;
      3'd6:    happens = !a || b;
      default: happens = !a || !b;
    endcase
  end

  assign fires = run_i && happens && !triggered_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      extin_q      <= '0;
      request_q    <= 1'b0;
      triggered_q  <= 1'b0;
      ptmtrigger_q <= 1'b0;
    end else begin
      extin_q      <= extin_i;
      request_q    <= run_i && (fires || (request_q && !said_i));
      triggered_q  <= run_i && (fires || triggered_q);
      ptmtrigger_q <= fires;
    end
  end

  assign request_o    = request_q;
  assign triggered_o  = triggered_q;
  assign ptmtrigger_o = ptmtrigger_q;

endmodule

`default_nettype wire
