# SPDX-License-Identifier: Apache-2.0
# docs/release.md. What is made is of the commit HEAD, not of the work tree.
.PHONY: dist deb release
dist:
	@debian/release.sh $(BUILD) dist

deb:
	@.ci/setup run release
	@debian/release.sh $(BUILD) deb

release:
	@.ci/setup run test lint release
	@debian/release.sh $(BUILD) release
