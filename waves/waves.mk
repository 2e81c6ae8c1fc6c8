# SPDX-License-Identifier: Apache-2.0
# make waves [FROM=CLOCK] [TO=CLOCK]   the last `make run` in GTKWave, with decoded rows; see waves/README.md
# make waves-screenshot                docs/waves.png

decode_rows = $(BUILD)/waves/decode_rows
decode_rows_parts = $(filter $(BUILD)/model/common/% $(BUILD)/model/dec/%,$(parts))
# The FST code that the installed Verilator ships, compiled from where it is. It is not ours to warn about.
fst_code = $(verilator_root)/include/gtkwave

$(decode_rows): waves/decode_rows.c $(decode_rows_parts)
	@mkdir -p $(@D)/fst
	cd $(@D)/fst && $(CC) -std=gnu11 -O2 -w -DFST_CONFIG_INCLUDE='"fst_config.h"' -I$(fst_code) \
	  -c $(addprefix $(fst_code)/,fstapi.c fastlz.c lz4.c)
	$(CC) $(CFLAGS) -isystem $(fst_code) -Imodel/common -Imodel/dec $^ $(@D)/fst/*.o -lz -o $@

.PHONY: waves waves-screenshot build-waves build-screenshot
waves:
	@.ci/setup run $(if $(DISPLAY)$(WAYLAND_DISPLAY),waves)
	$(call quietly,$(again) build-waves,waves)
	@[ -f $(BUILD)/last-run ] || { echo 'waves: there is no last run; make run' >&2; exit 2; }
	@waves/look.sh $(decode_rows) $(BUILD)/waves "$$(cat $(BUILD)/last-run)" "$(FROM)" "$(TO)"

build-waves: $(decode_rows)

# Found by looking: the start of a trace, an exception, the ATB not always ready, within 16 clocks.
screenshot_sim = $(BUILD)/sim/w32-q8-f64/waypoint-sim
screenshot_run = $(screenshot_sim) --random 1 --spacing one --exceptions 20 --return-stack --backpressure random:5

# GTKWave's title tells the path of the dump: from inside its folder that is a bare name.
waves-screenshot:
	@.ci/setup run test
	$(call quietly,$(again) build-screenshot,screenshot)
	@DISPLAY= WAYLAND_DISPLAY= waves/look.sh $(decode_rows) $(BUILD)/screenshot '$(screenshot_run)' 63 300 >/dev/null
	@cd $(BUILD)/screenshot && PICTURE=$(abspath docs/waves.png) xvfb-run -a -s '-screen 0 1500x900x24' \
	  gtkwave --rcvar 'splash_disable on' --rcvar 'hide_sst on' decoded.fst ptm.gtkw -S $(abspath waves/grab.tcl) \
	  >/dev/null 2>&1

build-screenshot: $(decode_rows) $(screenshot_sim)
