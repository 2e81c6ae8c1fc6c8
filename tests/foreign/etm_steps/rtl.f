steps_pkg.sv
steps_watch.sv
steps_queue.sv
steps_packet.sv
steps_write.sv
steps_send.sv
steps_regs.sv
etm_top.sv
