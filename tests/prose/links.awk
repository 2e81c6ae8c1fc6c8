# SPDX-License-Identifier: Apache-2.0
# awk -f links.awk FILE.md...: a line for each link to a file or heading of this tree that is not there. Exit code 1: there was one.
FNR == 1 { fence = 0; seen[FILENAME] }
/^ *(```|~~~)/ { fence = !fence }
fence || /^    / { next }
/^#+ / { heading[FILENAME "#" anchor($0)] }
{
  for (rest = $0; match(rest, /\]\([^) ]+\)/); rest = substr(rest, RSTART + RLENGTH)) {
    link[++links] = substr(rest, RSTART + 2, RLENGTH - 3)
    from[links] = FILENAME
    line[links] = FNR
  }
}
END {
  for (i = 1; i <= links; i++) {
    if (link[i] ~ /^[a-z]+:/) continue
    hash = index(link[i] "#", "#")
    path = hash == 1 ? from[i] : resolve(from[i], substr(link[i], 1, hash - 1))
    name = substr(link[i], hash)
    there = path in seen ? name == "" || path name in heading : system("test -e '" path "'") == 0
    if (!there) { print from[i] ":" line[i] ": no " (name == "" ? "file" : "heading") " " link[i]; bad = 1 }
  }
  exit bad
}

# As GitHub makes it: lower case, letters, digits, - and _; blanks become -.
function anchor(text) {
  sub(/^#+ +/, "", text)
  gsub(/\]\([^)]*\)/, "", text)
  text = tolower(text)
  gsub(/[^a-z0-9 _-]/, "", text)
  gsub(/ /, "-", text)
  return text
}

# The path of a link in a page, from the top of the tree.
function resolve(page, path,   out) {
  out = page
  if (!sub(/[^\/]*$/, "", out)) out = ""
  for (; sub(/^\.\.\//, "", path); sub(/[^\/]+\/$/, "", out)) { }
  return out path
}
