// SPDX-License-Identifier: Apache-2.0
// PFT: the types that connect its modules, and the packets. A waypoint is that of the Cortex-A9 PTM interface (DDI 0388
// table A-29); docs/pipeline-pft.md#front has the entry of the queue. Each packet is a concatenation, so that a reader can
// compare it with IHI 0035B 4.5. The first byte of a packet is the lowest. Write pft_pkg::x, because yosys does not read
// import.
package pft_pkg;

  // WPTTYPE. The interface does not define 7: front ignores it.
  typedef enum logic [2:0] {
    WptDirect     = 3'd0,
    WptIndirect   = 3'd1,
    WptException  = 3'd2,
    WptBarrier    = 3'd3,
    WptDebugEntry = 3'd4,
    WptDebugExit  = 3'd5,
    WptUpdate     = 3'd6
  } wpt_type_e;

  // An instruction: its address and instruction set ({t, j}: 00 ARM, 10 Thumb, 11 ThumbEE, 01 Jazelle).
  typedef struct packed {
    logic [31:0] address;
    logic        t;
    logic        j;
  } code_t;

  // An instruction and the state in which it is executed.
  typedef struct packed {
    code_t code;
    logic  ns;
    logic  hyp;
  } place_t;

  // A return address, as the return stack holds it.
  typedef struct packed {
    code_t code;
    logic  ns;
  } frame_t;
  localparam int unsigned FrameBits = 35;

  typedef struct packed {
    logic [31:0] pc;
    place_t      target;
    logic [2:0]  kind;        // WPTTYPE
    logic        taken;
    logic        link;
    logic        t32;         // the last executed instruction has 4 bytes (in Thumb state)
    logic [1:0]  barrier;     // 0 ISB, 1 DSB, 2 DMB
    logic [8:0]  exception;
    logic        prohibited;
    logic        eret;
    logic        user;        // the instructions after the waypoint are executed in User mode
  } waypoint_t;

  // The context in which the code is executed.
  typedef struct packed {
    logic [31:0] id;            // Context ID
    logic [7:0]  vmid;
  } who_t;

  // All of the waypoint port.
  typedef struct packed {
    logic      valid;
    waypoint_t waypoint;
    who_t      who;
  } port_t;
  localparam int unsigned PortBits = 129;

  // The pins of speculative waypoints.
  typedef struct packed {
    logic       presented;      // WPTVALID, also for a waypoint that the unit ignores
    logic [1:0] commit;
    logic       flush;
  } speculation_t;

  typedef enum logic [2:0] {
    EntryDirect    = 3'd0,
    EntryIndirect  = 3'd1,
    EntryException = 3'd2,    // also a debug entry
    EntryBarrier   = 3'd3,
    EntryIsync     = 3'd4,
    EntryUpdate    = 3'd5,
    EntryTimestamp = 3'd6
  } entry_e;

  // The attributes of an entry that follow-up packets encode.
  typedef struct packed {
    logic [63:0] stamp;         // as coded
    who_t        who;
  } attributes_t;

  typedef struct packed {
    entry_e      kind;
    logic        taken;
    logic        link;
    logic        eret;
    logic        ends;          // nothing is traced after it until an I-sync
    logic        hidden;        // a prohibited target: it must not be sent
    logic        update;        // exception: instructions were executed since the last waypoint
    logic        stamped;       // a timestamp follows
    logic        clock_change;  // TSCLKCHANGE since the last entry
    logic [8:0]  exception;
    logic [1:0]  reason;        // I-sync
    place_t      target;
    code_t       second;        // exception, update: the last instruction executed; otherwise: the return address
    logic [31:0] count;         // clocks, for cycle accurate trace
    attributes_t attributes;
  } entry_t;
  localparam int unsigned EntryBits = 228;

  // The configuration, for pft_waypoint:
  typedef struct packed {
    logic v11;                  // PFTv1.1, otherwise v1.0
    logic virt;                 // the unit has Hyp
    logic barriers;             // DMB and DSB are waypoints
    logic updates;              // waypoint updates (WPTTYPE 6) are traced
    logic isb_stamps;           // ISB waypoints have timestamps
    logic barrier_stamps;       // DMB and DSB waypoints have timestamps
    logic exception_stamps;     // exceptions and exception returns have timestamps
  } waypoint_cfg_t;

  // for front:
  typedef struct packed {
    waypoint_cfg_t waypoint;
    logic          stamps;      // timestamps are enabled
    logic          stamp64;     // timestamps have 64 bits, otherwise 48
    logic          gray;        // timestamps are Gray coded
  } front_cfg_t;

  // for plan:
  typedef struct packed {
    logic       virt;           // the unit has Hyp
    logic       stamp64;
    logic       vmid;
    logic       retstack;       // the return stack is enabled, and branch broadcast is not
    logic       stamps;
    logic [1:0] context_size;   // 0 to 3 for 0, 1, 2 or 4 bytes
    logic       cycle_accurate;
    logic       broadcast;
  } plan_cfg_t;

  // The codes save logic in plan, which decides between branch packet and atom last: 010x sets the compression base, and
  // x01x does not take the pending atoms.
  typedef enum logic [3:0] {
    PacketNone            = 4'b0000,
    PacketAtom            = 4'b0001,
    PacketAsync           = 4'b0010,
    PacketExceptionReturn = 4'b0011,
    PacketBranch          = 4'b0100,
    PacketIsync           = 4'b0101,
    PacketWaypointUpdate  = 4'b0110,
    PacketMark            = 4'b0111,    // the mark of the drain: no bytes except the atom byte
    PacketContextId       = 4'b1000,
    PacketVmid            = 4'b1001,
    PacketTrigger         = 4'b1010,
    PacketTimestamp       = 4'b1100
  } packet_e;

  // The pending packets, which must be sent before any other. The first is the lowest.
  typedef struct packed {
    logic tsync;
    logic timestamp;
    logic vmid;
    logic context_id;
    logic exception_return;
    logic periodic;             // I-sync
    logic branch;               // the branch packet of the head, after its waypoint update
  } owed_t;

  // One packet, and the atoms that precede it. The number of bytes of an absent field is 0.
  typedef struct packed {
    packet_e     kind;
    logic [5:0]  atoms;          // see atom()
    logic [31:0] address;        // branch, I-sync: the target; waypoint update: the last instruction executed
    logic        t;
    logic        j;
    logic        ns;
    logic        hyp;
    logic [2:0]  address_bytes;  // branch, waypoint update
    logic [1:0]  info_bytes;
    logic [8:0]  exception;
    logic [1:0]  reason;
    logic [2:0]  count_bytes;
    logic [31:0] count;
    logic [2:0]  context_bytes;
    logic [31:0] context_id;
    logic [7:0]  vmid;
    logic [3:0]  stamp_bytes;    // timestamp
    logic [63:0] stamp;
    logic        clock_change;
  } record_t;

  // 4.5.1 A-sync.
  localparam logic [47:0] Async = {8'h80, 40'h0};

  // The packets 4.5.6 trigger and 4.5.10 exception return; the headers of 4.5.5 waypoint update, 4.5.7 Context ID and 4.5.8
  // VMID.
  localparam logic [7:0] Trigger         = 8'h0C;
  localparam logic [7:0] ExceptionReturn = 8'h76;
  localparam logic [7:0] WaypointUpdate  = 8'h72;
  localparam logic [7:0] ContextId       = 8'h6E;
  localparam logic [7:0] Vmid            = 8'h3C;

  // 4.5.3 atoms. One to five atoms are stored after a leading one: 00001a, 0001ab, .. 1abcde, with the oldest first and
  // N = 1. The packet contains the leading one, from which a decoder finds the number of atoms.
  localparam logic [5:0] NoAtoms = 6'b000001;

  function automatic logic [7:0] atom(input logic [5:0] atoms);
    atom = {1'b1, atoms, 1'b0};
  endfunction

  // 4.4 cycle count: table 4.8, and the bytes. first_7 and first_1 are bits 7 and 1 of the first byte, which depend on the
  // packet.
  function automatic logic [2:0] count_bytes(input logic [31:4] count);
    count_bytes = (|count[31:25]) ? 3'd5 :
                  (|count[24:18]) ? 3'd4 :
                  (|count[17:11]) ? 3'd3 :
                  (|count[10:4])  ? 3'd2 : 3'd1;
  endfunction

  function automatic logic [39:0] count(input logic [31:0] n, input logic [2:0] bytes, input logic first_7,
                                        input logic first_1);
    count = {1'b0,         n[31:25],
             bytes > 3'd4, n[24:18],
             bytes > 3'd3, n[17:11],
             bytes > 3'd2, n[10:4],
             first_7, bytes > 3'd1, n[3:0], first_1, 1'b0} & {40{bytes != 3'd0}};
  endfunction

  // AltIS, in branch packets and I-sync, is 1 in ThumbEE state.
  function automatic logic altis(input logic t, input logic j);
    altis = t && j;
  endfunction

  // 4.5.2 I-sync, without the cycle count and the Context ID at its end.
  function automatic logic [47:0] isync(input logic [31:1] address, input logic t, input logic j, input logic ns,
                                        input logic hyp, input logic [1:0] reason);
    isync = {1'b0, reason, 1'b0, ns, altis(t, j), hyp, 1'b1,
             address[31:24], address[23:16], address[15:8], address[7:1], t,
             8'h08};
  endfunction

  // 4.5.4 branch address. The functions below use addresses in units of the smallest instruction: A[31:2] in ARM state,
  // A[31:1] in Thumb and ThumbEE state, A[31:0] in Jazelle state.
  function automatic logic [31:0] units(input logic [31:0] address, input logic t, input logic j);
    units = t ? {1'b0, address[31:1]} : j ? address : {2'b00, address[31:2]};
  endfunction

  // Table 4.5: the last byte, unless it is the first, has six address bits and the information flag x. In Jazelle state
  // `whole` is always 1.
  function automatic logic [2:0] address_bytes(input logic [31:7] changed, input logic t, input logic whole,
                                               input logic x);
    logic [30:6] c;
    c = t ? changed : {1'b0, changed[31:8]};
    address_bytes = (whole || |c[30:26]) ? 3'd5 :
                    (|c[25:19])          ? 3'd4 :
                    (|c[18:12])          ? 3'd3 :
                    (x || |c[11:6])      ? 3'd2 : 3'd1;
  endfunction

  // Exception information bytes 0 and 1.
  function automatic logic [15:0] information(input logic two, input logic alt, input logic [8:0] exception,
                                              input logic ns, input logic hyp);
    information = {{2'b00, hyp, exception[8:4]} & {8{two}},
                   two, alt, 1'b0, exception[3:0], ns};
  endfunction

  // Figures 4.5 to 4.19: a branch packet with `bytes` address bytes. Bit 7 is 1 in each address byte except the last. If x
  // is 1, the information bytes follow. In the fifth byte the position of a leading one encodes the alignment:
  // 001 A[31:29] in ARM state, 01 A[31:28] in Thumb state, 1 A[31:27] in Jazelle state.
  function automatic logic [55:0] branch(input logic [31:0] a, input logic t, input logic j, input logic [2:0] bytes,
                                         input logic x, input logic [15:0] info);
    logic [15:0] i;
    logic [5:0]  top;
    i   = x ? info : 16'h0;
    top = t ? {2'b01, a[30:27]} : j ? {1'b1, a[31:27]} : {3'b001, a[29:27]};
    unique case (bytes)
      3'd1:    branch = {48'h0,                                                                1'b0, a[5:0], 1'b1};
      3'd2:    branch = {24'h0, i,                                        1'b0, x, a[11:6], 1'b1, a[5:0], 1'b1};
      3'd3:    branch = {16'h0, i,                     1'b0, x, a[18:13], 1'b1, a[12:6],    1'b1, a[5:0], 1'b1};
      3'd4:    branch = {8'h0,  i,  1'b0, x, a[25:20], 1'b1, a[19:13],    1'b1, a[12:6],    1'b1, a[5:0], 1'b1};
      default: branch = {i, 1'b0, x, top, 1'b1, a[26:20], 1'b1, a[19:13], 1'b1, a[12:6],    1'b1, a[5:0], 1'b1};
    endcase
  endfunction

endpackage
