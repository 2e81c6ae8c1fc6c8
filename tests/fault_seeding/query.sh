#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# query.sh WHAT LIST [NAME] [PROTOCOL]: reads a list of seeded faults or permitted deviations (grammar.awk).
#
#   names      prints the names of the entries; with PROTOCOL, of those that apply to it.
#   expect     prints EXPECT of the entry NAME; without NAME a line NAME: EXPECT of each entry.
#   runs       prints [VERDICT] OPTIONS of each run of NAME, or the common runs if it has none of its own; without NAME the common runs.
#   own-runs   prints the runs of NAME that are its own.
#   all-runs   prints the runs of all entries, each once.
#   options, deviation, differs   prints what follows this word in the entry NAME.
#   is-shared  ends with code 0 if NAME has places in the RTL and in the reference model.
#
# PROTOCOL is pft or etm3. An ETM's run has the option --protocol etm3, each other run is a PTM's. A NAME that is left out may be written -.
set -eu
what=$1 list=$2 name=${3:--} protocol=${4-}
exec awk -v what="$what" -v wanted="$name" -v protocol="$protocol" -f tests/fault_seeding/grammar.awk -f tests/fault_seeding/query.awk "$list"
