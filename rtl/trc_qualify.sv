// SPDX-License-Identifier: Apache-2.0
// Context ID and VMID comparators, and which address comparators may match in a state of the processor. No state of its
// own. docs/pipeline.md#qualify; IHI 0035B 3.6, 3.16.13; IHI 0014Q 3.5.18, 3.5.36.
`default_nettype none

module trc_qualify (
  // Static: how many there are, and of which version.
  // verilator lint_off UNUSEDSIGNAL
  input  logic [31:0]                          cfgidr_i,
  input  logic [31:0]                          cfgccer_i,
  // verilator lint_on UNUSEDSIGNAL
  input  logic                                 etm_i,
  input  logic [3:0]                           pairs_i,
  input  logic [1:0]                           contexts_i,

  // verilator lint_off UNUSEDSIGNAL
  input  logic [32*trc_pkg::RegisterWords-1:0] stored_i,     // the registers
  // verilator lint_on UNUSEDSIGNAL

  // The processor.
  input  logic                                 ns_i,
  input  logic                                 hyp_i,
  input  logic                                 user_i,
  input  logic [39:0]                          who_i,        // Context ID, VMID

  output logic [2:0]                           context_o,
  output logic                                 vmid_o,
  input  logic                                 asked_i,      // an address is compared:
  output logic [15:0]                          may_o         // comparator n + 1 may match
);

  localparam int unsigned Etmactr1   = 'h080;
  localparam int unsigned Cidcvr1    = 'h1B0;
  localparam int unsigned Etmcidcmr  = 'h1BC;
  localparam int unsigned Etmvmidcvr = 'h240;

  logic modes;                   // ETMACTR tells them, too

  assign modes = etm_i ? cfgidr_i[7:4] == 4'd5 : cfgidr_i[7:4] != 4'd0;

  always_comb begin
    context_o = '0;
    if (contexts_i != '0) begin
      for (int unsigned i = 0; i < 3; i++) begin
        context_o[i] = contexts_i > 2'(i) && ((who_i[39:8] ^ stored_i[8*Cidcvr1 + 32*i +: 32]) & ~stored_i[8*Etmcidcmr +: 32]) == '0;
      end
    end
  end

  assign vmid_o = modes && cfgccer_i[26] && who_i[7:0] == stored_i[8*Etmvmidcvr +: 8];

  // The two bits of a security state: 0 all, 1 nothing, 2 all but User mode, 3 User mode alone. Where there are no modes the
  // upper one is 0.
  logic [3:0] by_context;        // by ETMACTR[9:8]

  assign by_context = {context_o, 1'b1};

  always_comb begin
    may_o = 'x;
    if (asked_i) begin
      for (int unsigned i = 0; i < 16; i++) begin
        may_o[i] = pairs_i > 4'(i / 2) && by_context[stored_i[8*Etmactr1 + 32*i + 8 +: 2]] &&
                   ((modes && hyp_i) ? stored_i[8*Etmactr1 + 32*i + 14] :
                    ns_i ? stored_i[8*Etmactr1 + 32*i + 11] == (stored_i[8*Etmactr1 + 32*i + 13] && user_i) :
                           stored_i[8*Etmactr1 + 32*i + 10] == (stored_i[8*Etmactr1 + 32*i + 12] && user_i)) &&
                   (!stored_i[8*Etmactr1 + 32*i + 15] || vmid_o);
      end
    end
  end

endmodule

`default_nettype wire
