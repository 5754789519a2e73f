# This file is part of swift-background-assets.
# Copyright (c) 2026 the swift-background-assets authors
# SPDX-License-Identifier: Apache-2.0
#
# What the demos have in common; they source it.

# Colours are for a terminal.
if [ -t 1 ]; then bold=$'\033[1m' dim=$'\033[2m' usual=$'\033[0m'; else bold='' dim='' usual=''; fi
say() { printf '\n%s== %s%s\n' "$bold" "$*" "$usual"; }
run() { printf '%s$ %s%s\n' "$dim" "$*" "$usual"; "$@"; }

# Waits until a command succeeds.
await() {
    for _ in $(seq 600); do
        if "$@" >/dev/null 2>&1; then return; fi
        sleep 0.1
    done
    echo "this did not come: $*" >&2
    ba logs | tail -30 >&2
    exit 1
}
