// SPDX-License-Identifier: Apache-2.0
// Decodes the ID registers (ETMIDR, ETMCCER) and the control registers (ETMCR, ETMAUXCR) of a PTM for its modules.
// docs/pipeline-pft.md#config.
`default_nettype none

module pft_config (
  // Static. A PTM and an ETM use different bits.
  /* verilator lint_off UNUSED */
  input  logic [31:0]         cfgidr_i,
  input  logic [31:0]         cfgccer_i,
  /* verilator lint_on UNUSED */
  input  logic                asked_i,          // a register is accessed
  output trc_pkg::built_t     built_o,          // valid only then
  output trc_pkg::version_t   version_o,

  // Programmed.
  /* verilator lint_off UNUSED */
  input  logic [31:0]         control_i,
  input  logic [5:0]          aux_i,
  /* verilator lint_on UNUSED */
  output logic                port_o,           // always 1: only an ETM has the bit ETMCR[11]
  output pft_pkg::front_cfg_t front_cfg_o,
  output pft_pkg::plan_cfg_t  plan_cfg_o
);

  logic v11, virt, secure, stamps, broadcast;

  assign v11       = cfgidr_i[7:4] != '0;
  assign virt      = v11 && cfgccer_i[26];
  assign secure    = cfgidr_i[19];
  assign stamps    = control_i[trc_pkg::ControlStamps];
  assign broadcast = control_i[trc_pkg::ControlBroadcast];

  // The bits of ETMACTR (IHI 0035B 3.16.13): Context ID comparator and security state, and from PFTv1.1 the mode. [2:0] is
  // constant.
  always_comb begin
    built_o = 'x;
    if (asked_i) begin
      built_o.etm         = 1'b0;
      built_o.readable    = 1'b1;
      built_o.coresight   = 1'b1;
      built_o.virt        = virt;
      built_o.whole       = !(v11 && cfgccer_i[27]);
      built_o.latches     = cfgccer_i[21];
      built_o.watchpoints = cfgccer_i[19:16];
      built_o.selectors   = cfgccer_i[2:0];
      built_o.actr        = {{2{virt}}, v11 && secure, v11, secure || !v11, 1'b1, 10'h300};
      built_o.stamps      = cfgccer_i[22];
      built_o.retstack    = cfgccer_i[23];
      built_o.ccer        = cfgccer_i;
    end
  end

  assign version_o.power  = 1'b1;
  assign version_o.direct = v11;
  assign version_o.v30    = 1'b0;

  assign port_o = 1'b1;

  assign front_cfg_o.waypoint.v11              = v11;
  assign front_cfg_o.waypoint.virt             = virt;
  assign front_cfg_o.waypoint.barriers         = cfgccer_i[24];
  assign front_cfg_o.waypoint.updates          = !v11 && !aux_i[2];
  assign front_cfg_o.waypoint.isb_stamps       = stamps && !aux_i[1];
  assign front_cfg_o.waypoint.barrier_stamps   = stamps && !aux_i[1] && cfgccer_i[25];
  assign front_cfg_o.waypoint.exception_stamps = stamps && v11 && !aux_i[2];
  assign front_cfg_o.stamps                    = stamps;
  assign front_cfg_o.stamp64                   = v11 && cfgccer_i[29];
  assign front_cfg_o.gray                      = !v11 || !cfgccer_i[28];

  assign plan_cfg_o.virt           = virt;
  assign plan_cfg_o.stamp64        = v11 && cfgccer_i[29];
  assign plan_cfg_o.vmid           = control_i[trc_pkg::ControlVmid];
  assign plan_cfg_o.retstack       = control_i[trc_pkg::ControlRetstack] && !broadcast;
  assign plan_cfg_o.stamps         = stamps;
  assign plan_cfg_o.context_size   = control_i[trc_pkg::ControlContextSize +: 2];
  assign plan_cfg_o.cycle_accurate = control_i[trc_pkg::ControlCycleAccurate];
  assign plan_cfg_o.broadcast      = broadcast;

endmodule

`default_nettype wire
