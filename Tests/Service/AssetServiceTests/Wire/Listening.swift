// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import CSystemShims
import Glibc
import Logging
import NIOCore
import NIOPosix
import ServiceInterface
import Synchronization
import SystemSupport
import Varlink

@testable import AssetService

/// A listener at a real socket with a few methods of its own.
struct Listening: Sendable {
    struct Echo: ServiceMethod {
        static let method = "org.example.test.Echo"
        var text: String

        struct Reply: Codable, Equatable, Sendable { var text: String }
    }

    struct Count: ServiceMethod {
        static let method = "org.example.test.Count"
        static let streams = true
        var to: Int

        struct Reply: Codable, Equatable, Sendable { var number: Int }
    }

    /// Never replies; ends when its caller leaves.
    struct Wait: ServiceMethod {
        static let method = "org.example.test.Wait"
        typealias Reply = EmptyReply
    }

    /// Ends with an error of the service.
    struct Fail: ServiceMethod {
        static let method = "org.example.test.Fail"
        typealias Reply = EmptyReply
    }

    let path: String
    let activity: ActivityMonitor
    /// What happened: `waits`, `waited`, `opened`, `ended`.
    let events: AsyncStream<String>

    static func with(_ body: (Listening) async throws -> Void) async throws {
        try await TemporaryFolder.with { folder in
            let path = folder.path("socket")
            let (events, happened) = AsyncStream.makeStream(of: String.self)
            var table = MethodTable()
            table.add(Echo.self) { call, _ throws(ServiceError) in Echo.Reply(text: call.text) }
            table.add(Fail.self) { _, _ throws(ServiceError) in
                throw ServiceError(.outOfSpace, "the disk is full", subject: "disk")
            }
            table.add(Wait.self) { _, _ throws(ServiceError) in
                happened.yield("waits")
                let (never, source) = AsyncStream.makeStream(of: Void.self)
                for await _ in never {}
                source.finish()
                happened.yield("waited")
                return EmptyReply()
            }
            table.addStream(Count.self) { call, _, writer in
                for number in 1...call.to {
                    try await writer.send(Count.Reply(number: number), isLast: number == call.to)
                }
            }
            let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
            let activity = ActivityMonitor()
            let listener = ServiceListener(
                group: group, table: table,
                interfaces: InterfaceDirectory(
                    texts: ["org.example.test": "interface org.example.test\n"], version: "7"),
                activity: activity, logger: Logger(label: "test"))
            let socket = try OwnedDescriptor(checking: ba_listen_unix(path, 16), "listen on", path).release()
            let listening = Task {
                try await listener.run(socket: socket) { _ in
                    happened.yield("opened")
                } onEnd: { _ in
                    happened.yield("ended")
                }
            }
            let result: Result<Void, any Error>
            do {
                try await body(Listening(path: path, activity: activity, events: events))
                result = .success(())
            } catch { result = .failure(error) }
            listening.cancel()
            _ = await listening.result
            try await group.shutdownGracefully()
            try result.get()
        }
    }

    func connection() throws -> VarlinkConnection { try VarlinkConnection(path: path) }

    func call<Method: ServiceMethod>(
        _ method: Method, on connection: VarlinkConnection
    ) async throws(VarlinkError) -> Method.Reply {
        try await connection.call(Method.method, method, returning: Method.Reply.self)
    }

    /// Sends bytes, and answers what comes until `count` messages have come or the other end closes.
    ///
    /// - `halfCloses`: whether to close the sending half before the first answer is read.
    func exchange(_ bytes: [UInt8], messages count: Int, halfCloses: Bool = false) throws -> [String] {
        let socket = try OwnedDescriptor(checking: ba_connect_unix(path), "connect to", path)
        var sent = 0
        while sent < bytes.count {
            let written = bytes.withUnsafeBytes { buffer in
                send(socket.rawValue, buffer.baseAddress.map { $0 + sent }, buffer.count - sent, Int32(MSG_NOSIGNAL))
            }
            if written < 0 { break }
            sent += written
        }
        if halfCloses { shutdown(socket.rawValue, Int32(SHUT_WR)) }
        var received: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        while received.count(where: { $0 == 0 }) < count {
            let read = recv(socket.rawValue, &chunk, chunk.count, 0)
            if read <= 0 { break }
            received.append(contentsOf: chunk[..<read])
        }
        return received.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    }
}
