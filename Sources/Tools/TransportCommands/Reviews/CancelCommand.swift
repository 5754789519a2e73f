// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import AssetPackModel
internal import ToolSupport

/// `ba-transport cancel`
struct CancelCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cancel", abstract: "Call off a submission for everybody.",
        discussion: """
            What waits for reviewers, is with them or was rejected can be submitted again then, or something in its place. Of a \
            submission that is put together still, what is in it is taken out.

            EXAMPLES
              ba-transport cancel 501bd0a2-51f5-4e63-9f0a-c2a95a1b0c6e
            """)

    @Argument(help: "The ID of the submission, as `ba-transport submit` has it.") var submission: String
    @OptionGroup var server: ServerOptions
    @Flag(help: "Print a JSON object.") var json = false

    private struct Shown: Encodable {
        let submissionID: String
        let state: String?
        let removedItems: Int
    }

    func run() async throws {
        let id = submission
        guard IdentifierRule.allows(id) else { throw TransportError.notFound("\(id) is no ID of a submission") }
        let shown = try await server.withConnection { connection in
            let (submission, removed) = try await StoreSubmission.cancel(id, at: PackServer(connection))
            return Shown(submissionID: id, state: submission.string("state"), removedItems: removed)
        }
        if json { return try Console.standard.writeJSON(shown) }
        Console.standard.note(
            shown.state == "READY_FOR_REVIEW"
                ? "The submission \(id) is put together still; \(shown.removedItems) items were taken out."
                : "The submission \(id) is called off: \(shown.state ?? "").")
    }
}
