// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import ServiceInterface
import Testing
import ToolSupport

@testable import ControlCommands

@Suite(.timeLimit(.minutes(2))) struct StorageCommandTests {
    @Test func sizesAreReadAsPeopleWriteThem() {
        #expect(ByteSize(argument: "1000")?.count == 1000)
        #expect(ByteSize(argument: "500MB")?.count == 500_000_000)
        #expect(ByteSize(argument: "2 GiB")?.count == 2 << 30)
        for text in ["", "0", "-1", "MB", "1.5GB", "5 parsecs", "9999999999999TB"] {
            #expect(ByteSize(argument: text) == nil, "\(text)")
        }
    }

    /// A service with two files, which removes none when all are less than is asked for.
    private func scripted(_ session: ToolSession, files: [PurgedFile]) {
        session.peer.on(StorageInterface.Purge.self) { call, exchange in
            let isEnough = files.reduce(0) { $0 + $1.bytes } >= call.bytes ?? 0
            try exchange.reply(StorageInterface.Purge.Reply(files: isEnough ? files : []))
        }
    }

    private static let files = ["a", "b"].map { name in
        PurgedFile(bundleID: Samples.app, identifier: name, path: "/\(name)", bytes: 150_000_000, lastUsed: 0)
    }

    @Test(
        "What cannot be freed is a failure that says how much was, and how much could be",
        arguments: [[], ["--dry-run"], ["--json"]])
    func unmetPurge(options: [String]) async throws {
        try await ToolSession.with { session in
            scripted(session, files: Self.files)
            let outcome = await session.run(["purge", "--free", "900MB"] + options)
            #expect(outcome.status == 1)
            let verb = options == ["--dry-run"] ? "would be" : "were"
            #expect(
                outcome.error
                    == "error: 0 B of 900 MB \(verb) freed: all that is purgeable are 300 MB in 2 files, which `ba purge` "
                    + "without --free removes\n")
            #expect(outcome.output.filter { !$0.isWhitespace } == (options == ["--json"] ? "[]" : ""))
        }
    }

    @Test func purgesThatAreMet() async throws {
        try await ToolSession.with { session in
            scripted(session, files: Self.files)
            let outcome = await session.run("purge", "--free", "300MB")
            #expect(outcome.status == 0)
            #expect(outcome.error == "Removed 2 files, 300 MB.\n")
        }
        try await ToolSession.with { session in
            scripted(session, files: [])
            #expect(await session.run("purge").error == "Nothing is purgeable.\n")
        }
        try await ToolSession.with { session in
            scripted(session, files: [])
            let none = await session.run("purge", "--free", "1MB")
            #expect(none.status == 1 && none.error == "error: 0 B of 1 MB were freed: nothing is purgeable\n")
        }
    }

    @Test func whatIsThereIsListedPartByPart() {
        var app = AppUse(bundleID: "com.example.game", name: "Game")
        app.bundleBytes = 1_000_000
        app.packs = [.init(packID: "Tutorial", version: 3, bytes: 2_000_000)]
        (app.groupBytes, app.purgeableBytes) = (500_000, 400_000)
        #expect(
            StorageCommand.table([app]).text == """
                WHAT               APP                 SIZE  PURGEABLE
                all of Game        com.example.game  3.5 MB     400 kB
                  app              com.example.game    1 MB
                  pack Tutorial 3  com.example.game    2 MB
                  app groups       com.example.game  500 kB
                """)
        let summary = StorageCommand.summary(
            .init(apps: [app], keptBytes: 0, serviceBytes: 10_000, availableBytes: 1_000_000_000, capacityBytes: nil))
        #expect(
            summary == "400 kB can be freed by `ba purge`; the service itself has 10 kB; 1 GB are free on the disk.")
    }
}
