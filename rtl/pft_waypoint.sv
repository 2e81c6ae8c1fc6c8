// SPDX-License-Identifier: Apache-2.0
// Decodes one waypoint: the address at which execution continues, and the fields of its entry. This module has no registers.
// docs/pipeline-pft.md#waypoint; IHI 0035B 5.2 and 5.3 (exceptions).
`default_nettype none

module pft_waypoint (
  input  pft_pkg::waypoint_cfg_t cfg_i,
  input  logic                   valid_i,
  // verilator lint_off UNUSEDSIGNAL
  input  pft_pkg::waypoint_t     waypoint_i,      // field `user` is not used
  // verilator lint_on UNUSEDSIGNAL

  // The target of the waypoint before, from front.
  input  pft_pkg::code_t         here_i,          // valid or 0, also if here_known_i is 0
  input  logic                   here_known_i,

  output logic                   is_waypoint_o,   // otherwise front ignores the waypoint
  output logic                   debug_entry_o,
  output logic                   debug_exit_o,
  output pft_pkg::place_t        next_o,
  output logic                   next_known_o,

  // The fields of the entry that depend only on the waypoint.
  output pft_pkg::entry_e        kind_o,
  output logic                   link_o,
  output logic                   eret_o,
  output logic                   hidden_o,
  output logic                   update_o,
  output logic                   stamped_o,
  output logic [8:0]             exception_o,
  output pft_pkg::code_t         second_o
);

  logic        is_branch, is_barrier, is_exception, is_update, is_stop, unbuilt, falls_through;
  logic        t, j, back, halfword;
  logic [31:0] step;              // 4, 2, -2 or -4 bytes
  logic        barrier_stamped, exception_stamped;

  // A wire for each field: if a process reads a field of a struct, a simulator assembles the struct in every clock.
  logic updates, barriers, virt, v11, isb_stamps, barrier_stamps, exception_stamps;

  assign updates          = cfg_i.updates;
  assign barriers         = cfg_i.barriers;
  assign virt             = cfg_i.virt;
  assign v11              = cfg_i.v11;
  assign isb_stamps       = cfg_i.isb_stamps;
  assign barrier_stamps   = cfg_i.barrier_stamps;
  assign exception_stamps = cfg_i.exception_stamps;

  // Without a waypoint the outputs are unknown, except is_waypoint_o and kind_o.
  always_comb begin
    is_waypoint_o     = 1'b0;
    debug_entry_o     = 1'bx;
    debug_exit_o      = 1'bx;
    next_o            = 'x;
    next_known_o      = 1'bx;
    kind_o            = pft_pkg::EntryException;
    link_o            = 1'bx;
    eret_o            = 1'bx;
    hidden_o          = 1'bx;
    update_o          = 1'bx;
    stamped_o         = 1'bx;
    exception_o       = 'x;
    second_o          = 'x;
    is_branch         = 1'bx;
    is_barrier        = 1'bx;
    is_exception      = 1'bx;
    is_update         = 1'bx;
    is_stop           = 1'bx;
    unbuilt           = 1'bx;
    falls_through     = 1'bx;
    t                 = 1'bx;
    j                 = 1'bx;
    back              = 1'bx;
    halfword          = 1'bx;
    step              = 'x;
    barrier_stamped   = 1'bx;
    exception_stamped = 1'bx;
    if (valid_i) begin
      is_branch     = waypoint_i.kind == pft_pkg::WptDirect || waypoint_i.kind == pft_pkg::WptIndirect;
      is_barrier    = waypoint_i.kind == pft_pkg::WptBarrier;
      is_exception  = waypoint_i.kind == pft_pkg::WptException;
      is_update     = waypoint_i.kind == pft_pkg::WptUpdate;
      is_stop       = !is_branch && !is_barrier && !is_update;    // pc is the address after the last instruction
      falls_through = is_barrier || (is_branch && !waypoint_i.taken);
      debug_entry_o = waypoint_i.kind == pft_pkg::WptDebugEntry;
      debug_exit_o  = waypoint_i.kind == pft_pkg::WptDebugExit;

      unbuilt       = waypoint_i.kind == 3'd7 || (is_update && !updates) ||
                      (is_barrier && waypoint_i.barrier != 2'd0 && !barriers);
      is_waypoint_o = !unbuilt;

      // The instruction, and the one before or after it. A waypoint does not have its own instruction set: it is that of the
      // target before it, or, if that is not known, of its target.
      t                = here_known_i ? here_i.t : waypoint_i.target.code.t;
      j                = here_known_i ? here_i.j : (waypoint_i.target.code.t && waypoint_i.target.code.j);
      back             = is_stop || is_update;
      halfword         = t && !waypoint_i.t32;
      step             = {{29{back}}, back || !halfword, halfword, 1'b0};
      second_o.address = waypoint_i.pc + step;
      second_o.t       = t;
      second_o.j       = j;

      // The address at which execution continues.
      hidden_o   = debug_entry_o || waypoint_i.prohibited;
      next_o     = waypoint_i.target;
      next_o.hyp = waypoint_i.target.hyp && virt && !hidden_o;
      if (hidden_o) next_o.code = '0;
      else if (is_update) next_o.code = {waypoint_i.pc, t, j};
      else if (falls_through) next_o.code = second_o;
      next_known_o = !hidden_o && (next_o.code.t || !next_o.code.j);

      // The entry. A debug exit to an unknown address is traced as an exception.
      unique case (waypoint_i.kind)
        pft_pkg::WptDirect:   kind_o = pft_pkg::EntryDirect;
        pft_pkg::WptIndirect: kind_o = pft_pkg::EntryIndirect;
        pft_pkg::WptBarrier:  kind_o = pft_pkg::EntryBarrier;
        pft_pkg::WptUpdate:   kind_o = pft_pkg::EntryUpdate;
        default:              kind_o = pft_pkg::EntryException;
      endcase
      link_o      = waypoint_i.link && is_branch;
      eret_o      = waypoint_i.eret && v11;
      exception_o = debug_entry_o ? trc_pkg::ExceptionDebugEntry : is_stop ? waypoint_i.exception : 9'd0;
      update_o    = is_update || (is_stop && exception_o != trc_pkg::ExceptionReset &&
                                  waypoint_i.pc != here_i.address);

      barrier_stamped   = is_barrier && waypoint_i.taken &&
                          (waypoint_i.barrier == 2'd0 ? isb_stamps : barrier_stamps);
      exception_stamped = exception_stamps &&
                          (is_exception || debug_exit_o || (waypoint_i.eret && waypoint_i.taken));
      stamped_o         = barrier_stamped || exception_stamped;
    end
  end

endmodule

`default_nettype wire
