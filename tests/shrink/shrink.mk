# SPDX-License-Identifier: Apache-2.0
# Runs with N seeded faults, drawn from SEED, shrunk.
.PHONY: shrink-faults
shrink-faults:
	@.ci/setup run test
	$(call quietly,$(again) build-mutants $(BUILD)/waypoint,shrink)
	@tests/shrink/run.sh $(BUILD) draw $(SEED) $(N)
