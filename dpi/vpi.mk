# SPDX-License-Identifier: Apache-2.0
# The VPI front end (docs/icarus.md): the library that vvp loads.
IVERILOG ?= iverilog
vpi_library = $(BUILD)/vpi/waypoint.vpi
vpi_objects = $(patsubst dpi/%.c,$(BUILD)/vpi/%.o,$(wildcard dpi/*_vpi.c))
vpi_see = $(addprefix -Imodel/,$(folders)) -Isim $(filter -I%,$(shell iverilog-vpi --cflags))

.PHONY: vpi install-vpi build-vpi
vpi_files = $(addprefix $(pins)/,waypoint_checker.v waypoint_driver.v tb_ptm.sv tb_etm.sv)
build-vpi: $(vpi_library) $(vpi_files)

vpi:
	@.ci/setup run test
	$(call quietly,$(again) build-vpi,vpi)

# Where `make install` puts the rest; its uninstall takes these away, too.
install-vpi:
	@.ci/setup run test
	$(call quietly,$(again) build-vpi,vpi)
	$(call install_into,lib/waypoint,$(vpi_library))
	$(call install_into,share/waypoint/vpi,$(vpi_files))
	@echo "installed in $(DESTDIR)$(PREFIX): lib/waypoint/waypoint.vpi, share/waypoint/vpi (Verilog)"

$(BUILD)/vpi/%.o: dpi/%.c
	@mkdir -p $(@D)
	$(say) $<
	$(run)$(CC) $(CFLAGS) $(vpi_see) -MMD -MP -c $< -o $@

$(vpi_library): $(vpi_objects) $(sim_shared)/bench.o $(parts)
	$(say) $@
	$(run)$(CC) -shared $^ -lz -o $@

-include $(vpi_objects:.o=.d)

.PHONY: lint-vpi
lint-vpi: $(addprefix $(pins)/,waypoint_checker.v waypoint_driver.v tb_alone.v)
	@$(IVERILOG) -g2005 -Wall -t null $^
