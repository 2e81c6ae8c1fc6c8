plain_event.v
plain_counter.v
plain_regs.v
plain_pins.v
plain_encode.v
plain_words.v
plain_pack.v
ptm_top.v
