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
source "$(dirname "$0")/enter.sh"

flags=()
if [ "${CONFIGURATION:-debug}" = release ]; then flags=(-c release -Xswiftc -enable-testing); fi
# Not with what only the tests read: another environment is another build.
depth=(${BA_TEST_LONG:+BA_TEST_LONG=$BA_TEST_LONG})
unset BA_TEST_LONG
swift build --build-tests "${flags[@]}"
# TheCoastTests, SessionsTests and StormyTests play these.
scripts/build-dependent.sh Examples/TheCoast
scripts/build-dependent.sh Examples/Sessions
scripts/build-dependent.sh Examples/Stormy

logs=$(mktemp -d)
processes=()
end() {
  for process in "${processes[@]}"; do kill -- "-$process" 2>/dev/null || true; done
  rm -rf "$logs"
}
trap end EXIT
status=0

# Parts of the tests that take about as long as each other, and what is left.
parts=('^HostCommandsTests' '^(AssetServiceTests|Hosting|AppleArchiveTests|AssetPack)')
# Within a process one test comes after the other: they run services in it, and calls that block, on no more threads than there
# are cores.
program=$(swift build --show-bin-path "${flags[@]}")/swift-background-assetsPackageTests.xctest
run=(env "${depth[@]}" "$program" --testing-library swift-testing --no-parallel)
if [ "$#" -gt 0 ]; then
  "${run[@]}" "$@" 2>&1 | tee "$logs/all" || status=$?
else
  # A process each, beside each other: many tests wait for programs that they run.
  # In groups of their own, for a shell has what it starts behind it ignore Ctrl-C otherwise, and all that comes of it.
  set -m
  for index in "${!parts[@]}"; do
    "${run[@]}" --filter "${parts[$index]}" >"$logs/part-$index" 2>&1 &
    processes+=($!)
  done
  set +m
  "${run[@]}" --skip "$(IFS='|'; echo "${parts[*]}")" 2>&1 | tee "$logs/others" || status=$?
  for process in "${processes[@]}"; do wait "$process" || status=$?; done
  processes=()
  cat "$logs"/part-*
fi
if [ "$status" -ne 0 ] && [ ! -e "$logs/all" ]; then
  echo "What failed:"
  grep --text --no-filename --extended-regexp '✘|^(↳|error:)|Fatal error' "$logs"/* \
    | grep --text --invert-match '✘ Test run with' || true
fi
if [ ! -e "$logs/all" ]; then grep --text --no-filename 'Test run with' "$logs"/* || true; fi
exit "$status"
