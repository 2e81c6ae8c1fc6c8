// SPDX-License-Identifier: Apache-2.0
// What one waypoint says: where execution goes, and the entry that would be traced of it. No state of its own.
// docs/pipeline-pft.md#waypoint; IHI 0035B 5.2 and 5.3 (exceptions).
`default_nettype none

module pft_waypoint (
  input  pft_pkg::waypoint_cfg_t cfg_i,
  input  logic                   valid_i,
  input  pft_pkg::waypoint_t     waypoint_i,

  // What front knows of the place of the waypoint: the target of the one before.
  input  pft_pkg::code_t         here_i,          // meaningful (or 0) whether known or not
  input  logic                   here_known_i,

  output logic                   is_waypoint_o,   // otherwise it is ignored whole
  output logic                   debug_entry_o,
  output logic                   debug_exit_o,
  output pft_pkg::place_t        next_o,
  output logic                   next_known_o,

  // The fields of the entry that the waypoint decides alone.
  output pft_pkg::entry_e        kind_o,
  output logic                   link_o,
  output logic                   eret_o,
  output logic                   hidden_o,
  output logic                   update_o,
  output logic                   stamped_o,
  output logic [8:0]             exception_o,
  output pft_pkg::code_t         second_o
);

  logic is_branch, is_barrier, is_exception, is_update, is_stop, unbuilt, falls_through;

  assign is_branch     = waypoint_i.kind == pft_pkg::WptDirect || waypoint_i.kind == pft_pkg::WptIndirect;
  assign is_barrier    = waypoint_i.kind == pft_pkg::WptBarrier;
  assign is_exception  = waypoint_i.kind == pft_pkg::WptException;
  assign is_update     = waypoint_i.kind == pft_pkg::WptUpdate;
  assign is_stop       = !is_branch && !is_barrier && !is_update;    // where execution stood: behind an instruction
  assign falls_through = is_barrier || (is_branch && !waypoint_i.taken);
  assign debug_entry_o = waypoint_i.kind == pft_pkg::WptDebugEntry;
  assign debug_exit_o  = waypoint_i.kind == pft_pkg::WptDebugExit;

  assign unbuilt       = waypoint_i.kind == 3'd7 || (is_update && !cfg_i.updates) ||
                         (is_barrier && waypoint_i.barrier != 2'd0 && !cfg_i.barriers);
  assign is_waypoint_o = valid_i && !unbuilt;

  // The instruction, and the one before or behind it. The waypoint itself does not tell its instruction set: it is that
  // of the target before, or else that of the target.
  logic        t, j, back, halfword;
  logic [31:0] step;              // 4 or 2 bytes, on or back

  assign t                = here_known_i ? here_i.t : waypoint_i.target.code.t;
  assign j                = here_known_i ? here_i.j : (waypoint_i.target.code.t && waypoint_i.target.code.j);
  assign back             = is_stop || is_update;
  assign halfword         = t && !waypoint_i.t32;
  assign step             = {{29{back}}, back || !halfword, halfword, 1'b0};
  assign second_o.address = waypoint_i.pc + step;
  assign second_o.t       = t;
  assign second_o.j       = j;

  // Where execution goes.
  assign hidden_o     = debug_entry_o || waypoint_i.prohibited;
  assign next_known_o = !hidden_o && (next_o.code.t || !next_o.code.j);

  always_comb begin
    next_o     = waypoint_i.target;
    next_o.hyp = waypoint_i.target.hyp && cfg_i.virt && !hidden_o;
    if (hidden_o) next_o.code = '0;
    else if (is_update) next_o.code = {waypoint_i.pc, t, j};
    else if (falls_through) next_o.code = second_o;
  end

  // The entry. A debug exit to a place that is not known is traced as an exception.
  always_comb begin
    unique case (waypoint_i.kind)
      pft_pkg::WptDirect:   kind_o = pft_pkg::EntryDirect;
      pft_pkg::WptIndirect: kind_o = pft_pkg::EntryIndirect;
      pft_pkg::WptBarrier:  kind_o = pft_pkg::EntryBarrier;
      pft_pkg::WptUpdate:   kind_o = pft_pkg::EntryUpdate;
      default:              kind_o = pft_pkg::EntryException;
    endcase
  end

  assign link_o      = waypoint_i.link && is_branch;
  assign eret_o      = waypoint_i.eret && cfg_i.v11;
  assign exception_o = debug_entry_o ? trc_pkg::ExceptionDebugEntry : is_stop ? waypoint_i.exception : 9'd0;
  assign update_o    = is_update || (is_stop && exception_o != trc_pkg::ExceptionReset &&
                                     waypoint_i.pc != here_i.address);

  logic barrier_stamped, exception_stamped;

  assign barrier_stamped   = is_barrier && waypoint_i.taken &&
                             (waypoint_i.barrier == 2'd0 ? cfg_i.isb_stamps : cfg_i.barrier_stamps);
  assign exception_stamped = cfg_i.exception_stamps &&
                             (is_exception || debug_exit_o || (waypoint_i.eret && waypoint_i.taken));
  assign stamped_o         = barrier_stamped || exception_stamped;

endmodule

`default_nettype wire
