// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser

struct ReviewApproveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "approve", abstract: "Approve what is submitted: devices get it.",
        discussion: """
            Nothing of a submission for everybody is released until all of it is approved.

            EXAMPLES
              ba-host review approve 5f0c1f0e-6a3e-4d6f-9f5a-0c8f5a1b2c3d --data /srv/packs
            """)

    @OptionGroup var options: ReviewVerdictOptions

    func run() async throws { try await options.give("Approved", accepts: true) }
}
