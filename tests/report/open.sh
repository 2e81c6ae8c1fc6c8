# SPDX-License-Identifier: Apache-2.0
# Sourced: opens a page in Chromium, without a window and without a network.

# open_page PAGE NAME light|dark: writes three files into $folder of the caller. NAME.png is the page on a screen of 1366 x 768, NAME.dom the page
# after its scripts have run, and NAME.err the messages of the browser.
open_page() {
  case $3 in light) scheme=1 ;; dark) scheme=0 ;; esac
  chromium --headless=new --no-sandbox --disable-gpu --hide-scrollbars --disable-dev-shm-usage --disable-extensions --no-first-run \
    --host-resolver-rules='MAP * ~NOTFOUND' --window-size=1366,768 --user-data-dir="$folder/profile" \
    --blink-settings=preferredColorScheme=$scheme --enable-logging=stderr --v=0 \
    --screenshot="$folder/$2.png" --dump-dom "file://$(realpath "$1")" >"$folder/$2.dom" 2>"$folder/$2.err"
}
