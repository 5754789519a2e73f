// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetPackModel
import AssetStore
import AssetTestSupport
import BundleSigning
import Foundation
import ServiceInterface
import SystemSupport
import Testing

@testable import AssetService

/// Who signed an app, and that only they update it.
@Suite(.timeLimit(.minutes(3)))
struct AppSignatureTests {
    private static let way = "ba uninstall com.example.game"

    @Test("A17: an unsigned app is installed, and said to be unsigned; a signed one says its team") func teamsAreTold()
        async throws
    {
        try await ServiceWorld.with(hasExtension: true) { world async throws in
            let first = try #require(try await world.installing(consent: nil))
            #expect(first.phase == .finished && first.team == nil)
            #expect(try await world.apps().map(\.team) == [nil])
            let key = TeamKey()
            try world.setBuild(2)
            try world.sign(key)
            let second = try #require(try await world.installing(consent: nil))
            #expect(second.phase == .finished && second.team == key.team.fingerprint)
            #expect(try await world.apps().map(\.team) == [key.team.fingerprint])
            // Its extension, which runs from the copy, was verified with it.
            #expect(try await world.installing(consent: nil)?.team == key.team.fingerprint)
            try await world.restart()
            #expect(try await world.apps().map(\.team) == [key.team.fingerprint])
        }
    }

    enum Way: String, CaseIterable, Sendable { case folder, archive, server }

    /// Installs the bundle as it is now, on one of the ways that bundles come.
    private func install(_ way: Way, _ world: ServiceWorld) async throws -> InstallationProgress? {
        switch way {
        case .folder: return try await world.installing(consent: nil)
        case .archive:
            try world.folder.write(try await world.archiveOfBundle(), to: "Game.tar")
            return try await world.installing(world.folder.path("Game.tar"), consent: nil)
        case .server:
            world.server.serve(ServiceWorld.archive, try await world.archiveOfBundle())
            return try await world.installing(world.server.url(ServiceWorld.archive), consent: nil)
        }
    }

    @Test(
        "A17: a signed bundle is installed on every way it comes, and one that was changed on none",
        arguments: Way.allCases)
    func changedBundlesAreRefused(way: Way) async throws {
        try await ServiceWorld.with(hasExtension: true) { world async throws in
            let key = TeamKey()
            try world.sign(key)
            let good = try #require(try await install(way, world))
            #expect(good.phase == .finished && good.team == key.team.fingerprint, "\(good)")

            try world.setBuild(2)
            try world.sign(key)
            try world.folder.write("one more\n", to: "Game.app/Extensions/Downloader.appex/plugin")
            let bad = try #require(try await install(way, world))
            #expect(bad.phase == .failed && bad.errorCode == "SignatureInvalid", "\(bad)")
            #expect(bad.detail?.contains("Extensions/Downloader.appex/plugin: it was added after") == true, "\(bad)")
            #expect(try await world.apps().map(\.build) == ["1"])
            #expect(try await world.apps().map(\.state) == [.ready])
            let versions = try FileManager.default.contentsOfDirectory(atPath: world.root + "/apps/com.example.game")
            #expect(versions.count == 1, "\(versions)")
        }
    }

    @Test("A17: a first installation of a changed bundle leaves nothing behind") func firstInstallation() async throws {
        try await ServiceWorld.with(hasExtension: true) { world async throws in
            try world.sign(TeamKey())
            try world.folder.write("#!/bin/sh\nexit 1\n", to: "Game.app/Game")
            chmod(world.folder.path("Game.app/Game"), 0o755)
            #expect(try await world.installing(consent: nil)?.errorCode == "SignatureInvalid")
            try await world.waitUntilNothingIsLeft()
        }
    }

    @Test("A17, 6: why a first installation has failed is known to the next run of the service, until one succeeds")
    func afterARestart() async throws {
        try await ServiceWorld.with(hasExtension: true) { world async throws in
            try world.sign(TeamKey())
            try world.folder.write("#!/bin/sh\nexit 1\n", to: "Game.app/Game")
            chmod(world.folder.path("Game.app/Game"), 0o755)
            #expect(try await world.installing(consent: nil)?.errorCode == "SignatureInvalid")
            func told() async throws -> [Explanation] { try await world.explain(ServiceWorld.bundleID) }
            let before = try await told()
            #expect(before.map(\.condition) == [.bundleInvalid], "\(before)")
            world.clock.advance(by: 60)
            try await world.restart()
            #expect(try await told() == before)
            try world.folder.write(try await world.archiveOfBundle(), to: "Game.tar")
            let archive = try await world.installing(world.folder.path("Game.tar"), consent: nil)
            #expect(archive?.phase == .failed)
            for _ in 1...2 {
                #expect(try await world.explain("Game.tar").map(\.condition) == [.bundleInvalid])
                try await world.restart()
            }
            try world.sign(TeamKey())
            #expect(try await world.installing(consent: nil)?.phase == .finished)
            _ = try await world.call(AppsInterface.Uninstall(bundleID: ServiceWorld.bundleID, keepData: false))
            try await world.restart()
            let error = await #expect(throws: ServiceError.self) { _ = try await told() }
            #expect(error?.code == .downloadNotFound)
        }
    }

    @Test(
        "A17: an update by another team, or by none, is refused until the app is uninstalled", arguments: Way.allCases)
    func otherTeamsAreRefused(way: Way) async throws {
        try await ServiceWorld.with(hasExtension: true) { world async throws in
            let key = TeamKey()
            try world.sign(key)
            #expect(try await install(way, world)?.phase == .finished)
            try world.setBuild(2)
            try world.sign(TeamKey())
            let other = try #require(try await install(way, world))
            #expect(other.errorCode == "TeamRefused" && other.detail?.contains(Self.way) == true, "\(other)")
            #expect(other.detail?.contains(key.team.fingerprint) == true)
            for path in ["", "/Extensions/Downloader.appex"] {
                try FileManager.default.removeItem(atPath: world.bundlePath + path + "/_CodeSignature")
            }
            let unsigned = try #require(try await install(way, world))
            #expect(unsigned.errorCode == "TeamRefused", "\(unsigned)")
            #expect(unsigned.detail?.contains("is not signed") == true)
            #expect(try await world.apps().map(\.build) == ["1"])
            try world.sign(key)
            #expect(try await install(way, world)?.phase == .finished)
            #expect(try await world.apps().map(\.build) == ["2"])

            _ = try await world.call(AppsInterface.Uninstall(bundleID: ServiceWorld.bundleID, keepData: false))
            try world.sign(TeamKey())
            #expect(try await install(way, world)?.phase == .finished)
        }
    }

    @Test("A17: an update from the server by another team is refused, and not fetched again by itself")
    func automaticUpdates() async throws {
        try await ServiceWorld.with(hasExtension: true) { world async throws in
            try world.sign(TeamKey())
            #expect(try await install(.server, world)?.phase == .finished)
            try world.setBuild(2)
            try world.sign(TeamKey())
            world.server.serve(ServiceWorld.archive, try await world.archiveOfBundle())
            world.clock.advance(by: 86_410)
            let note = try await world.wait { try await world.apps().first?.note }
            #expect(note.contains(Self.way), "\(note)")
            #expect(world.archiveRequests == ["GET", "HEAD", "GET"])
            // Longer than from one check to the next, whatever that has grown to.
            world.clock.advance(by: 9 * 86_400)
            await world.server.wait { $0.requests.count { $0.path == ServiceWorld.archive } >= 4 }
            _ = try await world.wait {
                try await world.storedCheck().map { $0.lastCheckedAt > world.clock.now - 60 } == true ? true : nil
            }
            #expect(world.archiveRequests == ["GET", "HEAD", "GET", "HEAD"])
        }
    }

    @Test("A17: a bundle that is used where it lies is looked at when it is registered, also again")
    func registeredBundles() async throws {
        try await ServiceWorld.with(hasExtension: true) { world async throws in
            let key = TeamKey()
            try world.sign(key)
            #expect(try await world.install()?.team == key.team.fingerprint)
            // Built again, and signed by somebody else.
            try world.sign(TeamKey())
            #expect(try await world.refusal { try await world.install() }?.code == .teamRefused)
            try world.sign(key)
            #expect(try await world.install()?.team == key.team.fingerprint)
            try world.folder.write("more", to: "Game.app/more")
            #expect(try await world.refusal { try await world.install() }?.code == .signatureInvalid)
        }
    }

    @Test("A17: the doctor tells who signed a bundle, what was changed, and whose update would be refused")
    func doctor() async throws {
        try await ServiceWorld.with(hasExtension: true) { world async throws in
            func findings(_ subject: String) async throws -> [Finding] {
                try await world.call(ControlInterface.Doctor(subject: subject)).findings
            }
            let unsigned = try await findings(world.bundlePath)
            #expect(
                unsigned.contains { $0.level == .ok && $0.message.contains("not signed, which is allowed") },
                "\(unsigned)")
            let key = TeamKey()
            try world.sign(key)
            #expect(try await world.installing(consent: nil)?.phase == .finished)
            for subject in [world.bundlePath, ServiceWorld.bundleID] {
                let signed = try await findings(subject)
                #expect(signed.contains { $0.level == .ok && $0.message.contains(key.team.fingerprint) }, "\(signed)")
            }
            try world.sign(TeamKey())
            let other = try await findings(world.bundlePath)
            #expect(
                other.contains { $0.level == .error && $0.message.contains("which alone may update it") }, "\(other)")
            try world.folder.write("more", to: "Game.app/more")
            let changed = try await findings(world.bundlePath)
            #expect(changed.contains { $0.level == .error && $0.subject == "more" }, "\(changed)")
        }
    }

    @Test("A17: an extension whose identifier does not begin with the app's, or of another group, is told")
    func prefixAndGroup() async throws {
        try await ServiceWorld.with(hasExtension: true) { world async throws in
            let info = "Game.app/Extensions/Downloader.appex/Info.plist"
            let text = try String(contentsOfFile: world.folder.path(info), encoding: .utf8)
            try world.folder.write(
                text.replacing(
                    "</dict></dict>", with: "</dict><key>BAAppGroupID</key><string>group.other</string></dict>"
                )
                .replacing("com.example.game.downloader", with: "com.other.downloader"), to: info)
            let findings = try await world.call(ControlInterface.Doctor(subject: world.bundlePath)).findings
            #expect(findings.contains { $0.message.contains("must begin with the app's") }, "\(findings)")
            #expect(try await world.refusal { try await world.installing(consent: nil) }?.code == .bundleInvalid)
        }
    }
}
