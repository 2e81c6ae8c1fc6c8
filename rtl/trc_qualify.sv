// SPDX-License-Identifier: Apache-2.0
// The Context ID and VMID comparators, and the address comparators that may match in the present state of the processor.
// This module has no registers. docs/pipeline.md#qualify; IHI 0035B 3.5, 3.6, 3.16.13; IHI 0014Q 3.5.22, 3.5.36.
`default_nettype none

module trc_qualify (
  // The configuration: static, except registers_i.
  // verilator lint_off UNUSEDSIGNAL
  input  logic [31:0]         cfgidr_i,
  input  logic [31:0]         cfgccer_i,
  input  trc_pkg::ccr_t       ccr_i,
  input  trc_pkg::registers_t registers_i,
  // verilator lint_on UNUSEDSIGNAL
  input  logic                etm_i,

  // The state of the processor.
  input  logic                ns_i,
  input  logic                hyp_i,
  input  logic                user_i,
  input  logic [39:0]         who_i,        // Context ID, VMID

  output logic [2:0]          context_o,
  output logic                vmid_o,
  input  logic                asked_i,      // an address is compared, so may_o is valid
  output logic [15:0]         may_o         // comparator n + 1 may match
);

  // A wire for each field: if a process reads a field of a struct, a simulator assembles the struct in every clock.
  logic [3:0] pairs;
  logic [1:0] contexts;
  logic       modes;             // ETMACTR selects modes

  assign pairs    = ccr_i.pairs;
  assign contexts = ccr_i.contexts;
  assign modes    = etm_i ? cfgidr_i[7:4] == 4'd5 : cfgidr_i[7:4] != 4'd0;

  always_comb begin
    context_o = '0;
    if (contexts != '0) begin
      for (int unsigned i = 0; i < 3; i++) begin
        context_o[i] = contexts > 2'(i) && ((who_i[39:8] ^ registers_i.etmcidcvr[32*i +: 32]) & ~registers_i.etmcidcmr) == '0;
      end
    end
  end

  assign vmid_o = modes && cfgccer_i[26] && who_i[7:0] == registers_i.etmvmidcvr[7:0];

  logic [3:0]     by_context;    // ETMACTR[9:8] selects one of these
  // verilator lint_off UNUSEDSIGNAL
  trc_pkg::actr_t actr;
  // verilator lint_on UNUSEDSIGNAL

  assign by_context = {context_o, 1'b1};

  always_comb begin
    may_o = 'x;
    actr  = 'x;
    if (asked_i) begin
      for (int unsigned i = 0; i < 16; i++) begin
        actr     = registers_i.etmactr[32*i +: 16];
        may_o[i] = pairs > 4'(i / 2) && by_context[actr.context_id] &&
                   ((modes && hyp_i) ? actr.hyp :
                    ns_i ? actr.ns_inverted == (actr.ns_by_mode && user_i) : actr.s_inverted == (actr.s_by_mode && user_i)) &&
                   (!actr.vmid || vmid_o);
      end
    end
  end

endmodule

`default_nettype wire
