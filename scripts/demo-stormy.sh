#!/usr/bin/env bash
# This file is part of swift-background-assets.
# Copyright (c) 2026 the swift-background-assets authors
# SPDX-License-Identifier: Apache-2.0
#
# Plays what an app does while nobody has it in front, with real processes: noon wakes it, a slow server makes its task expire, the request goes
# on while the app is gone, the app is woken for the answer, a notification appears, a tap opens the app, a photo is uploaded in the background.
# The days pass by the clock of the service, which is advanced. Everything lies in one temporary folder.
set -euo pipefail
source "$(dirname "$0")/enter.sh"
. scripts/demo-functions.sh

say "Building the service, the tool and the app (the first time takes some minutes)"
swift build --product backgroundassetsd
swift build --product ba
scripts/build-dependent.sh Examples/Stormy
tools=$(swift build --show-bin-path)
built=$(swift build --package-path Examples/Stormy --show-bin-path)

demo=$(mktemp -d /tmp/background-assets-stormy.XXXXXX)
server=
cleanup() {
    if [ -n "$server" ]; then kill "$server" 2>/dev/null || true; wait "$server" 2>/dev/null || true; fi
    ba quit "$id" >/dev/null 2>&1 || true
    ba service stop >/dev/null 2>&1 || true
    # What has been told to end may be just ending.
    await rm -rf "$demo"
}
id=com.example.stormy
export PATH="$tools:$PATH"
# Without a desktop of its own: what appears is listed.
export HOME="$demo/home" DBUS_SESSION_BUS_ADDRESS="unix:path=$demo/none"
export BACKGROUND_ASSETS_ROOT="$demo/service" XDG_DATA_HOME="$demo/data" XDG_CACHE_HOME="$demo/caches" \
    XDG_CONFIG_HOME="$demo/home" LANG="${LANG:-C.UTF-8}"
mkdir "$demo/home" "$demo/site"
trap cleanup EXIT

ended() { [ "$(ba task history "$id" | grep -cE 'completed|expired|failed|ended')" -ge "$1" ]; }
waits() { ba tasks "$id" | grep -q 'StormyNoon .*waiting'; }
gone() { ! pgrep -f "$demo/Stormy.app/Stormy" >/dev/null; }
appeared() { ba notifications "$id" | grep -q "$1"; }

say "A weather server, and the app"
Examples/Sessions/Scripts/make-certificate.sh "$demo/keys"
Examples/Stormy/Scripts/weather.py "$demo/site" "$demo/keys/server.pem" "$demo/keys/server.key" 0 >"$demo/weather.log" 2>&1 &
server=$!
await grep -q '^https:' "$demo/weather.log"
url=$(grep -m1 '^https:' "$demo/weather.log")
run ba trust "$demo/keys/authority.pem"
run ba settings developer-mode on
bundle() {
    sed -e "s|https://localhost:8446|$url|" -e "/CFBundleVersion/{n;s/1/$1/}" \
        -e "/StormyIgnoresCancellation/{n;s/false/$2/}" Examples/Stormy/Sources/Stormy/Info.plist >"$demo/Info.plist"
    rm -rf "$demo/Stormy.app"
    ba bundle --executable "$built/Stormy" --info "$demo/Info.plist" -o "$demo/Stormy.app"
}
run bundle 1 false
run ba register "$demo/Stormy.app"

say "A person opens it, and opts in; then they do something else"
ba launch "$id" >"$demo/app.log" 2>&1 &
await grep -q 'opted in' "$demo/app.log"
cat "$demo/app.log"
run ba tasks "$id"
run ba quit "$id"
await gone

say "Monday noon: a clear day"
echo clear >"$demo/site/weather"
run ba service advance 24h
await ended 1
run ba notifications "$id"

say "Tuesday noon: it is stormy, and the server is quick"
await waits
echo stormy >"$demo/site/weather"
run ba service advance 24h
await appeared 'Stormy skies'
run ba notifications "$id"
run ba notification remove "$id"

say "Wednesday noon: the server is slow"
await waits
touch "$demo/site/slow"
run ba service advance 24h
await sh -c "ba sessions $id | grep -q isStormy"
run ba tasks "$id"
echo "Half a minute later its time is up; it has the same request go on as a download, and is ended:"
run ba service advance 31s
await ended 3
await gone
run ba sessions "$id"
run ba task history "$id" --limit 4

say "The server answers, while the app is not there: the app is woken for it"
rm "$demo/site/slow"
await appeared 'Stormy skies'
run ba notifications "$id"
echo "The server was asked this often on Wednesday: $(($(grep -c 'GET /now' "$demo/weather.log") - 2))"
[ "$(grep -c 'GET /now' "$demo/weather.log")" = 3 ] || { echo "it was asked twice" >&2; exit 1; }
await gone

say "A tap opens the app, which takes a photo; that is uploaded in the background, and a second notification follows"
run ba notification open "$id" photo
await appeared 'is in your profile'
run ba notifications "$id"
run curl --silent --cacert "$demo/keys/authority.pem" "$url/"
echo
run ba quit "$id"

say "A variant that takes no notice of its end is ended, and left alone for a while"
await waits
touch "$demo/site/slow"
run bundle 2 true
run ba register "$demo/Stormy.app"
run ba service advance 24h
await sh -c "ba tasks $id | grep -q running"
run ba service advance 31s
await sh -c "ba task history $id | grep -q expiring"
run ba service advance 6s
await gone
run ba task history "$id" --limit 3
run ba explain StormyNoon
rm "$demo/site/slow"

say "That was all of it"
