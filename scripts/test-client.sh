#!/usr/bin/env bash
# This file is part of swift-background-assets.
# Copyright (c) 2026 the swift-background-assets authors
# SPDX-License-Identifier: Apache-2.0
#
# Makes a typed client of the document that a host of its own serves, by openapi-python-client, leads it through all that a program
# does with a host, and ends with 1 when anything is not as the document says. With APPLE_OPENAPI, the path of App Store Connect's own
# document (which is not ours to give), a client of that one goes the same way. The host and its data go at the end.
#
#   [APPLE_OPENAPI=FILE] scripts/test-client.sh FOLDER-OF-PROGRAMS
set -euo pipefail
programs=$(realpath "$1")
document=${APPLE_OPENAPI:+$(realpath "$APPLE_OPENAPI")}
cd "$(dirname "$0")/.."

folder=$(mktemp -d /tmp/ba-client.XXXXXX)
server=""
end() {
    if [ -n "$server" ]; then kill "$server" 2>/dev/null || true; fi
    wait 2>/dev/null || true
    rm -rf "$folder"
}
trap end EXIT

host() { "$programs/ba-host" "$@" --data "$folder/host"; }
host app create com.example.game --name Game >/dev/null
host key create --role ADMIN --json >"$folder/key.json"
host key create --role DEVELOPER --json >"$folder/developer.json"
"$programs/ba-host" serve --port 0 --requests-per-hour 10000000 --data "$folder/host" >"$folder/url" 2>"$folder/log" </dev/null &
server=$!
for _ in $(seq 600); do
    if [ -s "$folder/url" ]; then break; fi
    if ! kill -0 "$server" 2>/dev/null; then cat "$folder/log" >&2; exit 1; fi
    sleep 0.05
done
export PYTHONDONTWRITEBYTECODE=1
if ! .build/openapi-client/bin/python scripts/client-tour.py "$programs" "$folder" ${document:+"$document"}; then
    echo "what the host logged:"
    tail -n 40 "$folder/log"
    exit 1
fi
