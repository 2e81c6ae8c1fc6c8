// SPDX-License-Identifier: Apache-2.0
// What a processor promises on the instruction port (docs/pipeline-etm3.md#pins 3), for the stimulus here and for anyone who connects a
// processor to etm_top. There is no ready: a slot is there for one clock.
`ifndef RULE_FAILED
`define RULE_FAILED(text) $error(text)
`endif

module ins_rules (
  input logic CLK,
  input logic RESETn,
  input logic ETMI0BR,
  input logic [8:0] ETMI0BREXC,
  input logic ETMI1BR,
  input logic [8:0] ETMI1BREXC,
  input logic ETMDBGACK,
  input logic [31:0] CFGIDR
);

  // ETMIDR does not name the profile: ARMv7-M came with ETMv3.4 and has no Security Extensions.
  wire [3:0] minor = CFGIDR[7:4];
  wire v7m = minor >= 4 && !CFGIDR[19];

  // IHI 0014Q tables 7.11 (ARMv7-M) and 7.12 (others). Exception[8:4] is there from ETMv3.4 on, and before it not looked at.
  function automatic logic reserved(logic [8:0] exception);
    if (v7m) return exception inside {16, 18, 20, 22, 23};
    case (minor >= 4 ? exception : 9'(exception[3:0]))
      3: return minor < 5;
      6, 7: return 1;
      13: return minor < 3;
      default: return 0;
    endcase
  endfunction

  slot0_exception_legal: assert property (@(posedge CLK) disable iff (!RESETn) ETMI0BR && !ETMDBGACK |-> !reserved(ETMI0BREXC))
    else `RULE_FAILED("ETMI0BREXC is reserved");
  slot0_exception: cover property (@(posedge CLK) disable iff (!RESETn) ETMI0BR && !ETMDBGACK && ETMI0BREXC != 0);
  slot1_exception_legal: assert property (@(posedge CLK) disable iff (!RESETn) ETMI1BR && !ETMDBGACK |-> !reserved(ETMI1BREXC))
    else `RULE_FAILED("ETMI1BREXC is reserved");
  slot1_exception: cover property (@(posedge CLK) disable iff (!RESETn) ETMI1BR && !ETMDBGACK && ETMI1BREXC != 0);

endmodule
