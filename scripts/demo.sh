#!/usr/bin/env bash
# This file is part of swift-background-assets.
# Copyright (c) 2026 the swift-background-assets authors
# SPDX-License-Identifier: Apache-2.0
#
# Plays the main job from end to end with real processes: packs are made and served over HTTPS, a game is installed with
# its essential assets, launched, and fetches, updates and removes packs. Everything lies in one temporary folder.
set -euo pipefail
source "$(dirname "$0")/enter.sh"
. scripts/demo-functions.sh

say "Building the service, the tools and the game (the first time takes some minutes)"
swift build --product backgroundassetsd
swift build --product ba
swift build --product ba-package
swift build --product ba-serve
scripts/build-dependent.sh Examples/TheCoast
tools=$(swift build --show-bin-path)
game=$(swift build --package-path Examples/TheCoast --show-bin-path)

demo=$(mktemp -d /tmp/background-assets-demo.XXXXXX)
server=
installing=
cleanup() {
    # What still asks for the service would start it again.
    if [ -n "$installing" ]; then kill "$installing" 2>/dev/null || true; wait "$installing" 2>/dev/null || true; fi
    if [ -n "$server" ]; then kill "$server" 2>/dev/null || true; wait "$server" 2>/dev/null || true; fi
    ba service stop >/dev/null 2>&1 || true
    # What has been told to end may be just ending.
    await rm -rf "$demo"
}
trap cleanup EXIT
export PATH="$tools:$PATH"
export BACKGROUND_ASSETS_ROOT="$demo/service" XDG_DATA_HOME="$demo/data" LANG="${LANG:-C.UTF-8}"
id=com.naturelab.thecoast

say "The game's assets are drawn, and packed by ba-package"
run Examples/TheCoast/Scripts/make-packs.sh "$demo/packs"
run ba-package inspect "$demo/packs/Tutorial.aar"

say "ba-serve serves them over HTTPS, with a certificate authority of its own"
ba-serve "$demo/packs" --port 0 >"$demo/serve.log" 2>&1 &
server=$!
for _ in $(seq 100); do
    url=$(grep -m1 -o '^https://[^ ]*' "$demo/serve.log" || true)
    [ -n "$url" ] && break
    kill -0 "$server" || { cat "$demo/serve.log"; exit 1; }
    sleep 0.1
done
cat "$demo/serve.log"
run ba trust
run ba url-override "$url"

say "The game is installed: one progress over app, installation and essential assets"
run ba bundle --executable "$game/TheCoast" --extension-executable "$game/TheCoastDownloader" \
    --info Examples/TheCoast/Sources/TheCoast/Info.plist -o "$demo/TheCoast.app"
ba install "$demo/TheCoast.app" &
installing=$!
refused=
allowed=
while kill -0 "$installing" 2>/dev/null; do
    if message=$(ba launch "$id" -- --storage 2>&1 >/dev/null); then
        allowed=yes
        break
    fi
    case "$message" in *"being installed"*) [ -n "$refused" ] || refused=$message ;; esac
done
wait "$installing"
installing=
[ -n "$refused" ] || { echo "launching was never refused during the installation" >&2; exit 1; }
printf 'Launching meanwhile was refused:  %s\n' "$refused"
[ -n "$allowed" ] || ba launch "$id" -- --storage >/dev/null
echo "Launching now, with the essential packs there: allowed"
run ba apps
run ba packs "$id"

say "The tutorial is there: nobody waits after tapping the icon"
ba launch "$id" -- --play tutorial </dev/null

say "A level is bought, and its pack fetched on demand with live progress"
run ba launch "$id" -- --buy lighthouse </dev/null

say "A pack is updated on the server, and the new version is there at the next check"
MODEL_VERSION=2 Examples/TheCoast/Scripts/make-packs.sh "$demo/packs"
# ba-serve notices the new archive by itself; `ba update` asks for newer packs and waits until they are there.
for _ in $(seq 50); do
    ba update "$id" >"$demo/update.log" 2>&1 || { cat "$demo/update.log"; exit 1; }
    if grep -q CoastModel "$demo/update.log"; then break; fi
done
printf '%s$ ba update %s%s\n' "$dim" "$id" "$usual"
cat "$demo/update.log"
run ba launch "$id" -- --model </dev/null

say "The player changes the language: the texts in it come, those in the other go"
run ba launch "$id" -- --language de </dev/null

say "The tutorial is finished: its pack is removed"
run ba launch "$id" -- --finish-tutorial </dev/null
run ba packs "$id"

say "The game is uninstalled, with all that belongs to it"
run ba uninstall "$id"
run ba apps
printf '\nThat was the main job. Nothing of it is left but what was built, and the drawn assets in Examples/TheCoast/Assets.\n'
