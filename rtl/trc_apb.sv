// SPDX-License-Identifier: Apache-2.0
// The APB3 port, without wait states, on CLK with PCLKEN. It decides which accesses are permitted, and has the registers
// that keep their values without core power. Offsets are in bytes. docs/pipeline.md#apb; IHI 0035B 3.16, 3.17, 3.22;
// IHI 0014Q 3.5, 3.8.
`default_nettype none

module trc_apb (
  input  logic            clk_i,
  input  logic            rst_ni,

  input  logic            pclken_i,
  input  logic            paddrdbg31_i,       // 1 for an access by a debugger, 0 for software
  input  logic            psel_i,
  input  logic            penable_i,
  input  logic            pwrite_i,
  input  logic [11:2]     paddr_i,
  input  logic [31:0]     pwdata_i,
  output logic [31:0]     prdata_o,
  output logic            pslverr_o,

  // The implemented features (static, except built_i).
  // verilator lint_off UNUSEDSIGNAL
  input  trc_pkg::built_t built_i,
  // verilator lint_on UNUSEDSIGNAL
  input  logic            power_i,            // the registers of the OS lock, and ETMPDSR
  input  logic            direct_i,           // an OS lock that permits accesses to the registers
  input  logic            secure_i,           // the Security Extensions
  input  logic            os_lock_built_i,
  input  logic            software_lock_built_i,
  input  logic            two_domains_i,      // separate core and debug power domains
  input  logic [3:0]      claim_tags_i,

  input  logic            authorized_i,       // NIDEN or DBGEN
  input  logic            dbgpwrdup_i,        // the core domain has power
  output logic            dbgnopwrdwn_o,      // ETMPDCR[3]: requests to keep core power on
  output logic            core_up_o,          // low: the core domain is in reset

  // The trace registers and the OS lock, in the core domain.
  output logic [11:2]     offset_o,
  output logic            read_o,
  input  logic [31:0]     value_i,            // valid while read_o is 1
  output logic            write_o,
  output logic            lock_write_o,       // ETMOSLAR is written in this clock
  output logic            step_o,             // ETMOSSRR is accessed in this clock
  input  logic            locked_i,           // the OS lock is set
  input  logic            sequence_i,         // ETMOSSRR gives access to the register at sequence_offset_i
  input  logic [9:2]      sequence_offset_i,
  input  logic            sequence_count_i    // the next ETMOSSRR access is the read of the number of registers
);

  localparam logic [31:0] SoftwareKey = 32'hC5AC_CE55;

  localparam logic [31:0] Registers = 32'd78;   // number of registers in the ETMOSSRR sequence

  logic [31:0] prdata_q, prdata_d;
  logic [7:0]  claim_q;
  logic        pslverr_q, software_lock_q, powered_q, lost_q, keep_q;
  logic [11:0] offset;
  logic        core_up, lost, error, access, acts;

  assign offset = {paddr_i, 2'b00};
  assign read_o = pclken_i && psel_i && !penable_i;
  assign access = pclken_i && psel_i && penable_i;

  // A unit with one power domain is always up, and never loses its state.
  assign core_up = powered_q || !two_domains_i;
  assign lost    = lost_q && two_domains_i;

  // With ETMOSSRR, an access to a trace register is an error while the OS lock is set, and after a power-down until ETMPDSR
  // is read (IHI 0035B 3.16.38, 3.21). Without ETMOSSRR, it is an error only without core power (table 3.93), as is an
  // access to the claim tags (table 3.82). While the software lock is set, no access by software changes the state: neither
  // a write nor a read with a side effect.
  always_comb begin
    error        = 1'b0;
    acts         = 1'b0;
    step_o       = 1'b0;
    lock_write_o = 1'b0;
    offset_o     = paddr_i;
    if (psel_i) begin
      if (offset < trc_pkg::Etmoslar || (offset > trc_pkg::Etmpdsr && paddr_i[11:8] != 4'hF)) begin
        error = !core_up || (!direct_i && (locked_i || lost));
      end
      if (offset == trc_pkg::Etmoslar || offset == trc_pkg::Etmossrr) error = !core_up;
      if (direct_i && (offset == trc_pkg::Etmclaimset || offset == trc_pkg::Etmclaimclr)) error = !core_up;
      acts         = access && !pslverr_q && !(software_lock_built_i && software_lock_q && !paddrdbg31_i);
      lock_write_o = acts && pwrite_i && offset == trc_pkg::Etmoslar;
      step_o       = acts && offset == trc_pkg::Etmossrr && !(pwrite_i && sequence_count_i);
      if (offset == trc_pkg::Etmossrr && sequence_i) offset_o = {2'b00, sequence_offset_i};
    end
  end

  assign write_o = acts && pwrite_i;

  function automatic logic [7:0] tags();
    tags = ~(8'hFF << claim_tags_i);
  endfunction

  // The registers of this module. value_i is a trace register, or 0 if there is no register at the offset.
  always_comb begin
    prdata_d = 'x;
    if (read_o) begin
      unique case (offset)
        trc_pkg::Etmoslsr:      prdata_d = direct_i ? {28'h0, os_lock_built_i, 1'b0, locked_i, 1'b0} :
                                                {30'h0, locked_i, os_lock_built_i};
        trc_pkg::Etmossrr:      prdata_d = sequence_count_i ? Registers : value_i;
        trc_pkg::Etmpdcr:       prdata_d = {28'h0, keep_q, 3'h0};
        trc_pkg::Etmpdsr:       prdata_d = {26'h0, locked_i && direct_i, 3'h0, lost, core_up} & {32{power_i}};
        trc_pkg::Etmclaimset:   prdata_d = {24'h0, tags()};
        trc_pkg::Etmclaimclr:   prdata_d = {24'h0, claim_q};
        trc_pkg::Etmlsr:        prdata_d = {30'h0, software_lock_q, 1'b1} & {32{software_lock_built_i && !paddrdbg31_i}};
        trc_pkg::Etmauthstatus: prdata_d = secure_i ? {28'h0, 1'b1, authorized_i, 2'b00} : {24'h0, 1'b1, authorized_i, 6'h00};
        trc_pkg::Etmdevtype:    prdata_d = 32'h0000_0013;
        trc_pkg::Etmpidr0:      prdata_d = 32'h0000_0050;
        trc_pkg::Etmpidr1:      prdata_d = 32'h0000_0007;
        trc_pkg::Etmcidr0:      prdata_d = 32'h0000_000D;
        trc_pkg::Etmcidr1:      prdata_d = 32'h0000_0090;
        trc_pkg::Etmcidr2:      prdata_d = 32'h0000_0005;
        trc_pkg::Etmcidr3:      prdata_d = 32'h0000_00B1;
        default:                prdata_d = value_i;
      endcase
      if (offset >= trc_pkg::Etmclaimset && !built_i.coresight) prdata_d = '0;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      prdata_q        <= '0;
      pslverr_q       <= 1'b0;
      software_lock_q <= 1'b1;
      claim_q         <= '0;
      powered_q       <= 1'b0;
      lost_q          <= 1'b1;
      keep_q          <= 1'b0;
    end else begin
      powered_q <= dbgpwrdup_i;
      if (read_o) prdata_q <= error ? '0 : prdata_d;
      if (pclken_i) pslverr_q <= error && !penable_i;
      if (access) begin
        if (pwrite_i && offset == trc_pkg::Etmlar && !paddrdbg31_i) software_lock_q <= pwdata_i != SoftwareKey;
        if (acts && !pwrite_i && offset == trc_pkg::Etmpdsr && prdata_q[1]) lost_q <= 1'b0;
        if (write_o && offset == trc_pkg::Etmpdcr) keep_q <= pwdata_i[3] && direct_i;
        if (write_o && offset == trc_pkg::Etmclaimset) claim_q <= claim_q | (pwdata_i[7:0] & tags());
        if (write_o && offset == trc_pkg::Etmclaimclr) claim_q <= claim_q & ~pwdata_i[7:0] & tags();
      end
      if (!core_up) begin
        lost_q <= 1'b1;
        if (direct_i) claim_q <= '0;
      end
    end
  end

  assign prdata_o      = prdata_q;
  assign pslverr_o     = pslverr_q;
  assign dbgnopwrdwn_o = keep_q;
  assign core_up_o     = core_up;

endmodule

`default_nettype wire
