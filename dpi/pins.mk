# SPDX-License-Identifier: Apache-2.0
# What is written from the table of pins, model/common/pin_table.inc, and a template (docs/decisions/0009-one-list-of-pins.md).
pins = $(BUILD)/pins
write_pins = @mkdir -p $(@D) && $(BUILD)/write_pins $<
# These lie in dpi/ as well, for FuseSoC: waypoint.core can only name files that are there before anything is built.
pins_kept = waypoint_pins_pkg.sv waypoint_checker.sv
pins_of_both = $(pins_kept) waypoint_log.v waypoint_log.vhd waypoint_checker.v waypoint_driver.v pins.c tb_alone.v
pins_of_one = waypoint_%_absent.svh %_synth.sv tb_%.sv %_unit.sv %_log.sv replay_%.v replay_%.vhd

.PHONY: build-pins pins lint-pins
build-pins: $(addprefix $(pins)/,$(pins_of_both) $(foreach unit,ptm etm,$(subst %,$(unit),$(pins_of_one))))

pins: $(pins_kept:%=$(pins)/%)
	cp $^ dpi

lint-pins: $(pins_kept:%=$(pins)/%) $(pins)/ptm_top.sv $(pins)/etm_top.sv
	@for file in $(pins_kept); do cmp dpi/$$file $(pins)/$$file || { echo "lint: dpi/$$file: make pins mends it"; exit 1; }; done
	@for unit in ptm etm; do verilator --lint-only -Wall -GAtbBits=64 $(pins)/$${unit}_top.sv || exit 1; done

# An empty unit in OUT, where there is none.
skeleton_unit = $(if $(filter etm3,$(PROTOCOL)),etm,ptm)
.PHONY: skeleton
skeleton: $(pins)/$(skeleton_unit)_top.sv
	@test -n '$(OUT)' || { echo 'skeleton: expected OUT=folder' >&2; exit 2; }
	@test ! -e '$(OUT)/rtl.f' || { echo 'skeleton: $(OUT)/rtl.f is there; expected a folder without' >&2; exit 2; }
	@mkdir -p '$(OUT)' && cp $< '$(OUT)' && echo $(notdir $<) >'$(OUT)/rtl.f'
	@echo "next: make run RTL=$(OUT)$(given_protocol)$(call given_of,BUILD UNIT WIDTH QUEUE FIFO)"

$(BUILD)/write_pins: dpi/write_pins.c dpi/write_packed.c model/common/pin.c model/common/number.c $(wildcard dpi/*.h model/common/*.h) model/common/pin_table.inc
	@mkdir -p $(@D)
	$(say) $@
	$(run)$(CC) $(CFLAGS) -Imodel/common -Idpi $(filter %.c,$^) -o $@

$(pins)/%: dpi/%.in $(BUILD)/write_pins
	$(write_pins) >$@
$(pins)/%: sim/%.in $(BUILD)/write_pins
	$(write_pins) >$@
$(pins)/%: tests/icarus/%.in $(BUILD)/write_pins
	$(write_pins) >$@
# Of one unit.
$(pins)/%_unit.sv: sim/unit.sv.in $(BUILD)/write_pins
	$(write_pins) $* >$@
$(pins)/%_log.sv: sim/log.sv.in $(BUILD)/write_pins
	$(write_pins) $* >$@
$(pins)/%_top.sv: sim/skeleton.sv.in $(BUILD)/write_pins
	$(write_pins) $* >$@
$(pins)/waypoint_%_absent.svh: dpi/waypoint_absent.svh.in $(BUILD)/write_pins
	$(write_pins) $* >$@
$(pins)/%_synth.sv: rtl/synth/synth.sv.in $(BUILD)/write_pins
	$(write_pins) $* >$@
$(pins)/tb_%.sv: sim/tb_icarus.sv.in $(BUILD)/write_pins
	$(write_pins) $* >$@
$(pins)/replay_%.v: tests/log/replay.v.in $(BUILD)/write_pins
	$(write_pins) $* >$@
$(pins)/replay_%.vhd: tests/log/replay.vhd.in $(BUILD)/write_pins
	$(write_pins) $* >$@
.SECONDARY: $(addprefix $(pins)/,$(pins_of_both))
