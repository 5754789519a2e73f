// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Testing

/// Clients that come at once, or die in the middle: one transfer for all, and nothing of the dead stays.
@Suite(.timeLimit(.minutes(2)))
struct ClientFaultTests {
    private static let bytes = noise(13_000_000, seed: 31)

    /// Runs `body` with an installed app, and a server that stops in the middle of its pack `Big` until it is released.
    private func with(_ body: (World, FaultServer) async throws -> Void) async throws {
        try await World.with { world, server in
            try await world.pack("Big", files: ["big.bin": Self.bytes], compression: "none")
            try await world.publish(on: server)
            try await world.installApp()
            server.serve("/Big.aar", try world.bytes(of: "packs/Big.aar"), faults: [.stall(after: 6_000_000)])
            try await world.serving { try await body(world, server) }
        }
    }

    private func archiveRequests(_ server: FaultServer) -> Int {
        server.requests.filter { $0.path == "/Big.aar" }.count
    }

    private func ensure(_ packID: String, callID: String) -> String {
        """
        {"method": "backgroundassets.v1.Packs.EnsureLocalAvailability", "parameters": {"bundleID": "\(World.bundleID)", \
        "packIDs": ["\(packID)"], "requireLatestVersion": false, "callID": "\(callID)"}}
        """
    }

    @Test("two apps' processes and a tool that ask at once share one transfer, and each hears of its progress")
    func askingAtOnce() async throws {
        try await with { world, server in
            async let first = world.game("watch", "Big")
            async let second = world.game("watch", "Big")
            async let third = world.get("Big")
            await server.wait { $0.stalledCount == 1 }
            // All three wait for the one transfer before it goes on: two subscriptions and calls each, and the tool's.
            _ = try await world.wait("all clients") {
                try await world.serviceStatus()["connections"] as? Int ?? 0 >= 6 ? true : nil
            }
            server.release()
            #expect(try await first == ["watched Big finished true"])
            #expect(try await second == ["watched Big finished true"])
            let tool = try await third
            #expect(tool.status == 0 && tool.output.contains("Big is there in version 1"), "\(tool.errors)")
            #expect(archiveRequests(server) == 1)
            #expect(try world.localFile("big.bin", of: "Big") == Self.bytes)
            try await world.expectNothingLeft(packs: ["Big": 1])
        }
    }

    @Test("many clients that ask for many packs at once all get them") func manyClients() async throws {
        try await World.with { world, server in
            let ids = (0..<6).map { "Pack\($0)" }
            for id in ids { try await world.pack(id, files: [id: noise(50_000, seed: 3)]) }
            try await world.publish(on: server)
            try await world.installApp()
            try await world.serving {
                try await withThrowingTaskGroup(of: ProgramRun.self) { group in
                    for index in 0..<12 {
                        let (environment, path) = (world.environment, world.folder.path)
                        let order = ids.shuffled()
                        group.addTask {
                            try await ProgramRun.run(
                                "ba", ["pack", "get", "--app", World.bundleID] + (index % 2 == 0 ? order : ids),
                                environment: environment, directory: path)
                        }
                    }
                    for try await run in group { try expectSuccess(run) }
                }
                for id in ids {
                    #expect(server.requests.filter { $0.path == "/\(id).aar" }.count == 1)
                    #expect(try world.localFile(id, of: id) == noise(50_000, seed: 3))
                }
                try await world.expectNothingLeft(packs: Dictionary(ids.map { ($0, 1) }) { first, _ in first })
            }
        }
    }

    @Test("a failure is told to everybody who waits") func aFailureIsToldToEverybody() async throws {
        try await with { world, server in
            let archive = try world.bytes(of: "packs/Big.aar")
            server.serve("/Big.aar", archive, faults: [.stall(after: 6_000_000).and(.corrupt(at: 7_000_000))])
            async let first = world.game("watch", "Big")
            async let second = world.get("Big")
            await server.wait { $0.stalledCount == 1 }
            _ = try await world.wait("both clients") {
                try await world.serviceStatus()["connections"] as? Int ?? 0 >= 4 ? true : nil
            }
            server.release()
            let (game, tool) = (try await first.joined(), try await second)
            #expect(game.contains("error watch Big") && game.contains("does not match its SHA-256"), "\(game)")
            #expect(tool.status == 65 && tool.errors.contains("does not match its SHA-256"), "\(tool.errors)")
            try await world.expectNothingLeft()
        }
    }

    @Test("a client that dies in a call leaves its download to the service, and nothing else")
    func aClientThatDiesInACall() async throws {
        try await with { world, server in
            let descriptors = try await world.descriptorCount()
            do {
                let dying = try RawClient(world.socketPath)
                dying.send(ensure("Big", callID: "1"))
                await server.wait { $0.stalledCount == 1 }
                dying.close()
            }
            // Several that leave while they wait for the same pack, or listen to events.
            for index in 0..<20 {
                let client = try RawClient(world.socketPath)
                if index % 2 == 0 {
                    client.send(ensure("Big", callID: "x\(index)"))
                } else {
                    client.send(
                        #"{"method": "backgroundassets.v1.Packs.Subscribe", "parameters": {"bundleID": "\#(World.bundleID)"}, "more": true}"#
                    )
                    #expect(client.receive().text.contains("subscribed"))
                }
                client.close()
            }
            _ = try await world.wait("the dead to be gone") {
                try await world.serviceStatus()["connections"] as? Int == 1 ? true : nil
            }
            let downloads = try await world.ba("downloads").output
            #expect(downloads.contains("Big") && downloads.contains("downloading"), "\(downloads)")
            server.release()
            _ = try await world.wait("the pack") { try await world.localVersion("Big") }
            #expect(archiveRequests(server) == 1)
            try await world.expectNothingLeft(packs: ["Big": 1])
            // Connections to the server are kept for some seconds; none of the dead clients' are.
            #expect(try await world.descriptorCount() <= descriptors + 2)
        }
    }

    @Test("an app that is killed in a call leaves its download to the service") func anAppThatIsKilled()
        async throws
    {
        try await with { world, server in
            let launch = TestProcess()
            launch.executableURL = URL(fileURLWithPath: ProgramRun.programs + "/ba")
            launch.arguments = ["launch", World.bundleID, "--", "get", "Big"]
            launch.environment = ProcessInfo.processInfo.environment.merging(world.environment) { _, new in new }
            launch.standardOutput = FileHandle.nullDevice
            try launch.run()
            await server.wait { $0.stalledCount == 1 }
            kill(launch.processIdentifier, SIGKILL)
            launch.waitUntilExit()
            _ = try await world.wait("the app to be gone") {
                try await world.serviceStatus()["connections"] as? Int == 1 ? true : nil
            }
            server.release()
            _ = try await world.wait("the pack") { try await world.localVersion("Big") }
            #expect(archiveRequests(server) == 1)
            try await world.expectNothingLeft(packs: ["Big": 1])
        }
    }

    @Test("a cancelled download leaves nothing, however far it is") func aCancelledDownload() async throws {
        try await World.with { world, server in
            try await world.pack("Big", files: ["big.bin": Self.bytes], compression: "none")
            try await world.publish(on: server)
            try await world.installApp()
            let archive = try world.bytes(of: "packs/Big.aar")
            var generator = SeededGenerator(seed: 6)
            try await world.serving {
                for _ in 0..<6 {
                    let place = Int.random(in: 0..<archive.count, using: &generator)
                    server.serve("/Big.aar", archive, faults: [.stall(after: place)])
                    async let getting = world.get("Big")
                    await server.wait { $0.stalledCount == 1 }
                    try await expectSuccess(world.ba("cancel", "Big"))
                    let run = try await getting
                    #expect(
                        run.status == 75 && run.errors.contains("the download of Big was cancelled"), "\(run.errors)")
                    server.release()
                    await server.wait { $0.stalledCount == 0 }
                    _ = try await world.wait("an empty spool") { world.names(in: "s/spool").isEmpty ? true : nil }
                    try await world.expectNothingLeft()
                }
                try await expectSuccess(world.get("Big"))
                try await world.expectNothingLeft(packs: ["Big": 1])
            }
        }
    }
}
