// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Testing

/// The man pages, made from what the commands say of themselves.
@Suite("Man pages", .timeLimit(.minutes(5))) struct ManPagesTests {
    private static let tools = [
        "ba", "ba-host", "ba-package", "ba-serve", "ba-page", "ba-transport", "backgroundassets-debug",
    ]

    private struct Dump: Decodable {
        struct Command: Decodable {
            var commandName: String
            var subcommands: [Command]?

            /// Of all pages that it has.
            func names(_ path: [String] = []) -> [String] {
                let path = path + [commandName]
                return [path.joined(separator: "-")]
                    + (subcommands ?? []).filter { $0.commandName != "help" }.flatMap { $0.names(path) }
            }
        }
        var command: Command
    }

    /// Runs each `TOOL help …` that pages send to.
    private func checkHelp(namedIn pages: [String]) async throws {
        var commands: Set<String> = []
        for page in pages {
            let text = try String(contentsOfFile: page, encoding: .utf8).replacingOccurrences(of: "\\-", with: "-")
            for match in text.matches(of: /\\fB([a-z-]+ help [a-z -]+)\\fR/) { commands.insert(String(match.1)) }
        }
        #expect(Set(Self.tools.map { $0 + " help exit-codes" }).isSubset(of: commands))
        for command in commands {
            let words = command.split(separator: " ").map(String.init)
            let run = try await ProgramRun.run(words[0], Array(words.dropFirst()))
            #expect(run.status == 0, "\(command): \(run)")
            #expect(!words.contains("exit-codes") || run.output.contains("130  ended by Ctrl-C"), "\(command): \(run)")
        }
    }

    @Test("B15: every command has a page, which groff takes without a warning") func pages() async throws {
        try await TemporaryFolder.with { folder in
            let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
                .appendingPathComponent("../../packaging/man-pages.py").standardized.path
            let programs = (Self.tools + ["backgroundassetsd"]).map { ProgramRun.programs + "/" + $0 }
            try await expectSuccess(
                ProgramRun.run("/usr/bin/python3", [script, folder.path("man")] + programs))
            var expected: Set<String> = []
            for program in programs {
                let run = try await expectSuccess(ProgramRun.run(program, ["--experimental-dump-help"]))
                let dump = try JSONDecoder().decode(Dump.self, from: Data(run.output.utf8))
                expected.formUnion(dump.command.names())
            }
            // What `ba pair` is belongs to another program.
            expected.formUnion(["serve", "connect", "list", "remove"].map { "ba-pair-" + $0 })
            let pages = try FileManager.default.contentsOfDirectory(atPath: folder.path("man"))
            #expect(Set(pages) == Set(expected.map { $0 + ".1" }))
            let run = try await ProgramRun.run(
                "/usr/bin/groff", ["-k", "-man", "-Tutf8", "-ww", "-z"] + pages.map { folder.path("man/" + $0) })
            #expect(run.status == 0)
            #expect(run.errors == "")
            let text = try await expectSuccess(
                ProgramRun.run(
                    "/usr/bin/groff", ["-k", "-man", "-Tascii", folder.path("man/backgroundassets-debug.1")]))
            #expect(text.output.contains("app-periodic-check"))
            try await checkHelp(namedIn: pages.map { folder.path("man/" + $0) })
        }
    }
}
