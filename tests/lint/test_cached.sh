#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_cached.sh BUILD: `make lint` leaves out the checks that have passed, and no others. A result is not used after a file, a tool, a word of its
# command or a script has changed. An error is not kept.
set -u
work=$(realpath "$1")/lint-test
rm -rf "$work"
mkdir -p "$work/bin" "$work/tree"
. tests/expect.sh

# --- cached.sh --------------------------------------------------------------------------------------------------------
cp tests/lint/cached.sh "$work"
# A checker: it writes down its words, and fails if a file has `bad` in it.
cat >"$work/checker" <<'END2'
#!/bin/sh
echo "$*" >>calls
! cat a b c 2>/dev/null | grep -q bad
END2
chmod +x "$work/checker"
# run NAME CALLS CODE FILES WORD...: cached.sh with these words calls the checker with CALLS, lines with `;` between, and ends with CODE (0, or 1 for others).
run() {
  name=$1 calls=$2 code=$3 files=$4
  shift 4
  (
    cd "$work" || exit
    : >calls
    printf '%s\n' $files | ./cached.sh "$@" 2>>messages
    [ $? = 0 ] && got=0 || got=1
    echo "$(tr '\n' ';' <calls) $got"
  ) >"$work/got"
  same "$name" "$(cat "$work/got")" "$calls $code"
}
set_file() { echo "$2" >"$work/$1"; }
set_file a 1; set_file b 2; set_file c 3
run first 'x;' 0 'a b' all 'tool 1' ./checker x
run again '' 0 'a b' all 'tool 1' ./checker x
set_file b 3
run file-changed 'x;' 0 'a b' all 'tool 1' ./checker x
run file-added 'x;' 0 'a b c' all 'tool 1' ./checker x
run file-removed 'x;' 0 'a b' all 'tool 1' ./checker x
run tool-changed 'x;' 0 'a b' all 'tool 2' ./checker x
run word-changed 'x y;' 0 'a b' all 'tool 2' ./checker x y
run again-with-all-changed '' 0 'a b' all 'tool 2' ./checker x y
echo '# Changed.' >>"$work/cached.sh"
run script-changed 'x y;' 0 'a b' all 'tool 2' ./checker x y
set_file b bad
run error 'x y;' 1 'a b' all 'tool 2' ./checker x y
run error-again 'x y;' 1 'a b' all 'tool 2' ./checker x y
set_file b 3
run corrected '' 0 'a b' all 'tool 2' ./checker x y
run no-file '' 1 '' all 'tool 2' ./checker x y
run file-missing '' 1 'a d' all 'tool 2' ./checker x y
run other-store 'x y;' 0 'a b' other 'tool 2' ./checker x y

run each-first 'x a b;' 0 'a b' -e each 'tool 1' ./checker x
run each-again '' 0 'a b' -e each 'tool 1' ./checker x
set_file b 4
run each-file-changed 'x b;' 0 'a b' -e each 'tool 1' ./checker x
run each-file-added 'x c;' 0 'a b c' -e each 'tool 1' ./checker x
run each-file-removed '' 0 'a b' -e each 'tool 1' ./checker x
mv "$work/a" "$work/d"
run each-file-renamed 'x d;' 0 'b d' -e each 'tool 1' ./checker x
mv "$work/d" "$work/a"
run each-tool-changed 'x a b;' 0 'a b' -e each 'tool 2' ./checker x
run each-word-changed 'y a b;' 0 'a b' -e each 'tool 2' ./checker y
echo '# Changed.' >>"$work/cached.sh"
run each-script-changed 'y a b;' 0 'a b' -e each 'tool 2' ./checker y
set_file b bad
run each-error 'y b;' 1 'a b' -e each 'tool 2' ./checker y
run each-error-again 'y b;' 1 'a b' -e each 'tool 2' ./checker y
set_file b 4
run each-corrected '' 0 'a b' -e each 'tool 2' ./checker y

# --- make lint --------------------------------------------------------------------------------------------------------
# A copy of the tree, and tools that write down that they were called. $VERSION is a part of their version.
git ls-files -z | xargs -0 cp --parents -t "$work/tree"
git -C "$work/tree" init -q && git -C "$work/tree" add -A
for tool in 'verilator 5.006' 'yosys 0.23' 'iverilog 11.0' 'clang-format version 14.0.6' 'cppcheck 2.10'; do
  cat >"$work/bin/${tool%% *}" <<END2
#!/bin/sh
case \$1 in -V | --version) echo "$tool \$VERSION"; exit ;; esac
echo ${tool%% *} >>"$work/calls"
END2
done
chmod +x "$work"/bin/*
# tools NAME EXPECTED: the tools that make lint calls, each once.
tools() {
  : >"$work/calls"
  (cd "$work/tree" && env -u MAKEFLAGS -u MAKELEVEL PATH="$work/bin:$PATH" make SETUP=0 BUILD="$work/build" lint-rtl lint-cppcheck lint-format lint-independent) >"$work/log" 2>&1 ||
    { echo "make lint failed:"; cat "$work/log"; }
  same "$1" "$(sort -u "$work/calls" | xargs)" "$2"
}
change() { echo "$2" >>"$work/tree/$1"; }
export VERSION=1
tools make-first 'clang-format cppcheck iverilog verilator yosys'
tools make-again ''
change rtl/pft_atoms.sv '// Changed.'
tools make-rtl-changed 'verilator yosys'
change tests/independent/ptm_plain/ptm_top.v '// Changed.'
tools make-independent-changed 'iverilog verilator'
change model/common/packet.h '// Changed.'
tools make-header-changed 'clang-format cppcheck'
change tests/unit/test_rule_bus.c '// Changed.'
tools make-test-changed 'clang-format'
change .clang-format '# Changed.'
tools make-format-changed 'clang-format'
change rtl/rtl.f ''
tools make-list-changed 'verilator yosys'
VERSION=2
tools make-tools-changed 'clang-format cppcheck iverilog verilator yosys'
change tests/lint/cached.sh '# Changed.'
tools make-script-changed 'clang-format cppcheck iverilog verilator yosys'
tools make-again-at-last ''

totals
