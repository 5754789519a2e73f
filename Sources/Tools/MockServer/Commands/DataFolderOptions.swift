// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import FoundationEssentials

/// Where the server keeps what outlives it.
struct DataFolderOptions: ParsableArguments {
    @Option(
        help: """
            The folder that keeps certificate and versions, in place of background-assets-serve in the user's data \
            folder. Servers that run at the same time need one each.
            """, completion: .directory)
    var dataPath: String?

    var folder: ServerDataFolder {
        get throws(MockServerError) {
            try ServerDataFolder(path: dataPath, environment: ProcessInfo.processInfo.environment)
        }
    }
}
