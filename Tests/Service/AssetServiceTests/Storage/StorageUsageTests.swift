// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import ServiceInterface
import Testing

@testable import AssetService

@Suite("Storage", .timeLimit(.minutes(5))) struct StorageUsageTests {
    @Test("What apps and packs use is told, part by part") func usage() async throws {
        try await ServiceWorld.with { world in
            try await world.install()
            let bytes = [UInt8](repeating: 3, count: 300_000)
            let paths = try await world.fetch(["one", "two"], bytes: bytes)
            try FileManager.default.moveItem(atPath: try #require(paths["two"]), toPath: world.caches + "/two")
            try Data(bytes).write(to: URL(fileURLWithPath: world.caches + "/own"))
            world.server.serve("/slow", bytes, faults: [.stall(after: 200_000)])
            try await world.schedule(world.file("slow"))
            await world.server.wait { $0.stalledCount == 1 }
            _ = try await world.wait { try await world.files().first?.completedBytes == 200_000 ? true : nil }

            let usage = try await world.call(StorageInterface.Usage())
            let app = try #require(usage.apps.first)
            #expect(usage.apps.count == 1)
            #expect(app.bundleID == ServiceWorld.bundleID)
            #expect((300_000..<320_000).contains(app.arrivedBytes))
            #expect((600_000..<640_000).contains(app.groupBytes))
            #expect((600_000..<640_000).contains(app.purgeableBytes))
            #expect(app.partialBytes > 0)
            // The tag that has backups leave them out.
            #expect((0..<20_000).contains(app.cacheBytes))
            #expect(app.packs == [])
            #expect(
                app.totalBytes == app.bundleBytes + app.groupBytes + app.cacheBytes + app.arrivedBytes
                    + app.partialBytes)
            #expect(usage.serviceBytes > 0)
            #expect(try #require(usage.availableBytes) < #require(usage.capacityBytes))
            #expect(try await world.call(StorageInterface.Usage(bundleID: ServiceWorld.bundleID)).apps.count == 1)
            let unknown = await #expect(throws: ServiceError.self) {
                try await world.call(StorageInterface.Usage(bundleID: "com.example.nobody"))
            }
            #expect(unknown?.code == .appNotFound)
            world.server.release()
        }
    }

    @Test("What background sessions have sent, and what has come for them, is their app's") func sessions() async throws
    {
        try await ServiceWorld.with { world in
            try await world.install()
            let bytes = [UInt8](repeating: 3, count: 300_000)
            world.server.serve("/ended", bytes)
            world.server.serve("/slow", bytes, faults: [.stall(after: 200_000)])
            world.server.serve("/photo", [], faults: [.closing], finally: .status(201, body: "thanks"))
            let session = try await SessionClient(world)
            defer { session.close() }
            try await session.add(1, world.server.url("/ended"))
            _ = try await session.end(of: 1, in: world)
            try await session.add(2, world.server.url("/slow"))
            await world.server.wait { $0.stalledCount == 1 }
            try world.folder.write([UInt8](repeating: 4, count: 500_000), to: "photo")
            let photo = world.folder.path("photo")
            try await session.add(3, world.server.url("/photo"), as: .upload, method: "PUT", uploadPath: photo)
            let app = try await world.wait { () -> AppUse? in
                let app = try await world.call(StorageInterface.Usage()).apps.first
                return (app?.partialBytes ?? 0) >= 700_000 ? app : nil
            }
            #expect((300_000..<320_000).contains(app.arrivedBytes) && app.partialBytes < 900_000, "\(app)")
            world.server.release()
        }
    }
}
