# SPDX-License-Identifier: Apache-2.0
# The door of Icarus Verilog (docs/icarus.md): the library that vvp loads.
IVERILOG ?= iverilog
vpi_library = $(BUILD)/vpi/waypoint.vpi
vpi_objects = $(patsubst vpi/%.c,$(BUILD)/vpi/%.o,$(wildcard vpi/*.c))
vpi_see = $(addprefix -Imodel/,$(folders)) -Isim $(filter -I%,$(shell iverilog-vpi --cflags))

.PHONY: vpi
vpi:
	@.ci/setup run test
	$(call quietly,$(again) $(vpi_library),vpi)

$(BUILD)/vpi/%.o: vpi/%.c
	@mkdir -p $(@D)
	$(say) $<
	$(run)$(CC) $(CFLAGS) $(vpi_see) -MMD -MP -c $< -o $@

$(vpi_library): $(vpi_objects) $(sim_shared)/bench.o $(parts)
	$(say) $@
	$(run)$(CC) -shared $^ -lz -o $@

-include $(vpi_objects:.o=.d)

.PHONY: lint-vpi
lint-vpi:
	@$(IVERILOG) -g2005 -Wall -t null vpi/waypoint_checker.v vpi/waypoint_driver.v tests/icarus/tb_alone.v
