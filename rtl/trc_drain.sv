// SPDX-License-Identifier: Apache-2.0
// Drains the accepted trace to the ATB: for an overflow, when tracing stops, for a flush, and before the processor idles.
// It waits, module by module along the path, only for the trace that was there when the drain began. So a drain ends also
// while new trace arrives. docs/pipeline.md#drain; AFVALID and AFREADY: AMBA 4 ATB (IHI 0032B); WFI and WFE:
// IHI 0035B 4.15.3.
`default_nettype none

module trc_drain #(
  parameter  int unsigned QueuePtrBits = 4,
  parameter  int unsigned FifoPtrBits  = 4
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,

  input  logic                    run_i,
  input  logic                    overflow_i,
  output logic                    overflow_drained_o,
  output logic                    stopped_o,           // tracing is off and all trace was output
  output logic                    flush_begins_o,      // in this clock, and requests a timestamp
  output logic                    idle_begins_o,       // in this clock
  input  logic                    hold_off_i,          // no flush or idle drain may begin in this clock

  input  logic [QueuePtrBits-1:0] queue_wptr_i,        // the entries before it are drained
  input  logic [QueuePtrBits-1:0] queue_rptr_i,
  output logic                    mark_request_o,
  input  logic                    mark_sent_i,         // plan made the record of the mark
  input  logic                    mark_packed_i,       // packer accepted the chunk of the mark
  input  logic [FifoPtrBits-1:0]  fifo_wptr_i,
  input  logic [FifoPtrBits-1:0]  fifo_rptr_i,
  input  logic                    residue_i,           // the residue is not empty
  output logic                    residue_ask_o,
  input  logic                    residue_take_i,
  input  logic                    atb_idle_i,
  input  logic                    atb_load_i,

  input  logic                    atclken_i,
  input  logic                    afvalid_i,
  output logic                    afready_o,

  input  logic                    idle_request_i,      // PTMIDLEREQ, ETMWFIPENDING
  input  logic                    idle_ready_i,        // front permits the drain
  output logic                    idle_o               // PTMIDLEACK, ETMWFIREADY
);

  typedef enum logic [1:0] {
    ForOverflow = 2'd0,
    ForStop     = 2'd1,
    ForFlush    = 2'd2,
    ForIdle     = 2'd3
  } for_e;

  typedef enum logic [3:0] {
    StateIdle    = 4'd0,
    StateQueue   = 4'd1,
    StateMark    = 4'd2,
    StatePack    = 4'd3,
    StateSettle  = 4'd4,
    StateWords   = 4'd5,
    StateResidue = 4'd6,
    StateSend    = 4'd7,
    StateDone    = 4'd8
  } state_e;

  state_e                  state_q, state_d;
  for_e                    for_q, for_d;
  logic [QueuePtrBits-1:0] qstop_q;
  logic [FifoPtrBits-1:0]  fstop_q;
  logic                    rest_q, stopped_q, ask_q, afready_q, idle_q;
  logic                    stop, flush, idle;

  assign stop  = !run_i && !stopped_q;
  assign flush = afvalid_i && atclken_i && !hold_off_i;
  assign idle  = idle_ready_i && !idle_q && !hold_off_i;

  always_comb begin
    state_d = state_q;
    for_d   = for_q;
    unique case (state_q)
      StateIdle: begin
        if (overflow_i || stop || flush || idle) state_d = StateQueue;
        for_d = overflow_i ? ForOverflow : stop ? ForStop : flush ? ForFlush : ForIdle;
      end
      StateQueue:   if (queue_rptr_i == qstop_q) state_d = StateMark;
      StateMark:    state_d = stopped_q ? StateSettle : mark_sent_i ? StatePack : StateMark;
      StatePack:    if (mark_packed_i) state_d = StateSettle;
      StateSettle:  state_d = StateWords;
      StateWords:   if (fifo_rptr_i == fstop_q) state_d = rest_q ? StateResidue : StateSend;
      StateResidue: if (residue_take_i || fifo_rptr_i != fstop_q) state_d = StateSend;
      StateSend:    if (atclken_i && (atb_idle_i || atb_load_i)) state_d = StateDone;
      default:      if (atclken_i) state_d = StateIdle;
    endcase
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q   <= StateIdle;
      for_q     <= ForOverflow;
      qstop_q   <= '0;
      fstop_q   <= '0;
      rest_q    <= 1'b0;
      stopped_q <= 1'b1;
      ask_q     <= 1'b0;
      afready_q <= 1'b0;
      idle_q    <= 1'b0;
    end else begin
      state_q <= state_d;
      for_q   <= for_d;
      if (state_q == StateIdle) qstop_q <= queue_wptr_i;
      if (state_q == StateSettle) begin
        fstop_q <= fifo_wptr_i;
        rest_q  <= residue_i;
      end
      if (run_i) stopped_q <= 1'b0;
      else if (state_q == StateDone && for_q == ForStop && atclken_i) stopped_q <= 1'b1;
      ask_q     <= state_d == StateResidue;
      afready_q <= state_d == StateDone && for_q == ForFlush;
      idle_q    <= idle_request_i && (idle_q || (state_q == StateDone && for_q == ForIdle && atclken_i));
    end
  end

  assign overflow_drained_o = state_q == StateDone && for_q == ForOverflow && atclken_i;
  assign stopped_o          = stopped_q;
  assign flush_begins_o     = state_q == StateIdle && !overflow_i && !stop && flush;
  assign idle_begins_o      = state_q == StateIdle && !overflow_i && !stop && !flush && idle;
  assign mark_request_o     = state_q == StateMark;
  assign residue_ask_o      = ask_q;
  assign afready_o          = afready_q;
  assign idle_o             = idle_q;

endmodule

`default_nettype wire
