#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# templates.sh BUILD: runs the job `unit` of docs/ci-github.yml and docs/ci-gitlab.yml, which a user copies, for a compliant DUT and for the
# same with a fault. make is this tree's, with this build, some cases of the smoke suite and three random runs; apt-get and git do nothing.
set -eu
tree=$(pwd) build=$1 work=$(realpath "$1")/ci-templates
python=/usr/bin/python3  # Debian's, which has Debian's python3-yaml
. tests/expect.sh
$python -c 'import yaml' 2>/dev/null || skip_all 1 'no python3-yaml: .ci/setup release'
unset MAKEFLAGS MFLAGS MAKELEVEL
mkdir -p "$work/bin"
for name in apt-get git; do printf '#!/bin/sh\n' >"$work/bin/$name"; done
cat >"$work/bin/make" <<MAKE
#!/bin/sh
[ "\$1 \$2" = '-C waypoint' ] || exit 2
target=\$3
shift 3
for word; do
  shift
  case \$word in N=*) word=N=3 ;; esac
  set -- "\$@" "\$word"
done
case \$target in smoke) set -- "\$@" 'T=start flush branch-* exception-*' ;; esac
exec $(command -v make) -C '$tree' SETUP=0 BUILD='$build' SIM_OPT=-O0 smoke_folder='$work/smoke' random_folder='$work/random' "\$target" "\$@"
MAKE
chmod +x "$work"/bin/*

dut() { # NAME: a repository with a DUT, in which nothing is newer than what was built of it
  mkdir -p "$work/$1"
  rm -rf "$work/$1/rtl"
  cp -rp tests/independent/ptm_small "$work/$1/rtl"
  { cat tests/independent/ptm_small.unit; echo 'width=32 queue=8 fifo=64'; } >"$work/$1/trace.unit"
}
run_job() { # NAME FILE VALUE...: the last line of the job is in $work/last
  repository=$work/$1 workflow=$2 code=0
  shift 2
  $python tests/ci/steps.py "$workflow" unit "$@" >"$work/steps.sh"
  (cd "$repository" && PATH="$work/bin:$PATH" sh -e "$work/steps.sh") >"$work/out" 2>&1 || code=$?
}
dut compliant
dut faulty
sed -i "s/info0 = info1 || exception != '0/info0 = is_branch/" "$work/faulty/rtl/small_say.sv"
! cmp -s tests/independent/ptm_small/small_say.sv "$work/faulty/rtl/small_say.sv" && status=0 || status=1
verdict $status 'the fault does not fit small_say.sv'

for file in docs/ci-github.yml docs/ci-gitlab.yml; do
  run_job compliant $file seed=251 SEED=251
  [ $code = 0 ] && [ "$(grep -cE '^[1-9][0-9]* passed, 0 failed, [0-9]+ skipped$' "$work/out")" = 2 ] && status=0 || status=1
  verdict $status "$file, a compliant DUT: exit code $code: $(cat "$work/out")"
  # Without a word about a mode, neither is compared with the reference model.
  [ "$(grep -cx "mode: legal, because RTL=$work/compliant/rtl is not the reference RTL; ARGS='--mode ...' or mode= in the UNIT chooses another" "$work/out")" = 2 ] &&
    grep -qx 'options=--mode legal' "$work/smoke/about" && grep -qx 'options=--mode legal' "$work/random/about" && status=0 || status=1
  verdict $status "$file: the mode is not legal, or not in the log: $(grep '^mode' "$work/out")"
  grep -qx "next: make random N=1000 BUILD='$build' RTL='$work/compliant/rtl' UNIT='$work/compliant/trace.unit'" "$work/out" && status=0 || status=1
  verdict $status "$file: $(grep '^next:' "$work/out"), expected the variables that were given"

  run_job faulty $file seed=251 SEED=251
  [ $code != 0 ] && grep -qE '^FAILED smoke/' "$work/out" && grep -qE '^[0-9]+ passed, [1-9][0-9]* failed, ' "$work/out" && status=0 || status=1
  verdict $status "$file, a faulty DUT: exit code $code: $(tail -n 3 "$work/out")"
done

totals
