#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# fit.sh BUILD: what draw prints, for the unit that is described by $RANDOM_UNIT, in its build $RANDOM_BUILD.
set -eu
unit=${RANDOM_UNIT-} build=${RANDOM_BUILD-}
[ "$unit$build" ] || exec cat
# Without a unit nothing is left out.
can=
[ -z "$unit" ] || can=$("$1/waypoint" unit "$unit" --can)
exec awk -v unit="$unit" -v can="$can" -v build="$build" -f tests/random/fit.awk
