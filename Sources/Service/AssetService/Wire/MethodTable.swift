// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ServiceInterface
internal import Synchronization
internal import Varlink

/// What the service answers: one handler a method.
struct MethodTable: Sendable {
    typealias Handler = @Sendable (VarlinkCall, Session, ReplyWriter) async throws -> Void

    private var handlers: [String: Handler] = [:]

    /// The names of all methods, sorted.
    var methods: [String] { handlers.keys.sorted() }

    func handler(for method: String) -> Handler? { handlers[method] }

    /// Adds a method that replies once.
    mutating func add<Method: ServiceMethod>(
        _ type: Method.Type, _ body: @escaping @Sendable (Method, Session) async throws(ServiceError) -> Method.Reply
    ) {
        handlers[Method.method] = { call, session, writer in
            let reply = try await body(try call.parameters(as: Method.self), session)
            try await writer.reply(reply)
        }
    }

    /// Adds a method that replies as long as its body runs; the last reply is told apart by the caller of `send`. A caller whose body ends
    /// without one, who was cut off, is told to call again.
    mutating func addStream<Method: ServiceMethod>(
        _ type: Method.Type,
        _ body: @escaping @Sendable (Method, Session, StreamWriter<Method.Reply>) async throws -> Void
    ) {
        handlers[Method.method] = { call, session, writer in
            guard call.more else { throw ExpectedMore() }
            let parameters = try call.parameters(as: Method.self)
            let stream = StreamWriter<Method.Reply>(writer: writer)
            try await body(parameters, session, stream)
            if !stream.hasEnded, !Task.isCancelled { throw ServiceError.cutOff }
        }
    }
}

/// A method that streams was called without `more`.
struct ExpectedMore: Error {}

/// Sends the replies of a streaming method.
final class StreamWriter<Reply: Encodable & Sendable>: Sendable {
    private let writer: ReplyWriter
    private let end = Atomic(false)

    fileprivate init(writer: ReplyWriter) { self.writer = writer }

    /// Whether the last reply was sent.
    var hasEnded: Bool { end.load(ordering: .acquiring) }

    func send(_ reply: Reply, isLast: Bool) async throws {
        try await writer.reply(reply, continues: !isLast)
        if isLast { end.store(true, ordering: .releasing) }
    }
}
