// SPDX-License-Identifier: Apache-2.0
// The packets of IHI 0014Q chapter 7, each from its values. Nothing is remembered here.
package steps_packet;

  import steps_pkg::*;

  localparam logic [83:0] Async = {4'd6, 80'h8000_0000_0000};  // a packet

  function automatic packet_t one(logic [7:0] header);
    one.length = 4'd1;
    one.bytes  = 80'(header);
  endfunction

  // Appends `count` bytes of value to a header, or to another packet.
  function automatic packet_t append(packet_t front, logic [79:0] value, logic [3:0] count);
    append.length = front.length + count;
    append.bytes  = front.bytes | (value << {front.length, 3'b000});
  endfunction

  // Groups of seven bits of which bit 7 says whether another follows.
  function automatic logic [79:0] sevens(logic [69:0] value, logic [3:0] count);
    for (int i = 0; i < 10; i++) sevens[8*i +: 8] = {4'(i + 1) < count, value[7*i +: 7]};
    sevens &= ~(80'hFFFFFFFFFFFFFFFFFFFF << {count, 3'b000});
  endfunction

  // How many such groups a value needs.
  function automatic logic [3:0] groups(logic [69:0] value);
    groups = 4'd1;
    for (int i = 1; i < 10; i++) if (value[7*i +: 7] != '0) groups = 4'(i + 1);
  endfunction

  // 7.3.1: a header for the instructions of one clock. Format 2 for two, format 1 for one.
  function automatic packet_t atoms(logic two, logic passed, logic second_passed);
    if (two) atoms = one({4'b1000, !passed, !second_passed, 2'b10});
    else     atoms = one(passed ? 8'h84 : 8'hC0);
  endfunction

  // Format 4 with cycle counts: the second instruction of a clock, if a packet follows the first.
  function automatic packet_t second_atom(logic passed, logic cycle_accurate);
    second_atom = cycle_accurate ? one({5'b10010, !passed, 2'b10}) : atoms(1'b0, passed, 1'b0);
  endfunction

  // Format 3: one to eight W, and an E in the clock of the last.
  function automatic packet_t waits(logic [3:0] count, logic executed);
    waits = one({1'b1, executed, 1'b1, 3'(count - 4'd1), 2'b00});
  endfunction

  // 7.3.4. 0: not known.
  function automatic packet_t cycle_count(logic [31:0] count);
    cycle_count = append(one(8'h04), sevens(70'(count), groups(70'(count))), groups(70'(count)));
  endfunction

  function automatic logic [3:0] context_bytes(logic [1:0] size);
    context_bytes = (size == 2'd3) ? 4'd4 : 4'(size);
  endfunction

  // The value is masked.
  function automatic packet_t context_id(logic [31:0] value, logic [1:0] size);
    context_id = append(one(8'h6E), 80'(value), context_bytes(size));
  endfunction

  function automatic packet_t vmid(logic [7:0] value);
    vmid = append(one(8'h3C), 80'(value), 4'd1);
  endfunction

  // 7.10.5.
  function automatic packet_t isync(place_t at, logic [1:0] reason, logic [31:0] context_value, logic [1:0] size);
    logic thumbee, jazelle;
    thumbee = at.t && at.j;
    jazelle = at.j && !at.t;
    isync = append(one(8'h08), 80'(context_value), context_bytes(size));
    isync = append(isync, 80'({1'b0, reason, jazelle, at.ns, thumbee, at.hyp, 1'b1}), 4'd1);
    isync = append(isync, 80'({at.address[31:1], jazelle ? at.address[0] : at.t}), 4'd4);
  endfunction

  // 7.7.4: the time as coded. Of 64 bits the ninth byte holds eight.
  function automatic packet_t timestamp(logic [63:0] coded, logic [63:0] told, logic whole, logic wide, logic changed);
    logic [3:0]  count;
    logic [79:0] value;
    count = whole ? (wide ? 4'd9 : 4'd7) : groups({6'h0, coded ^ told});
    if (count == 4'd10) count = 4'd9;
    value = sevens({6'h0, coded}, count);
    if (count == 4'd9) value[71:64] = coded[63:56];
    timestamp = append(one({5'b01000, changed, 2'b10}), value, count);
  endfunction

  // The address bits that a branch packet counts from 0.
  function automatic logic [31:0] shifted(place_t p);
    shifted = p.t ? p.address >> 1 : p.j ? p.address : p.address >> 2;
  endfunction

  // 7.3.5, tables 7.5 to 7.10.
  function automatic packet_t branch(place_t to, place_t told, logic [8:0] exception, logic cancel, logic alternative);
    logic        info, high, thumbee;
    logic [31:0] a;
    logic [3:0]  count, needs;
    logic [39:0] bytes;
    thumbee = to.t && to.j;
    high    = exception[8:4] != '0 || to.hyp != told.hyp;
    info    = high || exception != '0 || cancel || to.ns != told.ns || thumbee != (told.t && told.j);
    a       = shifted(to);
    needs   = 4'd1;
    // Up to bit 5, 12, 19 and 26, the last byte one fewer in the alternative encoding.
    for (int i = 0; i < 4; i++) begin
      if (((a ^ shifted(told)) >> (6 + 7 * i - (alternative && i > 0 ? 1 : 0))) != '0) needs = 4'(i + 2);
    end
    count = ({to.t, to.j} != {told.t, told.j} || (info && !alternative)) ? 4'd5 : (info && needs == 4'd1) ? 4'd2 : needs;
    bytes = {1'b0, info, to.t ? {2'b01, a[30:27]} : to.j ? {1'b1, a[31:27]} : {3'b001, a[29:27]},
             1'b1, a[26:20], 1'b1, a[19:13], 1'b1, a[12:6], 1'b1, a[5:0], 1'b1};
    case (count)
      4'd1:    bytes[7]     = 1'b0;
      4'd2:    bytes[15:14] = {1'b0, alternative ? info : a[12]};
      4'd3:    bytes[23:22] = {1'b0, alternative ? info : a[19]};
      4'd4:    bytes[31:30] = {1'b0, alternative ? info : a[26]};
      default: ;
    endcase
    branch.length = count;
    branch.bytes  = 80'(bytes) & ~(80'hFFFFFFFFFFFFFFFFFFFF << {count, 3'b000});
    if (info) branch = append(branch, 80'({high, thumbee, cancel, exception[3:0], to.ns}), 4'd1);
    if (high) branch = append(branch, 80'({2'b00, to.hyp, exception[8:4]}), 4'd1);
  endfunction

endpackage
