#!/usr/bin/env bash
# This file is part of swift-background-assets.
# Copyright (c) 2026 the swift-background-assets authors
# SPDX-License-Identifier: Apache-2.0
#
# Plays the store side with real processes: three versions of a pack and a build of the game are uploaded to ba-host, reviewed and
# released to three contexts; three devices install the build from them, and each gets its own version; a reviewer's gets what is
# submitted. Everything lies in one temporary folder.
set -euo pipefail
source "$(dirname "$0")/enter.sh"
. scripts/demo-functions.sh
fail() { echo "$*" >&2; exit 1; }

say "Building the host, the service, the tools and the game (the first time takes some minutes)"
for product in ba-host ba-transport ba-package ba backgroundassetsd; do swift build --product "$product"; done
scripts/build-dependent.sh Examples/TheCoast
tools=$(swift build --show-bin-path)
game=$(swift build --package-path Examples/TheCoast --show-bin-path)

demo=$(mktemp -d /tmp/background-assets-demo.XXXXXX)
server=
contexts="internal external appstore"
devices="$contexts reviewer"
cleanup() {
    for device in $devices; do on "$device" service stop >/dev/null 2>&1 || true; done
    if [ -n "$server" ]; then kill "$server" 2>/dev/null || true; wait "$server" 2>/dev/null || true; fi
    # What has been told to end may be just ending.
    await rm -rf "$demo"
}
trap cleanup EXIT
export PATH="$tools:$PATH" LANG="${LANG:-C.UTF-8}"
id=com.naturelab.thecoast
pack=CoastModel
# DEVICE ARGUMENTS…: ba on one of the devices, each of which has a service and a home of its own.
on() {
    local device=$1
    shift
    BACKGROUND_ASSETS_ROOT="$demo/$device/service" XDG_DATA_HOME="$demo/$device/data" ba "$@"
}
# DEVICE: the version of the pack that is on it.
local_version() {
    on "$1" packs "$id" --json | python3 -c '
import json, sys
packs = json.load(sys.stdin)
packs = packs["packs"] if isinstance(packs, dict) else packs
print(next((pack.get("localVersion") or "none" for pack in packs if pack["id"] == sys.argv[1]), "none"))' "$pack"
}
# DEVICE VERSION: waits until it is there.
expect() {
    for _ in $(seq 150); do
        if [ "$(local_version "$1")" = "$2" ]; then echo "The device for $1 has version $2 of $pack."; return; fi
        sleep 0.2
    done
    fail "the device for $1 has version $(local_version "$1") of $pack, and should have $2"
}

say "A host: one folder, one program"
run ba-host app create "$id" --name "The Coast" --data "$demo/host" >/dev/null
ba-host key create --role ADMIN --json --data "$demo/host" >"$demo/key.json"
ba-host serve --port 0 --data "$demo/host" >"$demo/url" 2>"$demo/host.log" </dev/null &
server=$!
for _ in $(seq 300); do
    [ -s "$demo/url" ] && break
    kill -0 "$server" || { cat "$demo/host.log"; exit 1; }
    sleep 0.1
done
url=$(head -1 "$demo/url")
echo "$url"
mkdir -p -m 700 "$demo/keys"
eval "$(python3 - "$demo/key.json" "$demo/keys" <<'P'
import json, os, sys
key = json.load(open(sys.argv[1]))
path = f"{sys.argv[2]}/AuthKey_{key['id']}.p8"
with open(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600), "w") as file:
    file.write(key["privateKey"])
print(f"export BA_TRANSPORT_API_KEY={key['id']} BA_TRANSPORT_API_ISSUER={key['issuer']}")
P
)"
export API_PRIVATE_KEYS_DIR="$demo/keys" BA_TRANSPORT_SERVER="$url" BA_TRANSPORT_TRUST="$demo/host/identity/ca.pem"
export XDG_STATE_HOME="$demo/state"
approve() { ba-host review list --json --data "$demo/host" | python3 -c '
import json, sys
for review in json.load(sys.stdin): print(review["id"])' | while read -r review; do
    run ba-host review approve "$review" --data "$demo/host"
done; }

say "All packs of the game are uploaded: version 1 of each, for internal testers at once"
Examples/TheCoast/Scripts/make-packs.sh "$demo/packs" >/dev/null 2>&1
run ba-transport upload "$demo"/packs/*.aar --app "$id" --wait

say "Version 1 of the tide model goes to everybody; version 2 to external testers; version 3 stays with the internal ones"
run ba-transport submit "$pack" --app "$id" --context appstore
approve
for version in 2 3; do
    MODEL_VERSION=$version Examples/TheCoast/Scripts/make-packs.sh "$demo/packs-$version" >/dev/null 2>&1
    run ba-transport upload "$demo/packs-$version/$pack.aar" --app "$id" --wait
    if [ "$version" = 2 ]; then
        run ba-transport submit "$pack" --app "$id" --context external
        approve
    fi
done
run ba-host release list "$id" --data "$demo/host"

say "The game itself is uploaded once, and released in all three"
run ba bundle --executable "$game/TheCoast" --extension-executable "$game/TheCoastDownloader" \
    --info Examples/TheCoast/Sources/TheCoast/Info.plist -o "$demo/TheCoast.app"
run tar -C "$demo" -czf "$demo/TheCoast.tar.gz" TheCoast.app
build=$(ba-transport build upload "$demo/TheCoast.tar.gz" --app "$id" --wait --json |
    python3 -c 'import json, sys; print(json.load(sys.stdin)["id"])')
for context in external appstore; do run ba-transport build submit "$build" --context "$context" --app "$id"; done
approve
run ba-transport build list --app "$id"

say "Three devices install the same build, each from its context: each gets the version of that"
for device in $devices; do
    mkdir -p "$demo/$device"
    on "$device" trust "$demo/host/identity/ca.pem" >/dev/null
done
for device in $contexts; do
    run on "$device" install "$url/apps/$id?context=$device"
    on "$device" pack get --app "$id" "$pack" >/dev/null
done
expect internal 3
expect external 2
expect appstore 1

say "The same build through another context gets the version of that one"
run on internal install "$url/apps/$id?context=external"
expect internal 2

say "Version 2 is submitted for everybody: the reviewer's device has it already, and nobody else's"
run ba-transport submit "$pack" --app "$id" --version 2 --context appstore
review=$(ba-host review list --json --data "$demo/host" | python3 -c 'import json, sys; print(json.load(sys.stdin)[0]["id"])')
run on reviewer install "$url/apps/$id?context=review-$review"
on reviewer pack get --app "$id" "$pack" >/dev/null
expect reviewer 2
expect appstore 1

say "It is approved, and replaces version 1 under the game that is installed"
approve
run on appstore pack check "$id"
expect appstore 2

say "An upload that fails stays failed; what is uploaded anew is a new version"
head -c 100000 "$demo/packs/Textures.aar" >"$demo/Broken.aar"
status=0
run ba-transport upload "$demo/Broken.aar" --pack "$pack" --app "$id" --wait || status=$?
[ "$status" = 79 ] || fail "the broken archive ended with $status"
MODEL_VERSION=4 Examples/TheCoast/Scripts/make-packs.sh "$demo/packs-4" >/dev/null 2>&1
run ba-transport upload "$demo/packs-4/$pack.aar" --app "$id" --wait
run ba-transport list --app "$id" --pack "$pack"

say "What was changed, and by whom"
run ba-host audit --limit 8 --data "$demo/host"

say "That was it"
