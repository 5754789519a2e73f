// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetPackModel
import AssetTestSupport
import Foundation
import ServiceInterface
import Testing
import Varlink

@testable import AssetService

/// Hosts of packs that want to know who asks: the extensions of apps with managed packs say so.
@Suite("Challenges of hosts of packs", .timeLimit(.minutes(5))) struct ManagedChallengeTests {
    /// By what the fixture's extension answers.
    private static let byExtension = "Basic " + Data("extension:hUsH".utf8).base64EncodedString()
    private static let demand = Fault.status(401, headers: [("WWW-Authenticate", "Basic realm=\"vault\"")])
        .unless("Authorization", byExtension)

    /// Has the server give a file of a pack to those alone who say who they are.
    private func protect(_ path: String, of world: ServiceWorld) {
        world.server.serve(path, world.files[path] ?? [], finally: Self.demand)
    }

    private static func get(_ packID: String) -> PacksInterface.EnsureLocalAvailability {
        PacksInterface.EnsureLocalAvailability(packIDs: [packID], requireLatestVersion: false, callID: packID)
    }

    @Test("A16: the extension answers once, for the manifest, the blocks file and the archive alike")
    func everything() async throws {
        try await ServiceWorld.with(hasExtension: true) { world in
            try await world.publish("A", version: 1, text: "one", policy: .essential([.firstInstallation]))
            for path in ["/A-1.aar", "/A-1.blocks"] { protect(path, of: world) }
            world.server.serve(
                "/manifest", Array(try JSONEncoder().encode(world.manifest)), contentType: "application/json",
                finally: Self.demand)
            let last = try await world.install()
            #expect(last?.phase == .finished && last?.detail == nil)
            #expect(try await world.localVersion("A") == 1)
            let challenged = try FileManager.default.contentsOfDirectory(atPath: world.caches)
                .filter { $0.contains("challenged") }
            #expect(challenged.count == 1 && challenged.first?.hasPrefix("BAManifestURL") == true, "\(challenged)")
            let files = try FileManager.default.subpathsOfDirectory(atPath: world.root)
            for path in files where !path.hasPrefix("apps/") {
                let data = FileManager.default.contents(atPath: world.root + "/" + path) ?? Data()
                #expect(data.firstRange(of: Data("hUsH".utf8)) == nil, "\(path)")
            }
        }
    }

    @Test("A16: an archive alone is asked for when it comes, and through a proxy that asks, too")
    func archives() async throws {
        try await FaultProxy.with { proxy in
            proxy.behave(finally: .demand(["Basic realm=\"office\""], unless: Self.byExtension))
            try await ServiceWorld.with(hasExtension: true) { world in
                try await world.publish("A", version: 1, text: "one")
                try await world.install()
                protect("/A-1.aar", of: world)
                _ = try await world.call(ControlInterface.SetSetting(name: "proxy", value: proxy.address))
                #expect(try await world.get("A") == [])
                #expect(world.cached("A.challenged") == "vault 0")
                #expect(proxy.connects.last?["Proxy-Authorization"] == Self.byExtension)
                let own = world.server.requests.filter { $0["Proxy-Authorization"] != nil }
                #expect(own.isEmpty)
            }
        }
    }

    @Test("Nobody can be asked where there is no extension that answers: it ends as before") func nobody() async throws
    {
        try await ServiceWorld.with { world in
            try await world.publish("A", version: 1, text: "one")
            try await world.install()
            // Its extension fails whenever it is run: that may be otherwise at the next try.
            protect("/A-1.aar", of: world)
            let app = try await world.app()
            defer { app.close() }
            async let reply = ServiceWorld.call(Self.get("A"), on: app)
            let reason = try await world.wait {
                let told = try await world.call(DownloadsInterface.Explain(id: "A")).explanations.first
                return told?.nextAttempt == nil ? nil : told?.reason
            }
            #expect(reason.contains("wants a name and a password for \"vault\""))
            world.server.serve("/A-1.aar", world.files["/A-1.aar"] ?? [])
            world.clock.advance(by: 3600)
            #expect(try await reply.failures == [])
        }
    }

    @Test("While the extension is being asked, it is explained") func explanation() async throws {
        try await ServiceWorld.with(hasExtension: true) { world in
            try await world.publish("HangHTTPBasic", version: 1, text: "one")
            try await world.install()
            protect("/HangHTTPBasic-1.aar", of: world)
            let app = try await world.app()
            defer { app.close() }
            async let reply = ServiceWorld.call(Self.get("HangHTTPBasic"), on: app)
            let told = try await world.wait {
                let told = try await world.call(DownloadsInterface.Explain(id: "HangHTTPBasic"))
                    .explanations.first
                return told?.endsWhen?.contains("answered") == true ? told : nil
            }
            #expect(told.state == "waiting")
            #expect(told.reason.contains("wants a name and a password for \"vault\", and its app is being asked"))
            world.clock.advance(by: 30)
            _ = try await world.wait {
                let told = try await world.call(DownloadsInterface.Explain(id: "HangHTTPBasic"))
                    .explanations.first
                return told?.nextAttempt == nil ? nil : told
            }
            world.server.serve("/HangHTTPBasic-1.aar", world.files["/HangHTTPBasic-1.aar"] ?? [])
            world.clock.advance(by: 3600)
            #expect(try await reply.failures == [])
        }
    }
}
