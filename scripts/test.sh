#!/usr/bin/env bash
# This file is part of swift-background-assets.
# Copyright (c) 2026 the swift-background-assets authors
# SPDX-License-Identifier: Apache-2.0
#
# Builds everything and runs the tests: `test.sh [--filter PATTERN]`. Its last lines are the test runner's own summary, after
# what failed, said again: a log that keeps only its end still names it.
#
# CONFIGURATION=release runs them optimized, as what is installed is.
set -euo pipefail
cd "$(dirname "$0")/.."

flags=()
if [ "${CONFIGURATION:-debug}" = release ]; then flags=(-c release -Xswiftc -enable-testing); fi
# Not with what only the tests read: another environment is another build.
depth=(${BA_TEST_LONG:+BA_TEST_LONG=$BA_TEST_LONG})
unset BA_TEST_LONG
swift build --build-tests "${flags[@]}"
# TheCoastTests and SessionsTests play these.
scripts/build-dependent.sh Examples/TheCoast
scripts/build-dependent.sh Examples/Sessions

logs=$(mktemp -d)
half_process=
end() {
  if [ -n "$half_process" ]; then kill -- "-$half_process" 2>/dev/null || true; fi
  rm -rf "$logs"
}
trap end EXIT
status=0

half='^(AssetServiceTests|HostCommandsTests)'
# Within a process one test comes after the other: they run services in it, and calls that block, on no more threads than there
# are cores.
program=$(swift build --show-bin-path "${flags[@]}")/swift-background-assetsPackageTests.xctest
run=(env "${depth[@]}" "$program" --testing-library swift-testing --no-parallel)
if [ "$#" -gt 0 ]; then
  "${run[@]}" "$@" 2>&1 | tee "$logs/all" || status=$?
else
  # Two processes, which take about as long: many tests wait for programs that they run.
  # In a group of their own, for a shell has what it starts behind it ignore Ctrl-C otherwise, and all that comes of it.
  set -m
  "${run[@]}" --filter "$half" >"$logs/half" 2>&1 &
  half_process=$!
  set +m
  "${run[@]}" --skip "$half" 2>&1 | tee "$logs/others" || status=$?
  wait "$half_process" || status=$?
  half_process=
  cat "$logs/half"
fi
if [ "$status" -ne 0 ] && [ ! -e "$logs/all" ]; then
  echo "What failed:"
  grep --text --no-filename --extended-regexp '✘|^(↳|error:)|Fatal error' "$logs"/* \
    | grep --text --invert-match '✘ Test run with' || true
fi
if [ ! -e "$logs/all" ]; then grep --text --no-filename 'Test run with' "$logs"/* || true; fi
exit "$status"
