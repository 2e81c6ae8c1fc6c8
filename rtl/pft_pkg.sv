// SPDX-License-Identifier: Apache-2.0
// Program Flow Trace, byte by byte: each packet as a concatenation that can be held beside IHI 0035B 4.5. The first
// byte of a packet is the lowest. Reference as pft_pkg::x, never import.
package pft_pkg;

  // Coded so that what the plan decides last, branch or atom, needs no decoding: 010x set the compression base, x01x
  // leave the pending atoms.
  typedef enum logic [3:0] {
    PacketNone            = 4'b0000,
    PacketAtom            = 4'b0001,
    PacketAsync           = 4'b0010,
    PacketExceptionReturn = 4'b0011,
    PacketBranch          = 4'b0100,
    PacketIsync           = 4'b0101,
    PacketWaypointUpdate  = 4'b0110,
    PacketMark            = 4'b0111,    // the drain's mark: no bytes but those of the atoms
    PacketTrigger         = 4'b1010
  } packet_e;

  // One packet to say, after the atoms that are output before it.
  typedef struct packed {
    packet_e     kind;
    logic [5:0]  atoms;       // see atom()
    logic [31:1] address;     // branch, I-sync: the target; waypoint update: the last instruction executed
    logic        t;
    logic        ns;
    logic [31:7] changed;     // address bits to deliver; those below are in every packet
    logic        whole;       // five address bytes in any case
    logic        info;        // exception information byte
    logic [3:0]  exception;
    logic [1:0]  reason;
  } record_t;

  // 4.5.1 A-sync.
  localparam logic [47:0] Async = {8'h80, 40'h0};

  // 4.5.6 trigger; 4.5.10 exception return; 4.5.5 header of the waypoint update.
  localparam logic [7:0] Trigger         = 8'h0C;
  localparam logic [7:0] ExceptionReturn = 8'h76;
  localparam logic [7:0] WaypointUpdate  = 8'h72;

  // 4.5.3 atoms. One to five are held as a number with a leading one: 00001a, 0001ab, .. 1abcde; oldest first, N = 1.
  // The packet keeps that marker, so that a decoder finds their count as we do.
  localparam logic [5:0] NoAtoms = 6'b000001;

  function automatic logic [7:0] atom(input logic [5:0] atoms);
    atom = {1'b1, atoms, 1'b0};
  endfunction

  // 4.5.2 I-sync, without context ID.
  function automatic logic [47:0] isync(input logic [31:1] address, input logic t, input logic ns,
                                        input logic [1:0] reason);
    isync = {1'b0, reason, 1'b0, ns, 3'b001,
             address[31:24], address[23:16], address[15:8], address[7:1], t,
             8'h08};
  endfunction

  // 4.5.4 branch address. All of it works on addresses in units of the smallest instruction: A[31:2] in ARM state,
  // A[31:1] in Thumb state.
  function automatic logic [30:0] units(input logic [31:1] address, input logic t);
    units = t ? address[31:1] : {1'b0, address[31:2]};
  endfunction

  // Table 4.5: the last byte, if it is not the first, has room for six address bits beside the information flag x.
  function automatic logic [2:0] address_bytes(input logic [31:7] changed, input logic t, input logic whole,
                                               input logic x);
    logic [30:6] c;
    c = t ? changed : {1'b0, changed[31:8]};
    address_bytes = (whole || |c[30:26]) ? 3'd5 :
                    (|c[25:19])          ? 3'd4 :
                    (|c[18:12])          ? 3'd3 :
                    (x || |c[11:6])      ? 3'd2 : 3'd1;
  endfunction

  // Exception information byte 0: no byte 1 after it, AltIS 0 (no ThumbEE).
  function automatic logic [7:0] information(input logic [3:0] exception, input logic ns);
    information = {3'b000, exception, ns};
  endfunction

  // Figures 4.5 to 4.19: `bytes` of the address, bit 7 of each but the last set; then, if x, the information byte. The
  // fifth tells the alignment by a leading one: 001 A[31:29] in ARM state, 01 A[31:28] in Thumb state.
  function automatic logic [47:0] branch(input logic [30:0] a, input logic t, input logic [2:0] bytes,
                                         input logic x, input logic [7:0] info);
    logic [7:0] i;
    logic [4:0] top;
    i   = x ? info : 8'h0;
    top = t ? {1'b1, a[30:27]} : {2'b01, a[29:27]};
    unique case (bytes)
      3'd1:    branch = {40'h0,                                                                    1'b0, a[5:0], 1'b1};
      3'd2:    branch = {24'h0, i,                                            1'b0, x, a[11:6], 1'b1, a[5:0], 1'b1};
      3'd3:    branch = {16'h0, i,                         1'b0, x, a[18:13], 1'b1, a[12:6],    1'b1, a[5:0], 1'b1};
      3'd4:    branch = {8'h0,  i,      1'b0, x, a[25:20], 1'b1, a[19:13],    1'b1, a[12:6],    1'b1, a[5:0], 1'b1};
      default: branch = {i, 1'b0, x, 1'b0, top, 1'b1, a[26:20], 1'b1, a[19:13], 1'b1, a[12:6],  1'b1, a[5:0], 1'b1};
    endcase
  endfunction

endpackage
