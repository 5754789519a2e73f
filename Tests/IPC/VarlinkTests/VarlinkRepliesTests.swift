// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import IPCTestSupport
import Synchronization
import SystemSupport
import Testing
import Varlink

@Suite struct VarlinkRepliesTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func peer(_ script: @escaping ScriptedPeer.Script) throws -> ScriptedPeer {
        try ScriptedPeer(path: folder.path + "/socket", script: script)
    }

    /// Counts up to the number that it is given.
    private static let counting: ScriptedPeer.Script = { call, connection in
        guard let number = try? call.parameters(as: Number.self).number, call.more else { return connection.close() }
        for step in 1...number where !connection.reply(Number(number: step), continues: step < number) { return }
    }

    @Test func repliesComeInOrderAndTheConnectionGoesOn() async throws {
        let peer = try peer(Self.counting)
        defer { peer.stop() }
        let connection = try VarlinkConnection(path: peer.path)
        for _ in 0..<3 {
            var expected = 1
            for try await reply in try connection.stream("a.b.Count", Number(number: 500), returning: Number.self) {
                #expect(reply.number == expected)
                expected += 1
            }
            #expect(expected == 501)
        }
        #expect(peer.accepted == 1)
        #expect(!connection.isClosed)
    }

    @Test func aConsumerThatWaitsHoldsThePeerBack() async throws {
        let sent = Atomic(0)
        let peer = try peer { _, connection in
            while connection.reply(Number(number: sent.add(1, ordering: .relaxed).newValue), continues: true) {}
        }
        defer { peer.stop() }
        let connection = try VarlinkConnection(path: peer.path)
        let replies = try connection.stream("a.b.Count", Number(number: 0), returning: Number.self, capacity: 4)
        var iterator = replies.makeAsyncIterator()
        for expected in 1...2_000 { #expect(try await iterator.next()?.number == expected) }
        // The socket's buffers hold some thousands of such messages, and nothing else takes any.
        #expect(sent.load(ordering: .relaxed) < 2_000 + 20_000)
    }

    @Test func errorsEndTheSequence() async throws {
        let peer = try peer { _, connection in
            connection.reply(Number(number: 1), continues: true)
            connection.fail("a.b.Enough", VarlinkServiceInterface.NoParameters())
        }
        defer { peer.stop() }
        let connection = try VarlinkConnection(path: peer.path)
        var iterator = try connection.stream("a.b.Count", Number(number: 0), returning: Number.self).makeAsyncIterator()
        #expect(try await iterator.next()?.number == 1)
        await #expect(throws: VarlinkError.remote(name: "a.b.Enough", parameters: Array("{}".utf8))) {
            try await iterator.next()
        }
        #expect(try await iterator.next() == nil)
        #expect(!connection.isClosed)
    }

    @Test func theEndOfThePeerEndsTheSequenceWithAnError() async throws {
        let peer = try peer { _, connection in
            connection.reply(Number(number: 1), continues: true)
            connection.close()
        }
        defer { peer.stop() }
        let connection = try VarlinkConnection(path: peer.path)
        var iterator = try connection.stream("a.b.Count", Number(number: 0), returning: Number.self).makeAsyncIterator()
        #expect(try await iterator.next()?.number == 1)
        await #expect(throws: VarlinkError.connectionClosed) { try await iterator.next() }
    }

    @Test func cancellingTheConsumerEndsIt() async throws {
        let peer = try peer { _, connection in connection.reply(Number(number: 1), continues: true) }
        defer { peer.stop() }
        let connection = try VarlinkConnection(path: peer.path)
        let (firsts, first) = AsyncStream.makeStream(of: Void.self)
        let task = Task {
            for try await _ in try connection.stream("a.b.Count", Number(number: 0), returning: Number.self) {
                first.yield()
            }
        }
        var iterator = firsts.makeAsyncIterator()
        _ = await iterator.next()
        task.cancel()
        await #expect(throws: VarlinkError.connectionClosed) { try await task.value }
        #expect(connection.isClosed)
    }

    @Test func lettingGoOfTheSequenceClosesTheConnection() async throws {
        let (closings, closed) = AsyncStream.makeStream(of: Void.self)
        let peer = try peer { _, connection in
            connection.reply(Number(number: 1), continues: true)
            if connection.next() == nil { closed.yield() }
        }
        defer { peer.stop() }
        let connection = try VarlinkConnection(path: peer.path)
        do {
            var iterator = try connection.stream("a.b.Count", Number(number: 0), returning: Number.self)
                .makeAsyncIterator()
            #expect(try await iterator.next()?.number == 1)
        }
        var iterator = closings.makeAsyncIterator()
        _ = await iterator.next()
        #expect(connection.isClosed)
    }

    @Test func aStreamOnAClosedConnectionFails() async throws {
        let peer = try peer(Self.counting)
        defer { peer.stop() }
        let connection = try VarlinkConnection(path: peer.path)
        connection.close()
        var iterator = try connection.stream("a.b.Count", Number(number: 5), returning: Number.self).makeAsyncIterator()
        await #expect(throws: VarlinkError.connectionClosed) { try await iterator.next() }
    }
}
