// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Logging
internal import NIOCore
internal import ServiceInterface
internal import Varlink

/// Serves one connection: its calls one after the other, until the peer leaves.
struct Connection: Sendable {
    /// Calls that may wait behind the one being served; a client that sends more is cut off.
    private static let pipelineLimit = 64

    let session: Session
    let activity: ActivityMonitor
    let table: MethodTable
    let interfaces: InterfaceDirectory
    let logger: Logger

    /// Returns when the peer has closed the connection, or sent what is no call.
    func serve(_ channel: NIOAsyncChannel<ByteBuffer, ByteBuffer>) async {
        do {
            try await channel.executeThenClose { inbound, outbound in
                let (calls, queue) = AsyncStream.makeStream(
                    of: ByteBuffer.self, bufferingPolicy: .bufferingOldest(Self.pipelineLimit))
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask {
                        for await message in calls {
                            try await answer(message, outbound)
                        }
                    }
                    group.addTask {
                        defer { queue.finish() }
                        for try await message in inbound {
                            guard case .enqueued = queue.yield(message) else { return }
                        }
                        // The peer left: what is being done on its behalf only for the reply is called off.
                        throw PeerLeft()
                    }
                    // The first to end ends the other.
                    defer { group.cancelAll() }
                    try await group.next()
                }
            }
        } catch is PeerLeft {
        } catch is CancellationError {
        } catch { logger.debug("connection \(session.id) of process \(session.processID) ended: \(error)") }
    }

    private struct PeerLeft: Error {}

    private func answer(_ message: ByteBuffer, _ outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>) async throws {
        let call = try VarlinkCall(message: Array(message.readableBytesView))
        let writer = ReplyWriter(outbound: outbound, oneway: call.oneway)
        let isCounted = !call.more
        guard activity.callBegan(isCounted: isCounted) else {
            let error = ServiceError(.serviceStopping, "the service is ending: call again")
            return try await writer.fail(error.wireName, error.wireParameters)
        }
        defer { if isCounted { activity.callEnded() } }
        do {
            if try await interfaces.answer(call, writer) { return }
            guard let handler = table.handler(for: call.method) else {
                return try await interfaces.refuse(call, writer)
            }
            try await handler(call, session, writer)
        } catch let error as ServiceError {
            try await writer.fail(error.wireName, error.wireParameters)
        } catch is ExpectedMore {
            try await writer.fail(StandardErrorName.expectedMore, [String: String]())
        } catch VarlinkError.malformedMessage(let reason) {
            try await writer.fail(StandardErrorName.invalidParameter, ["parameter": reason])
        }
    }
}
