// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Foundation

/// Where a host keeps what it is.
struct DataOptions: ParsableArguments {
    @Option(
        name: .customLong("data"),
        help: ArgumentHelp("The host's folder; made when it is missing.", valueName: "folder"), completion: .directory)
    var path: String

    /// Absolute.
    var folder: HostFolder { HostFolder(path: URL(fileURLWithPath: path).standardizedFileURL.path) }
}
