#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# release.sh BUILD: `make release` in a repository that is made of this work tree. It tries each refusal, and then all steps but the tests: the
# tar ball, the Debian package (not optimized, to be built in seconds), installed and tested, and the tag.
set -eu
. tests/expect.sh
for tool in git dh verilator iverilog; do
  command -v $tool >/dev/null || skip_all 1 "no $tool: .ci/setup release"
done
git rev-parse --git-dir >/dev/null 2>&1 || skip_all 1 'not a git work tree'
work=$(realpath "$1")/release-test
rm -rf "$work"
mkdir -p "$work/tree"
git ls-files --cached --others --exclude-standard | tar --ignore-failed-read -T - -cf - 2>/dev/null | tar -C "$work/tree" -xf -
cd "$work/tree"
export HOME="$work" GIT_CONFIG_NOSYSTEM=1 EMAIL= DEB_BUILD_OPTIONS="noopt parallel=$(nproc)"
unset GIT_AUTHOR_NAME GIT_AUTHOR_EMAIL GIT_COMMITTER_NAME GIT_COMMITTER_EMAIL
git init -q -b main
git config user.useConfigOnly true
commit() { git add -A && git -c user.name=a -c user.email=a@b.invalid commit -q --allow-empty -m "$1"; }
# The tests are not run: they pass where there is a file of their name.
mkdir -p "$work/bin"
cat >"$work/bin/make" <<'MAKE'
#!/bin/sh
for last; do :; done
case $last in
  lint | test) echo "$*" | sed 's/.*BUILD=[^ ]* //' >>"$HOME/calls"; test -f "$HOME/$last" ;;
  *) exec /usr/bin/make "$@" ;;
esac
MAKE
chmod +x "$work/bin/make"
release() { PATH="$work/bin:$PATH" make SETUP=0 T=prose release; }
# refused LINE: all that it prints but make's own line, and the code.
refused() {
  code=0
  release >out 2>&1 || code=$?
  same refusal "$(grep -v '^make' out) $code" "release: $1 2"
  rm out
}
# changelog TEXT...: its lines before the first heading of this tree's, which is not Unreleased then.
changelog() {
  { printf '# Changelog\n\n'; printf '%s\n' "$@"; printf '\n## 0.0.1 - 2025-01-31\n\n- What was there.\n'; } >CHANGELOG.md
  commit changelog
}

printf 'build/\nout\n' >.gitignore
for bad in 1.0 1.02.0 v1.2.3 1.2.3-rc1; do
  echo $bad >VERSION
  refused "VERSION: expected MAJOR.MINOR.PATCH, as 1.2.3, found $bad"
done
echo 1.2.3 >VERSION
changelog '## Unreleased' '' '- A line.'
refused "CHANGELOG.md: expected nothing under Unreleased, but under '## 1.2.3 - YEAR-MONTH-DAY'"
changelog '## Unreleased' ''
refused "CHANGELOG.md: expected one heading '## 1.2.3 - YEAR-MONTH-DAY', found none"
changelog '## 1.2.3 - 2026-02-30' '' '- A line.'
refused "CHANGELOG.md: expected one heading '## 1.2.3 - YEAR-MONTH-DAY', found 2026-02-30"
changelog '## 1.2.3 - 2026-02-28'
refused "CHANGELOG.md: expected something under '## 1.2.3 - 2026-02-28'"
changelog '## 1.2.2 - 2026-02-28' '' '- A line.' '' '## 1.2.3 - 2026-02-28' '' '- A line.'
refused "CHANGELOG.md: expected '## 1.2.3 - 2026-02-28' before the other versions, found '## 1.2.2 - 2026-02-28'"
changelog '## Unreleased' '' '## 1.2.3 - 2026-02-28' '' '- A line.'
echo >>README.md
touch new
refused 'expected a clean work tree, git status lists 2: M README.md'
commit clean
git -c user.name=a -c user.email=a@b.invalid tag -a -m other v1.2.3
refused 'tag v1.2.3 is there already; VERSION is 1.2.3'
git tag -d v1.2.3 >/dev/null
git tag v1.3.0
refused 'VERSION: expected more than v1.3.0, found 1.2.3'
git tag -d v1.3.0 >/dev/null
refused 'the tag needs a name: git config user.name, user.email'
git config user.name a
git config user.email a@b.invalid
refused 'make lint failed'
touch "$work/lint"
refused 'make test failed'
touch "$work/test"
same 'no tag' "$(git tag)" ''

release >out 2>&1 || fail 'make release: expected exit code 0, found another and:' "$(tail -n 40 out)"
same 'all tests' "$(cat "$work/calls")" "$(printf 'lint\nlint\nT= PART=1/1 test\nlint\nT= PART=1/1 test')"
same last "$(tail -n 1 out)" 'tagged v1.2.3; next: git push origin v1.2.3'
same tag "$(git cat-file -t v1.2.3) $(git rev-parse 'v1.2.3^{commit}') $(git tag -l --format='%(contents)' v1.2.3 | tr '\n' ' ')" \
  "tag $(git rev-parse HEAD) Waypoint 1.2.3  - A line.  "
deb=waypoint_1.2.3_$(dpkg --print-architecture).deb
same files "$(cd build/release && ls waypoint* SHA256SUMS | tr '\n' ' ')" "SHA256SUMS waypoint-1.2.3.tar.gz $deb "
same sums "$(cd build/release && sha256sum --quiet -c SHA256SUMS 2>&1)" ''
same 'version of the package' "$(dpkg-deb -f "build/release/$deb" Version)" 1.2.3
# Another user builds the same commit in another folder, at a later time.
git clone -q . ../elsewhere
(umask 077 && cd ../elsewhere && TZ=Asia/Tokyo make SETUP=0 BUILD=b dist) >/dev/null
same 'tar ball' "$(cmp build/release/waypoint-1.2.3.tar.gz ../elsewhere/b/release/waypoint-1.2.3.tar.gz 2>&1)" ''
for word in $(sed -n 's/.*run) echo \(.*\) ;;/\1/p' .ci/setup); do
  case $word in gcc | g++ | libc6-dev) continue ;; esac  # build-essential
  same Build-Depends "$(sed -n 's/^Build-Depends: //p' debian/control | grep -ow -- "$word" | head -n 1)" "$word"
done

cd "$work/.."
[ $failed != 0 ] || rm -rf "$work"
totals
