# SPDX-License-Identifier: Apache-2.0
# make waves [FROM=CLOCK] [TO=CLOCK]   the last `make run` in GTKWave, with decoded rows. See waves/README.md.
# make waves WAVE=FILE MAP=FILE        the VCD or FST of any simulator, by a map (docs/log.md). ARGS: options of waypoint check --wave.
# make docs-pictures                   the pictures of docs/ that a run or a command makes: waves*.png, trace*.svg, sizing.svg.

decode_rows = $(BUILD)/waves/decode_rows
decode_rows_parts = $(filter $(foreach f,common capture,$(BUILD)/model/$(f)/%),$(objects))

$(decode_rows): $(wildcard waves/*.c waves/*.h) $(decode_rows_parts)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(addprefix -Imodel/,common capture) $(filter-out %.h,$^) -linih -lz -o $@

.PHONY: waves docs-pictures build-waves build-pictures
waves:
	@.ci/setup run waves
	$(call quietly,$(again) build-waves,waves)
ifneq ($(WAVE),)
	@WAYPOINT=$(BUILD)/waypoint DECODE_ROWS=$(decode_rows) waves/view.sh '$(WAVE)' '$(MAP)' $(ARGS)
else
	@[ -f $(BUILD)/last-run ] || { echo 'waves: there is no last run; make run' >&2; exit 2; }
	@waves/look.sh $(decode_rows) $(BUILD)/waves "$$(cat $(BUILD)/last-run)" "$(FROM)" "$(TO)"
endif

build-waves: $(decode_rows) $(BUILD)/waypoint

# Found by looking: the same random code on both, an exception, the ATB not always ready, within 13 clocks. GTKWave's
# title shows the path of the dump: inside the folder the path is only the name.
screenshot_options = --random 13 --exceptions 20 --backpressure random:5
# $(call picture_run,SIMULATOR,OPTIONS): the run of most pictures
picture_run = $(sim_dir)/$(1)/waypoint-sim $(screenshot_options) $(2)
# A fault seeded in the unit: the return stack keeps what an I-sync clears.
failing_run = FAULT=pft-stack-not-cleared $(mutants_tree)/b/sim/rtl/w32-q8-f64/waypoint-sim \
  --program tests/program/system-thumb.wpp --return-stack --spacing two
# One of an input of events: the unit has EXTIN[1] for EXTIN[0].
failing_event = FAULT=etm3-extin-0 $(mutants_tree)/b/sim/rtl/etm-w32-q8-f64/waypoint-sim --protocol etm3 --random 14 \
  --restarts 9 --extin-rate 300 --etmteevr 0x1B161 --etmtrigger 0xF1E0

# One function is traced; and a DUT that takes the end of the range for a part of it.
filtered_run = $(sim_dir)/w32-q8-f64/waypoint-sim --set a9 --program tests/program/parser-arm.wpp --host tests/host/function.host
failing_filter = FAULT=filters-include-high $(mutants_tree)/b/sim/rtl/w32-q8-f64/waypoint-sim --mode legal \
  --program tests/program/vm-arm.wpp --spacing two --ccr 0x8FC98008 --clocks 3000 --host tests/filters/include-part.host

# $(call screenshot,RUN,FROM TO or nothing,VIEW,PICTURE)
define screenshot
@DISPLAY= WAYLAND_DISPLAY= waves/look.sh $(decode_rows) $(BUILD)/screenshot '$(1)' $(2) >/dev/null
@cd $(BUILD)/screenshot && PICTURE=$(abspath $(4)) xvfb-run -a -s '-screen 0 1366x768x24' \
  gtkwave --rcvar 'splash_disable on' --rcvar 'hide_sst on' decoded.fst $(3) -S $(abspath waves/grab.tcl) \
  >/dev/null 2>&1
endef

# $(call trace,SIMULATOR,OPTIONS,TITLE,PICTURE): the first clocks of the same run, bytes over time
define trace
@DISPLAY= WAYLAND_DISPLAY= waves/look.sh $(decode_rows) $(BUILD)/screenshot \
  '$(call picture_run,$(1),$(2))' 60 300 >/dev/null
@fst2vcd -f $(BUILD)/screenshot/decoded.fst | awk -v from=66 -v to=82 -v title='$(3)' -f waves/trace_svg.awk >$(4)
endef

docs-pictures:
	@.ci/setup run test
	$(call quietly,$(again) build-pictures,pictures)
	$(call screenshot,$(call picture_run,w32-q8-f64,--spacing one --return-stack),81 92,ptm.gtkw,docs/waves.png)
	$(call screenshot,$(filtered_run),4618 4629,ptm.gtkw,docs/waves-filter.png)
	$(call screenshot,$(failing_filter),,ptm.gtkw,docs/waves-filter-failure.png)
	$(call screenshot,$(failing_run),,ptm.gtkw,docs/waves-failure.png)
	$(call screenshot,$(failing_event),,etm.gtkw,docs/waves-event.png)
	$(call trace,w32-q8-f64,--spacing one --return-stack,A PTM on random code: each waypoint and the packet that reports it,docs/trace.svg)
	$(call screenshot,$(call picture_run,etm-w32-q8-f64,--protocol etm3 --spacing two),81 92,etm.gtkw,docs/waves-etm.png)
	$(call trace,etm-w32-q8-f64,--protocol etm3 --spacing two,An ETM on the same code: each instruction and the packet that reports it,docs/trace-etm.svg)
	@$(BUILD)/waypoint size --svg docs/sizing.svg tests/program/sort-thumb.wpp tests/program/system-arm.wpp >/dev/null

build-pictures: $(decode_rows) $(both_simulators) $(BUILD)/waypoint build-mutants
