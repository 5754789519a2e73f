// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import CSystemShims
package import SystemSupport

/// The calling end of a Varlink connection over a Unix socket.
///
/// One call runs at a time; further ones wait their turn. Blocking calls are carried out by the calling thread,
/// asynchronous ones and streams by a thread of the connection's own, so nothing here needs Swift's pool or Dispatch to
/// end. Cancelling the task of a call, or letting go of a stream, closes the connection: its peer is told in no other
/// way. After an error other than `remote` the connection is closed too.
package final class VarlinkConnection: Sendable {
    private let turns: VarlinkTurns

    /// Takes over a connected socket; `messageLimit` is the bytes of the largest reply that is taken.
    package init(descriptor: consuming OwnedDescriptor, messageLimit: Int = 64 << 20) {
        turns = VarlinkTurns(socket: VarlinkSocket(descriptor: descriptor, messageLimit: messageLimit))
    }

    /// Connects to the socket at `path`; nobody there throws with the `errno` of connect(2).
    package convenience init(path: String) throws(SystemError) {
        self.init(descriptor: try OwnedDescriptor(checking: ba_connect_unix(path), "connect to", path))
    }

    deinit { close() }

    /// Who answers.
    package var peer: PeerCredentials {
        get throws(SystemError) { try PeerCredentials(of: turns.socket.descriptor) }
    }

    /// Ends the connection; a call that waits throws `connectionClosed`.
    package func close() { turns.close() }

    /// Whether a call made now has a chance: it was not closed here, and no call has found it to be closed.
    package var isClosed: Bool { turns.isClosed }

    /// Whether it is idle and the peer still there; asks the kernel.
    package var isReady: Bool { turns.isReady }

    /// Whether the peer has sent what answers no call. Waits for the end of a call that runs.
    package var hasUnaskedBytes: Bool {
        let socket = turns.takeTurn()
        defer { turns.endTurn() }
        return socket?.hasUnaskedBytes ?? false
    }

    /// Blocks until the other end, or `close`, has closed the connection. For a connection on which nobody calls.
    package func waitUntilClosed() { turns.socket.waitUntilClosed() }

    // MARK: Calls

    /// Calls a method and waits for its reply, at most `timeout`; nil stands for as long as the peer lives.
    package func call<Parameters: Encodable, Reply: Decodable>(
        _ method: String, _ parameters: Parameters, returning: Reply.Type, timeout: Duration? = nil
    ) async throws(VarlinkError) -> Reply {
        let message = try VarlinkCall.encode(method: method, parameters: parameters)
        let deadline = timeout.map { ContinuousClock.now + $0 }
        let turns = turns
        let result: Result<VarlinkReply, VarlinkError> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                turns.submit { socket in
                    let result = turns.exchange(socket, message, deadline)
                    return { continuation.resume(returning: result) }
                }
            }
        } onCancel: {
            turns.close()
        }
        return try result.get().parameters(as: Reply.self)
    }

    /// Calls a method and blocks the thread until its reply.
    package func callBlocking<Parameters: Encodable, Reply: Decodable>(
        _ method: String, _ parameters: Parameters, returning: Reply.Type, timeout: Duration? = nil
    ) throws(VarlinkError) -> Reply {
        let message = try VarlinkCall.encode(method: method, parameters: parameters)
        let deadline = timeout.map { ContinuousClock.now + $0 }
        let socket = turns.takeTurn()
        defer { turns.endTurn() }
        return try turns.exchange(socket, message, deadline).get().parameters(as: Reply.self)
    }

    /// Calls a method with `more`: its replies, as they come. It holds the connection until the last one.
    /// `capacity` replies are read ahead of the consumer; after that the peer has to wait.
    package func stream<Parameters: Encodable, Reply: Decodable & Sendable>(
        _ method: String, _ parameters: Parameters, returning: Reply.Type, capacity: Int = 64
    ) throws(VarlinkError) -> VarlinkReplies<Reply> {
        let message = try VarlinkCall.encode(method: method, parameters: parameters, more: true)
        let buffer = ReplyBuffer(capacity: max(1, capacity))
        let turns = turns
        turns.submit { socket in
            guard let socket else { return { buffer.finish(throwing: .connectionClosed) } }
            do throws(VarlinkError) {
                try socket.sendCall(message)
                while true {
                    let reply = try VarlinkReply(message: socket.receive())
                    guard buffer.push(reply) else { return { turns.close() } }
                    if !reply.continues { return { buffer.finish() } }
                }
            } catch {
                if case .remote = error {} else { turns.close() }
                return { buffer.finish(throwing: error) }
            }
        }
        return VarlinkReplies(buffer: buffer, connection: self)
    }

    /// Calls a method with `more`, and hands over its replies on the calling thread, which waits for nothing else. It
    /// returns when the last one has come, or `body` wants no more: then the connection is closed.
    package func streamBlocking<Parameters: Encodable, Reply: Decodable>(
        _ method: String, _ parameters: Parameters, returning: Reply.Type, _ body: (Reply) -> Bool
    ) throws(VarlinkError) {
        let message = try VarlinkCall.encode(method: method, parameters: parameters, more: true)
        guard let socket = turns.takeTurn() else {
            turns.endTurn()
            throw .connectionClosed
        }
        defer { turns.endTurn() }
        do throws(VarlinkError) {
            try socket.sendCall(message)
            while true {
                let reply = try VarlinkReply(message: socket.receive())
                guard body(try reply.parameters(as: Reply.self)) else { return turns.close() }
                if !reply.continues { return }
            }
        } catch {
            if case .remote = error {} else { turns.close() }
            throw error
        }
    }
}
