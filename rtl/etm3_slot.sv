// SPDX-License-Identifier: Apache-2.0
// Decodes one slot of the instruction port, and removes the fields that this version of the protocol cannot encode. This
// module has no registers. docs/pipeline-etm3.md#slot; IHI 0014Q 7.3.5 (the fields of each version).
`default_nettype none

module etm3_slot (
  input  etm3_pkg::slot_cfg_t  cfg_i,
  input  etm3_pkg::slot_t      slot_i,
  input  logic                 ns_i,          // the state in which the instruction is executed
  input  logic                 hyp_i,

  output etm3_pkg::reported_t  reported_o,
  output etm3_pkg::place_t     place_o        // the address and state of the instruction
);

  logic       valid, branch;
  logic [8:0] exception;

  etm3_pkg::reported_t reported;
  etm3_pkg::place_t    place;

  assign valid     = slot_i.valid;
  assign branch    = slot_i.branch && (!slot_i.direct || cfg_i.broadcast);
  assign exception = {slot_i.exception[8:4] & {5{cfg_i.extended}}, slot_i.exception[3:0]};

  assign reported.valid           = valid;
  assign reported.failed          = !slot_i.pass;
  assign reported.after.eret      = valid && slot_i.eret && cfg_i.exits;
  assign reported.after.branch    = branch;
  assign reported.after.cancel    = slot_i.cancel;
  assign reported.after.secret    = slot_i.secret;
  assign reported.after.exception = exception;

  assign reported.after.target.code.address = slot_i.target.code.address;
  assign reported.after.target.code.t       = slot_i.target.code.t;
  assign reported.after.target.code.j       = slot_i.target.code.j && (cfg_i.altisa || !slot_i.target.code.t);
  assign reported.after.target.ns           = slot_i.target.ns && cfg_i.secure;
  assign reported.after.target.hyp          = slot_i.target.hyp && cfg_i.virt;

  assign place.code.address = slot_i.code.address;
  assign place.code.t       = slot_i.code.t;
  assign place.code.j       = slot_i.code.j && (cfg_i.altisa || !slot_i.code.t);
  assign place.ns           = ns_i && cfg_i.secure;
  assign place.hyp          = hyp_i && cfg_i.virt;

  // The deprecated form (IHI 0014Q table 7.7) encodes exceptions to ARM state. It identifies an exception without a code
  // in that table by its vector.
  logic [4:0] vector;
  logic       has_form, old_form;

  assign vector   = slot_i.target.code.address[4:0];
  assign old_form = cfg_i.old_form;

  always_comb begin
    has_form = 1'b0;
    if (old_form) begin
      unique case (exception)
        9'h004, 9'h005, 9'h00E, 9'h00F: has_form = 1'b1;
        9'h008:                         has_form = vector == 5'h00;
        9'h009:                         has_form = vector == 5'h04 && !slot_i.cancel;
        9'h00A:                         has_form = vector == 5'h08 && !slot_i.cancel;
        9'h00B:                         has_form = vector == 5'h0C;
        9'h00C:                         has_form = vector == 5'h10 && slot_i.cancel;
        default:                        has_form = 1'b0;
      endcase
    end
  end

  assign reported.after.old_form = has_form && !slot_i.target.code.t && !slot_i.target.code.j;

  // The other fields of an empty slot are not used.
  logic used;

  assign used       = slot_i.valid || slot_i.branch;
  assign reported_o = used ? reported : {4'b0000, {48{1'bx}}};
  assign place_o    = used ? place : {36{1'bx}};

endmodule

`default_nettype wire
