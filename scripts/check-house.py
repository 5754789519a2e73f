#!/usr/bin/env python3
# This file is part of swift-background-assets.
# Copyright (c) 2026 the swift-background-assets authors
# SPDX-License-Identifier: Apache-2.0
"""Holds the import direction: a target imports only from rows above its own (Documentation/Overview.md), and only
what it declares.

SwiftPM's own check of declared imports is of no use here: it stops at swift-nio, which imports our `System` where it can.
"""

import json
import os
import re
import subprocess
import sys

# Rows from the bottom up. Inside a row nobody imports a neighbour, except along a chain written with ">".
ROWS = [
    "CHeapLimits > ConnectionListening Ordering CSystemShims CQuietProcess CSystemBus CLZ4 CLZMA CZlib CZstd CPostgreSQL > SystemSupport",
    "AssetPackModel",
    "AppleArchive AssetPackFiles Varlink BundleSigning > ServiceInterface AssetPackArchives BundleSources",
    "ServiceClient",
    "System OSLog URLLoading AssetStore DownloadScheduler TaskScheduler MessageBus TransferEngine ProcessSupervision"
    " CBackgroundAssetsHeader HostingModel HostingIdentity > DeviceConditions DesktopNotifications AppHost ExtensionHost ExtensionFoundation HostingDelivery HostingStorage > HostingPublishing > BackgroundAssets BackgroundTasks UserNotifications HostingAPI HostingMetrics HostingProcessing HostingNotification HostingOpenID > SwiftUI BackgroundAssetsExtras StoreKit CBackgroundAssets HostingConsole",
    "AssetService",
    "DeviceLink ToolSupport > PackagingCommands ControlCommands > MockServer DebugCommands ProgressPage HostCommands TransportCommands",
    "backgroundassetsd ba ba-host ba-package ba-serve ba-page ba-transport backgroundassets-debug managed-downloader block-codec",
]
# An app's process holds no server: these reach nothing of Service/ and Hosting/.
FRAMEWORKS = {
    "System", "OSLog", "URLLoading", "ExtensionFoundation", "BackgroundAssets", "BackgroundTasks", "SwiftUI", "UserNotifications", "BackgroundAssetsExtras", "StoreKit",
    "CBackgroundAssets",
}
HOSTING = {
    "HostingModel", "HostingStorage", "HostingProcessing", "HostingIdentity", "HostingDelivery", "HostingPublishing",
    "HostingAPI", "HostingMetrics", "HostingNotification", "HostingOpenID",
}
ENGINES = {
    "AssetStore", "DownloadScheduler", "TaskScheduler", "DeviceConditions", "DesktopNotifications", "TransferEngine", "AppHost",
    "ExtensionHost",
}
TOOLS_ONLY_SERVICE = {"AssetService", "ProcessSupervision", "MessageBus"} | ENGINES


# What ba-package is built of keeps to what other systems have too: calls that only Linux knows go through SystemSupport
# and CSystemShims.
PORTABLE = {
    "AssetPackModel", "AppleArchive", "AssetPackFiles", "AssetPackArchives", "ToolSupport", "PackagingCommands",
    "ba-package",
}
LINUX_ONLY = re.compile(
    r"\b(?:inotify_\w+|epoll_\w+|eventfd|timerfd_\w+|signalfd|prctl|pidfd_\w+|memfd_create|fallocate|splice|statx"
    r"|copy_file_range|accept4|pipe2|O_TMPFILE|O_PATH|SO_PEERCRED|MSG_NOSIGNAL)\b|\"/(?:proc|sys)/")


# What would have the idle service wake up once a second: see CQuietProcess.
RESTLESS = re.compile(r"\b(?:Task\.sleep|Task<Never, Never>\.sleep|DispatchQueue\.(?:global|main)|\.concurrent\b)")


def ranks():
    """Each target's (row, step); a target may import what has a smaller pair, and nothing on its own step."""
    result = {}
    for row, line in enumerate(ROWS):
        for step, names in enumerate(line.split(">")):
            for name in names.split():
                result[name] = (row, step)
    return result


# Modules of the toolchain, which nobody declares.
TOOLCHAIN = {"Foundation", "FoundationEssentials", "FoundationNetworking", "FoundationXML", "Glibc", "Dispatch", "Synchronization", "Observation", "Testing"}
IMPORT = re.compile(r"^(?:@\w+ |public |package |internal |private |fileprivate )*import (?:struct |class |enum |protocol |typealias |func |let |var )?(\w+)", re.M)


def sources(target):
    """Path and text of each Swift source of a target."""
    for folder, _, files in os.walk(target["path"]):
        for file in files:
            if file.endswith(".swift"):
                path = os.path.join(folder, file)
                with open(path, encoding="utf-8") as source:
                    yield path, source.read()


def undeclared(target):
    """What the target's sources import without declaring it."""
    declared = set(target.get("target_dependencies", [])) | set(target.get("product_dependencies", []))
    found = set()
    for _, text in sources(target):
        # Code inside a string (templates, samples) is indented or quoted, and no import of ours.
        found |= set(IMPORT.findall(re.sub(r'"""(?:.|\n)*?"""', "", text)))
    return found - declared - TOOLCHAIN - {target["name"]}


def main():
    os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
    text = subprocess.run(["swift", "package", "describe", "--type", "json"], check=True, capture_output=True).stdout
    targets = {t["name"]: t for t in json.loads(text)["targets"]}
    rank = ranks()
    faults = []
    edges = 0
    for name, target in sorted(targets.items()):
        for module in sorted(undeclared(target)):
            faults.append(f"{name} imports {module} without declaring it")
        if name in PORTABLE:
            for path, text in sources(target):
                for call in LINUX_ONLY.findall(text):
                    faults.append(f"{path} uses {call}, which only Linux has: put it behind SystemSupport")
        if name in TOOLS_ONLY_SERVICE | {"BundleSources", "backgroundassetsd"}:
            for path, text in sources(target):
                for call in RESTLESS.findall(re.sub(r"//.*", "", text)):
                    faults.append(f"{path} uses {call}, which wakes the idle service: wait with an Alarm or a queue of its own")
        if target["type"] == "test" or target["path"].startswith(("Sources/TestSupport", "Tests/")):
            continue
        if name not in rank:
            faults.append(f"{name} has no row in scripts/check-house.py")
            continue
        for dependency in target.get("target_dependencies", []):
            edges += 1
            if dependency not in rank:
                faults.append(f"{name} imports {dependency}, which has no row")
            elif rank[dependency] >= rank[name]:
                faults.append(f"{name} imports {dependency}, which does not stand above it")
            elif name in ENGINES and dependency in ENGINES:
                faults.append(f"{name} imports {dependency}: engines meet only in AssetService")
            elif name in FRAMEWORKS and dependency in ENGINES | HOSTING | {"AssetService"}:
                faults.append(f"{name} imports {dependency}: an app's process holds no server")
            elif name in HOSTING and dependency in TOOLS_ONLY_SERVICE | {"Varlink", "ServiceInterface", "ServiceClient"}:
                faults.append(f"{name} imports {dependency}: hosting imports nothing of service or IPC")
            elif target["path"].startswith("Sources/Tools") and dependency in TOOLS_ONLY_SERVICE:
                faults.append(f"{name} imports {dependency}: tools talk to the service through ServiceClient")
    for fault in faults:
        print(fault, file=sys.stderr)
    if faults:
        sys.exit(1)
    print(f"house: {len(rank)} targets, {edges} imports, all downhill")


main()
