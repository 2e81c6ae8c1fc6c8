// SPDX-License-Identifier: Apache-2.0
// An event, IHI 0035B 3.7.3: a function of two resources. There are two address comparators and their range,
// counter 1 at zero, the start/stop block, external inputs, Non-secure state, prohibited, always.
`default_nettype none

module plain_event (
  input  wire [16:0] event_i,
  input  wire [3:0]  extin_i,
  input  wire        ns_i,
  input  wire        prohibited_i,
  input  wire        zero_i,
  input  wire [3:0]  addresses_i,  // start/stop block, range, comparators 2 and 1
  output wire        true_o
);

  function resource(input [6:0] number, input [3:0] extin, input ns, input prohibited, input zero, input [3:0] addresses);
    case (number)
      7'h00:   resource = addresses[0];
      7'h01:   resource = addresses[1];
      7'h10:   resource = addresses[2];
      7'h40:   resource = zero;
      7'h5F:   resource = addresses[3];
      7'h60:   resource = extin[0];
      7'h61:   resource = extin[1];
      7'h62:   resource = extin[2];
      7'h63:   resource = extin[3];
      7'h6D:   resource = ns;
      7'h6E:   resource = prohibited;
      7'h6F:   resource = 1'b1;
      default: resource = 1'b0;
    endcase
  endfunction

  wire a = resource(event_i[6:0], extin_i, ns_i, prohibited_i, zero_i, addresses_i);
  wire b = resource(event_i[13:7], extin_i, ns_i, prohibited_i, zero_i, addresses_i);

  // Function n: A, not A, A and B, not A and B, neither, A or B, not A or B, not both.
  wire [7:0] functions = {!(a && b), !a || b, a || b, !(a || b), !a && b, a && b, !a, a};

  assign true_o = functions[event_i[16:14]];

endmodule

`default_nettype wire
