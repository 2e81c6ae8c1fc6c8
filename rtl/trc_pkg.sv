// SPDX-License-Identifier: Apache-2.0
// The definitions that both protocols share: offsets and fields of the registers (docs/pipeline.md#regs), the structs that
// connect the modules, the reasons of an I-sync, exception numbers, and the events (docs/pipeline.md#events). Write
// trc_pkg::x, because yosys does not read import.
package trc_pkg;

  // The inputs that are valid in each clock, also without a waypoint.
  typedef struct packed {
    logic [63:0] stamp;       // TSVALUEB
    logic        clock_change;
    logic        idle;        // PTMIDLEREQ, ETMWFIPENDING
  } moment_t;

  // The comparators that match.
  typedef struct packed {
    logic [7:0]  range;        // address ranges
    logic [15:0] single;       // single addresses
    logic        on;           // the start/stop block
    logic        vmid;
    logic [2:0]  context_id;
  } compared_t;

  // The resources that the path of a protocol decides.
  typedef struct packed {
    compared_t   compared;
    logic        ns;           // Non-secure state
    logic        prohibited;   // tracing is prohibited
  } conditions_t;

  // The events that the path of a protocol depends on.
  typedef struct packed {
    logic        enable;       // ETMTEEVR
    logic        enable_ahead; // in the next clock
    logic        stamp;        // ETMTSEVR
  } events_t;

  // An EmbeddedICE input starts or stops the start/stop block. This is not in events_t, because the events depend on that
  // block: a simulator would see a combinational loop.
  typedef struct packed {
    logic        start;
    logic        stop;
  } ice_t;

  // Packets that plan is requested to send.
  typedef struct packed {
    logic        sync;
    logic        trigger;
    logic        mark;
  } request_t;

  // Packets that plan sends in this clock, which acknowledges a request.
  typedef struct packed {
    logic        async;
    logic        isync;
    logic        fresh;        // not a packet: a synchronization may be late
    logic        trigger;
    logic        mark;
  } sent_t;

  // The version of the architecture. It is static.
  typedef struct packed {
    logic        power;        // ETMPDSR and the registers of the OS lock exist: PFT, and from ETMv3.3
    logic        direct;       // the OS lock permits accesses to the registers, without ETMOSSRR: PFTv1.1, ETMv3.5
    logic        v30;          // ETMv3.0: ETMSYNCFR counts clocks, programming clears ETMSR
  } version_t;

  // Why an I-sync is output (IHI 0035B 4.5.2).
  localparam logic [1:0] ReasonPeriodic  = 2'd0;
  localparam logic [1:0] ReasonTraceOn   = 2'd1;
  localparam logic [1:0] ReasonOverflow  = 2'd2;
  localparam logic [1:0] ReasonDebugExit = 2'd3;

  localparam logic [8:0] ExceptionDebugEntry = 9'd1;
  localparam logic [8:0] ExceptionHypEntry   = 9'd3;
  localparam logic [8:0] ExceptionReset      = 9'd8;

  // Offsets of the registers in bytes (IHI 0035B 3.16, IHI 0014Q 3.5).
  localparam logic [11:0] Etmcr          = 12'h000;
  localparam logic [11:0] Etmccr         = 12'h004;
  localparam logic [11:0] Etmtrigger     = 12'h008;
  localparam logic [11:0] Etmsr          = 12'h010;
  localparam logic [11:0] Etmtsscr       = 12'h018;
  localparam logic [11:0] Etmtecr2       = 12'h01C;
  localparam logic [11:0] Etmteevr       = 12'h020;
  localparam logic [11:0] Etmtecr1       = 12'h024;
  localparam logic [11:0] Etmfflr        = 12'h02C;
  localparam logic [11:0] Etmacvr1       = 12'h040, Etmacvr16 = 12'h07C;
  localparam logic [11:0] Etmactr1       = 12'h080, Etmactr16 = 12'h0BC;
  localparam logic [11:0] Etmcntrldvr1   = 12'h140, Etmcntrldvr4 = 12'h14C;
  localparam logic [11:0] Etmcntenr1     = 12'h150, Etmcntenr4 = 12'h15C;
  localparam logic [11:0] Etmcntrldevr1  = 12'h160, Etmcntrldevr4 = 12'h16C;
  localparam logic [11:0] Etmcntvr1      = 12'h170, Etmcntvr4 = 12'h17C;
  localparam logic [11:0] Etmsq12evr     = 12'h180, Etmsq13evr = 12'h194;
  localparam logic [11:0] Etmsqr         = 12'h19C;
  localparam logic [11:0] Etmextoutevr1  = 12'h1A0, Etmextoutevr4 = 12'h1AC;
  localparam logic [11:0] Etmcidcvr1     = 12'h1B0, Etmcidcvr3 = 12'h1B8;
  localparam logic [11:0] Etmcidcmr      = 12'h1BC;
  localparam logic [11:0] Etmsyncfr      = 12'h1E0;
  localparam logic [11:0] Etmidr         = 12'h1E4;
  localparam logic [11:0] Etmccer        = 12'h1E8;
  localparam logic [11:0] Etmextinselr   = 12'h1EC;
  localparam logic [11:0] Etmtesseicr    = 12'h1F0;
  localparam logic [11:0] Etmeibcr       = 12'h1F4;
  localparam logic [11:0] Etmtsevr       = 12'h1F8;
  localparam logic [11:0] Etmauxcr       = 12'h1FC;
  localparam logic [11:0] Etmtraceidr    = 12'h200;
  localparam logic [11:0] Etmvmidcvr     = 12'h240;
  localparam logic [11:0] Etmoslar       = 12'h300;
  localparam logic [11:0] Etmoslsr       = 12'h304;
  localparam logic [11:0] Etmossrr       = 12'h308;
  localparam logic [11:0] Etmpdcr        = 12'h310;
  localparam logic [11:0] Etmpdsr        = 12'h314;
  localparam logic [11:0] Etmclaimset    = 12'hFA0;
  localparam logic [11:0] Etmclaimclr    = 12'hFA4;
  localparam logic [11:0] Etmlar         = 12'hFB0;
  localparam logic [11:0] Etmlsr         = 12'hFB4;
  localparam logic [11:0] Etmauthstatus  = 12'hFB8;
  localparam logic [11:0] Etmdevtype     = 12'hFCC;
  localparam logic [11:0] Etmpidr0       = 12'hFE0, Etmpidr1 = 12'hFE4;
  localparam logic [11:0] Etmcidr0       = 12'hFF0, Etmcidr1 = 12'hFF4;
  localparam logic [11:0] Etmcidr2       = 12'hFF8, Etmcidr3 = 12'hFFC;

  // The registers from Etmcr to Etmvmidcvr are words of one vector.
  localparam int unsigned RegisterWords = 145;

  // ETMCCR (IHI 0035B 3.16.2, IHI 0014Q 3.5.2). The parameters limit the numbers of comparators, counters and outputs.
  typedef struct packed {
    logic        has_id;            // ETMIDR
    logic [3:0]  access;            // coprocessor or memory-mapped
    logic        has_start_stop;    // the start/stop block
    logic [1:0]  contexts;          // Context ID comparators, 0 to 3
    logic        has_fifofull;
    logic [2:0]  outputs;           // external outputs, 0 to 4
    logic [2:0]  inputs;            // external inputs, 0 to 4
    logic        has_sequencer;
    logic [2:0]  counters;          // 0 to 4
    logic [4:0]  memory_maps;
    logic [3:0]  data_comparators;
    logic [3:0]  pairs;             // pairs of address comparators, 0 to 8
  } ccr_t;

  // ETMACTR (IHI 0035B 3.16.13, IHI 0014Q 3.5.22). In each security state {by_mode, inverted} selects: 0 every instruction,
  // 1 none, 2 those outside User mode, 3 those in User mode. A DUT without modes has by_mode 0.
  typedef struct packed {
    logic        vmid;              // the VMID comparator must match
    logic        hyp;               // selects in Hyp mode
    logic        ns_by_mode;
    logic        s_by_mode;
    logic        ns_inverted;
    logic        s_inverted;
    logic [1:0]  context_id;        // the Context ID comparator that must match, 0 for none
    logic        exact;
    logic [1:0]  data;
    logic [1:0]  size;
    logic [2:0]  access;
  } actr_t;

  // ETMTECR1 (IHI 0035B 3.16.9, IHI 0014Q 3.5.12).
  typedef struct packed {
    logic [5:0]  reserved;
    logic        by_start_stop;     // the start/stop block must be on
    logic        exclude;           // the ranges are excluded, not included
    logic [15:0] memory_maps;
    logic [7:0]  ranges;
  } tecr1_t;

  // The stored registers at their offsets. A gap is 0: it has no register, or a register that is not stored here.
  typedef struct packed {
    logic [31:0]  etmvmidcvr;
    logic [479:0] gap_204;
    logic [31:0]  etmtraceidr;
    logic [31:0]  etmauxcr;
    logic [31:0]  etmtsevr;
    logic [31:0]  etmeibcr;
    logic [31:0]  etmtesseicr;
    logic [31:0]  etmextinselr;
    logic [63:0]  gap_1e4;
    logic [31:0]  etmsyncfr;
    logic [255:0] gap_1c0;
    logic [31:0]  etmcidcmr;
    logic [95:0]  etmcidcvr;        // 3 registers
    logic [127:0] etmextoutevr;     // 4
    logic [63:0]  gap_198;
    logic [31:0]  etmsq13evr;
    logic [31:0]  etmsq32evr;
    logic [31:0]  etmsq31evr;
    logic [31:0]  etmsq23evr;
    logic [31:0]  etmsq21evr;
    logic [31:0]  etmsq12evr;
    logic [127:0] gap_170;
    logic [127:0] etmcntrldevr;     // 4
    logic [127:0] etmcntenr;        // 4
    logic [127:0] etmcntrldvr;      // 4
    logic [1023:0] gap_0c0;
    logic [511:0] etmactr;          // 16
    logic [511:0] etmacvr;          // 16
    logic [127:0] gap_030;
    logic [31:0]  etmfflr;
    logic [31:0]  gap_028;
    tecr1_t       etmtecr1;
    logic [31:0]  etmteevr;
    logic [31:0]  etmtecr2;
    logic [31:0]  etmtsscr;         // stop points [31:16], start points [15:0]
    logic [95:0]  gap_00c;
    logic [31:0]  etmtrigger;
    logic [31:0]  gap_004;
    logic [31:0]  etmcr;
  } registers_t;

  // What is built, depending on version and ETMCCER. It is valid only while a register is accessed. It has at most 64 bits,
  // because a simulator is slower with a longer vector.
  typedef struct packed {
    logic        etm;
    logic        readable;     // the write-only registers of an ETM can be read (ETMCCER[11])
    logic        coresight;    // the CoreSight registers: from ETMv3.2
    logic        virt;         // the Virtualization Extensions
    logic        whole;        // counter 1 is not a reduced counter
    logic        latches;      // ETMEIBCR
    logic [3:0]  watchpoints;  // EmbeddedICE inputs
    logic [2:0]  selectors;    // of the extended external inputs
    actr_t       actr;         // bits of ETMACTR
    logic        stamps;       // ETMCR[28] and ETMTSEVR
    logic        retstack;     // ETMCR[29]
    logic [31:0] ccer;         // ETMCCER
  } built_t;

  // An access to ETMSR (IHI 0035B 3.16.4).
  typedef struct packed {
    logic        write;        // it is written in this clock:
    logic        triggered;    // with this bit 3
    logic        started;      // and this bit 2
    logic        reset;        // the bits of the last run are cleared in this clock
  } sr_t;

  // The groups of registers.
  function automatic logic is_acvr(input logic [11:0] at);
    is_acvr = at >= Etmacvr1 && at <= Etmacvr16;
  endfunction

  function automatic logic is_actr(input logic [11:0] at);
    is_actr = at >= Etmactr1 && at <= Etmactr16;
  endfunction

  function automatic logic is_cntrldvr(input logic [11:0] at);
    is_cntrldvr = at >= Etmcntrldvr1 && at <= Etmcntrldvr4;
  endfunction

  function automatic logic is_cntenr(input logic [11:0] at);
    is_cntenr = at >= Etmcntenr1 && at <= Etmcntenr4;
  endfunction

  function automatic logic is_cntrldevr(input logic [11:0] at);
    is_cntrldevr = at >= Etmcntrldevr1 && at <= Etmcntrldevr4;
  endfunction

  function automatic logic is_sqevr(input logic [11:0] at);
    is_sqevr = at >= Etmsq12evr && at <= Etmsq13evr;
  endfunction

  function automatic logic is_extoutevr(input logic [11:0] at);
    is_extoutevr = at >= Etmextoutevr1 && at <= Etmextoutevr4;
  endfunction

  function automatic logic is_cidcvr(input logic [11:0] at);
    is_cidcvr = at >= Etmcidcvr1 && at <= Etmcidcvr3;
  endfunction

  // Bits of ETMCR. The Context ID size has two bits.
  localparam int unsigned ControlPowerDown     = 0;
  localparam int unsigned ControlBroadcast     = 8;
  localparam int unsigned ControlDebugRequest  = 9;
  localparam int unsigned ControlProgramming   = 10;
  localparam int unsigned ControlPort          = 11;
  localparam int unsigned ControlCycleAccurate = 12;
  localparam int unsigned ControlContextSize   = 14;
  localparam int unsigned ControlStamps        = 28;
  localparam int unsigned ControlRetstack      = 29;
  localparam int unsigned ControlVmid          = 30;

  // Resource n is bit n of addresses, and resource 0x40 + n is bit n of now (IHI 0035B table 3.5). Resources 0x28 to 0x3F
  // do not exist and are never true. EmbeddedICE is in addresses.
  function automatic logic resource(input logic [6:0] number, input logic [63:0] now, input logic [39:0] addresses);
    logic [63:0] of;
    of       = number[6] ? now : {24'h0, addresses};
    resource = of[number[5:0]];
  endfunction

  // IHI 0035B 3.8: an event is a function of resource B and resource A. Bit {B, A} of each is its value; the last is 0.
  localparam logic [31:0] EventFunctions = {
    4'b0111,  // not A, or not B
    4'b1101,  // not A, or B
    4'b1110,  // A or B
    4'b0001,  // not A, and not B
    4'b0100,  // not A, and B
    4'b1000,  // A and B
    4'b0101,  // not A
    4'b1010   // A
  };

  function automatic logic event_true(input logic [16:0] what, input logic [63:0] now, input logic [39:0] addresses);
    event_true = EventFunctions[{what[16:14], resource(what[13:7], now, addresses), resource(what[6:0], now, addresses)}];
  endfunction

  // An event that names only resource 0x6F, which is always true: no other resource decides, so a simulator evaluates none.
  // The arguments are bits 16 to 15 and 6 to 0 of the event.
  function automatic logic is_fixed(input logic [1:0] operation, input logic [6:0] first);
    is_fixed = first == 7'h6F && operation == 2'd0;
  endfunction

  // Comparators and the start/stop block: 0x00 to 0x17, 0x58 to 0x5B, 0x5F.
  function automatic logic is_compared(input logic [6:0] number);
    is_compared = (number[6:5] == 2'd0 && number[4:3] != 2'd3) || (number[6:3] == 4'b1011 && (!number[2] || number[1:0] == 2'd3));
  endfunction

  function automatic logic names_compared(input logic [16:0] what);
    names_compared = is_compared(what[6:0]) || (what[16:14] > 3'd1 && is_compared(what[13:7]));
  endfunction

  // The value of a timestamp in trace: 48 or 64 bits, in natural binary or Gray code (IHI 0035B 4.5.9).
  function automatic logic [63:0] coded(input logic [63:0] stamp, input logic all, input logic gray);
    logic [63:0] sent;
    sent  = all ? stamp : {16'h0, stamp[47:0]};
    coded = gray ? sent ^ (sent >> 1) : sent;
  endfunction

  // The timestamp packet of both protocols (IHI 0035B 4.5.9; IHI 0014Q 7.7.4): `bytes` bytes of seven bits after the header,
  // the low bits first. The ninth byte has eight bits. The seventh byte of a 48-bit timestamp has six, so bit 48 is 0.
  function automatic logic [3:0] stamp_bytes(input logic [63:7] changed);
    stamp_bytes = (|changed[63:56]) ? 4'd9 :
                  (|changed[55:49]) ? 4'd8 :
                  (|changed[48:42]) ? 4'd7 :
                  (|changed[41:35]) ? 4'd6 :
                  (|changed[34:28]) ? 4'd5 :
                  (|changed[27:21]) ? 4'd4 :
                  (|changed[20:14]) ? 4'd3 :
                  (|changed[13:7])  ? 4'd2 : 4'd1;
  endfunction

  function automatic logic [79:0] timestamp(input logic [63:0] stamp, input logic [3:0] bytes,
                                            input logic clock_change);
    timestamp[7:0] = {5'b01000, clock_change, 2'b10};
    for (int i = 0; i < 8; i++) begin
      timestamp[8*i+8 +: 8] = {bytes > 4'(i + 1), stamp[7*i +: 7]} & {8{bytes > 4'(i)}};
    end
    timestamp[79:72] = stamp[63:56] & {8{bytes == 4'd9}};
  endfunction

  // Eight bytes, rotated up by `by` bytes.
  function automatic logic [63:0] rotated(input logic [63:0] bytes, input logic [2:0] by);
    logic [63:0] by_one, by_two;
    by_one  = by[0] ? {bytes[55:0], bytes[63:56]} : bytes;
    by_two  = by[1] ? {by_one[47:0], by_one[63:48]} : by_one;
    rotated = by[2] ? {by_two[31:0], by_two[63:32]} : by_two;
  endfunction

  // Eight bytes at position `at` of sixteen bytes. They are rotated, and each is copied to the lower or the upper half,
  // which needs less logic than a shift by sixteen positions. Bytes beyond the upper half must be 0.
  function automatic logic [127:0] placed(input logic [63:0] bytes, input logic [3:0] at);
    logic [63:0] in_place;
    in_place = rotated(bytes, at[2:0]);
    for (int i = 0; i < 8; i++) begin
      placed[8*i +: 8]      = in_place[8*i +: 8] & {8{!at[3] && 3'(i) >= at[2:0]}};
      placed[64 + 8*i +: 8] = in_place[8*i +: 8] & {8{at[3] || 3'(i) < at[2:0]}};
    end
  endfunction

endpackage
