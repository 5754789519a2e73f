#!/usr/bin/env bash
# This file is part of swift-background-assets.
# Copyright (c) 2026 the swift-background-assets authors
# SPDX-License-Identifier: Apache-2.0
#
# Builds what is shipped (release, with Swift's libraries inside) and installs it: service, tools, host, and the C interface.
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
system_units=${DESTDIR:-}$prefix/lib/systemd/system
if [ "$prefix" != /usr ]; then units=${DESTDIR:-}/etc/systemd/user system_units=${DESTDIR:-}/etc/systemd/system; fi

# SwiftPM leaves it to the compiler to link a library against the static ones; said for all, so that nothing is built twice.
flags=(-c release --static-swift-stdlib -Xswiftc -static-stdlib --build-path .build/install)
tools=(ba ba-package ba-serve ba-page ba-transport backgroundassets-debug ba-host)
for product in backgroundassetsd "${tools[@]}" managed-downloader backgroundassets; do
    swift build "${flags[@]}" --product "$product"
done
bin=$(swift build "${flags[@]}" --show-bin-path)
interface=Sources/Frameworks/CBackgroundAssets
scripts/check-symbols.sh "$bin/libbackgroundassets.so"

install -d "$root/bin" "$root/libexec/background-assets" "$root/share/background-assets/apps.d" \
    "$root/share/doc/background-assets" "$root/share/varlink" "$units" "$system_units" "$root/lib/sysusers.d" "$root/include" "$root/lib/pkgconfig" \
    "$root/share/bash-completion/completions" "$root/share/zsh/site-functions" "$root/share/fish/vendor_completions.d"
install -s -m 755 "$bin/backgroundassetsd" "$bin/managed-downloader" "$root/libexec/background-assets/"
install -s -m 755 "${tools[@]/#/$bin/}" "$root/bin/"
header=$interface/include/background_assets.h
c_version=$(for part in MAJOR MINOR PATCH; do sed -n "s/^#define BA_VERSION_$part //p" "$header"; done | paste -sd .)
install -s -m 755 "$bin/libbackgroundassets.so" "$root/lib/libbackgroundassets.so.$c_version"
ln -sf "libbackgroundassets.so.$c_version" "$root/lib/libbackgroundassets.so.1"
ln -sf libbackgroundassets.so.1 "$root/lib/libbackgroundassets.so"
install -m 644 "$header" "$root/include/"
sed -e "s|@PREFIX@|$prefix|" -e "s|@VERSION@|$c_version|" packaging/background-assets.pc.in >"$root/lib/pkgconfig/background-assets.pc"
chmod 644 "$root/lib/pkgconfig/background-assets.pc"
install -m 644 README.md CHANGELOG.md LICENSE Documentation/*.md "$root/share/doc/background-assets/"
install -m 644 Sources/IPC/ServiceInterface/Interfaces/*.varlink "$root/share/varlink/"
for tool in "${tools[@]}"; do
    "$bin/$tool" --generate-completion-script bash >"$root/share/bash-completion/completions/$tool"
    "$bin/$tool" --generate-completion-script zsh >"$root/share/zsh/site-functions/_$tool"
    "$bin/$tool" --generate-completion-script fish >"$root/share/fish/vendor_completions.d/$tool.fish"
done
packaging/man-pages.py "$root/share/man/man1" "${tools[@]/#/$bin/}" "$bin/backgroundassetsd"
chmod 644 "$root/share/man/man1/"*.1
for unit in packaging/systemd/*; do
    sed "s|@LIBEXECDIR@|$prefix/libexec|" "$unit" >"$units/$(basename "$unit")"
    chmod 644 "$units/$(basename "$unit")"
done
sed "s|@BINDIR@|$prefix/bin|" packaging/systemd-system/ba-host.service >"$system_units/ba-host.service"
chmod 644 "$system_units/ba-host.service"
install -m 644 packaging/sysusers.conf "$root/lib/sysusers.d/ba-host.conf"
if [ -z "${DESTDIR:-}" ] && [ "$(id -u)" = 0 ]; then ldconfig; fi
echo "installed to ${DESTDIR:-}$prefix; “systemctl --user enable --now backgroundassetsd.socket backgroundassetsd.service” lets systemd start the service"
