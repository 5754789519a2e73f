// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetPackModel
import AssetTestSupport
import Foundation
import ServiceInterface
import SystemSupport
import Testing
import Varlink

@testable import AssetService

/// Extensions, and what they wanted, of apps that are removed, updated or restarted meanwhile.
@Suite("Replaced extensions", .timeLimit(.minutes(5))) struct ReplacedExtensionTests {
    private let bytes: [UInt8] = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 / 3) }

    private func with(_ body: (ServiceWorld) async throws -> Void) async throws {
        try await ServiceWorld.with(hasExtension: true, isManaged: false) { world in
            world.server.serve("/content", [])
            try await world.install()
            try await body(world)
        }
    }

    @Test("B8: an extension ends with its app, which nothing is held against when it comes again") func removed()
        async throws
    {
        try await with { world in
            world.server.serve("/content", Array("hang".utf8))
            let connection = try VarlinkConnection(path: world.location.socketPath)
            defer { connection.close() }
            let asked = Task {
                try await ServiceWorld.call(
                    FilesInterface.RequestContent(bundleID: ServiceWorld.bundleID), on: connection)
            }
            _ = try await world.wait { world.cached("hanging") }
            _ = try await world.call(
                AppsInterface.Uninstall(bundleID: ServiceWorld.bundleID, keepData: false, callID: "one"))
            // Long before its run time is used up: the clock has not moved.
            await #expect(throws: ServiceError.self) { _ = try await asked.value }
            world.server.serve("/content", [])
            try await world.install()
            let told = try await world.explain(ServiceWorld.bundleID)
            #expect(!told.contains { $0.state == "failed" }, "\(told)")
        }
    }

    @Test(
        "B8: what the extension of an earlier version chooses is not fetched for the one that is there, which hears of ends"
    )
    func replaced() async throws {
        try await with { world in
            world.server.serve("/s0", [UInt8](repeating: 1, count: 100_000), faults: [.stall(after: 10)])
            try await world.schedule(world.file("s0"))
            await world.server.wait { $0.stalledCount == 1 }
            world.server.serve("/s1", [1, 2, 3])
            world.serveContent(["s1 -"])
            let gate = world.caches + "/choice-gate"
            #expect(mkfifo(gate, 0o600) == 0)
            let connection = try VarlinkConnection(path: world.location.socketPath)
            defer { connection.close() }
            let asked = Task {
                try await ServiceWorld.call(
                    FilesInterface.RequestContent(bundleID: ServiceWorld.bundleID), on: connection)
            }
            _ = try await world.wait { world.cached("waiting") }
            // Another process of the extension may have been told of this end by now.
            world.server.release()
            _ = try await world.wait {
                try await world.storedEndings() == 1 || world.cached("s0.finished") != nil ? true : nil
            }
            // It asks for no manifest: nothing of it waits for the extension.
            try world.changeInformation {
                $0.replacing("BAManifestURL", with: "AFormerKey").replacing(
                    "<string>1</string>", with: "<string>2</string>")
            }
            try await world.install()
            try #require(FileHandle(forWritingAtPath: gate)).close()
            let error = await #expect(throws: ServiceError.self) { _ = try await asked.value }
            #expect(error?.code == .extensionFailed, "\(String(describing: error))")
            #expect(try await world.files().isEmpty)
            #expect(world.server.requests.allSatisfy { $0.path != "/s1" })
            _ = try await world.wait { world.cached("s0.finished") }
            let told = try await world.explain(ServiceWorld.bundleID)
            #expect(!told.contains { $0.state == "failed" }, "\(told)")
        }
    }

    @Test("B7: an essential pack that a person has paused stays so when the service starts anew") func pausedPacks()
        async throws
    {
        try await ServiceWorld.with(hasExtension: true) { world in
            try await world.publish("A", version: 1, text: "one", policy: .essential([.firstInstallation]))
            world.stall("/A-1.aar")
            let installation = try world.registering()
            await world.server.wait { $0.stalledCount == 1 }
            _ = try await world.call(
                DownloadsInterface.ControlDownload(bundleID: ServiceWorld.bundleID, packID: "A", action: .pause))
            func paused() async throws -> Explanation {
                try await world.wait {
                    try await world.explain(ServiceWorld.bundleID).first {
                        $0.subject == ServiceWorld.bundleID && $0.condition == .paused
                    }
                }
            }
            let before = try await paused()
            world.server.release()
            try await world.restart()
            _ = try? await installation.value
            // The installation waits for it again, and has left it as it was.
            #expect(try await paused().since == before.since)
            let listed = try await world.call(DownloadsInterface.List()).downloads
            #expect(listed.map(\.state) == [.paused], "\(listed)")
            _ = try await world.call(
                AppsInterface.ControlInstallation(bundleID: ServiceWorld.bundleID, action: .resume))
            try await world.waitForVersion(1, of: "A")
        }
    }

    @Test("B7: what an app has queued goes on when an update is called off that waited for it") func takenOver()
        async throws
    {
        try await with { world in
            world.server.serve("/s1", bytes, finally: .stall(after: 10))
            world.server.serve("/s2", bytes, finally: .stall(after: 10))
            var file = world.file("s1")
            file.fileSize = Int64(bytes.count)
            try await world.schedule(file)
            await world.server.wait { $0.stalledCount == 1 }
            world.serveContent(["s1 essential", "s2 essential"])
            try world.changeInformation { $0.replacing("<string>1</string>", with: "<string>2</string>") }
            let update = try world.registering()
            _ = try await world.wait { () -> Bool? in
                let files = try await world.files()
                return files.count == 2 && files.allSatisfy { $0.file.essential } ? true : nil
            }
            _ = try await world.call(
                AppsInterface.ControlInstallation(bundleID: ServiceWorld.bundleID, action: .cancel))
            _ = try? await update.value
            let left = try await world.files()
            #expect(left.map(\.file.identifier) == ["s1"] && left.allSatisfy { !$0.file.essential }, "\(left)")
            #expect(try await world.storedEndings() == 0)
            try await world.restart()
            #expect(try await world.files().map(\.file.identifier) == ["s1"])
        }
    }
}
