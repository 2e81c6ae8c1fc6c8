// SPDX-License-Identifier: Apache-2.0
// ETMv3: what passes between its boxes (docs/pipeline-etm3.md), and the format byte by byte, each packet as a
// concatenation that can be held beside IHI 0014Q chapter 7. The first byte of a packet is the lowest. Reference as
// etm3_pkg::x, never import.
package etm3_pkg;

  // As in trc_pkg (yosys finds no types of another package here): an instruction, the state that it is executed in, and
  // whose it is.
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
    logic       branch;           // execution goes on at `target`
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
    logic  debug;                 // ETMDBGACK: the slots are not looked at
    who_t  who;
  } port_t;
  localparam int unsigned PortBits = 217;

  // What a slot says, only as this version of the protocol can tell it. First, what is told after its instruction.
  typedef struct packed {
    logic       eret;
    logic       branch;           // with a branch packet to `target`
    logic       cancel;
    logic       secret;           // NS and Hyp of the target are not to be told
    logic       old_form;         // the exception can be told by address byte 5, if the state has not changed
    logic [8:0] exception;
    place_t     target;
  } after_t;

  typedef struct packed {
    logic   valid;                // an instruction
    logic   failed;               // it failed its condition: N
    after_t after;
  } reported_t;

  // P-headers, 1xxxxxx0, are kept as what of them varies. 80 tells nothing and is never sent: 0 is none.
  localparam int unsigned PhdrBits = 6;
  localparam int unsigned HeldMax  = 3;           // P-headers that wait for an entry
  localparam int unsigned PartMax  = HeldMax + 2; // P-headers of a part, oldest lowest, then none

  // One part, or two. A second one is of one slot, the younger.
  typedef struct packed {
    logic                        isync;           // an I-sync stands before it
    logic [1:0]                  reason;
    logic [2:0]                  count_bytes;
    logic [31:0]                 count;           // of the I-sync: clocks that no entry has told
    logic                        ends;            // nothing is traced after it until an I-sync
    logic [PartMax*PhdrBits-1:0] p_headers;       // of the first part
    logic                        atoms;           // there are some among them
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

  // What the unit can do and is asked to, for etm3_slot:
  typedef struct packed {
    logic secure;                 // NS is told
    logic altisa;                 // ThumbEE is told
    logic extended;               // Exception[8:4] is told
    logic exits;                  // exception exits are told
    logic virt;                   // Hyp is told
    logic old_form;               // exceptions in address byte 5 are wanted
    logic broadcast;              // direct branches have branch packets
  } slot_cfg_t;

  // for front:
  typedef struct packed {
    slot_cfg_t slot;
    logic      bare;              // an atom without W can be told
    logic      greedy;            // packing
    logic      contexts;          // Context ID is told
    logic      vmid;              // VMID is told
    logic      counts_overflow;   // cycles are counted through an overflow
    logic      counts_debug;      // and through Debug state
    logic      cycle_accurate;
    logic      stamps;            // timestamps are on
    logic      exit_stamps;       // at exception exits too
    logic      stamp64;           // they have 64 bits, otherwise 48
    logic      gray;              // and are Gray coded
  } front_cfg_t;

  // for plan:
  typedef struct packed {
    logic       alternative;      // branch encoding
    logic       count_packets;    // the count of an I-sync is a packet of its own
    logic       stamps;
    logic       stamp64;
    logic       vmid;
    logic [1:0] context_size;     // 0, 1, 2, 4 bytes
    logic       cycle_accurate;
  } plan_cfg_t;

  typedef enum logic [3:0] {
    PacketNone      = 4'd0,
    PacketPart      = 4'd1,       // P-headers, exception exit, branch packet: what there is of them
    PacketAsync     = 4'd2,
    PacketIsync     = 4'd3,
    PacketCycleCount     = 4'd4,
    PacketContextId = 4'd5,
    PacketVmid      = 4'd6,
    PacketTimestamp = 4'd7,
    PacketTrigger   = 4'd8,
    PacketMark      = 4'd9        // the drain's mark: no bytes
  } packet_e;

  // What must be said before anything else, the first one lowest.
  typedef struct packed {
    logic timestamp;
    logic tsync;
    logic vmid;
    logic count;
  } owed_t;

  // What is said. What it has in bytes is 0 where it has none.
  typedef struct packed {
    packet_e                     kind;
    logic [PartMax*PhdrBits-1:0] p_headers;
    logic [2:0]                  p_count;       // how many there are
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
    logic                        old_form;      // the exception is told by address byte 5
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

  // 7.2: A-sync; trigger, exception exit; headers of I-sync, without and with a cycle count, cycle count, Context ID,
  // VMID.
  localparam logic [47:0] Async         = {8'h80, 40'h0};
  localparam logic [7:0]  Trigger       = 8'h0C;
  localparam logic [7:0]  ExceptionExit = 8'h76;
  localparam logic [7:0]  Isync         = 8'h08;
  localparam logic [7:0]  IsyncCounted  = 8'h70;
  localparam logic [7:0]  CycleCount    = 8'h04;
  localparam logic [7:0]  ContextId     = 8'h6E;
  localparam logic [7:0]  Vmid          = 8'h3C;

  // 7.3.1 P-headers, tables 7.2 and 7.3, bits 6 to 1. Atoms: N = 1. Format 1: E (or WE) so often, then N (WN); cycle
  // accurate up to 7, otherwise up to 15. Format 2: two atoms (of one clock). Format 3: W so often, 1 to 8, then E.
  // Format 4: an atom of the same clock.
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

  // Only W: format 3 without E.
  function automatic logic has_atoms(input logic [6:1] p_header, input logic cycle_accurate);
    has_atoms = p_header != '0 && !(cycle_accurate && p_header[6:5] == 2'b01);
  endfunction

  function automatic logic [7:0] p_header(input logic [6:1] varies);
    p_header = (varies == '0) ? 8'h00 : {1'b1, varies, 1'b0};
  endfunction

  // 7.3.4 cycle count, in its packet and in an I-sync: seven bits a byte, low first; the fifth has four. Not told are
  // bytes that are 0.
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

  // ThumbEE.
  function automatic logic altisa(input logic t, input logic j);
    altisa = t && j;
  endfunction

  // 7.10.5 I-sync, its end: information byte and address, whose bit 0 tells Thumb unless the state is Jazelle.
  function automatic logic [39:0] isync(input logic [31:0] address, input logic t, input logic j, input logic ns,
                                        input logic hyp, input logic [1:0] reason);
    isync = {address[31:24], address[23:16], address[15:8], address[7:1], t || (j && address[0]),
             1'b0, reason, j && !t, ns, altisa(t, j), hyp, 1'b1};
  endfunction

  // 7.3.5 branch address. All of it works on addresses in units of the smallest instruction: A[31:2] in ARM state,
  // A[31:1] in Thumb and ThumbEE, A[31:0] in Jazelle state.
  function automatic logic [31:0] units(input logic [31:0] address, input logic t, input logic j);
    units = t ? {1'b0, address[31:1]} : j ? address : {2'b00, address[31:2]};
  endfunction

  function automatic logic [31:6] changed_units(input logic [31:6] address, input logic t, input logic j);
    changed_units = t ? {1'b0, address[31:7]} : j ? address : {2'b00, address[31:8]};
  endfunction

  // Six bits in the first byte, seven in each of the next three; in the alternative encoding the last of these has
  // six. `c`: what has changed, in units; the bits below are in every packet.
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

  // Table 7.6: what of address byte 5 is not whether information follows. A leading one tells the instruction set.
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
      default: eee = 3'b000;    // reset, undefined, SVC, aborts: told by the vector
    endcase
  endfunction

  // Exception information bytes 0 and 1, tables 7.10 to 7.13.
  function automatic logic [15:0] information(input logic two, input logic alt, input logic cancel,
                                              input logic [8:0] exception, input logic ns, input logic hyp);
    information = {{2'b00, hyp, exception[8:4]} & {8{two}},
                   two, alt, cancel, exception[3:0], ns};
  endfunction

  // 7.3.5: `bytes` of the address, bit 7 of each but the last set; then, if x, the information. A last byte that is
  // not the first has x in bit 6 in the alternative encoding, an address bit in the original one, where only five can
  // be followed by information. `fifth` is byte 5.
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
