# SPDX-License-Identifier: Apache-2.0
# To be sourced in the tree: goes to a folder that is deleted at the end.
tree=$(pwd)
work=${AUTOPKGTEST_TMP:-$(mktemp -d)}
trap 'rm -rf "$work"' EXIT
cd "$work"

# expect CODE PATTERN COMMAND...: the exit code, and a line of what it prints.
expect() {
  wanted=$1 pattern=$2 code=0
  shift 2
  "$@" >out 2>&1 || code=$?
  if [ "$code" != "$wanted" ] || ! grep -qE "$pattern" out; then
    tail -n 20 out
    echo "$*: exit code $code, expected $wanted and a line $pattern"
    exit 1
  fi
}
