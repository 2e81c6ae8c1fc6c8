# SPDX-License-Identifier: Apache-2.0
# Sourced: opens a page in Chromium, without a window and without a network.

# open_page PAGE NAME light|dark: leaves FOLDER/NAME.png as a screen of 1366 x 768 shows it, FOLDER/NAME.dom as it is once its scripts have
# run, and FOLDER/NAME.err with what the browser says. ($folder: the caller's.)
open_page() {
  case $3 in light) scheme=1 ;; dark) scheme=0 ;; esac
  chromium --headless=new --no-sandbox --disable-gpu --hide-scrollbars --disable-dev-shm-usage --disable-extensions --no-first-run \
    --host-resolver-rules='MAP * ~NOTFOUND' --window-size=1366,768 --user-data-dir="$folder/profile" \
    --blink-settings=preferredColorScheme=$scheme --enable-logging=stderr --v=0 \
    --screenshot="$folder/$2.png" --dump-dom "file://$(realpath "$1")" >"$folder/$2.dom" 2>"$folder/$2.err"
}
