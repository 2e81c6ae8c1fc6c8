#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# farm.sh BUILD SIMULATOR: runs the parts of .ci/farm in any order, kills one of them, and merges them. The runs, counts and failures must be
# those of one process. A part that is missing, incomplete or of another plan is INCOMPLETE. SLURM and GNU parallel are tested by hand
# (tests/README.md).
set -eu
build=$1 work=$1/farm-test
rm -rf "$work"
mkdir -p "$work/sims"
. tests/expect.sh

# Seed 14 fails, seed 20 is incomplete. The first run of seed 23 lasts until its part has been killed.
cat >"$work/simulator" <<SIM
#!/bin/sh
case "\$* " in *'--random 14 '*) echo 'model comparison: clock 7: seeded <here>'; exit 1 ;; esac
case "\$* " in *'--random 20 '*) printf '%s\n' 'scoreboard: clock 7: seeded' 'incomplete: seeded' 'INCOMPLETE clocks=9'; exit 2 ;; esac
case "\$* " in *'--random 23 '*) [ -e $work/once ] || {
  touch $work/once
  for _ in \$(seq 6000); do [ ! -e $work/killed ] || break; sleep 0.1; done
} ;; esac
exec $2 "\$@"
SIM
chmod +x "$work/simulator"
for name in $(sed 's/^#.*//; s/ .*//' tests/random/table-pft.txt | sort -u); do
  mkdir "$work/sims/$name"
  ln "$work/simulator" "$work/sims/$name/waypoint-sim"
done

plan() { # FOLDER PARTS FIRST_SEED RUNS
  mkdir -p "$1"
  .ci/farm plan "$1" target=random protocol=pft first="$3" runs="$4" part=1/1 parts="$2" RTL=rtl args= 'again=make random PROTOCOL=pft' 'bounds=1 1' \
    build="$build" simulators="$work/sims" files="$build/run $work/simulator"
}
# merged NAME CODE LINE...: what waypoint merge prints and returns, but for its sums
merged() {
  name=$1 wanted=$2 code=0
  shift 2
  "$build/waypoint" merge "$work/$name" >"$work/out" 2>&1 || code=$?
  printf '%s\n' "$@" >"$work/expected"
  grep -v '^compared \|^report: ' "$work/out" | cmp -s - "$work/expected" && [ $code = "$wanted" ] && status=0 || status=1
  verdict $status "$name: exit code $code, expected $wanted; $(diff "$work/out" "$work/expected")"
}
# The tests of a JUnit file and their properties, without times and places.
tests_of() { grep -oE '<testcase .*|<property name="[^"]*[.](seed|again)".*' "$1" | sed 's/ time="[^"]*"//' | sort -V; }

# The only part is killed in its second ten runs, and goes on there.
plan "$work/one" 1 11 14
setsid .ci/farm part "$work/one" 1 &
part=$!
for _ in $(seq 6000); do [ ! -e "$work/once" ] || break; sleep 0.1; done
kill -KILL -$part
touch "$work/killed"
first=$work/one/parts/1/0.xml
was=$(stat -c '%i %y' "$first")
.ci/farm part "$work/one" 1
[ "$(stat -c '%i %y' "$first")" = "$was" ] && status=0 || status=1
verdict $status 'a part that was killed begins again'
failure='FAILED random-pft/14: model comparison: clock 7: seeded <here>' again='again: make random PROTOCOL=pft SEED=14 N=1'
unclear='INCOMPLETE random-pft/20: incomplete: seeded' again_unclear='again: make random PROTOCOL=pft SEED=20 N=1'
merged one 1 "$failure" "$again" "$unclear" "$again_unclear" '12 passed, 1 failed, 0 skipped, 1 incomplete'
grep '^compared' "$work/out" >"$work/sums"

plan "$work/many" 5 11 14
for i in 4 1 2; do .ci/farm part "$work/many" $i; done
merged many 1 'INCOMPLETE part 3: not found: the part was not run, or has not ended' 'INCOMPLETE part 5: not found: the part was not run, or has not ended' "$failure" "$again" "$unclear" "$again_unclear" \
  '6 passed, 1 failed, 0 skipped, 1 incomplete, INCOMPLETE: 2 of 5 parts'
for i in 5 3 2; do .ci/farm part "$work/many" $i; done
merged many 1 "$failure" "$again" "$unclear" "$again_unclear" '12 passed, 1 failed, 0 skipped, 1 incomplete'
grep '^compared' "$work/out" | cmp - "$work/sums" && status=0 || status=1
verdict $status "the sums of the parts: $(cat "$work/out" "$work/sums")"
tests_of "$work/many/junit.xml" >"$work/tests-many"
tests_of "$work/one/junit.xml" | diff - "$work/tests-many" >"$work/out" && status=0 || status=1
verdict $status "other tests in parts than in one: $(cat "$work/out")"
grep -q '<property name="14[.]seed" value="14"/>' "$work/tests-many" && xmllint --noout --schema tests/runner/junit.xsd "$work/many/junit.xml" 2>"$work/out" && status=0 || status=1
verdict $status "the merged JUnit file: no seed of 14, or $(cat "$work/out")"
cmp "$work/one/coverage" "$work/many/coverage" && cmp "$work/one/seeds" "$work/many/seeds" && status=0 || status=1
verdict $status 'other coverage or seeds in parts than in one'
grep -q '<h1>.*FAIL' "$work/many/report.html" && grep -qF "commit $(sed -n "s/^commit=//p" "$work/many/plan")" "$work/many/report.html" && status=0 || status=1
verdict $status 'report.html: no FAIL, or no commit'

# What is wrong with a part.
sed -i 's/^commit=.*/commit=other/' "$work/many/parts/1/part"
truncate -s -1 "$work/many/runs/2/13.facts"
sed -i '/^end/d' "$work/many/parts/3/part"
cp "$work/many/parts/4/part" "$work/many/parts/5/part"
size=$(sed -n "s,^file \([0-9]*\) .*/13.facts,\1,p" "$work/many/parts/2/part")
merged many 2 "INCOMPLETE part 1: expected $(grep '^commit=' "$work/many/plan") as in the plan, found commit=other; remove $work/many/parts/1 and start the farm again" \
  "INCOMPLETE part 2: $work/many/runs/2/13.facts: expected $size bytes, found $((size - 1))" \
  'INCOMPLETE part 3: truncated: no line end' 'INCOMPLETE part 5: expected number=5, found number=4' "$unclear" "$again_unclear" \
  '2 passed, 0 failed, 0 skipped, 1 incomplete, INCOMPLETE: 4 of 5 parts'
# A plan that was cut between two lines.
plan "$work/cut" 1 11 1
.ci/farm part "$work/cut" 1
sed -i '/^build=/,$d' "$work/cut/plan"
merged cut 2 "INCOMPLETE part 1: expected number=1, found build=$build" '0 passed, 0 failed, 0 skipped, INCOMPLETE: 1 of 1 parts'
# A run that is incomplete is not passed.
plan "$work/unclear" 1 20 1
.ci/farm part "$work/unclear" 1
merged unclear 2 "$unclear" "$again_unclear" '0 passed, 0 failed, 0 skipped, 1 incomplete'
# A part of another build does not begin.
echo '# another' >>"$work/simulator"
rm "$work/many/parts/1/part"
code=0
line=$(.ci/farm part "$work/many" 1 2>&1) || code=$?
case "$code $line" in "2 farm: part 1: expected programs="*" as in the plan, found programs="*"; the checkout has changed: restore it, or give another FOLDER") status=0 ;; *) status=1 ;; esac
verdict $status "a part of another build: $code $line"

# The cases of `make smoke`: each is in one part. Of those that need nothing one passes, the others fail.
cat >"$work/first" <<SIM
#!/bin/sh
case "\$* " in *'--random 1 '*) exec $2 "\$@" ;; esac
echo 'waypoint-sim: seeded' >&2
exit 1
SIM
chmod +x "$work/first"
mkdir -p "$work/sims/one" "$work/cases"
ln "$work/first" "$work/sims/one/waypoint-sim"
.ci/farm plan "$work/cases" target=smoke protocol=pft first=1 runs=100 part=1/1 parts=4 RTL=rtl 'args=--set full' 'again=make smoke' bounds= \
  build="$build" simulators="$work/sims" description= one=one files="$build/run $work/first"
for i in 2 4 3 1; do .ci/farm part "$work/cases" $i; done
code=0
"$build/waypoint" merge "$work/cases" >"$work/out" || code=$?
grep -o '<testcase classname="smoke" name="[^"]*"' "$work/cases/junit.xml" | sed 's/.*name="//; s/"$//' | sort >"$work/cases/names"
tests/smoke/list.sh "$build" "$work/whole" smoke "$work/sims/one/waypoint-sim" pft --set full >"$work/whole.list"
sed 's,^smoke/\([^\t]*\)\t.*,\1,' "$work/whole.list" | sort | diff - "$work/cases/names" >"$work/difference" && status=0 || status=1
verdict $status "the parts of make smoke have other cases than its list: $(cat "$work/difference")"
# A case is skipped if the DUT refuses an option that it needs, or has no such counter and no ETMOSSRR.
# shellcheck disable=SC2046
set -- $(awk -F ' *[|] *' '
  NR == FNR { if (!/^#/ && index($2, "pft")) { needs[$1] = $3; stimulus[$1] = $6 }; next }
  {
    row = $1
    if (!(row in needs)) sub(/-[0-9]+$/, "", row)
    skips += is_skipped = needs[row] ~ /--/ || row ~ /^(counter-reduced|save-restore)$/
    passes += !is_skipped && stimulus[row] == "-"
  }
  END { print passes, skips }' tests/smoke/smoke.txt "$work/cases/names")
passes=$1 skips=$2
fails=$(($(wc -l <"$work/cases/names") - passes - skips))
verdict $status "make smoke in parts: exit code $code; $(tail -n 1 "$work/out"), expected $passes passed, $fails failed, $skips skipped"
grep -qx "again: make smoke T='smoke/start'" "$work/out" && status=0 || status=1
verdict $status "make smoke in parts: no command that repeats a case: $(cat "$work/out")"

# A missing GNU parallel is installed. Here it runs no part, so the farm starts each once more, and says why.
mkdir "$work/bin"
cat >"$work/parallel" <<'SH'
#!/bin/sh
cat >/dev/null
SH
cat >"$work/bin/make" <<SH
#!/bin/sh
exec .ci/farm plan $work/lost target=random protocol=pft first=11 runs=2 part=1/1 parts=2 RTL=rtl args= again= 'bounds=1 1' \
  build=$build simulators=$work/sims 'files=$work/simulator'
SH
cat >"$work/bin/apt-get" <<SH
#!/bin/sh
case "\$*" in *' parallel') cp $work/parallel $work/bin/parallel ;; esac
SH
printf '#!/bin/sh\n' >"$work/bin/dpkg-query"
printf '#!/bin/sh\necho 0\n' >"$work/bin/id"
chmod +x "$work/parallel" "$work"/bin/*
installed='setup: missing Debian packages: parallel'
if command -v parallel >/dev/null; then
  cp "$work/parallel" "$work/bin"
  installed='farm: building'
fi
mkdir -p "$work/lost/log"
echo 'slurmstepd: out of memory' >"$work/lost/log/1"
SETUP=1 PATH="$work/bin:$PATH" .ci/farm "$work/lost" random PARTS=2 WITH=parallel BUILD="$build" >"$work/out" 2>&1 || :
grep -q "^$installed" "$work/out" &&
  grep -qxF "farm: start again, after they ended without a result: parts 1 2; part 1: slurmstepd: out of memory ($work/lost/log/1)" "$work/out" && status=0 || status=1
verdict $status "parts that ended without a result: $(cat "$work/out")"
: >"$work/lost/log/1"
SETUP=0 PATH="$work/bin:$PATH" .ci/farm "$work/lost" random PARTS=2 WITH=parallel BUILD="$build" >"$work/out" 2>&1 || :
grep -qF "part 1: killed, or it wrote nothing ($work/lost/log/1)" "$work/out" && status=0 || status=1
verdict $status "a part that wrote nothing: $(cat "$work/out")"

totals
