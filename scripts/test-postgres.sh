#!/usr/bin/env bash
# This file is part of swift-background-assets.
# Copyright (c) 2026 the swift-background-assets authors
# SPDX-License-Identifier: Apache-2.0
#
# A PostgreSQL of its own for tests: on a socket in a new folder, which it prints, and on no network. It ends, and the folder
# goes, when its standard input ends.
set -euo pipefail

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
"${as[@]}" "$programs/postgres" -D "$folder/data" -k "$folder" -c listen_addresses= -c fsync=off -c max_connections=200 \
    >"$folder/log" 2>&1 &
server=$!
trap 'kill -INT "$server" 2>/dev/null || true; wait "$server" 2>/dev/null || true; rm -rf "$folder"' EXIT
for _ in $(seq 100); do
    "$programs/pg_isready" --quiet --host "$folder" --username postgres && break
    kill -0 "$server" 2>/dev/null || { cat "$folder/log" >&2; exit 1; }
    sleep 0.1
done
echo "$folder"
# Whoever started it has ended.
cat >/dev/null
