// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import ServiceInterface
import Testing

/// What is asked for more than once in a session.
@Suite("D5: Requests that are the same", .timeLimit(.minutes(2))) struct SharedTransferTests {
    @Test("D5: An identical request of one session is not sent twice") func identical() async throws {
        try await SessionWorld.with(faults: [.stall(after: 1000)]) { world, url in
            let app = try await SessionClient(world)
            defer { app.close() }
            try await app.add(1, url, as: .data)
            await world.server.wait { $0.stalledCount == 1 }
            try await app.add(2, url, as: .download)
            world.server.release()
            #expect(try SessionWorld.read(try await app.end(of: 1, in: world).path) == SessionWorld.bytes)
            #expect(try SessionWorld.read(try await app.end(of: 2, in: world).path) == SessionWorld.bytes)
            #expect(SessionWorld.hits(world) == [nil])
        }
    }

    @Test("What is to be done twice is sent twice, and once when the other was cancelled") func posts() async throws {
        try await SessionWorld.with(faults: [.stall(after: 1000), .stall(after: 1000)]) { world, url in
            let app = try await SessionClient(world)
            defer { app.close() }
            try await app.add(1, url, as: .data, method: "POST")
            try await app.add(2, url, as: .data, method: "POST")
            await world.server.wait { $0.stalledCount == 2 }
            try await app.cancel(2)
            #expect(try await app.end(of: 2, in: world).failure?.cause == .cancelled)
            try await app.add(3, url, as: .download, method: "POST")
            world.server.release()
            for number in [1, 3] as [Int64] {
                #expect(try SessionWorld.read(try await app.end(of: number, in: world).path) == SessionWorld.bytes)
            }
            #expect(SessionWorld.hits(world) == [nil, nil])
        }
    }

    @Test("D5: A request that takes the place of a cancelled one has what has come") func promotion() async throws {
        try await SessionWorld.with(faults: [.stall(after: 1000)]) { world, url in
            let app = try await SessionClient(world)
            defer { app.close() }
            try await app.add(1, url, as: .data)
            await world.server.wait { $0.stalledCount == 1 }
            try await app.cancel(1)
            #expect(try await app.end(of: 1, in: world).failure?.cause == .cancelled)
            try await app.add(2, url, as: .download)
            world.server.release()
            #expect(try SessionWorld.read(try await app.end(of: 2, in: world).path) == SessionWorld.bytes)
            #expect(SessionWorld.hits(world) == [nil])
        }
    }

    @Test("What asks the same while the answer is being handed over has it whole, too") func late() async throws {
        try await SessionWorld.with { world, _ in
            let bytes = Array(SessionWorld.bytes.prefix(300_000))
            world.server.serve("/same", bytes)
            let app = try await SessionClient(world)
            defer { app.close() }
            let count: Int64 = 300
            for number in 1...count { try await app.add(number, world.server.url("/same")) }
            _ = try await world.wait { app.events(.ended).count == count ? true : nil }
            for end in app.events(.ended) {
                #expect(end.failure == nil, "\(end.number): \(String(describing: end.failure))")
                #expect(try SessionWorld.read(end.path) == bytes, "\(end.number)")
            }
        }
    }

    @Test("Whoever asks the same has a file of their own, which they may change") func ownFiles() async throws {
        try await SessionWorld.with(faults: [.stall(after: 1000)]) { world, url in
            let app = try await SessionClient(world)
            defer { app.close() }
            for number in 1...3 as ClosedRange<Int64> { try await app.add(number, url) }
            await world.server.wait { $0.stalledCount == 1 }
            world.server.release()
            for number in 1...3 as ClosedRange<Int64> {
                let path = try #require(try await app.end(of: number, in: world).path)
                #expect(try SessionWorld.read(path) == SessionWorld.bytes, "\(number)")
                let file = try #require(FileHandle(forWritingAtPath: path))
                try file.write(contentsOf: Data("XXXX".utf8))
                try file.close()
            }
            #expect(SessionWorld.hits(world) == [nil])
        }
    }

    @Test("An answer that came when nobody wanted it any more is had by who asks the same in time") func lateAnswer()
        async throws
    {
        try await SessionWorld.with(faults: [.stall(after: 1000)]) { world, url in
            let app = try await SessionClient(world)
            defer { app.close() }
            try await app.add(1, url, as: .data)
            await world.server.wait { $0.stalledCount == 1 }
            try await app.cancel(1)
            world.server.release()
            let spool = world.root + "/spool"
            _ = try await world.wait { () -> Bool? in
                let answers = try FileManager.default.contentsOfDirectory(atPath: spool).compactMap {
                    try? String(contentsOfFile: "\(spool)/\($0)/answer", encoding: .utf8)
                }
                return answers.contains { $0.contains("\"size\"") } ? true : nil
            }
            try await app.add(2, url, as: .download)
            #expect(try SessionWorld.read(try await app.end(of: 2, in: world).path) == SessionWorld.bytes)
            #expect(SessionWorld.hits(world) == [nil])
        }
    }

    @Test("What nobody wants is given up after a moment") func abandoned() async throws {
        try await SessionWorld.with(faults: [.stall(after: 1000)]) { world, url in
            let app = try await SessionClient(world)
            defer { app.close() }
            try await app.add(1, url, as: .data)
            await world.server.wait { $0.stalledCount == 1 }
            try await app.cancel(1)
            try await app.conclude(1)
            world.clock.advance(by: 11)
            _ = try await world.wait {
                try FileManager.default.contentsOfDirectory(atPath: world.root + "/spool").isEmpty ? true : nil
            }
            try await app.add(2, url, as: .download)
            _ = try await app.end(of: 2, in: world)
            #expect(SessionWorld.hits(world) == [nil, nil])
        }
    }

    @Test("Requests that differ, or are another session's, are sent each") func different() async throws {
        try await SessionWorld.with { world, url in
            let app = try await SessionClient(world)
            let other = try await SessionClient(world, "other")
            defer {
                app.close()
                other.close()
            }
            try await app.add(1, url)
            try await app.add(2, url + "?tomorrow")
            try await app.add(3, url, method: "POST")
            try await other.add(1, url)
            for number in 1...3 as ClosedRange<Int64> { _ = try await app.end(of: number, in: world) }
            _ = try await other.end(of: 1, in: world)
            #expect(SessionWorld.hits(world).count == 4)
        }
    }

    @Test("What asks the same while others are told that it has failed begins anew") func lateForFailure() async throws
    {
        try await SessionWorld.with(faults: [.stall(after: 1000)]) { world, url in
            let app = try await SessionClient(world, settings: SessionSettings(resourceTimeout: 100))
            defer { app.close() }
            let count: Int64 = 200
            for number in 1...count { try await app.add(number, url) }
            await world.server.wait { $0.stalledCount == 1 }
            world.clock.advance(by: 101)
            _ = try await app.end(of: 1, in: world)
            try await app.add(count + 1, url)
            world.server.release()
            #expect(try SessionWorld.read(try await app.end(of: count + 1, in: world).path) == SessionWorld.bytes)
            _ = try await world.wait { app.events(.ended).count == count + 1 ? true : nil }
            #expect(app.events(.ended).filter { $0.failure?.cause == .timedOut }.count == count)
        }
    }
}
