small_pkg.sv
small_say.sv
small_filter.sv
small_trace.sv
small_fifo.sv
small_regs.sv
ptm_top.sv
