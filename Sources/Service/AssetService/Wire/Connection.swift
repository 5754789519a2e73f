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

    /// Returns when the peer has closed the connection, or sent what is no call: then it is told so first. A peer that
    /// closes its sending half alone (as `socat` does at the end of its input) is answered what it asked before.
    func serve(_ channel: NIOAsyncChannel<ByteBuffer, ByteBuffer>) async {
        do {
            try await channel.executeThenClose { inbound, outbound in
                let (calls, queue) = AsyncStream.makeStream(
                    of: ByteBuffer.self, bufferingPolicy: .bufferingOldest(Self.pipelineLimit))
                let closure = Self.closure(of: channel.channel)
                try await withThrowingTaskGroup(of: Part.self) { group in
                    group.addTask {
                        for await message in calls {
                            try await answer(message, outbound)
                        }
                        try await Self.flush(channel.channel)
                        return .answering
                    }
                    group.addTask {
                        try await read(inbound, into: queue, outbound)
                        return .reading
                    }
                    group.addTask {
                        for await _ in closure {}
                        // What is being done only for the reply is called off.
                        throw PeerLeft()
                    }
                    group.addTask {
                        for await _ in session.revocation {}
                        throw PeerLeft()
                    }
                    // The end of reading leaves what is to be answered; any other end is the connection's.
                    defer { group.cancelAll() }
                    while try await group.next() == .reading {}
                }
            }
        } catch is PeerLeft {
        } catch is CancellationError {
        } catch { logger.debug("connection \(session.id) of process \(session.processID) ended: \(error)") }
    }

    private enum Part { case reading, answering }

    /// Queues the calls that come, until the peer sends no more.
    private func read(
        _ inbound: NIOAsyncChannelInboundStream<ByteBuffer>, into queue: AsyncStream<ByteBuffer>.Continuation,
        _ outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
    ) async throws {
        defer { queue.finish() }
        do {
            for try await message in inbound {
                if case .dropped = queue.yield(message) {
                    throw VarlinkError.malformedMessage(
                        "more than \(Self.pipelineLimit) calls came before the first was answered")
                }
            }
        } catch let error as VarlinkError { throw try await refusing(error, outbound) }
    }

    /// Ends when both halves of the connection are closed. Unlike the channel's future, waiting for it can be cancelled.
    private static func closure(of channel: any Channel) -> AsyncStream<Never> {
        let (stream, source) = AsyncStream.makeStream(of: Never.self)
        channel.closeFuture.whenComplete { _ in source.finish() }
        return stream
    }

    /// Returns when the peer's kernel has all that was written, since closing the channel drops what still waits.
    private static func flush(_ channel: any Channel) async throws {
        try await withTaskCancellationHandler {
            try await channel.writeAndFlush(ByteBuffer()).get()
        } onCancel: {
            channel.close(promise: nil)
        }
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
            let error = ServiceError.ending
            return try await writer.fail(error.wireName, error.wireParameters)
        }
        defer { if isCounted { activity.callEnded() } }
        do {
            if try await interfaces.answer(call, writer) { return }
            guard let handler = table.handler(for: call.method) else {
                return try await interfaces.refuse(call, writer)
            }
            try MethodAccess.check(call.method, by: session.caller)
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
