// SPDX-License-Identifier: Apache-2.0
// The oldest waypoint as packets: it goes from step to step, each of which makes one packet or none. Between two waypoints come the
// packets that belong to none: the first A-sync, a trigger, a synchronization, a timestamp that something else asks for. Atoms are held
// until there are five, another packet comes, or they are old.
`default_nettype none

module plain_encode #(
  parameter Bits = 226  // of a waypoint
) (
  input  wire            clk_i,
  input  wire            rst_ni,
  input  wire            run_i,
  input  wire            fresh_i,        // a stream begins
  input  wire            v11_i,
  input  wire [31:0]     ccer_i,
  input  wire [31:0]     control_i,
  input  wire [11:0]     period_i,
  input  wire            filters_i,
  input  wire            powered_down_i,
  input  wire            trigger_i,
  input  wire            stamp_event_i,
  input  wire            syncreq_i,
  input  wire            change_i,       // of the clock
  input  wire            hurry_i,        // no atom is held
  input  wire            losing_i,       // an overflow, until all has left
  input  wire [31:0]     clock_i,

  input  wire            valid_i,
  input  wire [Bits-1:0] waypoint_i,
  input  wire            is_waypoint_i,
  input  wire            lost_i,
  input  wire            mark_i,
  output wire            pop_o,

  input  wire            full_i,
  output wire            push_o,
  output wire            push_mark_o,
  output wire [123:0]    packet_o,       // length, bytes
  output wire            owed_o,         // something is to come without a waypoint
  output wire            holds_o,        // atoms
  output wire            overflowed_o    // no I-sync has reported it yet
);

  localparam Indirect = 3'd1, Exception = 3'd2, Barrier = 3'd3, DebugEntry = 3'd4, Update = 3'd6;
  localparam [5:0] Age = 6'd50;  // clocks that an atom is held

  // --- the waypoint ---------------------------------------------------------------------------------------------------

  wire        leaves_out, may_enter, on, debug, eret, prohibited, t32, taken, hyp, ns, j, t;
  wire [63:0] now;
  wire [31:0] clock, context_pins, target, pc;
  wire [7:0]  vmid;
  wire [8:0]  number;
  wire [1:0]  barrier;
  wire [2:0]  kind;

  assign {leaves_out, may_enter, on, debug, now, clock, vmid, context_pins, number, barrier, eret, prohibited, t32, taken, hyp, ns, j, t,
          target, pc, kind} = waypoint_i;

  wire        counts       = control_i[12];
  wire        tells_vmid   = control_i[30];
  wire        stamps       = control_i[28];
  wire [1:0]  context_size = control_i[15:14];
  wire [31:0] context_id   = context_pins & {{16{context_size == 2'd3}}, {8{context_size[1]}}, {8{context_size != 2'd0}}};

  // --- what was reported, and the address of execution ----------------------------------------------------------------

  reg         at_debug_q, tracing_q, synced_q, sync_q, first_q, trigger_q, stamp_q, since_q, changed_q, untold_q, lost_q;
  reg  [31:0] at_clock_q, at_q, base_q, context_q, counted_q, stamp_clock_q;  // at: after the last waypoint; base: of compression
  reg         at_t_q, at_j_q, at_ns_q, at_hyp_q, base_t_q, base_j_q, base_ns_q, base_hyp_q;
  reg  [7:0]  vmid_q, at_vmid_q;
  reg  [31:0] at_context_q;
  reg  [63:0] at_now_q, now_q, told_q;
  reg  [3:0]  step_q;
  reg  [4:0]  atoms_q;
  reg  [2:0]  atom_count_q;
  reg  [5:0]  age_q;

  // --- what the waypoint asks for -------------------------------------------------------------------------------------

  wire head      = valid_i && is_waypoint_i;
  wire known     = head && !lost_i;
  wire told      = known && tracing_q && !leaves_out;
  wire goes_on   = told && on;
  // Tracing starts at the first address of the block, which is traced then (3.3.2). If that is not known, tracing starts after the
  // block, unless comparators decide on the next block.
  wire enters    = known && !tracing_q && may_enter && !leaves_out;
  wire starts    = head && !(known && tracing_q) && !enters && on && !filters_i;
  wire hidden    = prohibited || kind == DebugEntry;
  wire traps     = kind == Exception || kind == DebugEntry;
  wire thumbee   = t && j;
  wire [8:0] exc = kind == DebugEntry ? 9'd1 : kind == Exception ? number : 9'd0;

  wire ns_new  = ns != base_ns_q;
  wire hyp_new = hyp != base_hyp_q;
  wire branch  = traps || (kind == Indirect && taken)
              || (kind == 3'd0 && taken && !hidden && (control_i[8] || ns_new || hyp_new));

  // 5.2: an instruction was executed after the last waypoint. A reset does not report it.
  wire        ran       = pc != at_q && exc != 9'd8;
  wire        update    = (traps && ran) || kind == Update;
  wire [31:0] last      = pc - ((at_t_q && !t32) ? 32'd2 : 32'd4);
  wire        at_ee_new = (at_t_q && at_j_q) != (base_t_q && base_j_q);
  wire        info1     = exc[8:4] != 5'd0 || hyp_new;
  wire        info0     = info1 || exc != 9'd0 || ns_new || thumbee != (base_t_q && base_j_q);
  wire        stamped   = (kind == Barrier && (barrier == 2'd0 || ccer_i[25]))
                       || (v11_i && (kind == Exception || (kind == Indirect && eret && taken)));

  // --- the steps ------------------------------------------------------------------------------------------------------

  localparam First = 0, Trigger = 1, Async = 2, Atoms = 3, Isync = 4, IsyncVmid = 5, Stamp = 6, AtomsBefore = 7, Last = 8, Main = 9,
             Return = 10, AtomsBehind = 11, Context = 12, Vmid = 13, Start = 14, End = 15;

  wire held      = atom_count_q != 3'd0;
  wire may_stamp = stamps && since_q && !losing_i;
  wire asks      = stamp_q && may_stamp;
  // The place in the stream is known between two waypoints: a synchronization need not wait for one.
  wire syncs     = sync_q && tracing_q && !losing_i && !(head && lost_i);
  wire atom      = told && kind != Update && !branch && !counts;
  wire behind    = (told && (!goes_on || context_id != context_q || (tells_vmid && vmid != vmid_q) || (stamped && stamps))) || mark_i;
  wire end_stamp = stamps && (starts || (told && stamped) || (mark_i && may_stamp));

  // The steps Start and End have up to three and two packets, which a counter selects.
  reg  [1:0]  part_q;
  wire [15:0] needs;
  reg  [3:0]  step;
  integer     i;

  assign needs[First]       = first_q;
  assign needs[Trigger]     = trigger_q;
  assign needs[Async]       = syncs || (enters && sync_q);
  assign needs[Atoms]       = held && (synced_q || enters || asks || hurry_i || age_q == Age);
  assign needs[Isync]       = synced_q || enters;
  assign needs[IsyncVmid]   = synced_q && tells_vmid;
  assign needs[Stamp]       = (synced_q && stamps) || asks;
  assign needs[AtomsBefore] = held && ((told && (update || branch)) || (head && lost_i));
  assign needs[Last]        = told && update;
  assign needs[Main]        = told && kind != Update;
  assign needs[Return]      = told && v11_i && eret && taken;
  // Those that are held then, with the waypoint's own.
  assign needs[AtomsBehind] = valid_i && behind && (atom && step_q <= Main ? atom_count_q != 3'd4 : held);
  assign needs[Context]     = goes_on && context_id != context_q;
  assign needs[Vmid]        = goes_on && tells_vmid && vmid != vmid_q;
  assign needs[Start]       = starts;
  assign needs[End]         = valid_i && (end_stamp || mark_i);

  // The parts of Start: A-sync, I-sync, VMID; of End: timestamp, mark.
  wire [3:0] parts = step == Start ? {1'b0, tells_vmid, 1'b1, sync_q} : {2'b00, mark_i, end_stamp};
  wire [3:0] parts_left = parts & (4'hF << part_q);
  wire [1:0] part = parts_left[0] ? 2'd0 : parts_left[1] ? 2'd1 : 2'd2;
  wire       has_parts = step == Start || step == End;
  wire       part_over = (parts_left & ~(4'd1 << part)) == 4'd0;

  wire [15:0] left = needs & (16'hFFFF << step_q);
  always @* begin
    step = 4'd0;
    for (i = 15; i >= 0; i = i - 1) if (left[i]) step = i[3:0];
  end

  // The fifth atom is written at once, the others wait.
  wire waits  = step == Main && atom && atom_count_q != 3'd4;
  wire does   = left != 16'd0 && (waits || !full_i);
  wire leaves = does && !(has_parts && !part_over);
  wire over   = left == 16'd0 || (leaves && (left & (16'hFFFE << step)) == 16'd0 && step != Async && step != Isync && step != Start);

  assign pop_o       = valid_i && over && (step_q > Stamp || step >= AtomsBefore || left == 16'd0);
  assign push_mark_o = does && step == End && part == 2'd1;
  assign push_o      = does && !waits && !push_mark_o;

  // --- packets --------------------------------------------------------------------------------------------------------

  function [123:0] append(input [123:0] packet, input [79:0] bytes, input [3:0] count);
    append = {packet[123:120] + count, packet[119:0] | ({40'd0, bytes} << {packet[123:120], 3'b000})};
  endfunction

  function [123:0] one(input [7:0] value);
    one = {4'd1, 112'd0, value};
  endfunction

  // 4.5.3: a one ahead of the atoms says how many there are.
  function [123:0] atom_packet(input [4:0] atoms, input [2:0] count);
    case (count)
      3'd1:    atom_packet = one({6'b100001, atoms[0], 1'b0});
      3'd2:    atom_packet = one({5'b10001, atoms[1:0], 1'b0});
      3'd3:    atom_packet = one({4'b1001, atoms[2:0], 1'b0});
      3'd4:    atom_packet = one({3'b101, atoms[3:0], 1'b0});
      default: atom_packet = one({2'b11, atoms, 1'b0});
    endcase
  endfunction

  // Table 4.8: how many bytes, and the bytes.
  function [43:0] count_bytes(input [31:0] count, input lead, input failed);
    reg [3:0] more;
    begin
      more = {count[31:25] != 7'd0, count[31:18] != 14'd0, count[31:11] != 21'd0, count[31:4] != 28'd0};
      count_bytes[43:40] = more[3] ? 4'd5 : more[2] ? 4'd4 : more[1] ? 4'd3 : more[0] ? 4'd2 : 4'd1;
      count_bytes[39:0]  = {1'b0, count[31:25], more[3], count[24:18], more[2], count[17:11], more[1], count[10:4],
                            lead, more[0], count[3:0], failed, 1'b0};
      count_bytes[39:0]  = count_bytes[39:0] & ~(40'hFF_FFFF_FFFF << {count_bytes[43:40], 3'b000});
    end
  endfunction

  function [31:0] aligned(input [31:0] address, input is_t, input is_j);
    aligned = is_t ? address >> 1 : is_j ? address : address >> 2;
  endfunction

  // Table 4.5: how many bytes, and the bytes. `base`: an address, its T and its J.
  function [43:0] address_bytes(input [31:0] address, input is_t, input is_j, input whole, input info, input [33:0] base);
    reg [31:0] a, d;
    reg [39:0] b;
    reg [3:0]  n;
    begin
      a = aligned(address, is_t, is_j);
      d = a ^ aligned(base[33:2], base[1], base[0]);
      b = {1'b0, info, is_t ? {2'b01, a[30:27]} : is_j ? {1'b1, a[31:27]} : {3'b001, a[29:27]},
           1'b1, a[26:20], 1'b1, a[19:13], 1'b1, a[12:6], 1'b1, a[5:0], 1'b1};
      n = d[31:26] != 6'd0 ? 4'd5 : d[25:19] != 7'd0 ? 4'd4 : d[18:12] != 7'd0 ? 4'd3 : (d[11:6] != 6'd0 || info) ? 4'd2 : 4'd1;
      if (whole || is_t != base[1] || (!is_t && is_j != base[0])) n = 4'd5;
      case (n)
        4'd1:    b = {32'd0, 1'b0, b[6:0]};
        4'd2:    b = {24'd0, 1'b0, info, b[13:0]};
        4'd3:    b = {16'd0, 1'b0, info, b[21:0]};
        4'd4:    b = {8'd0, 1'b0, info, b[29:0]};
        default: ;
      endcase
      address_bytes = {n, b};
    end
  endfunction

  function [3:0] context_bytes(input [1:0] size);
    context_bytes = size == 2'd3 ? 4'd4 : {2'd0, size};
  endfunction

  // In seven bits a byte, as many as tell what is new. Of 64 bits the ninth byte holds eight.
  function [75:0] stamp_bytes(input [63:0] coded, input [63:0] previous, input whole, input wide);
    reg [63:0] d;
    reg [3:0]  n;
    reg [71:0] b;
    integer    k;
    begin
      d = coded ^ previous;
      n = whole ? (wide ? 4'd9 : 4'd7) : 4'd1;
      for (k = 1; k < 9; k = k + 1) if (!whole && (d >> (7 * k)) != 64'd0) n = k[3:0] + 4'd1;
      for (k = 0; k < 8; k = k + 1) b[8*k +: 8] = {k[3:0] + 4'd1 != n, coded[7*k +: 7]};
      b[71:64] = coded[63:56];
      stamp_bytes = {n, b & ~(72'hFF_FFFF_FFFF_FFFF_FFFF << {n, 3'b000})};
    end
  endfunction

  wire        begins    = step == Start;  // an I-sync where tracing starts, not a periodic one
  wire        opens     = begins || enters;
  wire [31:0] place     = begins ? target : at_q;
  wire        place_t   = begins ? t : at_t_q;
  wire        place_ee  = begins ? thumbee : at_t_q && at_j_q;
  wire        place_ns  = begins ? ns : at_ns_q;
  wire        place_hyp = begins ? hyp : at_hyp_q;
  wire [31:0] place_cid = begins ? context_id : at_context_q;
  wire [7:0]  place_vm  = begins ? vmid : at_vmid_q;
  wire [1:0]  reason    = !opens ? 2'd0 : (begins ? debug : at_debug_q) ? 2'd3 : (lost_q || lost_i) ? 2'd2 : 2'd1;

  // The time of the last waypoint in the trace, or of the present one.
  wire        of_head = step == End && (starts || told);
  wire [63:0] time_of = of_head ? now : now_q;
  wire [31:0] when    = of_head ? clock : stamp_clock_q;
  wire        wide    = v11_i && ccer_i[29];
  wire [63:0] plain   = wide ? time_of : {16'd0, time_of[47:0]};
  wire [63:0] coded   = (v11_i && ccer_i[28]) ? plain : plain ^ (plain >> 1);
  wire        whole   = step == Stamp ? synced_q : starts;

  // An event simulator calls a function again when an argument changes, and for nothing else that it reads.
  wire [33:0] base     = {base_q, base_t_q, base_j_q};
  wire [43:0] address  = address_bytes(target, t, j, hidden, info0, base);
  wire [43:0] upgraded = address_bytes(last, at_t_q, at_j_q, at_ee_new, at_ee_new, base);
  wire [43:0] counted  = count_bytes((enters ? at_clock_q : clock) - counted_q, opens || !branch, !opens && !taken);
  wire [43:0] stamp_cc = count_bytes(v11_i ? 32'd0 : when - counted_q, 1'b0, 1'b0);
  wire [75:0] stamp    = stamp_bytes(coded, told_q, whole, wide);

  reg [123:0] branch_packet, isync_packet, stamp_packet, packet;

  always @* begin
    branch_packet = append(124'd0, {40'd0, address[39:0]}, address[43:40]);
    if (info0) branch_packet = append(branch_packet, {72'd0, info1, thumbee, 1'b0, exc[3:0], ns}, 4'd1);
    if (info1) branch_packet = append(branch_packet, {72'd0, 2'b00, hyp, exc[8:4]}, 4'd1);
    if (counts) branch_packet = append(branch_packet, {40'd0, counted[39:0]}, counted[43:40]);

    isync_packet = append(one(8'h08), {40'd0, 1'b0, reason, 1'b0, place_ns, place_ee, place_hyp, 1'b1, place[31:1], place_t}, 4'd5);
    if (counts && opens) isync_packet = append(isync_packet, {40'd0, counted[39:0]}, counted[43:40]);
    isync_packet = append(isync_packet, {48'd0, place_cid}, context_bytes(context_size));

    stamp_packet = append(one({5'b01000, changed_q, 2'b10}), {8'd0, stamp[71:0]}, stamp[75:72]);
    if (counts) stamp_packet = append(stamp_packet, {40'd0, stamp_cc[39:0]}, stamp_cc[43:40]);

    packet = 124'd0;
    case (step)
      First, Async:                    packet = {4'd6, 120'h8000_0000_0000};
      Trigger:                         packet = one(8'h0C);
      Atoms, AtomsBefore, AtomsBehind: packet = atom_packet(atoms_q, atom_count_q);
      Isync:                           packet = isync_packet;
      IsyncVmid:                       packet = append(one(8'h3C), {72'd0, place_vm}, 4'd1);
      Stamp, End:                      packet = stamp_packet;
      Last: begin
        packet = append(one(8'h72), {40'd0, upgraded[39:0]}, upgraded[43:40]);
        if (at_ee_new) packet = append(packet, {73'd0, at_t_q && at_j_q, 6'd0}, 4'd1);
      end
      Main:                            packet = branch ? branch_packet : counts ? append(124'd0, {40'd0, counted[39:0]}, counted[43:40])
                                              : atom_packet({atoms_q[3:0], !taken}, 3'd5);
      Return:                          packet = one(8'h76);
      Context:                         packet = append(one(8'h6E), {48'd0, context_id}, context_bytes(context_size));
      Vmid:                            packet = append(one(8'h3C), {72'd0, vmid}, 4'd1);
      Start:                           packet = part == 2'd0 ? {4'd6, 120'h8000_0000_0000} : part == 2'd1 ? isync_packet
                                              : append(one(8'h3C), {72'd0, vmid}, 4'd1);
      default: ;
    endcase
  end

  assign packet_o = packet;

  // --- what is remembered ---------------------------------------------------------------------------------------------

  wire makes_stamp = does && (step == Stamp || (step == End && part == 2'd0));
  wire makes_isync = does && (step == Isync || (step == Start && part == 2'd1));
  wire makes_async = does && (step == First || step == Async || (step == Start && part == 2'd0));
  wire says_count  = does && ((step == Main && counts) || (step == Start && part == 2'd1) || (step == Isync && enters));
  wire puts_atom   = does && step == Main && atom;
  wire puts_out    = push_o && (step == Atoms || step == AtomsBefore || step == AtomsBehind || (step == Main && atom));

  always @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) begin
      step_q    <= 4'd0;
      part_q    <= 2'd0;
      synced_q  <= 1'b0;
      tracing_q <= 1'b0;
      untold_q  <= 1'b0;
      lost_q    <= 1'b0;
      {at_debug_q, at_now_q, at_clock_q}                                         <= 97'd0;
      {at_q, at_t_q, at_j_q, at_ns_q, at_hyp_q, at_context_q, at_vmid_q}         <= 76'd0;
      {base_q, base_t_q, base_j_q, base_ns_q, base_hyp_q, context_q, vmid_q}     <= 76'd0;
      {now_q, told_q, stamp_clock_q, counted_q}                                  <= 192'd0;
    end else begin
      step_q   <= over ? 4'd0 : leaves ? step + 4'd1 : left != 16'd0 ? step : step_q;
      part_q   <= !does ? part_q : (has_parts && !part_over) ? part + 2'd1 : 2'd0;
      synced_q <= (does && (step == Async || step == Isync)) || (synced_q && !over);
      if (makes_isync) begin
        {base_q, base_t_q, base_j_q, base_ns_q, base_hyp_q} <= {place, place_t, begins ? j : at_j_q, place_ns, place_hyp};
        {context_q, vmid_q}                                 <= {place_cid, place_vm};
        if (enters) {now_q, stamp_clock_q} <= {at_now_q, at_clock_q};
      end
      if (does && step == Main && branch) {base_q, base_t_q, base_j_q, base_ns_q, base_hyp_q} <= {target, t, j, ns, hyp};
      if (does && step == Context) context_q <= context_id;
      if (does && step == Vmid) vmid_q <= vmid;
      if (makes_stamp) told_q <= coded;
      counted_q <= fresh_i ? clock_i : says_count ? (enters ? at_clock_q : clock) : (makes_stamp && counts && !v11_i) ? when : counted_q;
      // What was taken before an overflow owes it nothing.
      lost_q    <= !powered_down_i && ((pop_o && lost_i && !starts) || lost_q) && !(makes_isync && opens);
      untold_q  <= !powered_down_i && (losing_i || (untold_q && !(makes_isync && opens)));
      tracing_q <= pop_o && is_waypoint_i ? goes_on || starts
                 : (tracing_q && (run_i || valid_i)) || (makes_isync && enters);
      if (pop_o && is_waypoint_i) begin
        {at_q, at_t_q, at_j_q, at_ns_q, at_hyp_q, at_context_q, at_vmid_q} <= {target, t, j, ns, hyp, context_id, vmid};
        {at_debug_q, at_now_q, at_clock_q} <= {debug, now, clock};
        if (told || starts) {now_q, stamp_clock_q} <= {now, clock};
      end
    end

  // Atoms: the newest in bit 0.
  always @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) begin
      atoms_q      <= 5'd0;
      atom_count_q <= 3'd0;
      age_q        <= 6'd0;
    end else begin
      if (puts_atom) atoms_q <= {atoms_q[3:0], !taken};
      atom_count_q <= puts_out ? 3'd0 : atom_count_q + {2'd0, puts_atom};
      age_q        <= (puts_out || !held) ? 6'd0 : age_q + {5'd0, age_q != Age};
    end

  // The period of ETMSYNCFR counts all bytes (4.11) except those of a synchronization. An I-sync of another reason counts.
  reg  [12:0] bytes_q;
  wire        counted_bytes = push_o && !synced_q && step != Async && !(step == Start && sync_q);
  wire [12:0] bytes  = bytes_q + (counted_bytes ? {9'd0, packet_o[123:120]} : 13'd0);
  wire        period = period_i != 12'd0 && bytes >= {1'b0, period_i};

  always @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) begin
      first_q   <= 1'b0;
      trigger_q <= 1'b0;
      sync_q    <= 1'b0;
      stamp_q   <= 1'b0;
      since_q   <= 1'b0;
      changed_q <= 1'b0;
      bytes_q   <= 13'd0;
    end else begin
      first_q   <= fresh_i || (first_q && !(does && step == First));
      trigger_q <= trigger_i || (trigger_q && !(does && step == Trigger));
      sync_q    <= run_i && (syncreq_i || (period && !makes_async) || (sync_q && !(makes_isync && (synced_q || begins))));
      stamp_q   <= run_i && (stamp_event_i || (stamp_q && !makes_stamp));
      since_q   <= (does && (step == Main || step == Start)) || (since_q && !makes_stamp && run_i);
      changed_q <= change_i || (changed_q && !makes_stamp);
      bytes_q   <= (!run_i || makes_async || period) ? 13'd0 : bytes;
    end

  assign owed_o       = first_q || trigger_q;
  assign holds_o      = held;
  assign overflowed_o = untold_q;

endmodule

`default_nettype wire
