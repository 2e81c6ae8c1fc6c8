#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# release.sh BUILD dist|deb|release: the tar ball of HEAD, also its Debian package, tested; or all of a release, which ends with a tag.
# They are left in BUILD/release. What cannot be released is one line and exit code 2; docs/release.md lists them.
set -eu
build=$(realpath -m "$1") step=$2
out=$build/release

refuse() {
  echo "release: $*" >&2
  exit 2
}
# said LOG COMMAND...: runs it quietly; what went wrong is shown.
said() {
  log=$out/$1
  shift
  "$@" >"$log" 2>&1 || { tail -n 40 "$log"; refuse "$1 failed; the whole log is $log"; }
}

version_is_right() {
  version=$(cat VERSION)
  printf '%s\n' "$version" | grep -qxE '(0|[1-9][0-9]*)(\.(0|[1-9][0-9]*)){2}' && [ "$(wc -l <VERSION)" = 1 ] ||
    refuse "VERSION: expected MAJOR.MINOR.PATCH, as 1.2.3, found $(head -n 1 VERSION)"
}

# What the changelog has under the heading, and nothing under the one of what is not released.
notes() { awk -v heading="## $1" 'index($0, "## ") == 1 { on = $0 == heading; next } on && NF' CHANGELOG.md; }

changelog_is_right() {
  [ -z "$(notes Unreleased)" ] || refuse "CHANGELOG.md: expected nothing under Unreleased, but under '## $version - YEAR-MONTH-DAY'"
  date=$(awk -v heading="## $version - " 'index($0, heading) == 1 { print substr($0, length(heading) + 1) }' CHANGELOG.md)
  printf '%s\n' "$date" | grep -qxE '[0-9]{4}-[0-9]{2}-[0-9]{2}' && date -d "$date" >/dev/null 2>&1 ||
    refuse "CHANGELOG.md: expected one heading '## $version - YEAR-MONTH-DAY', found ${date:-none}"
  newest=$(grep '^## ' CHANGELOG.md | grep -vx '## Unreleased' | head -n 1)
  [ "$newest" = "## $version - $date" ] || refuse "CHANGELOG.md: expected '## $version - $date' before the other versions, found '$newest'"
  [ "$(notes "$version - $date")" ] || refuse "CHANGELOG.md: expected something under '## $version - $date'"
}

tree_is_clean() {
  changed=$(git status --porcelain) || refuse 'expected a git work tree'
  [ -z "$changed" ] || refuse "expected a clean work tree, git status lists $(echo "$changed" | wc -l): $(echo "$changed" | head -n 1 | sed 's/^ *//')"
}

tag_is_free() {
  tag=v$version
  ! git rev-parse -q --verify "refs/tags/$tag" >/dev/null || refuse "tag $tag is there already; VERSION is $version"
  last=$(git tag --merged HEAD --list 'v[0-9]*.[0-9]*.[0-9]*' | sort -V | tail -n 1)
  [ "$(printf '%s\n' "$last" "$tag" | sort -V | tail -n 1)" = "$tag" ] || refuse "VERSION: expected more than $last, found $version"
  git var GIT_COMMITTER_IDENT >/dev/null 2>&1 || refuse 'the tag needs a name: git config user.name, user.email'
}

# Once for each commit, and all of them.
tests_have_passed() {
  commit=$(git rev-parse HEAD)
  if [ "$(cat "$out/tested" 2>/dev/null)" != "$commit" ]; then
    make SETUP=0 BUILD="$build" lint || refuse 'make lint failed'
    make SETUP=0 BUILD="$build" T= PART=1/1 test || refuse 'make test failed'
    tree_is_clean
    [ "$(git rev-parse HEAD)" = "$commit" ] || refuse "HEAD is no longer $commit, which was tested"
    echo "$commit" >"$out/tested"
  fi
}

# The commit's date and nothing of this machine: the same bytes at any time. What is not released is UNRELEASED to Debian.
debian_changelog() {
  suite=unstable
  grep -q "^## $version - " CHANGELOG.md || suite=UNRELEASED
  echo "waypoint ($version) $suite; urgency=medium"
  printf '\n  * The changes are in /usr/share/doc/waypoint/CHANGELOG.md.\n\n'
  echo " -- $(sed -n 's/^Maintainer: //p' debian/control)  $(git log -1 --format=%cD)"
}

tar_ball() {
  name=waypoint-$version
  git -c tar.umask=0022 -c core.autocrlf=false archive --format=tar --prefix="$name/" --add-virtual-file="$name/debian/changelog:$(debian_changelog)
" HEAD | gzip -n -9 >"$out/$name.tar.gz"
  echo "$out/$name.tar.gz  $(wc -c <"$out/$name.tar.gz") bytes"
}

# dpkg sees that what the package depends on is there, for the scratch root has this machine's list of packages.
installed() {
  root=$out/root
  rm -rf "$root"
  mkdir -p "$root/var/lib/dpkg/info" "$root/var/lib/dpkg/updates"
  dpkg-query -W -f 'Package: ${Package}\nStatus: ${Status}\nMaintainer: ${Maintainer}\nArchitecture: ${Architecture}\nMulti-Arch: ${Multi-Arch}\nVersion: ${Version}\nProvides: ${Provides}\nDescription: ${binary:Summary}\n\n' |
    grep -vE '^[A-Za-z-]*: $' >"$root/var/lib/dpkg/status"
  as_root=
  [ "$(id -u)" = 0 ] || as_root=fakeroot
  said install.log $as_root dpkg --root="$root" --log=/dev/null --force-not-root --force-bad-path --install "$1"
  sed -i "s|^prefix=.*|prefix=$root/usr|" "$root/usr/lib/pkgconfig/waypoint.pc"
}

deb_package() {
  deb=waypoint_${version}_$(dpkg --print-architecture).deb
  rm -rf "$out/tree"
  mkdir -p "$out/tree"
  tar -C "$out/tree" -xf "$out/waypoint-$version.tar.gz"
  (cd "$out/tree/waypoint-$version" && said package.log dpkg-buildpackage --build=binary --unsigned-changes --unsigned-buildinfo)
  mv "$out/tree/$deb" "$out/"
  echo "$out/$deb  $(wc -c <"$out/$deb") bytes"
  if command -v lintian >/dev/null; then said lintian.log lintian --allow-root --fail-on error "$out/$deb"; fi
  installed "$out/$deb"
  for name in $(sed -n 's/^Tests: //p' debian/tests/control); do
    (
      export PATH="$root/usr/bin:$PATH" LD_LIBRARY_PATH="$root/usr/lib"
      export PKG_CONFIG_PATH="$root/usr/lib/pkgconfig"
      cd "$out/tree/waypoint-$version" && said "$name.log" "debian/tests/$name"
    )
  done
  rm -rf "$root" "$out/tree"
}

mkdir -p "$out"
version_is_right
case $step in
  dist) tar_ball ;;
  deb)
    tar_ball
    deb_package
    ;;
  release)
    changelog_is_right
    tree_is_clean
    tag_is_free
    tests_have_passed
    tar_ball
    deb_package
    (cd "$out" && sha256sum "waypoint-$version.tar.gz" "$deb" >SHA256SUMS)
    { printf 'Waypoint %s\n\n' "$version"; notes "$version - $date"; } | git tag -a --cleanup=whitespace -F - "$tag"
    echo "tagged $tag; next: git push origin $tag"
    ;;
esac
