// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import ServiceInterface
import Testing

@testable import ControlCommands

@Suite(.timeLimit(.minutes(2))) struct TransferControlTests {
    @Test func pausesAnInstallation() async throws {
        try await ToolSession.with { session in
            session.peer.on(AppsInterface.List.self, reply: .init(apps: [Samples.record(state: .updating)]))
            session.peer.on(AppsInterface.ControlInstallation.self) { call, exchange in
                #expect(call.bundleID == Samples.app)
                #expect(call.action == .pause)
                try exchange.reply(AppsInterface.ControlInstallation.Reply())
            }
            let outcome = await session.run("pause", Samples.app)
            #expect(outcome.status == 0)
            #expect(outcome.error == "Paused the installation of com.example.coast.\n")
        }
    }

    @Test func resumesAllDownloadsOfAnInstalledApp() async throws {
        try await ToolSession.with { session in
            session.peer.on(AppsInterface.List.self, reply: .init(apps: [Samples.record()]))
            session.peer.on(
                DownloadsInterface.List.self, reply: .init(downloads: [Samples.download("A"), Samples.download("B")]))
            session.peer.on(DownloadsInterface.ControlDownloads.self) { call, exchange in
                #expect(call.bundleID == Samples.app)
                #expect(call.action == .resume)
                try exchange.reply(DownloadsInterface.ControlDownloads.Reply(packIDs: ["A", "B"]))
            }
            #expect(await session.run("resume", Samples.app).status == 0)
            #expect(session.peer.methods == ["List", "List", "ControlDownloads", "List"])
        }
    }

    @Test func saysWhatSomethingThatIsResumedWaitsFor() async throws {
        try await ToolSession.with { session in
            var held = Samples.download("B")
            (held.state, held.waiting) = (.waiting, "Low Power Mode is on")
            session.peer.on(AppsInterface.List.self, reply: .init(apps: [Samples.record()]))
            session.peer.on(DownloadsInterface.List.self, reply: .init(downloads: [Samples.download("A"), held]))
            session.peer.on(DownloadsInterface.ControlDownloads.self, reply: .init(packIDs: ["A", "B"]))
            let outcome = await session.run("resume", Samples.app)
            #expect(
                outcome.error == """
                    Resumed the download of A for com.example.coast.
                    Resumed the download of B for com.example.coast; it waits: Low Power Mode is on

                    """)
        }
    }

    @Test func aDownloadThatHasEndedMeanwhileStopsNothing() async throws {
        try await ToolSession.with { session in
            session.peer.on(AppsInterface.List.self, reply: .init(apps: [Samples.record()]))
            session.peer.on(
                DownloadsInterface.List.self,
                reply: .init(downloads: [Samples.download("A"), Samples.download("B"), Samples.download("C")]))
            session.peer.on(DownloadsInterface.ControlDownloads.self, reply: .init(packIDs: ["A", "C"]))
            let outcome = await session.run("cancel", Samples.app, "--json")
            #expect(outcome.status == 0)
            #expect((outcome.json as? [[String: String]])?.map { $0["packID"] } == ["A", "C"])
        }
    }

    @Test func manyDownloadsAreCountedAndNotListed() async throws {
        try await ToolSession.with { session in
            let names = (1...21).map { "D\($0)" }
            var records = names.map { Samples.download($0) }
            for index in 3..<21 { (records[index].state, records[index].waiting) = (.waiting, "behind 3 others") }
            session.peer.on(AppsInterface.List.self, reply: .init(apps: [Samples.record()]))
            session.peer.on(DownloadsInterface.List.self, reply: .init(downloads: records))
            session.peer.on(DownloadsInterface.ControlDownloads.self, reply: .init(packIDs: names))
            #expect(
                await session.run("resume", Samples.app).error
                    == "Resumed 21 downloads of com.example.coast; 18 of them wait: `ba explain com.example.coast` says why\n"
            )
        }
    }

    @Test func cancelsTheDownloadOfAPack() async throws {
        try await ToolSession.with { session in
            session.peer.on(AppsInterface.List.self, reply: .init(apps: [Samples.record()]))
            session.peer.on(DownloadsInterface.List.self, reply: .init(downloads: [Samples.download("A")]))
            session.peer.on(DownloadsInterface.ControlDownload.self) { call, exchange in
                #expect(call.bundleID == Samples.app)
                #expect(call.packID == "A")
                #expect(call.action == .cancel)
                try exchange.reply(EmptyReply())
            }
            let outcome = await session.run("cancel", "A", "--json")
            #expect(outcome.status == 0)
            #expect(outcome.json as? [[String: String]] == [["bundleID": Samples.app, "packID": "A"]])
        }
    }

    @Test func pausesAnInstallationByItsFirstName() async throws {
        try await ToolSession.with { session in
            session.peer.on(AppsInterface.List.self, reply: .init(apps: [Samples.record(state: .installing)]))
            session.peer.on(DownloadsInterface.List.self, reply: .init(downloads: []))
            session.peer.on(AppsInterface.ControlInstallation.self) { call, exchange in
                #expect(call.bundleID == "coast.tar")
                try exchange.reply(AppsInterface.ControlInstallation.Reply(bundleID: Samples.app))
            }
            let outcome = await session.run("pause", "coast.tar")
            #expect(outcome.status == 0)
            #expect(outcome.error == "Paused the installation of com.example.coast.\n")
        }
    }

    @Test func asksWhichAppWhenSeveralDownloadThePack() async throws {
        try await ToolSession.with { session in
            session.peer.on(AppsInterface.List.self, reply: .init(apps: []))
            session.peer.on(
                DownloadsInterface.List.self,
                reply: .init(downloads: [Samples.download("A"), Samples.download("A", of: "com.example.other")]))
            #expect(await session.run("cancel", "A").status == 64)
        }
    }

    @Test("A download that is named as an installed app is pointed to") func namesTheDownloadOfAnAppsName() async throws
    {
        try await ToolSession.with { session in
            session.peer.on(AppsInterface.List.self, reply: .init(apps: [Samples.record()]))
            session.peer.on(DownloadsInterface.List.self) { call, exchange in
                let downloads =
                    call.bundleID == nil ? [Samples.download(Samples.app, of: "com.example.other")] : []
                try exchange.reply(DownloadsInterface.List.Reply(downloads: downloads))
            }
            session.peer.on(AppsInterface.ControlInstallation.self) { call, exchange in
                try exchange.fail(
                    ServiceError(.installationNotFound, "no installation of \(call.bundleID) is under way"))
            }
            let outcome = await session.run("cancel", Samples.app)
            #expect(outcome.status == 64)
            #expect(outcome.error.contains("with --app com.example.other to cancel that"), "\(outcome.error)")
        }
    }

    @Test("No ID is no name", arguments: ["cancel", "pause", "resume", "explain"]) func noID(_ command: String)
        async throws
    {
        try await ToolSession.with { session in
            let outcome = await session.run(command, "")
            #expect(outcome.status == 64)
            #expect(outcome.error.contains("no ID is named"), "\(outcome.error)")
        }
    }

    @Test func saysWhenNothingIsOfThatName() async throws {
        try await ToolSession.with { session in
            session.peer.on(AppsInterface.List.self, reply: .init(apps: []))
            session.peer.on(DownloadsInterface.List.self, reply: .init(downloads: []))
            session.peer.on(AppsInterface.ControlInstallation.self) { _, exchange in
                try exchange.fail(ServiceError(.installationNotFound, "no installation of A is under way"))
            }
            let outcome = await session.run("pause", "A")
            #expect(outcome.status == 66)
            #expect(outcome.error.contains("no installation and no download is named A"))
        }
    }
}
