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

# The trace path of both units, then what each part of sim/units needs; PROTOCOL=pft or etm3 for one.
synth_protocols  = $(if $(filter command line,$(origin PROTOCOL)),$(PROTOCOL),pft etm3)
synth_unit_pft   = ptm
synth_unit_etm3  = etm
synth_parts_pft  = a9 a15 full
synth_parts_etm3 = a7 m3 full
# All that an ETMv3.5 may have.
synth_words_etm3_full = --protocol etm3 --minor 5 --ccr 0x8FC98008 --ccer 0x37F81FFC --oslock set --swlock yes --power 2 --claim 8
synth_run        = rtl/synth/run.sh $(2) $(BUILD)/synth/$(1)/$(2) $(BUILD)/pins/$(synth_unit_$(1))_synth.sv

synth: $(rtl_sources) $(BUILD)/waypoint $(foreach p,$(synth_protocols),$(BUILD)/pins/$(synth_unit_$(p))_synth.sv)
	@.ci/setup synth
	@mkdir -p $(BUILD)/synth
	@$(foreach p,$(synth_protocols),$(call synth_run,$(p),$(synth_unit_$(p))) &&) true
	@$(foreach p,$(synth_protocols),$(foreach u,$(synth_parts_$(p)),$(BUILD)/waypoint unit $(or $(synth_words_$(p)_$(u)),$(u)) >$(BUILD)/synth/$(u).unit && \
	  $(call synth_run,$(p),$(u)) $(BUILD)/synth/$(u).unit &&)) true

formal: $(rtl_sources)
	@.ci/setup formal
	@tests/formal/run.sh $(BUILD)/formal
