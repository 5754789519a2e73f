// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ServiceInterface
import Synchronization
import Testing

@testable import ControlCommands

/// `ba update`: the app itself from the server that it came from, and its packs.
@Suite(.timeLimit(.minutes(2))) struct UpdateCommandTests {
    private static func app(
        _ bundleID: String = Samples.app, version: String = "1.0", build: String = "7", origin: String = "example.com",
        hasAssetPacks: Bool? = false
    ) -> AppRecord {
        var app = Samples.record(bundleID)
        (app.version, app.build, app.origin, app.hasAssetPacks) = (version, build, origin, hasAssetPacks)
        return app
    }

    /// A peer whose app has another version once it has been updated.
    private static func serve(_ session: ToolSession, from old: AppRecord, to new: AppRecord, detail: String? = nil) {
        let isUpdated = Mutex(false)
        session.peer.on(AppsInterface.List.self) { _, exchange in
            try exchange.reply(AppsInterface.List.Reply(apps: [isUpdated.withLock { $0 } ? new : old]))
        }
        session.peer.on(AppsInterface.Update.self) { call, exchange in
            #expect(call.bundleID == old.bundleID && !call.callID.isEmpty)
            try exchange.reply(Samples.progress(.downloadingApp, 0.5), continues: true)
            isUpdated.withLock { $0 = true }
            try exchange.reply(Samples.progress(.finished, 1, detail: detail))
        }
        session.peer.on(PacksInterface.Subscribe.self) { _, exchange in
            try exchange.reply(
                PackEvent(id: 1, kind: .subscribed, bundleID: old.bundleID, pack: nil), continues: true)
        }
        session.peer.on(PacksInterface.CheckForUpdates.self, reply: .init(updatingIDs: [], removedIDs: ["Old"]))
    }

    @Test("A2: an app from a server is updated, and then its packs") func updatesAnAppAndItsPacks() async throws {
        try await ToolSession.with { session in
            Self.serve(
                session, from: Self.app(hasAssetPacks: true),
                to: Self.app(version: "1.1", build: "8", hasAssetPacks: true), detail: "launchable without Music")
            let outcome = await session.run("update", Samples.app)
            #expect(outcome.status == 0)
            #expect(outcome.output == "com.example.coast: it is version 1.1 (8) now; removed Old\n")
            #expect(outcome.error.contains("com.example.coast: 50 %, fetching the app"))
            #expect(outcome.error.contains("warning: com.example.coast: launchable without Music"))
            #expect(session.peer.methods == ["List", "Update", "List", "Subscribe", "CheckForUpdates"])
        }
    }

    @Test("A2: an app without packs is looked at when it came from a server") func anAppWithoutPacks() async throws {
        try await ToolSession.with { session in
            let app = Self.app()
            Self.serve(session, from: app, to: app, detail: "1.0 (7) is installed already")
            let outcome = await session.run("update", "--json")
            #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome.error)")
            let updates = try JSONDecoder().decode([PackUpdate].self, from: Data(outcome.output.utf8))
            #expect(updates == [PackUpdate(bundleID: Samples.app, available: [:])])
            #expect(session.peer.methods == ["List", "Update", "List"])
        }
    }

    @Test("A2: the version is told to programs") func tellsProgramsTheVersion() async throws {
        try await ToolSession.with { session in
            Self.serve(session, from: Self.app(), to: Self.app(version: "8", build: "8"))
            let outcome = await session.run("update", "--json")
            #expect(outcome.error.isEmpty)
            let updates = outcome.json as? [[String: Any]]
            #expect(updates?.first?["version"] as? String == "8")
        }
    }

    @Test("A2: one app whose update fails leaves the others their turn") func othersHaveTheirTurn() async throws {
        try await ToolSession.with { session in
            session.peer.on(
                AppsInterface.List.self,
                reply: .init(apps: [Self.app("com.example.b"), Self.app("com.example.a"), Self.app("com.example.c")]))
            session.peer.on(AppsInterface.Update.self) { call, exchange in
                var progress = Samples.progress(.finished, 1)
                switch call.bundleID {
                case "com.example.a": return try exchange.fail(ServiceError(.downloadFailed, "no answer"))
                case "com.example.b":
                    progress = Samples.progress(.failed, 0.3, detail: "it is older")
                    progress.errorCode = ServiceError.Code.downgradeRefused.rawValue
                default: break
                }
                progress.bundleID = call.bundleID
                try exchange.reply(progress)
            }
            let outcome = await session.run("update")
            #expect(outcome.status == 75)
            #expect(outcome.output == "com.example.c: everything is up to date\n")
            #expect(outcome.error.contains("error: com.example.a: no answer"))
            #expect(outcome.error.contains("it is older"))
            #expect(outcome.error.contains("error: 2 of 3 apps could not be checked"))
        }
    }

    @Test("A14: an app that manages its assets itself is asked what it wants", arguments: [0, 1, 3])
    func asksTheExtension(_ count: Int) async throws {
        var app = Self.app(origin: "local")
        app.requestsContent = true
        let apps = [app]
        for printsJSON in [false, true] {
            try await ToolSession.with { session in
                session.peer.on(AppsInterface.List.self, reply: .init(apps: apps))
                session.peer.on(
                    FilesInterface.RequestContent.self,
                    reply: .init(wanted: count, refusals: count == 3 ? ["no room for c"] : []))
                let outcome = await session.run(printsJSON ? ["update", "--json"] : ["update"])
                #expect(outcome.status == 0)
                #expect(outcome.error == (count == 3 ? "\(Samples.app): no room for c\n" : ""))
                if printsJSON {
                    let updates = try #require(outcome.json as? [[String: Any]])
                    #expect(updates.map { $0["wantedFiles"] as? Int } == [count])
                    return
                }
                let words = try #require(
                    [0: "everything is up to date", 1: "1 file, which comes", 3: "3 files, which come"][count])
                #expect(outcome.output.contains(words), "\(outcome.output)")
                #expect(outcome.output.contains("`ba downloads \(Samples.app)`") == (count > 0))
            }
        }
    }

    @Test("A14: that an app cannot be asked is told") func anAppCannotBeAsked() async throws {
        try await ToolSession.with { session in
            var app = Self.app(origin: "local")
            app.requestsContent = true
            session.peer.on(AppsInterface.List.self, reply: .init(apps: [app]))
            session.peer.on(
                FilesInterface.RequestContent.self, error: ServiceError(.extensionFailed, "it was not asked: off"))
            let outcome = await session.run("update", app.bundleID)
            #expect(outcome.status != 0)
            #expect(outcome.error.contains("it was not asked: off"), "\(outcome.error)")
        }
    }

    @Test("A2: packs are looked at though the app's own server fails") func packsHaveTheirTurn() async throws {
        try await ToolSession.with { session in
            session.peer.on(AppsInterface.List.self, reply: .init(apps: [Self.app(hasAssetPacks: true)]))
            session.peer.on(AppsInterface.Update.self, error: ServiceError(.downloadFailed, "status 404"))
            session.peer.on(PacksInterface.Subscribe.self) { _, exchange in
                try exchange.reply(
                    PackEvent(id: 1, kind: .subscribed, bundleID: Samples.app, pack: nil), continues: true)
            }
            session.peer.on(PacksInterface.CheckForUpdates.self, reply: .init(updatingIDs: [], removedIDs: ["Old"]))
            let outcome = await session.run("update", Samples.app)
            #expect(outcome.status == 75)
            #expect(outcome.output == "com.example.coast: removed Old\n")
            #expect(outcome.error.contains("error: status 404"), "\(outcome.error)")
        }
    }

    @Test("B7: what an extension kept from coming is told beside what is updated") func tellsOfAProblem() async throws {
        try await ToolSession.with { session in
            session.peer.on(AppsInterface.List.self, reply: .init(apps: [Samples.record()]))
            session.peer.on(PacksInterface.Subscribe.self) { _, exchange in
                try exchange.reply(
                    PackEvent(id: 1, kind: .subscribed, bundleID: Samples.app, pack: nil), continues: true)
            }
            session.peer.on(
                PacksInterface.CheckForUpdates.self,
                reply: .init(updatingIDs: ["Model"], removedIDs: [], problem: "the extension exited"))
            session.peer.on(
                PacksInterface.EnsureLocalAvailability.self, reply: .init(available: ["Model": 2], failures: []))
            let outcome = await session.run("update", Samples.app)
            #expect(outcome.status == 1)
            #expect(outcome.output == "com.example.coast: Model is now version 2\n")
            #expect(outcome.error.contains("error: the extension exited"), "\(outcome.error)")
        }
    }

    @Test func nothingToUpdateIsSaid() async throws {
        try await ToolSession.with { session in
            session.peer.on(AppsInterface.List.self, reply: .init(apps: []))
            let outcome = await session.run("update")
            #expect(outcome.status == 0)
            #expect(outcome.error == "No app is installed that has assets to update or came from a server.\n")
        }
    }

    @Test func oneAppOfAllIsNotCountedTwice() async throws {
        try await ToolSession.with { session in
            session.peer.on(AppsInterface.List.self, reply: .init(apps: [Self.app(hasAssetPacks: false)]))
            session.peer.on(AppsInterface.Update.self, error: ServiceError(.downloadFailed, "status 404"))
            let outcome = await session.run("update")
            #expect(outcome.status == 75)
            #expect(outcome.error.hasSuffix("error: 1 app could not be checked\n"), "\(outcome.error)")
        }
    }

    @Test func anAppThatIsNotThereIsNamed() async throws {
        try await ToolSession.with { session in
            session.peer.on(AppsInterface.List.self, reply: .init(apps: []))
            let outcome = await session.run("update", "com.example.none")
            #expect(outcome.status == 66)
            #expect(outcome.error.contains("com.example.none"))
        }
    }
}
