// SPDX-License-Identifier: Apache-2.0
// ETMv3: the types that connect its modules (docs/pipeline-etm3.md), and the packets. Each packet is a concatenation, so
// that a reader can compare it with IHI 0014Q chapter 7. The first byte of a packet is the lowest. Write etm3_pkg::x,
// because yosys does not read import.
package etm3_pkg;

  // As in pft_pkg, because yosys finds no types of another package here: an instruction, the state in which it is executed,
  // and its Context ID and VMID.
  typedef struct packed {
    logic [31:0] address;
    logic        t;
    logic        j;
  } code_t;

  typedef struct packed {
    code_t code;
    logic  ns;
    logic  hyp;
  } place_t;

  typedef struct packed {
    logic [31:0] id;              // Context ID
    logic [7:0]  vmid;
  } who_t;

  // A slot of the instruction port, as the processor presents it.
  typedef struct packed {
    logic       valid;            // an instruction
    code_t      code;
    logic       pass;
    logic       eret;
    logic       branch;           // execution continues at `target`
    place_t     target;
    logic       direct;
    logic [8:0] exception;
    logic       cancel;
    logic       secret;
  } slot_t;

  typedef struct packed {
    slot_t slot0;                 // the older
    slot_t slot1;
    logic  user;                  // the clock's instructions are executed in User mode
    logic  ns;
    logic  hyp;
    logic  prohibited;
    logic  debug;                 // ETMDBGACK: the slots are ignored
    who_t  who;
  } port_t;
  localparam int unsigned PortBits = 217;

  // A slot, with only the fields that this version of the protocol can encode. after_t is the trace after the instruction:
  // an exception exit or a branch packet.
  typedef struct packed {
    logic       eret;
    logic       branch;           // with a branch packet to `target`
    logic       cancel;
    logic       secret;           // a prohibited target: NS and Hyp must not be sent
    logic       old_form;         // address byte 5 can encode the exception, if the state has not changed
    logic [8:0] exception;
    place_t     target;
  } after_t;

  typedef struct packed {
    logic   valid;                // an instruction
    logic   failed;               // the instruction failed its condition: an N atom
    after_t after;
  } reported_t;

  // A P-header is 1xxxxxx0. Only bits 6 to 1 are stored. 0x80 has no atom and is never sent, so 0 is no P-header.
  localparam int unsigned PhdrBits = 6;
  localparam int unsigned HeldMax  = 3;           // P-headers that wait for an entry
  localparam int unsigned PartMax  = HeldMax + 2; // P-headers of a part, the oldest lowest

  // An entry of the queue. It has one or two parts. A second part is for the younger slot only.
  typedef struct packed {
    logic                        isync;           // an I-sync precedes the entry
    logic [1:0]                  reason;
    logic [2:0]                  count_bytes;
    logic [31:0]                 count;           // of the I-sync: clocks that no entry contains
    logic                        ends;            // nothing is traced after it until an I-sync
    logic [PartMax*PhdrBits-1:0] p_headers;       // of the first part
    logic                        atoms;           // the first part has atoms
    after_t                      after;
    logic                        two;             // there is a second part
    logic [PhdrBits-1:0]         p_header2;
    logic                        atoms2;
    after_t                      after2;
    place_t                      place;           // of the first instruction
    who_t                        who;
    logic [63:0]                 stamp;           // as coded
    logic                        stamped;         // a timestamp follows
    logic                        clock_change;
  } entry_t;
  localparam int unsigned EntryBits = 320;

  // The configuration, for etm3_slot:
  typedef struct packed {
    logic secure;                 // trace contains NS
    logic altisa;                 // trace contains ThumbEE
    logic extended;               // trace contains Exception[8:4]
    logic exits;                  // trace contains exception exits
    logic virt;                   // trace contains Hyp
    logic old_form;               // use address byte 5 for exceptions, if possible
    logic broadcast;              // direct branches have branch packets
  } slot_cfg_t;

  // for front:
  typedef struct packed {
    slot_cfg_t slot;
    logic      bare;              // there is a P-header for an atom without a W (format 4)
    logic      greedy;            // pack as many atoms as possible in a P-header, otherwise as a Cortex-A7 does
    logic      contexts;          // trace contains Context ID
    logic      vmid;              // trace contains VMID
    logic      counts_overflow;   // clocks are counted during an overflow
    logic      counts_debug;      // clocks are counted in Debug state
    logic      cycle_accurate;
    logic      stamps;            // timestamps are enabled
    logic      exit_stamps;       // exception exits have timestamps
    logic      stamp64;           // timestamps have 64 bits, otherwise 48
    logic      gray;              // timestamps are Gray coded
  } front_cfg_t;

  // for plan:
  typedef struct packed {
    logic       alternative;      // the alternative branch encoding
    logic       count_packets;    // the count of an I-sync is in a cycle count packet
    logic       stamps;
    logic       stamp64;
    logic       vmid;
    logic [1:0] context_size;     // 0 to 3 for 0, 1, 2 or 4 bytes
    logic       cycle_accurate;
  } plan_cfg_t;

  typedef enum logic [3:0] {
    PacketNone      = 4'd0,
    PacketPart      = 4'd1,       // a part of an entry: P-headers, exception exit and branch packet, each optional
    PacketAsync     = 4'd2,
    PacketIsync     = 4'd3,
    PacketCycleCount     = 4'd4,
    PacketContextId = 4'd5,
    PacketVmid      = 4'd6,
    PacketTimestamp = 4'd7,
    PacketTrigger   = 4'd8,
    PacketMark      = 4'd9        // the mark of the drain: no bytes
  } packet_e;

  // The pending packets, which must be sent before any other. The first is the lowest.
  typedef struct packed {
    logic timestamp;
    logic tsync;
    logic vmid;
    logic count;
  } owed_t;

  // One packet, or one part of an entry. The number of bytes of an absent field is 0.
  typedef struct packed {
    packet_e                     kind;
    logic [PartMax*PhdrBits-1:0] p_headers;
    logic [2:0]                  p_count;       // number of P-headers
    logic                        exits;         // an exception exit
    logic [31:0]                 address;       // branch: the target; I-sync
    logic                        t;
    logic                        j;
    logic                        ns;
    logic                        hyp;
    logic [2:0]                  address_bytes; // branch
    logic [1:0]                  info_bytes;
    logic [8:0]                  exception;
    logic                        cancel;
    logic                        old_form;      // address byte 5 encodes the exception
    logic [1:0]                  reason;
    logic [2:0]                  count_bytes;   // I-sync, cycle count packet
    logic [31:0]                 count;
    logic [2:0]                  context_bytes; // I-sync, Context ID packet
    logic [31:0]                 context_id;
    logic [7:0]                  vmid;
    logic [3:0]                  stamp_bytes;
    logic [63:0]                 stamp;
    logic                        clock_change;
  } record_t;

  // 7.2: the packets A-sync, trigger and exception exit. The others are headers.
  localparam logic [47:0] Async         = {8'h80, 40'h0};
  localparam logic [7:0]  Trigger       = 8'h0C;
  localparam logic [7:0]  ExceptionExit = 8'h76;
  localparam logic [7:0]  Isync         = 8'h08;
  localparam logic [7:0]  IsyncCounted  = 8'h70;
  localparam logic [7:0]  CycleCount    = 8'h04;
  localparam logic [7:0]  ContextId     = 8'h6E;
  localparam logic [7:0]  Vmid          = 8'h3C;

  // 7.3.1 P-headers, tables 7.2 and 7.3, bits 6 to 1. An N atom is 1. Format 1 has e E atoms, then an N atom if n is 1. e is
  // at most 15; in cycle-accurate trace, in which each atom has a W, it is at most 7. Format 2 has two atoms, of one clock
  // in cycle-accurate trace. Format 3 has 1 to 8 W, then an E atom if e is 1. Format 4 has one atom without a W.
  function automatic logic [6:1] format1(input logic [3:0] e, input logic n);
    format1 = {n, e, 1'b0};
  endfunction

  function automatic logic [6:1] format2(input logic first, input logic second);
    format2 = {3'b000, first, second, 1'b1};
  endfunction

  function automatic logic [6:1] format3(input logic [3:0] w, input logic e);
    logic [2:0] more;
    more    = 3'(w - 4'd1);
    format3 = {e, 1'b1, more, 1'b0};
  endfunction

  function automatic logic [6:1] format4(input logic atom);
    format4 = {4'b0010, atom, 1'b1};
  endfunction

  // Only a P-header of format 3 without E has no atom.
  function automatic logic has_atoms(input logic [6:1] p_header, input logic cycle_accurate);
    has_atoms = p_header != '0 && !(cycle_accurate && p_header[6:5] == 2'b01);
  endfunction

  function automatic logic [7:0] p_header(input logic [6:1] varies);
    p_header = (varies == '0) ? 8'h00 : {1'b1, varies, 1'b0};
  endfunction

  // 7.3.4 cycle count, in a cycle count packet and in an I-sync: seven bits in each byte, the low bits first, and four in
  // the fifth byte. High bytes that are 0 are omitted.
  function automatic logic [2:0] count_bytes(input logic [31:7] count);
    count_bytes = (|count[31:28]) ? 3'd5 :
                  (|count[27:21]) ? 3'd4 :
                  (|count[20:14]) ? 3'd3 :
                  (|count[13:7])  ? 3'd2 : 3'd1;
  endfunction

  function automatic logic [39:0] count(input logic [31:0] n, input logic [2:0] bytes);
    count = {4'b0000,      n[31:28],
             bytes > 3'd4, n[27:21],
             bytes > 3'd3, n[20:14],
             bytes > 3'd2, n[13:7],
             bytes > 3'd1, n[6:0]} & {40{bytes != 3'd0}};
  endfunction

  // AltISA is 1 in ThumbEE state.
  function automatic logic altisa(input logic t, input logic j);
    altisa = t && j;
  endfunction

  // 7.10.5 the end of an I-sync: the information byte and the address. Bit 0 of the address is the T bit, except in Jazelle
  // state.
  function automatic logic [39:0] isync(input logic [31:0] address, input logic t, input logic j, input logic ns,
                                        input logic hyp, input logic [1:0] reason);
    isync = {address[31:24], address[23:16], address[15:8], address[7:1], t || (j && address[0]),
             1'b0, reason, j && !t, ns, altisa(t, j), hyp, 1'b1};
  endfunction

  // 7.3.5 branch address. The functions below use addresses in units of the smallest instruction: A[31:2] in ARM state,
  // A[31:1] in Thumb and ThumbEE state, A[31:0] in Jazelle state.
  function automatic logic [31:0] units(input logic [31:0] address, input logic t, input logic j);
    units = t ? {1'b0, address[31:1]} : j ? address : {2'b00, address[31:2]};
  endfunction

  function automatic logic [31:6] changed_units(input logic [31:6] address, input logic t, input logic j);
    changed_units = t ? {1'b0, address[31:7]} : j ? address : {2'b00, address[31:8]};
  endfunction

  // The first byte has six bits, and each of the next three has seven. In the alternative encoding the last byte of a
  // shorter packet has six. `c` has the changed bits in units; each packet contains the lower bits.
  function automatic logic [2:0] address_bytes(input logic [31:6] c, input logic alternative);
    if (alternative) begin
      address_bytes = (|c[31:26]) ? 3'd5 :
                      (|c[25:19]) ? 3'd4 :
                      (|c[18:12]) ? 3'd3 :
                      (|c[11:6])  ? 3'd2 : 3'd1;
    end else begin
      address_bytes = (|c[31:27]) ? 3'd5 :
                      (|c[26:20]) ? 3'd4 :
                      (|c[19:13]) ? 3'd3 :
                      (|c[12:6])  ? 3'd2 : 3'd1;
    end
  endfunction

  // Table 7.6: the low six bits of address byte 5. The position of the leading one encodes the instruction set.
  function automatic logic [5:0] byte5(input logic [31:27] a, input logic t, input logic j);
    byte5 = t ? {2'b01, a[30:27]} : j ? {1'b1, a[31:27]} : {3'b001, a[29:27]};
  endfunction

  // Table 7.7: EEE of address byte 5 in its deprecated form.
  function automatic logic [2:0] eee(input logic [8:0] exception);
    unique case (exception)
      9'h00E:  eee = 3'b001;    // IRQ
      9'h00F:  eee = 3'b101;    // FIQ
      9'h004:  eee = 3'b110;    // asynchronous data abort
      9'h005:  eee = 3'b100;    // Jazelle exception
      default: eee = 3'b000;    // reset, undefined, SVC, aborts: the vector identifies them
    endcase
  endfunction

  // Exception information bytes 0 and 1, tables 7.10 to 7.13.
  function automatic logic [15:0] information(input logic two, input logic alt, input logic cancel,
                                              input logic [8:0] exception, input logic ns, input logic hyp);
    information = {{2'b00, hyp, exception[8:4]} & {8{two}},
                   two, alt, cancel, exception[3:0], ns};
  endfunction

  // 7.3.5: a branch packet with `bytes` address bytes. Bit 7 is 1 in each address byte except the last. If x is 1, the
  // information bytes follow. In the alternative encoding bit 6 of the last byte is x, unless it is the first byte. In the
  // original encoding that is an address bit, and information bytes can follow only five address bytes. `fifth` is byte 5.
  function automatic logic [55:0] branch(input logic [26:0] a, input logic [7:0] fifth, input logic [2:0] bytes,
                                         input logic alternative, input logic x, input logic [15:0] info);
    logic [15:0] i;
    i = x ? info : 16'h0;
    unique case (bytes)
      3'd1:    branch = {48'h0, 1'b0, a[5:0], 1'b1};
      3'd2:    branch = {24'h0, i, 1'b0, alternative ? x : a[12], a[11:6], 1'b1, a[5:0], 1'b1};
      3'd3:    branch = {16'h0, i, 1'b0, alternative ? x : a[19], a[18:13], 1'b1, a[12:6], 1'b1, a[5:0], 1'b1};
      3'd4:    branch = {8'h0, i, 1'b0, alternative ? x : a[26], a[25:20], 1'b1, a[19:13], 1'b1, a[12:6],
                         1'b1, a[5:0], 1'b1};
      default: branch = {i, fifth, 1'b1, a[26:20], 1'b1, a[19:13], 1'b1, a[12:6], 1'b1, a[5:0], 1'b1};
    endcase
  endfunction

endpackage
