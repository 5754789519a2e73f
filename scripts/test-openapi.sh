#!/usr/bin/env bash
# This file is part of swift-background-assets.
# Copyright (c) 2026 the swift-background-assets authors
# SPDX-License-Identifier: Apache-2.0
#
# Sends a host of its own what its OpenAPI document allows and what it does not, by schemathesis (https://schemathesis.io), and ends
# with 1 when anything is answered otherwise than described, or with a fault of the server. The host and its data go at the end.
#
#   scripts/test-openapi.sh PATH-OF-BA-HOST [OPTIONS OF schemathesis run…]
set -euo pipefail
cd "$(dirname "$0")/.."

program=$(realpath "$1")
shift
python=.build/schemathesis/bin
folder=$(mktemp -d /tmp/ba-openapi.XXXXXX)
server=""
end() {
    if [ -n "$server" ]; then kill "$server" 2>/dev/null || true; fi
    wait 2>/dev/null || true
    rm -rf "$folder"
}
trap end EXIT

"$program" app create com.example.game --name Game --data "$folder/host" >/dev/null
"$program" key create --role ADMIN --json --data "$folder/host" >"$folder/key.json"
"$program" serve --port 0 --requests-per-hour 10000000 --data "$folder/host" \
    >"$folder/url" 2>"$folder/log" </dev/null &
server=$!
for _ in $(seq 600); do
    if [ -s "$folder/url" ]; then break; fi
    if ! kill -0 "$server" 2>/dev/null; then cat "$folder/log" >&2; exit 1; fi
    sleep 0.05
done
url=$(grep -m 1 -o 'https://[^ ]*' "$folder/url")
token=$("$python/python" - "$folder/key.json" <<'P' | tee "$folder/token"
import json, sys, time
import jwt
key = json.load(open(sys.argv[1]))
now = int(time.time())
claims = {"iss": key["issuer"], "iat": now, "exp": now + 1190, "aud": "appstoreconnect-v1"}
print(jwt.encode(claims, key["privateKey"], algorithm="ES256", headers={"kid": key["id"]}))
P
)

# As with App Store Connect, what cannot be done with a resource is forbidden (403), where schemathesis wants 405:
# OperationTableTests have that.
python3 scripts/openapi-samples.py "$url" "$folder/token" "$folder/host/identity/ca.pem" "$folder/schemathesis.toml"
status=0
"$python/schemathesis" --config-file "$folder/schemathesis.toml" run "$url/ba/v1/openapi.json" --tls-verify "$folder/host/identity/ca.pem" \
    --header "Authorization: Bearer $token" --checks all --exclude-checks unsupported_method \
    --generation-deterministic --no-color "$@" || status=$?
if [ "$status" != 0 ]; then
    echo "what the host logged:"
    tail -n 40 "$folder/log"
    exit 1
fi
