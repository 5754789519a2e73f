// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Testing
import ToolSupport

@testable import ControlCommands

@Suite(.timeLimit(.minutes(2))) struct HelpTests {
    /// Every command with its path of names.
    private static func commands(
        _ type: any ParsableCommand.Type, _ path: [String] = []
    ) -> [([String], any ParsableCommand.Type)] {
        let configuration = type.configuration
        let path = path + [configuration.commandName ?? ""]
        return [(path, type)] + configuration.subcommands.flatMap { commands($0, path) }
    }

    @Test func everyCommandHasAnExampleThatParses() throws {
        let all = Self.commands(BackgroundAssetsTool.self)
        #expect(all.count == 61)
        for (path, type) in all {
            let configuration = type.configuration
            #expect(!configuration.abstract.isEmpty, "\(path)")
            // Every tool has this one.
            if path.last == "exit-codes" { continue }
            #expect(configuration.discussion.contains("EXAMPLE"), "\(path)")
            let examples = configuration.discussion.split(separator: "\n").filter { $0.hasPrefix("  ba ") }
            #expect(!examples.isEmpty, "\(path)")
            for example in examples {
                let command = example.prefix { $0 != ">" }
                let words = command.split(separator: " ").dropFirst().map(String.init)
                #expect(throws: Never.self, "\(example)") { try BackgroundAssetsTool.parseAsRoot(words) }
            }
        }
    }

    @Test(arguments: ["bash", "zsh", "fish"])
    func printsCompletions(shell: String) async throws {
        try await ToolSession.with { session in
            let outcome = await session.run("completions", shell)
            #expect(outcome.status == 0)
            #expect(outcome.output.contains("url-override"))
        }
    }

    @Test(arguments: [[], ["pack"], ["service"], ["help", "install"], ["help", "exit-codes"]])
    func showsHelp(arguments: [String]) async throws {
        try await ToolSession.with { session in
            let outcome = await session.run(arguments)
            #expect(outcome.status == 0)
            #expect(outcome.output.contains("USAGE: ba"))
        }
    }

    @Test(arguments: [["--version"], ["apps", "--version"], ["pack", "get", "--version"]])
    func tellsItsVersion(arguments: [String]) async throws {
        try await ToolSession.with { session in
            let outcome = await session.run(arguments)
            #expect(outcome.status == 0)
            #expect(outcome.output == ToolVersion.current + "\n")
        }
    }

    @Test(arguments: [
        (["frobnicate"], "\"frobnicate\" is no command of ba\n"),
        (["isntall", "Game.app"], "did you mean \"install\"?"), (["pack", "rmove", "A"], "did you mean \"remove\"?"),
        (["pack", "fetch", "A"], "\"fetch\" is no command of ba pack\n"),
        (["help", "instal"], "did you mean \"install\"?"), (["help", "pack", "rmove"], "did you mean \"remove\"?"),
        (["help", "frobnicate"], "\"frobnicate\" is no command of ba\n"),
        (["ap"], "did you mean \"apps\" or \"app-state\"?"),
    ])
    func namesWhatAMisspelledCommandMayMean(arguments: [String], text: String) async throws {
        try await ToolSession.with { session in
            let outcome = await session.run(arguments)
            #expect(outcome.status == 64)
            #expect(outcome.error.contains(text), "\(outcome.error)")
        }
    }
}
