// SPDX-License-Identifier: Apache-2.0
// Decodes the ID registers (ETMIDR, ETMCCER) and the control registers (ETMCR, ETMAUXCR) of an ETM for its modules.
// docs/pipeline-etm3.md#config; IHI 0014Q 7.3 lists the features of each version of the architecture.
`default_nettype none

module etm3_config (
  // Static. A PTM and an ETM use different bits.
  /* verilator lint_off UNUSED */
  input  logic [31:0]          cfgidr_i,
  input  logic [31:0]          cfgccer_i,
  /* verilator lint_on UNUSED */
  input  logic                 asked_i,          // a register is accessed
  output trc_pkg::built_t      built_o,          // valid only then
  output trc_pkg::version_t   version_o,

  // Programmed.
  /* verilator lint_off UNUSED */
  input  logic [31:0]          control_i,
  input  logic [5:0]           aux_i,
  /* verilator lint_on UNUSED */
  output logic                 port_o,           // ETMCR[11]: no tracing if 0
  output etm3_pkg::front_cfg_t front_cfg_o,
  output etm3_pkg::plan_cfg_t  plan_cfg_o
);

  logic [3:0] minor;
  logic       v35, alternative, virt;

  assign minor       = cfgidr_i[7:4];
  assign v35         = minor == 4'd5;
  assign alternative = minor >= 4'd4 && cfgidr_i[20];
  assign virt        = v35 && cfgccer_i[26];

  // The bits of ETMACTR (IHI 0014Q 3.5.22): Context ID comparator, exact match, size and access type; from ETMv3.2 the
  // security state, and in ETMv3.5 the mode. Data comparison is not implemented.
  always_comb begin
    built_o = 'x;
    if (asked_i) begin
      built_o.etm         = 1'b1;
      built_o.readable    = minor >= 4'd1 && cfgccer_i[11];
      built_o.coresight   = minor >= 4'd2;
      built_o.virt        = virt;
      built_o.whole       = !(v35 && cfgccer_i[27]);
      built_o.latches     = minor >= 4'd4 && cfgccer_i[21];
      built_o.watchpoints = cfgccer_i[19:16] & {4{minor >= 4'd4}};
      built_o.selectors   = cfgccer_i[2:0] & {3{minor >= 4'd1}};
      built_o.actr        = {{2{virt}}, v35 && cfgidr_i[19], v35, minor >= 4'd2 && (cfgidr_i[19] || !v35),
                                 minor >= 4'd2, 10'h39F};
      built_o.stamps      = v35 && cfgccer_i[22];
      built_o.retstack    = 1'b0;
      built_o.ccer        = cfgccer_i & {32{minor >= 4'd1}};
    end
  end

  assign version_o.power  = minor >= 4'd3;
  assign version_o.direct = v35;
  assign version_o.v30    = minor == 4'd0;

  assign port_o = control_i[trc_pkg::ControlPort];

  assign front_cfg_o.slot.secure     = minor >= 4'd2 && cfgidr_i[19];
  assign front_cfg_o.slot.altisa     = minor >= 4'd3;
  assign front_cfg_o.slot.extended   = minor >= 4'd4;
  assign front_cfg_o.slot.exits      = minor == 4'd5 || (minor == 4'd4 && !cfgidr_i[19]);
  assign front_cfg_o.slot.virt       = virt;
  assign front_cfg_o.slot.old_form   = aux_i[5] && !alternative;
  assign front_cfg_o.slot.broadcast  = control_i[trc_pkg::ControlBroadcast];
  assign front_cfg_o.bare            = minor >= 4'd3;
  assign front_cfg_o.greedy          = aux_i[3];
  assign front_cfg_o.contexts        = control_i[trc_pkg::ControlContextSize +: 2] != 2'd0;
  assign front_cfg_o.vmid            = control_i[trc_pkg::ControlVmid];
  assign front_cfg_o.counts_overflow = minor >= 4'd1 && minor <= 4'd4;
  assign front_cfg_o.counts_debug    = minor >= 4'd1;
  assign front_cfg_o.cycle_accurate  = control_i[trc_pkg::ControlCycleAccurate];
  assign front_cfg_o.stamps          = control_i[trc_pkg::ControlStamps];
  assign front_cfg_o.exit_stamps     = !aux_i[1];
  assign front_cfg_o.stamp64         = cfgccer_i[29];
  assign front_cfg_o.gray            = !cfgccer_i[28];

  assign plan_cfg_o.alternative    = alternative;
  assign plan_cfg_o.count_packets  = aux_i[4];
  assign plan_cfg_o.stamps         = control_i[trc_pkg::ControlStamps];
  assign plan_cfg_o.stamp64        = cfgccer_i[29];
  assign plan_cfg_o.vmid           = control_i[trc_pkg::ControlVmid];
  assign plan_cfg_o.context_size   = control_i[trc_pkg::ControlContextSize +: 2];
  assign plan_cfg_o.cycle_accurate = control_i[trc_pkg::ControlCycleAccurate];

endmodule

`default_nettype wire
