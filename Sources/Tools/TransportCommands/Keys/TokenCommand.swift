// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import FoundationEssentials
internal import ToolSupport

/// `ba-transport token`
struct TokenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token", abstract: "Print a token for other programs, good for 15 minutes.",
        discussion: """
            Whoever has it may do what its key may. It needs no server.

            EXAMPLES
              curl -H "Authorization: Bearer $(ba-transport token --api-key 2X9R4HXF34 --api-issuer $ISSUER)" …
            """, aliases: ["generate-jwt"])

    @OptionGroup var options: ServerOptions

    func run() async throws {
        var options = options
        // None is asked.
        if options.server == nil { options.server = "apple" }
        let tokens = try await TokenSource(options.settings(), environment: ProcessInfo.processInfo.environment)
        Console.standard.write(try await tokens.token())
    }
}
