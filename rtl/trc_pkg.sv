// SPDX-License-Identifier: Apache-2.0
// Vocabulary of the trace unit that no protocol owns: what is said in every clock, the reasons of an I-sync, exception
// numbers, bits of ETMCR (docs/pipeline.md#regs), and the events (docs/pipeline.md#events). Reference as trc_pkg::x, never
// import.
package trc_pkg;

  // What the processor and the system say in every clock, waypoint or not.
  typedef struct packed {
    logic [63:0] stamp;       // TSVALUEB
    logic        clock_change;
    logic        idle;        // PTMIDLEREQ
  } moment_t;

  // What of the programmers' model there is, by the version and by ETMCCER: static.
  typedef struct packed {
    logic        etm;
    logic        readable;     // of an ETM: its write-only registers can be read, too (ETMCCER[11])
    logic        coresight;    // CoreSight's registers: from ETMv3.2
    logic        virt;         // the Virtualization Extensions
    logic        whole;        // counter 1, too, is a whole one, not a reduced one
    logic        latches;      // there is ETMEIBCR
    logic [3:0]  watchpoints;  // EmbeddedICE inputs
    logic [2:0]  selectors;    // of the extended external inputs
    logic [15:0] access;       // bits of ETMACTR
    logic [31:0] ccer;         // ETMCCER
  } built_t;

  // What the comparators say.
  typedef struct packed {
    logic [7:0]  range;        // address ranges
    logic [15:0] single;       // single addresses
    logic        on;           // the start/stop block
    logic        vmid;
    logic [2:0]  context_id;
  } compared_t;

  // Why an I-sync is output (IHI 0035B 4.5.2).
  localparam logic [1:0] ReasonPeriodic  = 2'd0;
  localparam logic [1:0] ReasonTraceOn   = 2'd1;
  localparam logic [1:0] ReasonOverflow  = 2'd2;
  localparam logic [1:0] ReasonDebugExit = 2'd3;

  localparam logic [8:0] ExceptionDebugEntry = 9'd1;
  localparam logic [8:0] ExceptionHypEntry   = 9'd3;
  localparam logic [8:0] ExceptionReset      = 9'd8;

  // Bits of ETMCR. Context ID size has two.
  localparam int unsigned ControlPowerDown     = 0;
  localparam int unsigned ControlBroadcast     = 8;
  localparam int unsigned ControlProgramming   = 10;
  localparam int unsigned ControlPort          = 11;
  localparam int unsigned ControlCycleAccurate = 12;
  localparam int unsigned ControlContextSize   = 14;
  localparam int unsigned ControlStamps        = 28;
  localparam int unsigned ControlRetstack      = 29;
  localparam int unsigned ControlVmid          = 30;

  // The trace registers behind each other, offsets 0x000 to 0x240.
  localparam int unsigned RegisterWords = 145;

  // Resource 0x40 + n is bit n of now, resource n bit n of addresses, EmbeddedICE included (IHI 0035B table 3.5). Those
  // between are never true.
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

  // What is sent of a timestamp: its low 48 bits or all, in natural binary or Gray code (IHI 0035B 4.5.9).
  function automatic logic [63:0] coded(input logic [63:0] stamp, input logic all, input logic gray);
    logic [63:0] sent;
    sent  = all ? stamp : {16'h0, stamp[47:0]};
    coded = gray ? sent ^ (sent >> 1) : sent;
  endfunction

  // The timestamp packet of both protocols (IHI 0035B 4.5.9; IHI 0014Q 7.7.4): so many bytes of seven bits, low first; the
  // ninth has eight. The seventh of 48 bits has six: bit 48 is 0.
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

  // Eight bytes, rotated up by so many.
  function automatic logic [63:0] rotated(input logic [63:0] bytes, input logic [2:0] by);
    logic [63:0] by_one, by_two;
    by_one  = by[0] ? {bytes[55:0], bytes[63:56]} : bytes;
    by_two  = by[1] ? {by_one[47:0], by_one[63:48]} : by_one;
    rotated = by[2] ? {by_two[31:0], by_two[63:32]} : by_two;
  endfunction

  // Eight bytes among sixteen, from byte `at` on. They are rotated in place, and stand in the upper half if they are
  // over the lower: less than a shift through all sixteen. What would be over the upper half must be 0.
  function automatic logic [127:0] placed(input logic [63:0] bytes, input logic [3:0] at);
    logic [63:0] turned;
    turned = rotated(bytes, at[2:0]);
    for (int i = 0; i < 8; i++) begin
      placed[8*i +: 8]      = turned[8*i +: 8] & {8{!at[3] && 3'(i) >= at[2:0]}};
      placed[64 + 8*i +: 8] = turned[8*i +: 8] & {8{at[3] || 3'(i) < at[2:0]}};
    end
  endfunction

endpackage
