// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import ServiceInterface
import Testing

/// A disk that is full: a file system of its own, which is filled.
@Suite("D4: Background sessions on a full disk", .enabled(if: SmallDisk.isPossible), .timeLimit(.minutes(5)))
struct FullSessionDiskTests {
    private let bytes = [UInt8](repeating: 7, count: 8_000_000)

    private func with(_ body: (ServiceWorld, SmallDisk, String) async throws -> Void) async throws {
        try await ServiceWorld.with(megabytes: 96) { world in
            try await world.install()
            try await body(world, try #require(world.disk), world.server.url("/weather"))
        }
    }

    @Test("What has no room waits, says so, and goes on with what has come when there is some") func download()
        async throws
    {
        try await with { world, disk, url in
            world.server.serve("/weather", bytes, faults: [.stall(after: 3_000_000)])
            let app = try await SessionClient(world)
            defer { app.close() }
            try await app.add(1, url)
            _ = try await world.wait { app.events(.progress, 1).contains { $0.receivedBytes > 2_000_000 } ? true : nil }
            try disk.fill(leaving: 0)
            world.server.release()
            let record = try await world.wait {
                try await world.call(SessionsInterface.List(bundleID: nil)).tasks.first { $0.condition == .diskFull }
            }
            #expect(record.waiting?.contains("free") == true, "\(record)")
            #expect(app.events(.ended).isEmpty)
            try disk.free()
            world.clock.advance(by: 3)
            #expect(try SessionWorld.read(try await app.end(of: 1, in: world).path) == bytes)
            #expect(SessionWorld.hits(world).last??.hasPrefix("bytes=") == true, "\(SessionWorld.hits(world))")
        }
    }

    @Test("A file for which there is no room is not handed over, and its task says so") func upload() async throws {
        try await with { world, disk, url in
            try world.folder.write(bytes, to: "photo")
            let app = try await SessionClient(world)
            defer { app.close() }
            try disk.fill(leaving: 1_000_000)
            try await app.add(1, url, as: .upload, method: "PUT", uploadPath: world.folder.path("photo"))
            #expect(try await app.end(of: 1, in: world).failure?.cause == .outOfSpace)
            try disk.free()
            world.server.serve("/weather", [], finally: .status(201, body: "thanks"))
            try await app.add(2, url, as: .upload, method: "PUT", uploadPath: world.folder.path("photo"))
            #expect(try await app.end(of: 2, in: world).answer?.status == 201)
            #expect(world.server.requests.last?.body == bytes)
        }
    }

    @Test("What has no room for its answer is not sent before there is some", arguments: ["POST", "PUT"])
    func sending(_ method: String) async throws {
        try await with { world, disk, url in
            world.server.serve("/weather", [], finally: .status(201, body: "thanks"))
            let app = try await SessionClient(world)
            defer { app.close() }
            try disk.fill(leaving: 8_000_000)
            try await app.add(1, url, method: method)
            _ = try await world.wait {
                try await world.call(SessionsInterface.List(bundleID: nil)).tasks.first { $0.condition == .diskFull }
            }
            #expect(SessionWorld.hits(world).isEmpty)
            try disk.free()
            world.clock.advance(by: 3)
            #expect(try await app.end(of: 1, in: world).answer?.status == 201)
            #expect(SessionWorld.hits(world).count == 1)
        }
    }

    @Test("Downloads that have no room beside each other come one after the other") func parallel() async throws {
        try await with { world, disk, url in
            let size = 12_000_000
            for number in 1...4 {
                world.server.serve(
                    "/weather\(number)", [UInt8](repeating: UInt8(number), count: size),
                    faults: [.stall(after: 7_000_000)])
            }
            let app = try await SessionClient(world)
            defer { app.close() }
            for number in 1...Int64(4) { try await app.add(number, "\(url)\(number)") }
            _ = try await world.wait {
                (1...4).allSatisfy { number in app.events(.progress, number).contains { $0.receivedBytes > 6_000_000 } }
                    ? true : nil
            }
            await world.server.wait { $0.stalledCount == 4 }
            // None has room for what is left of it.
            try disk.fill(leaving: 20_000_000)
            world.server.release()
            var concluded: Set<Int64> = []
            for _ in 1...4 {
                let ended = try await world.wait { [concluded] () -> SessionEvent? in
                    world.clock.advance(by: 1)
                    return app.events(.ended).first { !concluded.contains($0.number) }
                }
                #expect(ended.failure == nil)
                let number = ended.number
                try await app.conclude(number)
                concluded.insert(number)
            }
        }
    }

    @Test("A copy of what is sent leaves the room that others need") func copies() async throws {
        try await with { world, disk, url in
            try world.folder.write(bytes, to: "photo")
            world.server.serve("/weather", [], finally: .status(201, body: "thanks"))
            let app = try await SessionClient(world)
            defer { app.close() }
            try disk.fill(leaving: 20_000_000)
            try await app.add(1, url, as: .upload, method: "PUT", uploadPath: world.folder.path("photo"))
            let failure = try #require(try await app.end(of: 1, in: world).failure)
            #expect(
                failure.cause == .outOfSpace && failure.message.contains("no room on the service's disk"), "\(failure)")
            try await app.add(2, url, as: .data, method: "POST")
            #expect(try await app.end(of: 2, in: world).answer?.status == 201)
        }
    }

    @Test("A POST that was answered when the disk had become full is not sent again, and its answer told")
    func answered() async throws {
        try await with { world, disk, url in
            world.server.serve("/weather", bytes, faults: [.stall(after: 4_000_000)])
            let app = try await SessionClient(world)
            defer { app.close() }
            try await app.add(1, url, as: .data, method: "POST")
            _ = try await world.wait { app.events(.progress, 1).contains { $0.receivedBytes > 3_000_000 } ? true : nil }
            try disk.fill(leaving: 0)
            world.server.release()
            let end = try await app.end(of: 1, in: world)
            #expect(end.failure?.cause == .outOfSpace && end.answer?.status == 200)
            try disk.free()
            world.clock.advance(by: 3_600)
            try await app.add(2, url + "?last")
            _ = try await app.end(of: 2, in: world)
            #expect(world.server.requests.count { $0.method == "POST" } == 1)
        }
    }
}
