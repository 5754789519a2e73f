#!/usr/bin/env bash
# This file is part of swift-background-assets.
# Copyright (c) 2026 the swift-background-assets authors
# SPDX-License-Identifier: Apache-2.0
#
# Leads Chromium through the pages of a host of its own, by Playwright, and ends with 1 when anything is not as it should be. The host
# and its data go at the end.
#
#   scripts/test-page.sh FOLDER-OF-PROGRAMS [FOLDER-FOR-SCREENSHOTS]
set -euo pipefail
cd "$(dirname "$0")/.."

programs=$(realpath "$1")
folder=$(mktemp -d /tmp/ba-page.XXXXXX)
screenshots=${2:-$folder/screenshots}
mkdir -p "$screenshots"
server=""
provider=""
end() {
    for process in $server $provider; do kill "$process" 2>/dev/null || true; done
    wait 2>/dev/null || true
    rm -rf "$folder"
}
trap end EXIT

host() { "$programs/ba-host" "$@" --data "$folder/host"; }
host app create com.example.game --name "The Coast" --review-policy four-eyes >/dev/null
host key create --role ADMIN --json >"$folder/key.json"
# A provider of OpenID Connect, which knows three people.
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
person() { echo "{\"sub\": \"$1\", \"email\": \"$1@example.com\", \"email_verified\": $2}"; }
.build/openid/bin/oidc-provider-mock --port "$port" --require-nonce true --user-claims "$(person ada true)" \
    --user-claims "$(person grace false)" --user-claims "$(person nobody true)" >"$folder/provider.log" 2>&1 </dev/null &
provider=$!
echo "a secret of this test" >"$folder/secret"
for _ in $(seq 600); do
    if curl -sf -o /dev/null "http://127.0.0.1:$port/.well-known/openid-configuration"; then break; fi
    if ! kill -0 "$provider" 2>/dev/null; then cat "$folder/provider.log" >&2; exit 1; fi
    sleep 0.05
done
"$programs/ba-host" serve --port 0 --data "$folder/host" --openid-issuer "http://127.0.0.1:$port" --openid-client host \
    --openid-secret-file "$folder/secret" --openid-name "Example ID" >"$folder/url" 2>"$folder/log" </dev/null &
server=$!
for _ in $(seq 600); do
    if [ -s "$folder/url" ]; then break; fi
    if ! kill -0 "$server" 2>/dev/null; then cat "$folder/log" >&2; exit 1; fi
    sleep 0.05
done
invite() {
    host member add "$1" --name "$2" --role "$3" >/dev/null 2>&1
    host member invite "$1"
}
if ! .build/playwright/bin/python scripts/page-tour.py "$programs" "$folder" "$screenshots" \
    "$(invite ada@example.com "Ada Lovelace" ADMIN)" "$(invite grace@example.com "Grace Hopper" REVIEWER)"; then
    echo "what the host logged:"
    tail -n 40 "$folder/log"
    exit 1
fi
