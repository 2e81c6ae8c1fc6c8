#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# ci.sh BUILD: the jobs of the workflows, ours and those of docs/ci.md that a user copies. Each one's shell is run as its service would, but
# apt-get and git do nothing, and make looks only whether it has such targets and takes such values.
set -eu
tree=$(pwd) work=$(realpath "$1")/ci
python=/usr/bin/python3  # Debian's, which has Debian's python3-yaml
. tests/expect.sh
$python -c 'import yaml' 2>/dev/null || skip_all 1 'no python3-yaml: .ci/setup release'
rm -rf "$work"
mkdir -p "$work/bin" "$work/theirs/bench"
touch "$work/theirs/bench/a.facts" "$work/theirs/bench/a.result"
: >"$work/out"
cp -r "$tree/tests/independent/ptm_small" "$work/theirs/rtl"
cp "$tree/tests/independent/ptm_small.unit" "$work/theirs/trace.unit"
ln -s "$tree" "$work/theirs/waypoint"

for name in apt-get git waypoint; do printf '#!/bin/sh\necho "%s $*" >>"$CALLS"\n' $name >"$work/bin/$name"; done
cat >"$work/bin/make" <<'MAKE'
#!/bin/sh
echo "make $*" >>"$CALLS"
case $* in
  '-C bench') exit ;;
  '-C waypoint '*) cd waypoint && shift 2 ;;
esac
targets= values=
for word; do
  shift
  case $word in *=*) set -- "$@" "$word" ;; *) targets="$targets $word" ;; esac
done
for target in $targets; do
  grep -qsE "^([a-z-]+ )*$target( [a-z-]+)*:" Makefile ./*/*.mk || { echo "make: no target $target" >&2; exit 2; }
done
[ "$targets" ] && exec /usr/bin/make SETUP=0 help "$@" >/dev/null
MAKE
chmod +x "$work"/bin/*

# job FOLDER FILE JOB CALLS NAME=VALUE...: checks the commands that the job calls after it has installed the packages.
job() {
  folder=$1 file=$2 name=$3 wanted=$4
  shift 4
  code=0
  $python tests/ci/steps.py "$file" "$name" "$@" >"$work/steps.sh" || code=$?
  : >"$work/calls"
  [ $code != 0 ] || (cd "$folder" && CALLS="$work/calls" PATH="$work/bin:$PATH" sh -e "$work/steps.sh") >"$work/out" 2>&1 || code=$?
  seen=$(grep -v '^apt-get\|^git config' "$work/calls" | tr '\n' ';')
  if [ "$code $seen" = "0 $wanted" ] && grep -q '^apt-get install .* make$' "$work/calls"; then
    pass
  else
    fail "$file, $name: expected exit code 0 and the calls \"$wanted\", found $code and \"$seen\"" "$(excerpt "$work/out")"
  fi
}
# jobs FILE: it has no others than those below.
jobs() {
  same "$1: jobs" "$($python tests/ci/steps.py "$1" | sort | tr '\n' ' ')" "$2"
}

github=.github/workflows/ci.yml gitlab=.gitlab-ci.yml
night='make random PROTOCOL=etm3 SEED='$(($(date -u +%s) / 86400))'0001 N=10000;make regress PROTOCOL=etm3 PART='$(date -u +%-d)'/31;'
for file in $github $gitlab; do jobs $file 'night package test '; done
job . $github test 'make lint;make test PART=3/4;' part=3
job . $gitlab test 'make lint;make test PART=3/4;' PART=3
job . $github night "$night" protocol=etm3
job . $gitlab night "$night" PROTOCOL=etm3

# A night of another trace unit, with the date of a former night.
dut="RTL=$work/theirs/rtl UNIT=$work/theirs/trace.unit"
: >"$work/calls"
code=0
CALLS="$work/calls" PATH="$work/bin:$PATH" .ci/night pft 2026-01-31 $dut >"$work/out" 2>&1 || code=$?
wanted="make smoke PROTOCOL=pft $dut;make random PROTOCOL=pft SEED=204840001 N=10000 $dut;make regress PROTOCOL=pft PART=31/31 $dut;"
if [ "$code $(tr '\n' ';' <"$work/calls")" = "0 $wanted" ]; then
  pass
else
  fail ".ci/night pft 2026-01-31 RTL UNIT: expected exit code 0 and the calls \"$wanted\", found $code and:" "$(excerpt "$work/out" "$work/calls")"
fi

clone="git clone --quiet --depth 1 --branch v$(cat VERSION) https://example.org/waypoint.git waypoint;"
runs="make -C waypoint smoke $dut;make -C waypoint random $dut SEED=251 N=250;"
checks='make -C waypoint install PREFIX=/usr/local;make -C bench;waypoint result bench/a.result;waypoint report bench/a.facts -o bench/a.facts.html;'
for file in docs/ci-github.yml docs/ci-gitlab.yml; do
  jobs $file 'bench unit '
  job "$work/theirs" $file unit "$clone$runs" seed=251 SEED=251
  job "$work/theirs" $file bench "$clone$checks"
done

# A build that takes long is not silent.
mkdir -p "$work/desk/.ci" "$work/desk/bin"
cp .ci/run "$work/desk/.ci"
cat >"$work/desk/bin/make" <<'MAKE'
#!/bin/sh
mkdir -p build
for _ in $(seq 600); do
  echo "   a.c $1" >>build/test.log
  sleep 0.1
  ! grep -q "building: a.c $1" "$OUT" || break
done
MAKE
chmod +x "$work/desk/bin/make"
SPEAK=0.5 OUT="$work/out" PATH="$work/desk/bin:$PATH" "$work/desk/.ci/run" >"$work/out" 2>&1
if grep -qx '...   building: a.c lint' "$work/out"; then pass; else fail ".ci/run: silent:" "$(excerpt "$work/out")"; fi

# Of a tag that is not VERSION's no package is made. What else .ci/package does, tests/release does.
code=0
line=$(CALLS="$work/calls" PATH="$work/bin:$PATH" .ci/package v9.9.9 2>&1) || code=$?
same '.ci/package v9.9.9' "$code $line" "2 package: tag v9.9.9: expected v$(cat VERSION), of the file VERSION"

totals
