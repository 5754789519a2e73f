// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser

struct CancelCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cancel",
        abstract: "Cancel an installation or a download.",
        discussion: """
            A cancelled first installation leaves nothing behind; a cancelled update leaves the old version. A bundle \
            identifier means the installation while one is under way, else all downloads of that app. `ba session cancel` \
            cancels what is in background URL sessions.

            EXAMPLES
              ba cancel com.naturelab.thecoast
              ba cancel Shoreline
            """)

    @OptionGroup var options: TransferOptions

    func run() async throws { try await options.perform(.cancel) }
}
