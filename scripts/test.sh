#!/usr/bin/env bash
# This file is part of swift-background-assets.
# Copyright (c) 2026 the swift-background-assets authors
# SPDX-License-Identifier: Apache-2.0
#
# Builds everything and runs the tests. Its last lines are the test runner's own summary, after what failed, said again:
# a log that keeps only its end still names it.
#
# CONFIGURATION=release runs them optimized, as what is installed is.
set -euo pipefail
cd "$(dirname "$0")/.."

flags=()
if [ "${CONFIGURATION:-debug}" = release ]; then flags=(-c release -Xswiftc -enable-testing); fi
swift build --build-tests "${flags[@]}"
# TheCoastTests and SessionsTests play these.
scripts/build-dependent.sh Examples/TheCoast
scripts/build-dependent.sh Examples/Sessions

log=$(mktemp)
trap 'rm -f "$log"' EXIT
# One test after the other: they run services, servers and programs of their own, and share two cores.
status=0
swift test --skip-build --no-parallel "${flags[@]}" "$@" 2>&1 | tee "$log" || status=$?
if [ "$status" -ne 0 ]; then
  echo "What failed:"
  grep --text --extended-regexp '✘|^(↳|error:)|Fatal error' "$log" | grep --text --invert-match '✘ Test run with' || true
  grep --text 'Test run with' "$log" | tail --lines=1 || true
fi
exit "$status"
