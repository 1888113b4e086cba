#!/bin/bash
# shot.sh url-hash out w h [extra flags]
f=$1; o=$2; w=$3; h=$4; shift 4
d=$(mktemp -d)
timeout 60 chromium --headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync --user-data-dir=$d --hide-scrollbars --window-size=$w,$h "$@" --screenshot=$o "$f" 2>&1 | grep -i -E "console|error" | grep -v -i -E "dbus|vaapi|gcm|gpu" | head -5
rm -rf $d
