// SPDX-License-Identifier: Apache-2.0
// A reader of fields that have a length, as IHI 0035B 4.5 and IHI 0014Q 7.3 have them, apart from what writes them.

// So many bytes has a field of up to five, each of which but the last says that another follows.
module field_end (
  input  logic [4:1] follows,
  output logic [2:0] length
);
  assign length = !follows[1] ? 3'd1 : !follows[2] ? 3'd2 : !follows[3] ? 3'd3 : !follows[4] ? 3'd4 : 3'd5;
endmodule

// An address with its instruction set, {address, t, j}, on what was read before.
module place_reader (
  input  logic        clk,
  input  logic        keeps,      // what is read becomes the base
  input  logic        is_isync,   // which has all of it
  input  logic [33:0] isync,
  input  logic [39:0] bytes,
  input  logic [31:0] mask,       // bits that they have
  input  logic        has_five,   // there are five, the last of which encodes the instruction set
  input  logic [1:0]  set,        // as it does: 1x Jazelle, 01 Thumb, 00 ARM
  input  logic        informs,    // whether it is ThumbEE
  input  logic        altis,
  input  logic [33:0] said,
  output logic [1:0]  lowest,     // bit of the address that is sent
  output logic        realigns,   // it was another one
  output logic        changes,    // of instruction set
  output logic [31:0] differs,    // from the base, in units of the lowest bit
  output logic        same        // as was said
);
  logic [33:0] base = 34'h0;
  logic [31:0] address, sent;
  logic        t, j;

  assign sent    = {bytes[36:32], bytes[30:24], bytes[22:16], bytes[14:8], bytes[6:1]};
  assign t       = is_isync ? isync[1] : has_five ? set == 2'b01 : base[1];
  assign j       = is_isync ? isync[0] : t ? (informs ? altis : base[1] && base[0]) : has_five ? set[1] : base[0];
  assign lowest  = t ? 2'd1 : j ? 2'd0 : 2'd2;
  assign address = is_isync ? isync[33:2] : (base[33:2] & ~(mask << lowest)) | ((sent & mask) << lowest);

  assign realigns = t != base[1] || (!t && j != base[0]);
  assign changes  = {t, j} != base[1:0];
  assign differs  = (said[33:2] ^ base[33:2]) >> lowest;
  assign same     = (said[33:2] ^ address) >> lowest == 32'h0 && said[1:0] == {t, j};

  always_ff @(posedge clk) if (keeps) base <= {address, t, j};
endmodule

// A timestamp, as a difference from the previous one: seven bits in each byte, eight in the ninth. The first after an
// I-sync may be complete, and one that meets a request for synchronization.
module stamp_reader (
  input  logic        clk,
  input  logic        keeps,      // what is read becomes the base
  input  logic        syncs,      // an I-sync is read
  input  logic        requested,
  input  logic [71:0] bytes,
  input  logic        stamp64,
  input  logic [63:0] said,
  output logic [3:0]  length,
  output logic        right       // as was said, in the right length
);
  logic        synced = 1'b0;
  logic [63:0] base = 64'h0;
  logic [63:0] sent, mask, stamp;
  logic [3:0]  least;

  always_comb begin
    length = 4'd1;
    least  = 4'd1;
    for (int i = 1; i < 9; i++) if (length == 4'(i) && bytes[8*i - 1]) length = 4'(i + 1);
    for (int i = 0; i < 8; i++) begin
      sent[7*i +: 7] = bytes[8*i +: 7];
      mask[7*i +: 7] = {7{4'(i) < length}};
      if ((said ^ base) >> 7*(i + 1) != 64'h0) least = 4'(i + 2);
    end
    sent[63:56] = bytes[71:64];
    mask[63:56] = {8{length == 4'd9}};
  end

  assign stamp = (base & ~mask) | (sent & mask);
  assign right = stamp == said &&
                 (length == least || ((synced || requested) && length == (stamp64 ? 4'd9 : 4'd7)));

  always_ff @(posedge clk) begin
    if (keeps) base <= stamp;
    if (keeps || syncs) synced <= syncs;
  end
endmodule
