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

    /// Returns when the peer has closed the connection, or sent what is no call: then it is told so first.
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
                        do {
                            for try await message in inbound {
                                if case .dropped = queue.yield(message) {
                                    throw VarlinkError.malformedMessage(
                                        "more than \(Self.pipelineLimit) calls came before the first was answered")
                                }
                            }
                        } catch let error as VarlinkError { throw try await refusing(error, outbound) }
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

    /// Tells the peer why the connection ends, and returns the reason.
    private func refusing(
        _ error: VarlinkError, _ outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
    ) async throws -> VarlinkError {
        let answer = ServiceError(
            .messageInvalid,
            "a call is a JSON object of at most \(MessageDecoder.limit) bytes with one NUL byte behind it; the connection "
                + "of process \(session.processID) ends, for \(error)")
        try await ReplyWriter(outbound: outbound, oneway: false).fail(answer.wireName, answer.wireParameters)
        return error
    }

    private func answer(_ message: ByteBuffer, _ outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>) async throws {
        let call: VarlinkCall
        do { call = try VarlinkCall(message: Array(message.readableBytesView)) } catch {
            throw try await refusing(error, outbound)
        }
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
        } catch VarlinkError.invalidParameter(let name, let reason) {
            logger.debug("\(call.method) of process \(session.processID) is refused: \(name): \(reason)")
            try await writer.fail(
                StandardErrorName.invalidParameter, VarlinkServiceInterface.ParameterName(parameter: name))
        }
    }
}
