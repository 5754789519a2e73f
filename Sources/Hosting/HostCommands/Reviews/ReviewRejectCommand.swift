// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser

struct ReviewRejectCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reject", abstract: "Reject what is submitted.",
        discussion: """
            What is rejected of a submission for everybody can be resolved or removed, and the rest submitted again; for the \
            external test a new version is made.

            EXAMPLES
              ba-host review reject 5f0c1f0e-6a3e-4d6f-9f5a-0c8f5a1b2c3d --pack Tutorial --message "No harbour." \
            --data /srv/packs
            """)

    @OptionGroup var options: ReviewVerdictOptions

    func run() async throws { try await options.give("Rejected", accepts: false) }
}
