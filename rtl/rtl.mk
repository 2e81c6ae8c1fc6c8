# SPDX-License-Identifier: Apache-2.0
# Targets for the RTL only: lint, synthesis for an iCE40 HX8K, and formal proofs.
rtl_sources = $(shell cat rtl/rtl.f)

# Verilator lints each width of the ATB, and the limits of the other parameters. yosys finds latches and loops. It reads
# both units at once, because they share most modules, and a PTM with a buffer for speculative waypoints.
lint_as = verilator --lint-only -Wall -f rtl/rtl.f --top-module $(1)_top $(2)
lint_edges_ptm = -GQueueDepth=4 -GFifoBytes=16 -GRetStackMax=1
lint_depths_ptm = 2 4 8
lint_edges_etm = -GQueueDepth=4 -GFifoBytes=16
lint_verilator = $(foreach bits,8 16 32 64,$(call lint_as,$(1),-GAtbBits=$(bits)) &&) $(call lint_as,$(1),$(lint_edges_$(1))) && \
  $(call lint_as,$(1),-GQueueDepth=64 -GFifoBytes=4096) $(foreach depth,$(lint_depths_$(1)),&& $(call lint_as,$(1),-GWptDepth=$(depth)))
lint_both = $(BUILD)/lint/both.v
lint_yosys = yosys -q -e "is implicitly declared" -p "read_verilog -sv -defer $(rtl_sources) $(lint_both); hierarchy -check -top both; proc; check -assert" \
  -p "select -assert-none t:\$$dlatch t:\$$adlatch"

.PHONY: lint-rtl synth formal
lint-rtl: lint-yosys lint-verilator-ptm lint-verilator-etm
lint-yosys:
	@mkdir -p $(BUILD)/lint && echo 'module both; ptm_top ptm (); ptm_top #(.WptDepth(4)) speculative (); etm_top etm (); endmodule' >$(lint_both)
	@printf '%s\n' rtl/rtl.f $(rtl_sources) $(lint_both) | $(cached) $(BUILD)/lint/yosys "$$(yosys -V)" sh -c '$(lint_yosys)'
lint-verilator-%:
	@printf '%s\n' rtl/rtl.f $(rtl_sources) | $(cached) $(BUILD)/lint/verilator-$* "$$(verilator --version)" sh -c '$(call lint_verilator,$*)'

# The area and speed of the trace path of both units, then the area of the parts in sim/units. PROTOCOL=pft or etm3 selects one
# protocol.
given_protocols  = $(if $(filter command line,$(origin PROTOCOL)),$(PROTOCOL),pft etm3)
synth_protocols  = $(given_protocols)
synth_unit_pft   = ptm
synth_unit_etm3  = etm
synth_parts_pft  = a9 a15 full
synth_parts_etm3 = a7 m3 full
# An ETMv3.5 with all optional features.
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
