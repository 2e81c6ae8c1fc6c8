# SPDX-License-Identifier: Apache-2.0
# The RTL by itself: lint in every width and at the edges of its parameters, synthesis for an iCE40 HX8K, proofs.
rtl_sources = $(shell cat rtl/rtl.f)
lint_top    = verilator --lint-only -Wall -f rtl/rtl.f --top-module

.PHONY: lint-rtl synth formal
lint-rtl:
	@$(foreach top,ptm_top etm_top,$(foreach bits,8 16 32 64,$(lint_top) $(top) -GAtbBits=$(bits) &&)) true
	@$(lint_top) ptm_top -GQueueDepth=4 -GFifoBytes=16 -GRetStackMax=1
	@$(lint_top) etm_top -GQueueDepth=4 -GFifoBytes=16
	@$(foreach top,ptm_top etm_top,$(lint_top) $(top) -GQueueDepth=64 -GFifoBytes=4096 &&) true
	@$(foreach top,ptm_top etm_top,yosys -q -p 'read_verilog -sv $(rtl_sources); hierarchy -check -top $(top); proc; check -assert' \
	  -p 'select -assert-none t:$$dlatch t:$$adlatch' &&) true

# Of both units; PROTOCOL=pft or etm3 for one.
synth_protocols = $(if $(filter command line,$(origin PROTOCOL)),$(PROTOCOL),pft etm3)
synth_unit_pft  = ptm
synth_unit_etm3 = etm

synth: $(rtl_sources) $(foreach p,$(synth_protocols),$(BUILD)/pins/$(synth_unit_$(p))_synth.sv)
	@.ci/setup synth
	@$(foreach p,$(synth_protocols),rtl/synth/run.sh $(synth_unit_$(p)) $(BUILD)/synth/$(p) $(BUILD)/pins/$(synth_unit_$(p))_synth.sv &&) true

formal: $(rtl_sources)
	@.ci/setup formal
	@tests/formal/run.sh $(BUILD)/formal
