# SPDX-License-Identifier: Apache-2.0
# The RTL by itself: lint in every width and at the edges of its parameters, synthesis for an iCE40 HX8K, proofs.
rtl_sources = $(shell cat rtl/rtl.f)
lint_rtl    = verilator --lint-only -Wall -f rtl/rtl.f --top-module ptm_top

.PHONY: lint-rtl synth formal
lint-rtl:
	$(foreach bits,8 16 32 64,$(lint_rtl) -GAtbBits=$(bits) &&) true
	$(lint_rtl) -GQueueDepth=4 -GFifoBytes=16 -GRetStackMax=1
	$(lint_rtl) -GQueueDepth=64 -GFifoBytes=4096
	yosys -q -p 'read_verilog -sv $(rtl_sources); hierarchy -check -top ptm_top; proc; check -assert' \
	  -p 'select -assert-none t:$$dlatch t:$$adlatch'

synth: $(rtl_sources) rtl/synth/ptm_synth.sv
	@.ci/setup synth
	@rtl/synth/run.sh $(BUILD)/synth

formal: $(rtl_sources)
	@.ci/setup synth
	@tests/formal/run.sh $(BUILD)/formal
