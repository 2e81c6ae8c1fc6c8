#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# coverage.sh FOLDER DIRECTORY...: executes FOLDER/b/list, the tests of an instrumented build, and writes FOLDER/holes.txt: the lines and branches
# of rtl/ and model/ that no test executed. The DIRECTORYs have the counts of the C code. Exit code 1: a test failed.
set -eu
folder=$1
shift
rm -rf "$folder/rtl" "$folder/failed"
mkdir "$folder/rtl"
find "$folder/b" -name '*.gcda' -delete
code=0
WAYPOINT_COVERAGE=$folder/rtl "$folder/b/run" -j "$(nproc)" -o "$folder/junit.xml" -l "$folder/failed" "$folder/b/list" || code=1

find "$folder/rtl" -type f -exec cat {} + | awk -f tests/coverage/rtl.awk >"$folder/rtl.info"
rm -rf "$folder/rtl"
# lcov 2 renamed the setting, and refuses what lcov 1 accepted: inconsistent ends of functions, of which this report makes no use.
case $(lcov --version) in
  *' version 1.'*) options='--rc lcov_branch_coverage=1' ;;
  *) options='--rc branch_coverage=1 --ignore-errors inconsistent,mismatch' ;;
esac
for directory; do set -- "$@" --directory "$directory"; shift; done
# shellcheck disable=SC2086
lcov --quiet --capture "$@" --base-directory . $options --output-file "$folder/c.info" >"$folder/lcov.log" 2>&1 || { cat "$folder/lcov.log"; exit 2; }
awk -v root="$(pwd -P)/" -v page="$folder/holes.txt" -f tests/coverage/holes.awk "$folder/rtl.info" "$folder/c.info"
exit $code
