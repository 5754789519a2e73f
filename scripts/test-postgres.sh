#!/usr/bin/env bash
# This file is part of swift-background-assets.
# Copyright (c) 2026 the swift-background-assets authors
# SPDX-License-Identifier: Apache-2.0
#
# A PostgreSQL of its own for tests: on a socket in a new folder, which it prints, and on no network. It ends, and the folder
# goes, when its standard input ends; lines of it (stop, start, freeze, thaw) are done until then. Arguments go to the server.
set -euo pipefail
options=("$@")

programs=$(find /usr/lib/postgresql -maxdepth 2 -name bin | sort -V | tail -1)
folder=$(mktemp -d /tmp/ba-postgres.XXXXXX)
as=()
if [ "$(id -u)" = 0 ]; then
    # The server refuses to run as root.
    chown postgres "$folder"
    as=(setpriv --reuid postgres --regid postgres --clear-groups)
fi
cd "$folder"
"${as[@]}" "$programs/initdb" --pgdata "$folder/data" --username postgres --auth trust --encoding UTF8 --no-locale \
    --no-sync >/dev/null
begin() {
    "${as[@]}" "$programs/postgres" -D "$folder/data" -k "$folder" -c listen_addresses= -c fsync=off \
        -c max_connections=200 "${options[@]}" >>"$folder/log" 2>&1 &
    server=$!
    for _ in $(seq 100); do
        "$programs/pg_isready" --quiet --host "$folder" --username postgres && return
        kill -0 "$server" 2>/dev/null || { cat "$folder/log" >&2; exit 1; }
        sleep 0.1
    done
}
# It and all that work for it.
all() { echo "$server" $(pgrep -P "$server"); }
finish() {
    kill -CONT $(all) 2>/dev/null || true
    kill -INT "$server" 2>/dev/null || true
    wait "$server" 2>/dev/null || true
}
trap 'finish; rm -rf "$folder"' EXIT
begin
echo "$folder"
# Until whoever started it has ended, it does what it is told.
while read -r word; do
    case $word in
    stop) finish ;;
    start) begin ;;
    freeze) kill -STOP $(all) ;;
    thaw) kill -CONT $(all) ;;
    esac
done
