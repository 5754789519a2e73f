// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Glibc
import IPCTestSupport
import Synchronization
import SystemSupport
import Testing
import Varlink

/// What the tests' methods take and answer.
struct Number: Codable, Equatable, Sendable { var number: Int }

@Suite struct VarlinkConnectionTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func peer(_ script: @escaping ScriptedPeer.Script) throws -> ScriptedPeer {
        try ScriptedPeer(path: folder.path + "/socket", script: script)
    }

    /// Answers each number with its double.
    private static let doubling: ScriptedPeer.Script = { call, connection in
        guard let number = try? call.parameters(as: Number.self).number else { return connection.close() }
        connection.reply(Number(number: 2 * number))
    }

    @Test func callsAreAnswered() async throws {
        let peer = try peer(Self.doubling)
        defer { peer.stop() }
        let connection = try VarlinkConnection(path: peer.path)
        for number in 0..<20 {
            #expect(
                try await connection.call("a.b.C", Number(number: number), returning: Number.self).number == 2 * number)
            #expect(try connection.callBlocking("a.b.D", Number(number: 1), returning: Number.self).number == 2)
        }
        #expect(peer.accepted == 1)
        #expect(connection.isReady)
        #expect(try connection.peer.userID == getuid())
        #expect(try connection.peer.processID == getpid())
    }

    @Test func callsOfManyTasksAndThreadsTakeTurns() async throws {
        let peer = try peer(Self.doubling)
        defer { peer.stop() }
        let connection = try VarlinkConnection(path: peer.path)
        let blocking = Mutex(0)
        let threads = 4
        let (ends, ended) = AsyncStream.makeStream(of: Void.self)
        for _ in 0..<threads {
            startThread {
                for number in 0..<50 {
                    let reply = try? connection.callBlocking("a.b.C", Number(number: number), returning: Number.self)
                    if reply?.number == 2 * number { blocking.withLock { $0 += 1 } }
                }
                ended.yield()
            }
        }
        await withTaskGroup(of: Int.self) { group in
            for number in 0..<200 {
                group.addTask {
                    let reply = try? await connection.call("a.b.C", Number(number: number), returning: Number.self)
                    return reply?.number == 2 * number ? 1 : 0
                }
            }
            #expect(await group.reduce(0, +) == 200)
        }
        var iterator = ends.makeAsyncIterator()
        for _ in 0..<threads { _ = await iterator.next() }
        #expect(blocking.withLock { $0 } == 50 * threads)
        #expect(peer.calls.count == 200 + 50 * threads)
    }

    @Test func largeMessagesPassWhole() async throws {
        struct Text: Codable, Sendable { var text: String }
        let peer = try peer { call, connection in
            if let text = try? call.parameters(as: Text.self) { connection.reply(text) }
        }
        defer { peer.stop() }
        let connection = try VarlinkConnection(path: peer.path)
        let text = String(repeating: "0123456789", count: 200_000)
        #expect(try await connection.call("a.b.C", Text(text: text), returning: Text.self).text == text)
        #expect(try connection.callBlocking("a.b.C", Text(text: text), returning: Text.self).text == text)
    }

    @Test func errorsOfThePeerLeaveTheConnectionUsable() async throws {
        let peer = try peer { call, connection in
            if call.method == "a.b.Fail" {
                connection.fail("a.b.Refused", Number(number: 3))
            } else {
                Self.doubling(call, connection)
            }
        }
        defer { peer.stop() }
        let connection = try VarlinkConnection(path: peer.path)
        let expected = VarlinkError.remote(name: "a.b.Refused", parameters: Array(#"{"number":3}"#.utf8))
        await #expect(throws: expected) {
            try await connection.call("a.b.Fail", Number(number: 0), returning: Number.self)
        }
        #expect(throws: expected) {
            try connection.callBlocking("a.b.Fail", Number(number: 0), returning: Number.self)
        }
        #expect(try await connection.call("a.b.C", Number(number: 4), returning: Number.self).number == 8)
    }

    @Test func aReplyWithoutParametersCountsAsEmpty() async throws {
        let peer = try peer { _, connection in connection.send(Array("{}\0".utf8)) }
        defer { peer.stop() }
        let connection = try VarlinkConnection(path: peer.path)
        _ = try await connection.call(
            "a.b.C", VarlinkServiceInterface.NoParameters(), returning: VarlinkServiceInterface.NoParameters.self)
    }

    @Test(arguments: ["not json\0", "[]\0", #"{"parameters":{},"continues":true}"# + "\0", "\0"])
    func malformedRepliesCloseTheConnection(_ bytes: String) async throws {
        let peer = try peer { _, connection in connection.send(Array(bytes.utf8)) }
        defer { peer.stop() }
        let connection = try VarlinkConnection(path: peer.path)
        let error = await #expect(throws: VarlinkError.self) {
            try await connection.call("a.b.C", Number(number: 0), returning: Number.self)
        }
        guard case .malformedMessage = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(connection.isClosed)
    }

    @Test func aReplyOfAnotherShapeNamesTheKey() async throws {
        let peer = try peer { _, connection in connection.send(Array(#"{"parameters":{"other":1}}"#.utf8 + [0])) }
        defer { peer.stop() }
        let connection = try VarlinkConnection(path: peer.path)
        await #expect(throws: VarlinkError.malformedMessage("parameters: the key \"number\" is missing")) {
            try await connection.call("a.b.C", Number(number: 0), returning: Number.self)
        }
        #expect(!connection.isClosed)
    }

    @Test func tooLargeRepliesAreRefused() async throws {
        let peer = try peer { _, connection in connection.send([UInt8](repeating: 0x20, count: 1 << 20)) }
        defer { peer.stop() }
        let connection = VarlinkConnection(
            descriptor: try VarlinkConnectionTests.connected(to: peer.path), messageLimit: 1_000)
        await #expect(throws: VarlinkError.messageTooLarge(limit: 1_000)) {
            try await connection.call("a.b.C", Number(number: 0), returning: Number.self)
        }
        #expect(connection.isClosed)
    }

    @Test func aPeerThatEndsIsNoticed() async throws {
        let peer = try peer { _, connection in connection.close() }
        defer { peer.stop() }
        let connection = try VarlinkConnection(path: peer.path)
        await #expect(throws: VarlinkError.connectionClosed) {
            try await connection.call("a.b.C", Number(number: 0), returning: Number.self)
        }
        // Nor does writing to it kill this process.
        for _ in 0..<3 {
            #expect(throws: VarlinkError.connectionClosed) {
                try connection.callBlocking("a.b.C", Number(number: 0), returning: Number.self)
            }
        }
    }

    @Test func anIdleConnectionTellsThatItsPeerHasGone() async throws {
        let (near, far) = try socketPair()
        let connection = VarlinkConnection(descriptor: OwnedDescriptor(taking: near))
        #expect(connection.isReady)
        close(far)
        #expect(!connection.isReady)
    }

    @Test func closingEndsABlockedCall() async throws {
        let (calls, called) = AsyncStream.makeStream(of: Void.self)
        let peer = try peer { _, _ in called.yield() }
        defer { peer.stop() }
        let connection = try VarlinkConnection(path: peer.path)
        let (errors, failed) = AsyncStream.makeStream(of: VarlinkError?.self)
        startThread {
            do throws(VarlinkError) {
                _ = try connection.callBlocking("a.b.C", Number(number: 0), returning: Number.self)
                failed.yield(nil)
            } catch { failed.yield(error) }
        }
        var iterator = calls.makeAsyncIterator()
        _ = await iterator.next()
        connection.close()
        var results = errors.makeAsyncIterator()
        #expect(await results.next() == .some(.connectionClosed))
    }

    @Test func cancellingTheTaskEndsItsCall() async throws {
        let (calls, called) = AsyncStream.makeStream(of: Void.self)
        let peer = try peer { _, _ in called.yield() }
        defer { peer.stop() }
        let connection = try VarlinkConnection(path: peer.path)
        let task = Task { try await connection.call("a.b.C", Number(number: 0), returning: Number.self) }
        var iterator = calls.makeAsyncIterator()
        _ = await iterator.next()
        task.cancel()
        await #expect(throws: VarlinkError.connectionClosed) { try await task.value }
        #expect(connection.isClosed)
    }

    @Test func aSilentPeerIsGivenUp() async throws {
        let peer = try peer { _, _ in }
        defer { peer.stop() }
        let first = try VarlinkConnection(path: peer.path)
        await #expect(throws: VarlinkError.timedOut) {
            try await first.call("a.b.C", Number(number: 0), returning: Number.self, timeout: .milliseconds(20))
        }
        #expect(first.isClosed)
        let second = try VarlinkConnection(path: peer.path)
        #expect(throws: VarlinkError.timedOut) {
            try second.callBlocking("a.b.C", Number(number: 0), returning: Number.self, timeout: .milliseconds(20))
        }
    }

    @Test func nobodyAtTheSocketIsAnError() throws {
        #expect(throws: SystemError.self) { _ = try VarlinkConnection(path: folder.path + "/nobody") }
        #expect(throws: SystemError.self) {
            _ = try VarlinkConnection(path: "/" + String(repeating: "long", count: 50))
        }
    }

    static func connected(to path: String) throws -> OwnedDescriptor {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let result = withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) }
        }
        guard result == 0 else { throw TestFailure("connect: errno \(errno)") }
        return OwnedDescriptor(taking: descriptor)
    }
}
