#!/usr/bin/env bash
# This file is part of swift-background-assets.
# Copyright (c) 2026 the swift-background-assets authors
# SPDX-License-Identifier: Apache-2.0
#
# Plays what an app does that manages its assets itself, with real processes: videos arrive before the app is opened, one
# that is on its way is promoted, others are purged and fetched again, and an extension is ended that takes too long, or
# too much memory. Everything lies in one temporary folder.
set -euo pipefail
source "$(dirname "$0")/enter.sh"
. scripts/demo-functions.sh

say "Building the service, the tool and the app (the first time takes some minutes)"
swift build --product backgroundassetsd
swift build --product ba
swift build --product backgroundassets-debug
scripts/build-dependent.sh Examples/Sessions
tools=$(swift build --show-bin-path)
built=$(swift build --package-path Examples/Sessions --show-bin-path)
scripts=Examples/Sessions/Scripts

demo=$(mktemp -d /tmp/background-assets-sessions.XXXXXX)
server=
cleanup() {
    if [ -n "$server" ]; then kill "$server" 2>/dev/null || true; wait "$server" 2>/dev/null || true; fi
    ba service stop >/dev/null 2>&1 || true
    # What has been told to end may be just ending.
    await rm -rf "$demo"
}
trap cleanup EXIT
export PATH="$tools:$PATH"
export BACKGROUND_ASSETS_ROOT="$demo/service" XDG_DATA_HOME="$demo/data" XDG_CACHE_HOME="$demo/caches" LANG="${LANG:-C.UTF-8}"
id=com.example.sessions

arrived() { [ -e "$BACKGROUND_ASSETS_ROOT/groups/group.com.example.sessions/Library/Caches/$1.video" ]; }

say "A static server over HTTPS has the videos, and the list of them"
$scripts/make-certificate.sh "$demo/keys"
mkdir "$demo/site"
$scripts/serve.py "$demo/site" "$demo/keys/server.pem" "$demo/keys/server.key" 0 >"$demo/serve.log" 2>&1 &
server=$!
await grep -q '^https:' "$demo/serve.log"
url=$(grep -m1 '^https:' "$demo/serve.log")
plain=$(grep -m1 '^http:' "$demo/serve.log")
# It is still on its way when the app is opened, and until then.
echo 500000 >"$demo/site/404.video.RATE"
run $scripts/make-sessions.py "$demo/site" "$url" "$plain"
run ba trust "$demo/keys/authority.pem"

# BUILD: makes the bundle with this build number.
bundle() {
    sed -e "s|https://localhost:8444|$url|" -e "s|http://localhost:8445|$plain|" -e "/CFBundleVersion/{n;s/1/$1/}" \
        Examples/Sessions/Sources/After/Sessions/Info.plist >"$demo/Info.plist"
    rm -rf "$demo/Sessions.app"
    ba bundle --executable "$built/Sessions" --extension-executable "$built/SessionsDownloader" \
        --info "$demo/Info.plist" -o "$demo/Sessions.app"
}

say "The app is installed: what is essential comes with it"
run bundle 1
run ba install "$demo/Sessions.app" --yes
run ba downloads "$id"

say "Other videos arrive before anybody has opened it; the largest is slow"
await arrived 505
await arrived 303
ba logs --app "$id" | grep 'is there'

say "The app is opened: a video that is on its way goes to the front, and goes on from where it is"
run ba explain "$id"
arrived 404 && { echo "the last video came too early to be promoted" >&2; exit 1; }
run ba launch "$id" >"$demo/app.log" 2>&1 &
app=$!
await grep -q '404 is on its way' "$demo/app.log"
rm "$demo/site/404.video.RATE"
wait "$app"
cat "$demo/app.log"
grep -q '404 is here' "$demo/app.log" || { echo "the video that was on its way did not come" >&2; exit 1; }
echo "What the server was asked for, once:"
grep '404.video' "$demo/serve.log"
[ "$(grep -c '404.video' "$demo/serve.log")" = 1 ] || { echo "bytes of it came twice" >&2; exit 1; }

say "The server is gone, and a video plays"
kill "$server"; wait "$server" 2>/dev/null || true
server=
run ba launch "$id" -- --play 101
$scripts/serve.py "$demo/site" "$demo/keys/server.pem" "$demo/keys/server.key" "${url##*:}" "${plain##*:}" >>"$demo/serve.log" 2>&1 &
server=$!
await curl --silent --cacert "$demo/keys/authority.pem" "$url/manifest.json"

say "Videos are purged, as when the disk runs short, and fetched again when the app is opened"
run ba storage "$id"
run ba purge "$id" --free 25MB
run ba launch "$id"

say "An extension that takes too long is ended"
run ba settings extension-run-time 3
run env MISBEHAVIOR=slow $scripts/make-sessions.py "$demo/site" "$url" "$plain" 2
run bundle 2
run ba install "$demo/Sessions.app" --yes

say "So is one that takes too much memory"
run env MISBEHAVIOR=large $scripts/make-sessions.py "$demo/site" "$url" "$plain" 3
run bundle 3
run ba install "$demo/Sessions.app" --yes
ba logs --app "$id" | grep -E 'run time of|memory exception'

say "The extension is woken by hand, as one does while writing it"
run $scripts/make-sessions.py "$demo/site" "$url" "$plain" 4
run ba settings extension-run-time 30
run ba settings developer-mode on
run backgroundassets-debug --list-devices
run backgroundassets-debug --simulate --app-periodic-check -b "$id"
asked() { ba logs --app "$id" | grep 'asked for 0 of 5 sessions'; }
await asked
ba logs --app "$id" | tail -3

say "The app is uninstalled, with all that belongs to it"
run ba uninstall "$id"
printf '\nThat was Sessions. Nothing of it is left but what was built.\n'
