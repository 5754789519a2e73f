// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser

/// `ba-host review …`
struct ReviewCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "review", abstract: "List what waits for a reviewer, and decide on it.",
        discussion: """
            What is submitted for the external test, or for everybody, waits until somebody decides on it, unless the policy \
            of its app approves by itself (`ba-host app create --review-policy automatic`).
            """,
        subcommands: [ReviewListCommand.self, ReviewApproveCommand.self, ReviewRejectCommand.self])
}
