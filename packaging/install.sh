#!/usr/bin/env bash
# This file is part of swift-background-assets.
# Copyright (c) 2026 the swift-background-assets authors
# SPDX-License-Identifier: Apache-2.0
#
# Builds what is shipped (release, with Swift's libraries inside) and installs it.
#
#   DESTDIR=/tmp/stage PREFIX=/usr packaging/install.sh
set -euo pipefail
cd "$(dirname "$0")/.."

prefix=${PREFIX:-/usr/local}
case "$prefix" in
/usr | /usr/local) ;;
*)
    # Apps look for the service in two fixed places only: no environment can make them start another program.
    echo "PREFIX is $prefix, and must be /usr or /usr/local: apps start the service from there only" >&2
    exit 2
    ;;
esac
root=${DESTDIR:-}$prefix
units=${DESTDIR:-}$prefix/lib/systemd/user
[ "$prefix" = /usr ] || units=${DESTDIR:-}/etc/systemd/user

flags=(-c release --static-swift-stdlib --build-path .build/install)
for product in backgroundassetsd ba ba-package ba-serve; do
    swift build "${flags[@]}" --product "$product"
done
bin=$(swift build "${flags[@]}" --show-bin-path)

install -d "$root/bin" "$root/libexec/background-assets" "$root/share/background-assets/apps.d" \
    "$root/share/doc/background-assets" "$root/share/varlink" "$units" \
    "$root/share/bash-completion/completions" "$root/share/zsh/site-functions" "$root/share/fish/vendor_completions.d"
install -s -m 755 "$bin/backgroundassetsd" "$root/libexec/background-assets/"
install -s -m 755 "$bin/ba" "$bin/ba-package" "$bin/ba-serve" "$root/bin/"
install -m 644 README.md CHANGELOG.md LICENSE Documentation/*.md "$root/share/doc/background-assets/"
install -m 644 Sources/IPC/ServiceInterface/Interfaces/*.varlink "$root/share/varlink/"
for tool in ba ba-package ba-serve; do
    "$bin/$tool" --generate-completion-script bash >"$root/share/bash-completion/completions/$tool"
    "$bin/$tool" --generate-completion-script zsh >"$root/share/zsh/site-functions/_$tool"
    "$bin/$tool" --generate-completion-script fish >"$root/share/fish/vendor_completions.d/$tool.fish"
done
for unit in packaging/systemd/*; do
    sed "s|@LIBEXECDIR@|$prefix/libexec|" "$unit" >"$units/$(basename "$unit")"
    chmod 644 "$units/$(basename "$unit")"
done
echo "installed to ${DESTDIR:-}$prefix; “systemctl --user enable --now backgroundassetsd.socket backgroundassetsd.service” lets systemd start the service"
