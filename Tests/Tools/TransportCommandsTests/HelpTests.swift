// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import AssetTestSupport
import Testing
import ToolSupport

@testable import TransportCommands

@Suite struct HelpTests {
    private static func commands(
        _ type: any ParsableCommand.Type, _ path: [String] = []
    ) -> [([String], any ParsableCommand.Type)] {
        let path = path + [type.configuration.commandName ?? ""]
        return [(path, type)] + type.configuration.subcommands.flatMap { commands($0, path) }
    }

    @Test func everyCommandHasAnExampleThatParses() throws {
        for (path, type) in Self.commands(TransportTool.self) where !["exit-codes", "release"].contains(path.last) {
            let lines = type.configuration.discussion.split(separator: "\n").filter { $0.hasPrefix("  ba-transport ") }
            // One is part of another program's line.
            #expect(!lines.isEmpty || path.last == "token", "\(path)")
            for line in lines {
                let words = line.split(separator: " ").dropFirst().map(String.init)
                #expect(throws: Never.self, "\(line)") { try TransportTool.parseAsRoot(words) }
            }
        }
    }

    @Test(arguments: [
        ["upload", "--app", "a"], ["upload", "a.aar"], ["upload", "a.aar", "b.aar", "--pack", "A", "--app", "a"],
        ["upload", "a.aar", "--app", "a", "--parallel", "0"], ["upload", "", "--app", "a"],
        ["upload", "a.aar", "--app", "a", "--timeout", "5"], ["status"], ["status", "id", "--app", "a"],
        ["status", "--app", "a"], ["submit", "A", "--app", "a", "--context", "internal"],
        ["submit", "A", "B", "--version", "1", "--app", "a", "--context", "appstore"],
        ["submit", "A", "--app", "a", "--context", "external", "--platform", "IOS"],
        ["submit", "A", "--app", "a", "--context", "appstore", "--platform", "LINUX"],
        ["release", "rollout", "A", "--app", "a", "--context", "appstore"],
        ["release", "rollout", "A", "--app", "a", "--context", "appstore", "--start", "101"], ["uplaod"],
        ["apps", "--server", "http://packs.example.com"], ["apps"], ["apps", "--server", "apple", "--retries", "-1"],
    ])
    func whatMakesNoSenseIsRefused(arguments: [String]) async throws {
        let run = try await ProgramRun.run("ba-transport", arguments, environment: ["BA_TRANSPORT_SERVER": ""])
        #expect(run.status == 64 && run.output.isEmpty && !run.errors.isEmpty, "\(run)")
    }

    @Test func spellingsOfAltoolAreTaken() throws {
        let words = ["--apple-id", "1234567890", "--apiKey", "ABC", "--apiIssuer", "I", "--server", "apple"]
        let command = try #require(try TransportTool.parseAsRoot(["list"] + words) as? ListCommand)
        #expect(command.app.app == "1234567890" && command.app.server.apiKey == "ABC")
        #expect(try command.app.server.settings().issuer == "I")
    }
}
