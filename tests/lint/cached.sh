#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# cached.sh [-e] STORE KEY COMMAND [WORD...] <FILES: runs COMMAND unless it has passed before for files with this content, with this KEY and with
# these words. FILES has one name in each line. KEY is what else decides the result: the version of a tool, a configuration. STORE is a file, which
# keeps what has passed: the last time only.
#   -e   COMMAND looks at each file by itself: it gets the files that have not passed as further words
# Exit code: not 0 if COMMAND fails, or without a file.
set -u
each=
if [ "$1" = -e ]; then each=1; shift; fi
store=$1 key=$2
shift 2
mkdir -p "$(dirname "$store")" || exit 2
new=$store.$$
trap 'rm -f "$new"' EXIT
{
  { printf '%s\n' "$key" "$each" "$@"; cat "$0"; } | sha256sum
  xargs -r -d '\n' sha256sum
} >"$new" || exit 2
[ "$(wc -l <"$new")" -gt 1 ] || { echo "cached.sh: $store: expected a file to check" >&2; exit 2; }

if [ -z "$each" ]; then
  cmp -s "$store" "$new" || "$@" </dev/null || exit
elif [ "$(head -n 1 "$store" 2>/dev/null)" = "$(head -n 1 "$new")" ]; then
  grep -vxFf "$store" "$new" | cut -c 67- | xargs -r -d '\n' "$@" || exit
else
  sed 1d "$new" | cut -c 67- | xargs -d '\n' "$@" || exit
fi
mv "$new" "$store"
